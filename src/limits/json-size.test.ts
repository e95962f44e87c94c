import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exceededLimit, type JsonLimits } from './json-size.ts';

const WIDE: JsonLimits = { depth: 10, values: 100 };
const measured = (json: unknown, limits: Partial<JsonLimits>) => {
  const text = typeof json === 'string' ? json : JSON.stringify(json, null, 1);
  return exceededLimit(Buffer.from(text), { ...WIDE, ...limits });
};

test('JSON may be exactly as large as each limit, and the limit that it exceeds is named', () => {
  const cases: [json: unknown, limit: keyof JsonLimits, size: number][] = [
    [[{ a: [1] }], 'depth', 3],
    [[{ a: [1, 2] }, 'a'], 'values', 6],
    [{ a: [1, 2, 3] }, 'entries', 3],
    [
      [
        { a: 1, b: 1 },
        { c: 1, d: 1 },
      ],
      'names',
      2,
    ],
    [
      [
        { a: 1, b: 1 },
        { b: 1, c: 1 },
      ],
      'differentNames',
      3,
    ],
    [[12, { a: -3_450_000 }], 'digits', 9],
  ];
  for (const [json, limit, size] of cases) {
    assert.equal(measured(json, { [limit]: size }), null, limit);
    assert.equal(measured(json, { [limit]: size - 1 }), limit);
  }
});

test('what strings contain is not counted, except as a name', () => {
  const text = '{"[,:1\\\\" : "a\\"]},:{[1"}';
  assert.deepEqual(Object.keys(JSON.parse(text) as object), ['[,:1\\']);
  assert.equal(
    measured(text, { depth: 1, values: 2, entries: 1, names: 1, differentNames: 1, digits: 0 }),
    null,
  );
});

test('text that is not JSON is measured without an error', () => {
  for (const text of ['', '"', '"\\', ']]]}', '[[', '{"a"', ':,'.repeat(3)])
    assert.equal(measured(text, {}), null);
});

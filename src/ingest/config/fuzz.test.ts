/** Mutated fixtures: a parser may refuse a row or fail a feed, and nothing else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FeedError } from '../adapter.ts';
import { type Draft, type ParsedRow, REJECT_REASONS } from '../draft.ts';
import { CASES, type Case, fixture, pageFrom, parseAll } from '../testing/adapters.ts';
import { ADAPTERS } from './adapters.ts';

/** Enough to meet each kind of damage in each format, short enough for the quick loop. */
const RUNS_PER_CASE = 15;

const NASTY = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  -5,
  1e308,
  -1e308,
  1e-320,
  0.1 + 0.2,
  66651,
  '1e999',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '９',
  '\u0000',
  '\ud800',
  'a'.repeat(5000),
  '9'.repeat(400),
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { code: 7 },
  { constructor: 1 },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  'https%3A%2F%2',
  '{transaction_id}',
  'Unlimited',
); // prettier-ignore

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))];
}

function changed(
  value: unknown,
  path: Path,
  edit: (holder: Record<string, unknown>, key: string) => void,
): unknown {
  const copy: unknown = structuredClone(value);
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  edit(holder, String(path.at(-1)));
  return copy;
}

/** A JSON fixture with one to four values dropped, swapped or nested. */
function mutatedJson(text: string): fc.Arbitrary<string> {
  const original: unknown = JSON.parse(text);
  const paths = pathsOf(original).filter((path) => path.length > 0);
  const edit = fc.record({
    path: fc.constantFrom(...paths),
    kind: fc.nat(3),
    value: NASTY,
    levels: fc.constantFrom(3, 2000),
  });
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => {
    let document: unknown = original;
    for (const { path, kind, value, levels } of edits) {
      try {
        document = changed(document, path, (holder, key) => {
          if (kind === 0) delete holder[key];
          else if (kind === 3) holder[key] = deep(levels);
          else holder[key] = value;
        });
      } catch {
        // An earlier edit took this path away.
      }
    }
    return JSON.stringify(document);
  });
}

/** Bytes flipped, cut out or repeated anywhere. */
function mutatedBytes(text: string): fc.Arbitrary<Uint8Array> {
  const bytes = Buffer.from(text);
  const edit = fc.record({
    at: fc.nat(bytes.length - 1),
    length: fc.nat(40),
    kind: fc.nat(2),
    byte: fc.nat(255),
  });
  return fc.array(edit, { minLength: 1, maxLength: 6 }).map((edits) => {
    let result = bytes;
    for (const { at, length, kind, byte } of edits) {
      const start = Math.min(at, result.length);
      const middle = result.subarray(start, start + length);
      const put =
        kind === 0 ? Buffer.from([byte]) : kind === 1 ? Buffer.alloc(0) : Buffer.concat([middle, middle]);
      result = Buffer.concat([
        result.subarray(0, start),
        put,
        result.subarray(start + (kind === 0 ? 1 : length)),
      ]);
    }
    return result;
  });
}

const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0;
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isFlag = (value: unknown) => value === undefined || value === null || typeof value === 'boolean';
const isSpeed = (value: unknown) => value === undefined || value === null || isAmount(value);
const DECIMAL = /^\d+(?:\.\d+)?$/;

function assertSound(draft: Draft): void {
  assert.ok(isText(draft.externalId) && (draft.name === null || isText(draft.name)), 'id and name');
  assert.equal(typeof draft.link, 'string');
  assert.ok(draft.places.length > 0 && draft.places.every(isText), 'places');
  assert.ok(draft.model === 'unlimited' ? draft.data === null : isAmount(draft.data), 'data');
  assert.ok(draft.fullSpeedPerDay == null || isAmount(draft.fullSpeedPerDay), 'full speed');
  assert.ok(draft.days === null || (Number.isInteger(draft.days) && draft.days > 0), 'days');
  const prices = Object.entries(draft.prices);
  assert.ok(
    prices.length > 0 && prices.every(([code, price]) => /^[A-Z]{3}$/.test(code) && DECIMAL.test(price)),
    'prices',
  );
  assert.ok(draft.wholesale == null || DECIMAL.test(draft.wholesale.amount), 'wholesale');
  assert.ok([draft.throttleKbps, draft.maxKbps, draft.installWithinDays].every(isSpeed), 'speeds');
  const { hotspot, identityCheck, topUp, phoneNumber, subscription, newCustomersOnly, ads, inStock } = draft;
  assert.ok(
    [hotspot, identityCheck, topUp, phoneNumber, subscription, newCustomersOnly, ads, inStock].every(isFlag),
    'flags',
  );
  for (const { place, name } of draft.networks ?? []) {
    assert.ok((place === null || isText(place)) && isText(name), 'networks');
  }
  for (const instant of [draft.updatedAt, draft.expiresAt]) {
    assert.ok(instant == null || !Number.isNaN(Date.parse(instant)), 'instants');
  }
}

async function assertHolds({ adapter, options }: Case, body: string | Uint8Array): Promise<void> {
  const format = ADAPTERS[adapter];
  assert.ok(format);
  let parsed: ParsedRow[];
  try {
    parsed = await parseAll(format, pageFrom(body), options);
  } catch (error) {
    assert.ok(error instanceof FeedError, `${adapter} threw ${String(error)}`);
    return;
  }
  for (const row of parsed) {
    if (row.ok) assertSound(row.draft);
    else assert.ok(REJECT_REASONS.includes(row.reason) && isText(row.detail));
  }
}

for (const each of CASES) {
  test(`${each.fixture}: no mutation makes ${each.adapter} crash, hang or give an impossible plan`, async () => {
    const text = fixture(each.fixture);
    await assertHolds(each, text);
    await fc.assert(
      fc.asyncProperty(mutatedBytes(text), (bytes) => assertHolds(each, bytes)),
      { numRuns: RUNS_PER_CASE },
    );
    if (!each.fixture.endsWith('.json')) return;
    await fc.assert(
      fc.asyncProperty(mutatedJson(text), (body) => assertHolds(each, body)),
      { numRuns: RUNS_PER_CASE },
    );
  });
}

test('nothing that a feed sends reaches the prototype of all objects', () => {
  assert.equal((Object.prototype as Record<string, unknown>)['polluted'], undefined);
});

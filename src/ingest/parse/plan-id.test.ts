import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ID_PATTERN } from '../../domain/id.ts';
import { planId } from './plan-id.ts';

test('an id that stands in a path stays as it is', () => {
  for (const id of ['merhaba-7days-1gb', '61f06f861c556d16ad97bdfb', 'a', 'esim_1gb_7d_tr_v2', 'x.y'])
    assert.equal(planId(id), id);
});

test('any other id becomes one that stands in a path, and two never become the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }), { maxLength: 20 }),
      (ids) => {
        const made = ids.map(planId);
        for (const id of made) assert.match(id, ID_PATTERN);
        assert.equal(new Set(made).size, ids.length);
      },
    ),
  );
});

test('ids that differ in case, blanks or length alone stay apart', () => {
  const ids = [
    'TR 1GB',
    'tr-1gb',
    'TR-1GB',
    'Tr 1gb',
    `${'x'.repeat(80)}1`,
    `${'x'.repeat(80)}2`,
    '土耳其',
    '日本',
  ];
  assert.equal(new Set(ids.map(planId)).size, ids.length);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BestFirst } from './heap.ts';
import { scratchFor } from './scratch.ts';

/** Few values, so that ties at every key are common; more candidates than are looked at in the first place. */
const keys = fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.nat(2)), { maxLength: 300, size: 'max' });

test('candidates are read in the order of a plain sort, down to the last', () => {
  fc.assert(
    fc.property(keys, (rows) => {
      const scratch = scratchFor(rows.length);
      rows.forEach(([first, second, third], slot) => {
        scratch.key1[slot] = first;
        scratch.key2[slot] = -second;
        scratch.key3[slot] = third;
      });
      const sorted = rows
        .map((row, slot) => ({ row, slot }))
        .sort((a, b) => a.row[0] - b.row[0] || b.row[1] - a.row[1] || a.row[2] - b.row[2] || a.slot - b.slot);
      const best = new BestFirst(scratch, rows.length);
      for (const { slot } of sorted) assert.equal(best.next(), slot);
      assert.equal(best.next(), null);
    }),
  );
});

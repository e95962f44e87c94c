import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Shortlist } from './shortlist.ts';

type Keys = readonly [first: number, second: number, third: number];

/** Few values, so that ties at every key are common. */
const keys = fc.tuple(fc.nat(20), fc.nat(2), fc.nat(2));
const rounds = fc.array(
  fc.record({
    added: fc.array(keys, { maxLength: 60, size: 'max' }),
    offered: fc.array(keys, { maxLength: 60, size: 'max' }),
  }),
  { minLength: 1, maxLength: 2 },
);
const limits = fc.constantFrom(1, 7, 24, 256, Number.POSITIVE_INFINITY);

test('a shortlist is the beginning of a plain sort of all that was added and offered', () => {
  fc.assert(
    fc.property(rounds, limits, (all, limit) => {
      const shortlist = new Shortlist(limit, 300);
      const seen: { readonly posting: number; readonly keys: Keys }[] = [];
      const note = (entry: Keys) => seen.push({ posting: seen.length, keys: entry }) - 1;
      for (const { added, offered } of all) {
        for (const entry of added) shortlist.add(note(entry), ...entry);
        shortlist.settle();
        for (const entry of offered) shortlist.offer(note(entry), ...entry);
      }
      shortlist.finish();
      const sorted = seen
        .toSorted(
          (a, b) =>
            a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.keys[2] - b.keys[2] || a.posting - b.posting,
        )
        .slice(0, limit);
      const listed = Array.from({ length: shortlist.size }, (_, place) => shortlist.at(place));
      assert.deepEqual(
        listed,
        sorted.map(({ posting }) => posting),
      );
      if (!shortlist.isFull) return;
      assert.deepEqual([shortlist.worst1, shortlist.worst2], sorted.at(-1)!.keys.slice(0, 2));
    }),
  );
});

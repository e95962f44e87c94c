import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CallerIndex, NO_SLOT } from './caller-index.ts';
import { Recent, remembered } from './recent.ts';
import { Units } from './units.ts';

test('the caller index answers as a Map does, also where callers crowd at one place', () => {
  // The low bits of the first word choose the place: few values, so that long runs of neighbours come about.
  const caller = fc
    .tuple(fc.constantFrom('00000000', '00000001', '0000001f', 'abcdef1f'), fc.nat(9))
    .map(([home, number]) => `${home}${'0'.repeat(23)}${number}`);
  const step = fc.tuple(fc.constantFrom('add', 'remove', 'find'), caller);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const index = new CallerIndex(16);
      const map = new Map<string, number>();
      for (const [what, key] of steps) {
        assert.equal(index.find(key), map.get(key) ?? NO_SLOT);
        const slot = map.get(key);
        if (what === 'add' && slot === undefined) {
          const added = index.add(key);
          assert.equal(added === NO_SLOT, map.size >= 16);
          if (added !== NO_SLOT) map.set(key, added);
        } else if (what === 'remove' && slot !== undefined) {
          index.remove(slot);
          map.delete(key);
        }
        assert.equal(index.size, map.size);
      }
      for (const [key, slot] of map) {
        assert.equal(index.find(key), slot);
        assert.equal(index.callerOf(slot), key);
        assert.ok(index.isLive(slot));
      }
    }),
    { numRuns: 200 },
  );
});

test('the caller index grows, and keeps what is no hash of ours only as a hash', () => {
  const index = new CallerIndex(5000);
  const slots = Array.from({ length: 5000 }, (_, number) => index.add(`caller ${number}`));
  assert.equal(new Set(slots).size, 5000);
  assert.equal(index.find('caller 4321'), slots[4321]);
  assert.match(index.callerOf(slots[0]!), /^[0-9a-f]{32}$/);
  assert.equal(index.find(index.callerOf(slots[0]!)), slots[0]);
  assert.equal(index.find('G'.repeat(32)), NO_SLOT);
  assert.equal(index.find('é'.repeat(32)), NO_SLOT);
});

test('the units of a window are a queue from which any one can be taken', () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('add' as const), gap: fc.nat(2) }),
    fc.record({ what: fc.constant('dropOldest' as const), gap: fc.constant(0) }),
    fc.record({ what: fc.constant('dropAt' as const), gap: fc.nat(12) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), step), { maxLength: 80, size: 'max' }), (steps) => {
      const units = new Units(50);
      const windows = [
        { newest: 0, times: [] as number[] },
        { newest: 0, times: [] as number[] },
      ];
      let now = 1000;
      for (const [which, { what, gap }] of steps) {
        const window = windows[which]!;
        if (what === 'add' && units.room > 0) {
          now += gap;
          window.newest = units.add(window.newest, now);
          window.times.push(now);
        } else if (what === 'dropOldest' && window.times.length > 0) {
          window.newest = units.dropOldest(window.newest);
          window.times.shift();
        } else if (what === 'dropAt') {
          const newest = units.dropAt(window.newest, now - gap);
          const at = window.times.indexOf(now - gap);
          assert.equal(newest === undefined, at < 0);
          if (newest !== undefined) {
            window.newest = newest;
            window.times.splice(at, 1);
          }
        }
        for (const { newest, times } of windows) {
          assert.deepEqual(units.times(newest, times.length), times);
          if (times.length > 0) assert.equal(units.oldest(newest), times[0]);
          for (const [older, time] of times.entries()) assert.equal(units.timeAt(newest, older), time);
        }
        assert.equal(units.room, 50 - windows[0]!.times.length - windows[1]!.times.length);
      }
    }),
    { numRuns: 200 },
  );
});

test('what was used lately stays, and the whole stays within its bound', () => {
  const recent = new Recent<number>(10);
  for (let number = 0; number < 1000; number += 1) {
    recent.set(`key ${number}`, number);
    assert.equal(recent.get('key 0'), 0, 'used each time, so never forgotten');
    assert.ok(recent.size <= 10);
  }
  assert.equal(recent.get('key 500'), undefined);
});

test('a remembered function is computed once while its answer is recent', () => {
  let computed = 0;
  const double = remembered(4, (text) => {
    computed += 1;
    return text + text;
  });
  assert.equal(double('a'), 'aa');
  assert.equal(double('a'), 'aa');
  assert.equal(computed, 1);
  for (const text of 'bcdefgh') double(text);
  assert.equal(double('a'), 'aa');
  assert.equal(computed, 9);
});

test('callers whose hashes differ in a single word are different callers', () => {
  const index = new CallerIndex(10);
  const alike = [0, 1, 2, 3].map(
    (word) => `${'00000000'.repeat(word)}00010000${'00000000'.repeat(3 - word)}`,
  );
  const keys = ['0'.repeat(32), ...alike];
  const slots = keys.map((key) => index.add(key));
  assert.deepEqual(
    keys.map((key) => index.find(key)),
    slots,
  );
  assert.equal(new Set(slots).size, 5);
});

test('a text that is no hash of ours is one caller as a whole', () => {
  const index = new CallerIndex(10);
  const slot = index.add('a'.repeat(33));
  assert.equal(index.find('a'.repeat(33)), slot);
  for (const other of ['a'.repeat(32), 'a'.repeat(34), `${'a'.repeat(31)}g`, `g${'a'.repeat(31)}`]) {
    assert.equal(index.find(other), NO_SLOT, other);
  }
  const odd = index.add(`${'0'.repeat(31)}g`);
  assert.equal(index.find('0'.repeat(32)), NO_SLOT);
  assert.equal(index.find(`${'0'.repeat(31)}h`), NO_SLOT);
  assert.match(index.callerOf(odd), /[1-9a-f]/);
});

test('slots are used again, and those of callers who stay are live while the table grows', () => {
  const index = new CallerIndex(3000);
  for (let round = 0; round < 50; round += 1) index.remove(index.add(`caller ${round}`));
  assert.equal(index.end, 2);
  const slots = Array.from({ length: 3000 }, (_, number) => index.add(`caller ${number}`));
  assert.ok(slots.every((slot) => index.isLive(slot)));
  assert.equal(index.isLive(index.end), false);
  assert.equal(index.end, 3001);
  assert.equal(index.add('one more'), NO_SLOT);
});

test('units are used again, so that a small table lasts for ever', () => {
  const units = new Units(5);
  let newest = 0;
  const times: number[] = [];
  for (let time = 1; time <= 5000; time += 1) {
    if (units.room === 0) {
      newest = units.dropOldest(newest);
      times.shift();
    }
    newest = units.add(newest, time);
    times.push(time);
  }
  assert.deepEqual([units.room, units.oldest(newest)], [0, 4996]);
  assert.deepEqual(units.times(newest, 5), times);
});

test('a table of units can be filled to its last place', () => {
  const units = new Units(3000);
  let newest = 0;
  for (let time = 1; time <= 3000; time += 1) newest = units.add(newest, time);
  assert.equal(units.room, 0);
  assert.equal(units.timeAt(newest, 2999), 3000);
  assert.equal(units.oldest(newest), 1);
});

test('what was used before the turn is still counted, and forgotten at the next', () => {
  const recent = new Recent<number>(10);
  recent.set('old', 1);
  recent.turn();
  recent.set('young', 2);
  recent.set('younger', 3);
  assert.equal(recent.size, 3);
  recent.turn();
  assert.deepEqual([recent.get('old'), recent.get('young')], [undefined, 2]);
});

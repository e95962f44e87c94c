import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openContainer, readContainer } from './container.ts';

const FORMAT = {
  title: 'a test',
  magic: 'ESIMTEST',
  version: 1,
  schema: { shorts: Uint16Array, numbers: Float64Array, words: Uint32Array, text: Uint8Array },
} as const;

describe('a container', () => {
  it('has the same bytes whether its first sections are filled in place or copied, however long the rest is', () => {
    const elements = (max: number) => fc.array(fc.nat(max), { maxLength: 40 });
    fc.assert(
      fc.property(elements(0xffff), elements(9), elements(9), fc.nat(20_000), (some, more, words, length) => {
        const columns = {
          shorts: Uint16Array.from(some),
          numbers: Float64Array.from(more),
          words: Uint32Array.from(words),
          // Beyond the room that is reserved at first, too.
          text: new Uint8Array(length).fill(97),
        };
        const copied = openContainer(FORMAT, {}).finish(columns);
        const open = openContainer(FORMAT, { shorts: some.length, numbers: more.length });
        open.columns.shorts.set(columns.shorts);
        open.columns.numbers.set(columns.numbers);
        const filled = open.finish({ words: columns.words, text: columns.text });
        assert.ok(Buffer.from(filled).equals(copied));
        assert.deepEqual({ ...readContainer(FORMAT, filled) }, columns);
      }),
    );
  });

  it('is made around what is filled in place: a large market is never held twice', () => {
    const open = openContainer(FORMAT, { shorts: 10_000, numbers: 10_000 });
    const { shorts, numbers } = open.columns;
    const whole = open.finish({ words: Uint32Array.of(1), text: Uint8Array.of(97) });
    assert.equal(shorts.buffer, whole.buffer);
    assert.equal(numbers.buffer, whole.buffer);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeNames } from './map-labels.ts';

const days = '5 days';

test('a name is below its number, or above it where another name is below', () => {
  const [japan, korea] = placeNames(
    [
      { at: [300, 150], name: 'Japan', days },
      { at: [240, 150], name: 'South Korea', days },
    ],
    600,
    360,
  );
  assert.ok(japan != null && korea != null);
  assert.deepEqual([japan.anchor, japan.y > 150], ['middle', true]);
  assert.deepEqual([korea.anchor, korea.y < 150], ['middle', true]);
});

test('a name at the edge of the picture stays inside', () => {
  const [place] = placeNames([{ at: [20, 345], name: 'Portugal', days }], 600, 360);
  assert.deepEqual([place?.anchor, (place?.y ?? 0) < 345], ['start', true]);
});

test('a name without room is left out', () => {
  const crowd = Array.from({ length: 12 }, () => ({ at: [300, 180] as const, name: 'Luxembourg', days }));
  const placed = placeNames(crowd, 600, 360);
  assert.ok(placed.includes(null));
  assert.notEqual(placed[0], null);
});

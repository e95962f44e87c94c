import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { painter } from './dependencies.ts';
import { type Column, clip, displayWidth, fitWidths, oneLine, renderTable } from './table.ts';

const plain = painter(false);
const COLUMNS: readonly Column[] = [
  { title: 'Name', shrinkTo: 6 },
  { title: 'Price', align: 'right' },
  { title: 'Note', shrinkTo: 5, dropOrder: 1 },
];

test('columns are aligned, numbers to the right, without trailing spaces', () => {
  const table = renderTable(
    COLUMNS,
    [
      ['Türkiye', '$9.00', 'a'],
      ['日本', '$12.00', ''],
    ],
    { width: null, paint: plain },
  );
  assert.equal(table, 'Name      Price  Note\nTürkiye   $9.00  a\n日本     $12.00\n');
});

test('a table fits every terminal that is as wide as its smallest form', () => {
  // The longest price has 30 characters and is not shortened. The name needs 6, the space between them 2, and the note is
  // dropped.
  const smallest = 6 + 2 + 30;
  const cell = fc.string({ maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
      fc.integer({ min: smallest, max: 90 }),
      (rows, width) => {
        const lines = renderTable(COLUMNS, rows, { width, paint: plain }).split('\n');
        for (const line of lines) assert.ok(displayWidth(line) <= width, line);
      },
    ),
  );
});

test('cells of a wide table are shortened before columns are dropped, the lowest dropOrder first', () => {
  // Two spaces separate columns: 10 + 2 + 6 + 2 + 10 = 30.
  assert.deepEqual(fitWidths(COLUMNS, [20, 6, 20], 30), [10, 6, 10]);
  assert.deepEqual(fitWidths(COLUMNS, [20, 6, 20], 20), [12, 6, null]);
  assert.deepEqual(fitWidths(COLUMNS, [20, 6, 20], 3), [6, 6, null], 'columns without dropOrder stay');
  const fixed = [{ title: 'a' }, { title: 'b', dropOrder: 2 }, { title: 'c', dropOrder: 1 }];
  assert.deepEqual(fitWidths(fixed, [5, 5, 5], 12), [5, 5, null]);
  assert.deepEqual(fitWidths(fixed, [5, 5, 5], 11), [5, null, null]);
});

test('colour does not change the width of a cell', () => {
  const rows = [[{ text: 'ok', tone: 'green' as const }, '1', 'x']];
  const coloured = renderTable(COLUMNS, rows, { width: null, paint: painter(true) });
  assert.ok(coloured.includes('\u001b[32mok\u001b['));
  const stripped = stripVTControlCharacters(coloured);
  assert.equal(stripped, renderTable(COLUMNS, rows, { width: null, paint: plain }));
});

test('a name from a feed cannot move the cursor or start a line', () => {
  assert.equal(oneLine('a\u001b[2Jb\nc\u202ed'), 'a [2Jb c d');
});

test('clipping keeps to the width and marks the cut', () => {
  assert.equal(clip('Türkiye 10 GB', 9), 'Türkiye…');
  assert.equal(clip('日本語', 4), '日…');
  assert.equal(clip('short', 5), 'short');
});

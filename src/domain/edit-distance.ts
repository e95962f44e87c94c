/** Rows of the table of distances, reused because a search compares hundreds of names. */
let rows = createRows(64);

function createRows(length: number): readonly [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(length), new Uint8Array(length), new Uint8Array(length)];
}

/**
 * The number of letters to add, remove, change or swap between two texts (Damerau-Levenshtein), or `max + 1` if it is
 * above `max` (at most 200). Only the cells near the diagonal are computed, so the time is linear in the length.
 */
export function editDistance(a: string, b: string, max: number): number {
  const far = max + 1;
  if (Math.abs(a.length - b.length) > max) return far;
  if (b.length + 2 > rows[0].length) rows = createRows(2 * b.length + 2);
  let [older, last, row] = rows;
  for (let j = 0; j <= Math.min(b.length, far); j++) last[j] = j;
  let lastLeast = 0;
  for (let i = 1; i <= a.length; i++) {
    const start = Math.max(1, i - max);
    const end = Math.min(b.length, i + max);
    // The cells beside the band are read by this row and by the next one.
    let before = start === 1 ? Math.min(i, far) : far;
    let least = before;
    row[start - 1] = before;
    const letter = a.charCodeAt(i - 1);
    for (let j = start; j <= end; j++) {
      let edits = last[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      if (last[j]! + 1 < edits) edits = last[j]! + 1;
      if (before + 1 < edits) edits = before + 1;
      const isSwapped =
        i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped && older[j - 2]! + 1 < edits) edits = older[j - 2]! + 1;
      if (edits > far) edits = far;
      row[j] = edits;
      before = edits;
      if (edits < least) least = edits;
    }
    // A swap reaches back by two rows.
    if (least > max && lastLeast > max) return far;
    lastLeast = least;
    if (end < b.length) row[end + 1] = far;
    [older, last, row] = [last, row, older];
  }
  return last[b.length]!;
}

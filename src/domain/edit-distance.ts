/** Reused by every call, because a search compares thousands of names. Each call sets the cells that it reads. */
const rows: readonly [number[], number[], number[]] = [[], [], []];

/**
 * The number of letters to add, remove, change or swap with their neighbour between two texts, or `max + 1` if it is
 * above `max`. No letter is edited twice (optimal string alignment). A cell of the table has the distance between the
 * beginnings of both texts. Only the cells at most `max` from the diagonal are computed, because all others are larger.
 */
export function editDistance(a: string, b: string, max: number): number {
  const far = max + 1;
  if (Math.abs(a.length - b.length) > max) return far;
  let [twoAbove, above, row] = rows;
  for (let j = 0; j <= max + 1; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const start = Math.max(1, i - max);
    const end = Math.min(b.length, i + max);
    // The cells beside the computed ones are read, too.
    row[start - 1] = start === 1 ? i : far;
    row[end + 1] = far;
    const letter = a.charCodeAt(i - 1);
    const letterBefore = a.charCodeAt(i - 2);
    let least = row[start - 1]!;
    for (let j = start; j <= end; j++) {
      const other = b.charCodeAt(j - 1);
      const change = above[j - 1]! + (letter === other ? 0 : 1);
      const addOrRemove = Math.min(above[j]!, row[j - 1]!) + 1;
      let edits = Math.min(change, addOrRemove, far);
      // A swap costs one edit more than the cell two rows above and two columns to the left.
      if (letterBefore === other && letter === b.charCodeAt(j - 2))
        edits = Math.min(edits, twoAbove[j - 2]! + 1);
      row[j] = edits;
      least = Math.min(least, edits);
    }
    // Later cells build on this row, so none is within `max` if no cell here is. Only a swap skips the row: it leads from a
    // cell above with c edits to a cell below with c + 1 edits. The cell between them, in this row, has at most c + 1 edits.
    if (least > max) return far;
    [twoAbove, above, row] = [above, row, twoAbove];
  }
  return above[b.length]!;
}

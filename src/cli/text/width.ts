/** How many cells of a terminal a text takes, and cutting it to fit. */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** East Asian wide letters and emoji take two cells. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const PLAIN = /^[\u0020-\u007e]*$/;

const cellsOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) cells += cellsOf(segment);
  return cells;
}

/** Feeds write names; nothing that moves a cursor or starts a line of its own gets to the screen. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

export function clip(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cells = 0;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    cells += cellsOf(segment);
    if (cells > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

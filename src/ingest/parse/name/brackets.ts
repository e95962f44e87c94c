/** The brackets of titles, also in full width. */
export const OPENING: ReadonlySet<string> = new Set(['(', '[', '【', '［', '（']);
export const CLOSING: ReadonlySet<string> = new Set([')', ']', '】', '］', '）']);

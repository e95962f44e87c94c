/** Days and times as texts. */

/** In UTC: "2026-11-18T07:15:00.000Z". */
export const isoTime = (at: number): string => new Date(at).toISOString();

/** The day in UTC: "2026-11-18". */
export const isoDay = (at: number): string => isoTime(at).slice(0, 10);

/**
 * True if the text begins with a day that exists, or is a month or a year. 2026-02-30 does not exist, but `Date.parse`
 * reads it as a day in March.
 */
export function isInCalendar(text: string): boolean {
  const date = text.slice(0, 10);
  const at = Date.parse(date);
  return !Number.isNaN(at) && isoTime(at).startsWith(date);
}

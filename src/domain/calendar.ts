/**
 * True if the calendar has the day with which a text begins. The text may also be a month or a year. `Date.parse` reads
 * 2026-02-30 as a day in March.
 */
export function isInCalendar(text: string): boolean {
  const date = text.slice(0, 10);
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

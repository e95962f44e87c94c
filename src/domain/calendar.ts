/**
 * True if the text begins with a day that exists, or is a month or a year. 2026-02-30 does not exist, but `Date.parse`
 * reads it as a day in March.
 */
export function isInCalendar(text: string): boolean {
  const date = text.slice(0, 10);
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

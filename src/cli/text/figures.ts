/** Numbers and times as people read them. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const grouped = new Intl.NumberFormat('en-GB');
export const count = (value: number): string => grouped.format(value);
export const plural = (value: number, word: string): string =>
  `${count(value)} ${word}${value === 1 ? '' : 's'}`;

/** Rounded down, in the largest unit that fits: "45 s", "12 min", "5 h", "3 d". */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < MINUTE_MS) return `${Math.floor(whole / 1000)} s`;
  if (whole < HOUR_MS) return `${Math.floor(whole / MINUTE_MS)} min`;
  // Up to two days in hours: that is where fresh and aging part.
  if (whole < 2 * DAY_MS) return `${Math.floor(whole / HOUR_MS)} h`;
  return `${Math.floor(whole / DAY_MS)} d`;
}

export const ago = (at: number, now: number): string =>
  now - at < 1000 ? 'now' : `${duration(now - at)} ago`;
export const until = (at: number, now: number): string => (at <= now ? 'due' : `in ${duration(at - now)}`);

/** UTC, to the minute. */
export const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;

/** At most two decimals, no trailing zeros. */
export const gigabytes = (gb: number): string => `${Math.round(gb * 100) / 100} GB`;
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

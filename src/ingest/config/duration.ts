const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const DURATION_PATTERN = '^[1-9][0-9]{0,6}(ms|s|m|h|d)$';

/** "6h" to milliseconds. Only for texts that the schema let through. */
export function durationMs(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  const unit = UNITS_MS[match?.[2] ?? ''];
  if (match === null || unit === undefined) throw new RangeError(`"${text}" is no duration`);
  return Number(match[1]) * unit;
}

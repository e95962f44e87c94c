/** The lower one of two middle values, so that the median is a value that occurs. null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  return sorted[(sorted.length - 1) >> 1] ?? null;
}

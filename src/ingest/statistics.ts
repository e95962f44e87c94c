/** The middle of a sorted copy; the lower of two middles, so that it is a value that occurs. null for none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[(sorted.length - 1) >> 1] ?? null;
}

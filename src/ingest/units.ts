/** Amounts of data to decimal bytes: the GB that is advertised, whatever a feed counts to it. */
import type { DataAmount } from './adapter.ts';

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_GB = 1_000_000_000;
const BYTES_PER_MEBIBYTE = 1_048_576;

/** null where the amount is no positive number. */
export function toBytes(data: DataAmount): number | null {
  const bytes = rawBytes(data);
  if (!Number.isFinite(bytes) || bytes < 1) return null;
  return Math.round(bytes);
}

function rawBytes({ amount, unit, base }: DataAmount): number {
  if (unit === 'GB') return amount * BYTES_PER_GB;
  if (base === 1000) return unit === 'MB' ? amount * BYTES_PER_MB : amount;
  return advertisedBytes(unit === 'MB' ? amount : amount / BYTES_PER_MEBIBYTE);
}

/**
 * A feed at 1,024 MB to a GB writes 10240 for "10 GB" and 512 for "0.5 GB", but 500 for "500 MB" and 1500 for
 * "1.5 GB": halves of 1,024 are counted in that base, other round hundreds are what the shop says already.
 */
function advertisedBytes(megabytes: number): number {
  if (megabytes % 512 === 0) return (megabytes / 1024) * BYTES_PER_GB;
  if (megabytes < 1024 || megabytes % 100 === 0) return megabytes * BYTES_PER_MB;
  // Shops advertise at most two decimals: 10342 MB is "10.1 GB".
  return Math.round((megabytes / 1024) * 100) * (BYTES_PER_GB / 100);
}

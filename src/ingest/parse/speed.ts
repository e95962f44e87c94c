/** Speeds in kbps. "MB/s" is left unread: feeds write it for megabits and for megabytes alike. */
import { positiveOrNull } from './value.ts';

const SPEED_TEXT = /^(\d{1,6}(?:\.\d{1,3})?) ?(kbps|kbit\/s|mbps|mbit\/s|gbps)$/i;
const KBPS_OF: Readonly<Record<string, number>> = { k: 1, m: 1000, g: 1_000_000 };

/** No network gives a terabit to a telephone. */
const KBPS_MAX = 1e9;

export function kbpsOrNull(value: unknown): number | null {
  const kbps = positiveOrNull(value);
  return kbps !== null && kbps <= KBPS_MAX ? kbps : null;
}

/** "1 Mbps", "128kbps", "512 Kbps"; null for anything else. */
export function kbpsOfText(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = SPEED_TEXT.exec(value.trim());
  if (match === null) return null;
  return kbpsOrNull(Math.round(Number(match[1]) * (KBPS_OF[(match[2] ?? '')[0]?.toLowerCase() ?? ''] ?? 0)));
}

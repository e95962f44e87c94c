/** Speeds in kbps. "MB/s" is left unread, because feeds write it for megabits and for megabytes. */
import { onlyMatch, positiveOrNull, withoutThousandsPoint, writtenNumber } from './value.ts';

/** A cell or a sentence. What follows is not read. */
const CHARACTERS_MAX = 400;
const KBPS_OF: Readonly<Record<string, number>> = { k: 1, m: 1000, g: 1_000_000 };

/** A speed without anything around it: "1 Mbps", "64Kb/s", "512K". */
const SPEED = /^(\d[\d.,]{0,8}) ?([kKmMgG])(?:[bB][pP][sS]|bit\/s|b\/s)?$/;
/** A speed in a text. Here the unit must be complete, and "mb/s" is left out, because it may mean "MB/s". */
export const SPEEDS =
  /(?<![\d.,])\d{1,6}(?:[.,]\d{1,3})? ?(?:[kKmM][bB][pP][sS]|[kKmM]bit\/s|[kKM]b\/s)(?![a-zA-Z])/g;
/** "5G" is a generation of networks. */
const NETWORK = /^\dG$/i;

/** "1 Mbps", "128kbps", "64Kb/s", "512K"; null for anything else. */
export function kbpsOfText(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, written, letter] = SPEED.exec(text) ?? [];
  if (written === undefined || letter === undefined || NETWORK.test(text)) return null;
  const unit = letter.toLowerCase();
  const number = unit === 'k' ? withoutThousandsPoint(written) : written;
  return positiveOrNull(Math.round((writtenNumber(number) ?? 0) * (KBPS_OF[unit] ?? 0)));
}

/** The value as one speed, or else the only speed in its text: "up to 1 Mbps", "128 kbps (2G)". */
export function speedIn(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  return kbpsOfText(value) ?? kbpsOfText(onlyMatch(value.slice(0, CHARACTERS_MAX), SPEEDS));
}

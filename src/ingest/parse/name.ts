/** A name for plans of feeds that give only a place: "Thailand, 5 GB, 30 days". */
import type { DataAmount } from '../adapter.ts';
import { amountLabel } from './amount.ts';

export function composeName(
  place: string,
  data: DataAmount | null,
  perDay: boolean,
  days: number | null,
): string {
  const amount = data === null ? 'unlimited' : amountLabel(data) + (perDay ? ' a day' : '');
  const length = days === null ? 'no expiry' : days === 1 ? '1 day' : `${days} days`;
  return `${capitalised(place)}, ${amount}, ${length}`;
}

function capitalised(text: string): string {
  return text.replace(/(?<=^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

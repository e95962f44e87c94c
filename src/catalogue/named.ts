/** The places that a plan's name names, as one short text that many plans share: `GB:Scotland,FR:`. */
import type { NamedPlace } from '../domain/plan.ts';
import { MarketError } from './errors.ts';

const NAMED = /^[A-Z]{2}:[^,:]*$/;

/** null where the name names no place. */
export function namedText(named: readonly NamedPlace[]): string | null {
  if (named.length === 0) return null;
  const texts = named.map(({ country, part }) => `${country}:${part ?? ''}`);
  const odd = texts.find((text) => !NAMED.test(text));
  if (odd !== undefined) throw new MarketError(`"${odd}" is no place that a name names`);
  return texts.join();
}

export function readNamed(text: string): readonly NamedPlace[] {
  return text.split(',').map((place) => ({ country: place.slice(0, 2), part: place.slice(3) || null }));
}

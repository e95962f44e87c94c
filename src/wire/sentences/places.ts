/** English sentences about a place that is not understood. REST, the tools and the command line share them. */

import type { PlaceMatch } from '../../domain/places/meaning.ts';
import { placeName } from '../../domain/places/names.ts';
import type { DestinationReading } from '../../domain/places/search.ts';

/** Enough to recognise the place that was meant, in one sentence. */
const NAMED_MAX = 6;

/** "Barcelona: Spain", or the country alone if the text named it or a group. */
export const placeLabel = ({ country, place }: PlaceMatch): string =>
  place === null || place.kind === 'group' ? country.name : `${placeName(place, 'en')}: ${country.name}`;

const NORTHERN_CYPRUS = 'Northern Cyprus has no country code, so no plans are listed for it.';

/** What to write instead of a text that does not mean one country; null if nothing is similar. */
export function placeAdvice(destination: Exclude<DestinationReading, { kind: 'found' }>): string | null {
  if (destination.kind === 'no_code') return NORTHERN_CYPRUS;
  const { kind, choices } = destination;
  const [first] = choices;
  if (first === undefined) return null;
  const named = choices.slice(0, NAMED_MAX).map((choice) => `${choice.country.code} (${placeLabel(choice)})`);
  const more = choices.length > NAMED_MAX ? ', or another one' : '';
  if (kind === 'group' && first.place !== null)
    return `${placeName(first.place, 'en')} is several countries: give one of them, such as ${named.join(', ')}. For several in one trip, give the further ones in then.`;
  return `Did you mean ${named.join(' or ')}${more}?`;
}

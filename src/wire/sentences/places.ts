/** English sentences about a place that is not understood. REST, the tools and the command line share them. */
import { airportBeside, type PlaceMatch } from '../../domain/places/meaning.ts';
import { type Place, placeName } from '../../domain/places/names.ts';
import type { DestinationReading } from '../../domain/places/search.ts';
import { ENGLISH } from '../../texts/texts.ts';

const { places: TEXTS } = ENGLISH.responses;

/** Enough to recognise the place that was meant, in one sentence. */
const NAMED_MAX = 6;

/** "Barcelona: Spain", or the country alone if the text named it or a group. */
export const placeLabel = ({ country, place }: PlaceMatch): string =>
  place === null || place.kind === 'group' ? country.name : `${placeName(place, 'en')}: ${country.name}`;

/** "HND" is a country, and a traveller may mean the airport; null: the text is not both. */
export function airportAdvice(text: string): string | null {
  const city = airportBeside(text);
  return city === null ? null : TEXTS.airport({ code: text, city });
}

/** What to write instead of a text that does not mean one country; null if nothing is similar. */
export function placeAdvice(destination: Exclude<DestinationReading, { kind: 'found' }>): string | null {
  if (destination.kind === 'no_code') return TEXTS.northernCyprus;
  if (destination.kind === 'at_sea') return TEXTS.atSea;
  const { kind, choices } = destination;
  const [first] = choices;
  if (first === undefined) return null;
  const group = choices.find(({ place }) => place?.kind === 'group')?.place ?? null;
  if (kind === 'group')
    return group === null
      ? TEXTS.together({ choices: choices.map(withCode).join(', ') })
      : groupAdvice(group, choices);
  const either = choices.slice(0, NAMED_MAX).map(withCode).join(' or ');
  return TEXTS.didYouMean({
    choices: choices.length > NAMED_MAX ? TEXTS.orAnother({ choices: either }) : either,
  });
}

const withCode = (choice: PlaceMatch): string => `${choice.country.code} (${placeLabel(choice)})`;

/** The choices of a group are the region that contains it, if there is one, and its countries. */
function groupAdvice(group: Place, choices: readonly PlaceMatch[]): string {
  const countries = choices.filter(({ place }) => place !== null).slice(0, NAMED_MAX);
  const [region] = choices.filter(({ place }) => place === null);
  const values = { group: placeName(group, 'en'), choices: countries.map(withCode).join(', ') };
  return region === undefined
    ? TEXTS.group(values)
    : TEXTS.groupInRegion({ ...values, region: withCode(region) });
}

/** Which country an assistant means by a name. */
import { isCountry } from '../../domain/countries.ts';
import { type DestinationReader, readDestination } from '../../domain/places/search.ts';
import { airportAdvice, placeAdvice, placeLabel } from '../../wire/sentences/places.ts';
import type { ToolNotice } from './arguments.ts';

/** `reading`: how a text that is no code was understood, such as "'Tailand' as Thailand (TH)". */
export interface KnownPlace {
  readonly code: string;
  readonly reading: string | null;
}

type PlaceReading =
  | KnownPlace
  /** `hint` suggests what to write instead. */
  | { readonly code: null; readonly fault: 'unknown_place' | 'several_places'; readonly hint: string };

/** Two letters are a code or an alias, for which no choices are needed. */
const TWO_LETTERS = /^[a-z]{2}$/i;

/**
 * Reads a code, or a name or place that means one country. Any other two letters are taken for a code that has no plans.
 * `read` reads the places of the call.
 */
export function readPlace(written: string, read: DestinationReader): PlaceReading {
  if (isCountry(written)) return { code: written, reading: null };
  const text = written.trim();
  const meant = TWO_LETTERS.test(text) ? readDestination(text) : read(text);
  if (meant.kind === 'found') {
    const airport = airportAdvice(text);
    const beside = airport === null ? '' : `; ${airport.replace(/\.$/, '')}`;
    return {
      code: meant.country.code,
      reading: `'${text}' as ${placeLabel(meant)} (${meant.country.code})${beside}`,
    };
  }
  if (meant.kind === 'unknown' && TWO_LETTERS.test(text)) {
    const code = text.toUpperCase();
    return { code, reading: code === written ? null : `'${text}' as ${code}` };
  }
  const isAmbiguous = meant.kind === 'several' || meant.kind === 'group';
  return {
    code: null,
    fault: isAmbiguous ? 'several_places' : 'unknown_place',
    hint: placeAdvice(meant) ?? 'list_destinations finds the code of a place.',
  };
}

/** One notice for all stops whose country was not given as a code. */
export function interpretedNotice(places: readonly KnownPlace[]): ToolNotice[] {
  const interpreted = places.filter(({ reading }) => reading !== null);
  if (interpreted.length === 0) return [];
  const codes = interpreted.map(({ code }) => code);
  const text = `Read ${interpreted.map(({ reading }) => reading).join(', ')}.`;
  return [{ code: 'country_interpreted', value: codes.length === 1 ? codes[0]! : codes, text }];
}

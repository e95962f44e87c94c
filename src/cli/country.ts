import { isCountry } from '../domain/countries.ts';
import { resolvePlace } from '../domain/places/search.ts';
import { UsageError } from './errors.ts';

/** A code as the service takes it, or any usual name: "TR", "tr", "Turkey". */
export function countryFrom(text: string): string {
  const code = text.toUpperCase();
  if (isCountry(code)) return code;
  const found = resolvePlace(text);
  if (found !== null) return found;
  // A well-formed code that is no country gets the service's own answer, with its suggestion.
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new UsageError(`"${text}" is no country: give a code such as TR, or a name`);
}

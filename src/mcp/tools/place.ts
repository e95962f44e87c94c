/** Which country an assistant means by what it wrote. */
import { COUNTRIES, type Country } from '../../domain/countries.ts';
import { countriesMeant, searchCountries } from '../../domain/places/search.ts';

export type PlaceReading =
  | { readonly code: string; readonly notice: string | null }
  /** What to write instead. */
  | { readonly code: null; readonly hint: string };

const CODES = new Set(COUNTRIES.map(({ code }) => code));
const SUGGESTED_MAX = 4;

/** A code, or a name or place that means one country. Two letters that are neither stay a code: one without plans. */
export function readPlace(written: string): PlaceReading {
  const text = written.trim();
  const meant = countriesMeant(text);
  const [first, second] = meant;
  if (first !== undefined && second === undefined) {
    const { country, place } = first;
    const where = place === null ? '' : `, ${country.name}`;
    const isPlain = written === country.code;
    return { code: country.code, notice: isPlain ? null : `Read '${text}' as ${country.code}${where}.` };
  }
  if (second !== undefined) return { code: null, hint: hintFor(meant.map(({ country }) => country)) };
  const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null;
  if (code === null) return { code, hint: hintFor(text === '' ? [] : searchCountries(text, CODES)) };
  return { code, notice: code === written ? null : `Read '${text}' as ${code}.` };
}

function hintFor(found: readonly Country[]): string {
  if (found.length === 0) return ' list_destinations finds the code of a place.';
  const named = found.slice(0, SUGGESTED_MAX).map(({ code, name }) => `"${code}" (${name})`);
  const more = found.length > SUGGESTED_MAX ? ' list_destinations lists all that it may mean.' : '';
  return ` Did you mean ${named.join(' or ')}?${more}`;
}

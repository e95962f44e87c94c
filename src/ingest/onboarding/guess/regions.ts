/** Finds what a seller means by its regions, in lists of the same document: {"name": "Europe", "countries": ["FR", "DE"]}. */
import { fold } from '../../../domain/places/fold.ts';
import { resolvePlace } from '../../../domain/places/meaning.ts';
import { withoutCount } from '../../parse/place-cells.ts';
import { isRecord, recordsOf, scalarText } from '../../parse/value.ts';

const DEPTH_MAX = 6;
/** A region has several countries. */
const COUNTRIES_MIN = 2;

/** The countries of these regions, where the document lists them. */
export function regionsOfSeller(
  document: unknown,
  regions: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const wanted = new Map(regions.map((region) => [fold(region), region]));
  const note = (name: string, value: unknown): void => {
    const region = wanted.get(fold(withoutCount(name.trim())));
    const countries = region === undefined ? null : countriesIn(value);
    if (region !== undefined && countries !== null) found[region] ??= countries;
  };
  const search = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) return;
    if (Array.isArray(value)) {
      for (const entry of recordsOf(value)) search(entry, depth + 1);
      return;
    }
    if (!isRecord(value)) return;
    const names = Object.values(value).filter((field) => typeof field === 'string');
    for (const [key, field] of Object.entries(value)) {
      note(key, field);
      for (const name of names) note(name, field);
      search(field, depth + 1);
    }
  };
  if (wanted.size > 0) search(document, 0);
  return found;
}

/** The codes of a list of countries, or of objects with a code or a name. null: it is no such list. */
function countriesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length < COUNTRIES_MIN) return null;
  const codes = value.map((entry) => {
    const texts = isRecord(entry) ? Object.values(entry) : [entry];
    return texts.map((text) => resolvePlace(scalarText(text) ?? '')).find((code) => code !== null) ?? null;
  });
  return codes.every((code) => code !== null) ? [...new Set(codes)] : null;
}

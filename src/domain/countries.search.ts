/** Finds countries by what people and feeds call them. Callers import it through `countries.ts`. */
import { DROPPED_ALIASES } from './countries.aliases.ts';
import { fold } from './countries.fold.ts';
import type { Country } from './countries.list.ts';
import { COUNTRIES } from './countries.list.ts';
import type { CountryCode } from './plan.ts';

interface Spellings {
  readonly country: Country;
  readonly name: string;
  readonly aliases: readonly string[];
}

interface Index {
  readonly spellings: ReadonlyMap<CountryCode, Spellings>;
  readonly names: ReadonlyMap<string, CountryCode>;
  /** null: two countries go by this spelling. */
  readonly aliases: ReadonlyMap<string, CountryCode | null>;
}

const codes = new Set<string>(COUNTRIES.map((country) => country.code));
const byIso3 = new Map<string, CountryCode>(COUNTRIES.map((country) => [country.iso3, country.code]));

let index: Index | undefined;

/** Folding every spelling costs milliseconds, and a start that only sees codes need not pay them. */
function spellingIndex(): Index {
  index ??= buildIndex();
  return index;
}

function buildIndex(): Index {
  const spellings = new Map<CountryCode, Spellings>();
  const names = new Map<string, CountryCode>();
  const aliases = new Map<string, CountryCode | null>();
  for (const country of COUNTRIES) {
    const name = fold(country.name);
    const others = new Set(country.aliases.map(fold)).difference(DROPPED_ALIASES);
    others.delete('');
    others.delete(name);
    spellings.set(country.code, { country, name, aliases: [...others] });
    names.set(name, country.code);
    for (const alias of others) aliases.set(alias, aliases.has(alias) ? null : country.code);
  }
  return { spellings, names, aliases };
}

/** A feed's or a person's word for one country: ISO-2, ISO-3, a name or a known spelling. null: not certain. */
export function resolvePlace(text: string): CountryCode | null {
  const code = text.trim().toUpperCase();
  if (codes.has(code)) return code;
  const iso3 = byIso3.get(code);
  if (iso3 !== undefined) return iso3;
  const { names, aliases } = spellingIndex();
  const folded = fold(text);
  return names.get(folded) ?? aliases.get(folded) ?? null;
}

/** Orders by name as a reader expects it: marks and case do not count, so Åland stands before Albania. */
export function compareByName(a: Country, b: Country): number {
  const { spellings } = spellingIndex();
  const left = spellings.get(a.code)?.name ?? fold(a.name);
  const right = spellings.get(b.code)?.name ?? fold(b.name);
  if (left !== right) return left < right ? -1 : 1;
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}

/** A shorter text than this begins too many of the lesser-known spellings to be of use. */
const ALIAS_PREFIX_LENGTH_MIN = 3;

/** How well a country answers the query; 0 is best, null is not at all. */
function matchTier(code: string, query: string, { country, name, aliases }: Spellings): number | null {
  if (code === country.code) return 0;
  if (query === '') return null;
  if (code === country.iso3 || query === name || aliases.includes(query)) return 1;
  if (name.startsWith(query)) return 2;
  if (name.includes(query)) return 3;
  if (query.length >= ALIAS_PREFIX_LENGTH_MIN && aliases.some((alias) => alias.startsWith(query))) return 4;
  return null;
}

/**
 * The countries among `among` that the query may mean, best first: exact code, then another spelling, then the
 * beginning of the name, then a part of it, then the beginning of another spelling. An empty query means all.
 */
export function searchCountries(query: string, among: Iterable<CountryCode>): Country[] {
  const { spellings } = spellingIndex();
  const code = query.trim().toUpperCase();
  const folded = fold(query);
  const found: { tier: number; country: Country }[] = [];
  for (const candidate of new Set(among)) {
    const known = spellings.get(candidate);
    if (known === undefined) continue;
    const tier = code === '' ? 0 : matchTier(code, folded, known);
    if (tier !== null) found.push({ tier, country: known.country });
  }
  return found
    .sort((a, b) => a.tier - b.tier || compareByName(a.country, b.country))
    .map(({ country }) => country);
}

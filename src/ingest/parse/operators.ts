/**
 * Network operators that shops name in their plans' names, by country. An entry "SKテレコム=SK Telecom" is another
 * spelling of a network.
 */
import type { CountryCode } from '../../domain/plan.ts';
import operators from './operators.json' with { type: 'json' };
import { isUnspaced } from './words.ts';

/** These are also everyday words, so that they count only as written: "Orange" is a network, "orange" a colour. */
const EVERYDAY: ReadonlySet<string> = new Set(
  'Bell Orange Personal Magenta Rogers Partner Spark Claro Entel Telekom Elisa Three Globe Sunrise Dialog Tango Hutch Beeline'.split(
    ' ',
  ),
);
/** Shorter names are often abbreviations of something else in lower case. */
const LETTERS_MIN = 5;
/** "On T-Mobile, not AT&T". */
const DENIED =
  /(?:^|[^\p{L}])(?:not|no|non|without|except|nicht|kein|ohne|außer|sin|sans|pas|sauf|hors) (?:on )?$/iu;

/** A name behind a word for a network: "réseau Bell", "เครือข่าย True". */
const NETWORK_NAME =
  /(?<!\p{L})(?:réseau|red|rete|rede|[Nn]etz(?: von)?|mạng|เครือข่าย|[Nn]etwork:) ?:? ?(\p{Lu}[\p{L}&+-]{1,14})/u;
const NO_NETWORK = /^(?:LTE|GSM|UMTS|WiFi|WLAN|Internet|e?SIM|Europ.*|Premium|VoLTE)$/i;

const networkBySpelling = new Map<string, string>();
const patterns = new Map<CountryCode, RegExp>();
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
  const whole = (spelling: string) =>
    isUnspaced(spelling)
      ? spelling
      : `(?<![\\p{Script=Latin}\\p{N}-])${spelling}(?![\\p{Script=Latin}\\p{N}])`;
  const words = spellings
    .sort((a, b) => b.length - a.length)
    .map((name) => whole(name.replace(/[+.]/g, '\\$&')));
  patterns.set(country, new RegExp(words.join('|'), 'giu'));
}

/** The networks of a country that a name names, each once. */
export function operatorsIn(name: string, country: CountryCode): readonly string[] {
  const pattern = patterns.get(country);
  const found = [...(pattern === undefined ? [] : name.matchAll(pattern))]
    .filter(({ index }) => !DENIED.test(name.slice(Math.max(0, index - 12), index)))
    .flatMap(
      ([spelling]) => networkBySpelling.get(spelling) ?? networkBySpelling.get(spelling.toLowerCase()) ?? [],
    );
  const [, named] = found.length > 0 ? [] : (NETWORK_NAME.exec(name) ?? []);
  return named === undefined || NO_NETWORK.test(named) ? [...new Set(found)] : [named];
}

/** The countries that have an operator of this name. */
export const countriesOfOperator = (name: string): readonly CountryCode[] =>
  countriesByOperator.get(name.toLowerCase()) ?? [];

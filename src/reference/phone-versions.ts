/**
 * The version of a phone that a traveller names beside the model: a country, a carrier or a model number. Versions of one
 * model differ, and an exception of the table says how.
 */
import { isCountry } from '../domain/countries.ts';
import { addTo } from '../domain/lists.ts';
import { fold } from '../domain/places/fold.ts';
import { countryCodesNamed } from '../domain/places/names.ts';
import { withoutOpening } from './phone-tokens.ts';
import type { Phone, PhoneException, PhonesFile } from './schema.ts';

/** "T-Mobile US" and "south-east asia" are one name each. */
const WORDS_MAX = 3;
/** A shorter name of a country in plain letters ("Chad" is the shortest in English) looks like a part of a model name. */
const PLAIN_COUNTRY_NAME_MIN = 4;

/** The version of a tablet without a modem. */
const WIFI_ONLY = 'wifi';
/** "Wi-Fi + Cellular", "wifi LTE": a tablet with mobile data, which has Wi-Fi too. */
const MOBILE_DATA = /(?<![\p{L}\p{N}])(?:cellular|lte|[45]g)(?![\p{L}\p{N}])/u;
/** The "+" of "Wi-Fi+Cellular". That of "S24+ 5G" is a part of a name. */
const JOINT = /[+&](?=wi-?fi|wlan|cellular|lte)/g;

const ELISION = /(?<!\p{L})(?:d|l|dall|dell|nell)'(?=\p{L})/gu;

export interface PhoneVersion {
  /** The words that name it, as they were written. */
  readonly written: string;
  /** For each version that is named, its carrier, country or model number, the most exact first: [["verizon", "US"], ["CN"]]. */
  readonly ids: readonly (readonly string[])[];
}

interface VersionReading {
  /** null: no version is named. */
  readonly version: PhoneVersion | null;
  /** What is left for the name of the model, also without words such as "version" and "bought in". */
  readonly name: string;
}

export class PhoneVersions {
  readonly #file: PhonesFile;
  readonly #words = new Map<string, string>();
  readonly #fillers: ReadonlySet<string>;
  readonly #ofModelNumber = new Map<string, Phone[]>();
  /** Words of scripts without spaces, the longest first, so that "iPhone15国行" has two words. */
  readonly #unspaced: RegExp;

  constructor(file: PhonesFile) {
    this.#file = file;
    this.#fillers = new Set(file.filler_words);
    for (const [word, id] of Object.entries(file.version_words)) this.#words.set(word, id);
    for (const phone of file.phones)
      for (const { models = {} } of phone.exceptions ?? [])
        for (const number of Object.keys(models)) {
          this.#words.set(number.toLowerCase(), number);
          addTo(this.#ofModelNumber, number, phone);
        }
    const unspaced = [...this.#words.keys()].filter((word) =>
      /[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}]/u.test(word),
    );
    this.#unspaced = new RegExp(unspaced.sort((a, b) => b.length - a.length).join('|') || '(?!)', 'gu');
  }

  read(asked: string): VersionReading {
    const text = withoutOpening(asked);
    const hasMobileData = MOBILE_DATA.test(text);
    const words = text
      .replaceAll(JOINT, ' ')
      .replaceAll(this.#unspaced, ' $& ')
      // "d'Amérique", "dall'America": the word after an elision is a word of its own.
      .replaceAll(ELISION, '')
      .split(/[\s,;()[\]/']+/)
      .filter((word) => word !== '');
    const left: string[] = [];
    const written: string[] = [];
    const ids: (readonly string[])[] = [];
    for (let at = 0; at < words.length; ) {
      const { id, length } = this.#versionAt(words, at);
      if (id === null) {
        if (!this.#fillers.has(words.slice(at, at + length).join(' '))) left.push(words[at]!);
      } else if (id !== WIFI_ONLY || !hasMobileData) {
        written.push(words.slice(at, at + length).join(' '));
        const country = this.#file.carriers[id] ?? null;
        ids.push(country === null ? [id] : [id, country]);
      }
      at += length;
    }
    const version = { written: asWritten(written.join(' '), asked), ids };
    return { version: ids.length === 0 ? null : version, name: left.join(' ') };
  }

  /** The phones that have a version with a model number that is named. */
  phonesOf({ ids }: PhoneVersion): readonly Phone[] {
    return ids.flat().flatMap((id) => this.#ofModelNumber.get(id) ?? []);
  }

  /** The version or the filler words that begin at a position; one word that is left, if neither does. */
  #versionAt(words: readonly string[], at: number): { readonly id: string | null; readonly length: number } {
    for (let length = Math.min(WORDS_MAX, words.length - at); length > 0; length--) {
      const name = words.slice(at, at + length).join(' ');
      const id = this.#words.get(name) ?? countryNamed(name);
      if (id !== null || this.#fillers.has(name)) return { id, length };
    }
    return { id: null, length: 1 };
  }
}

/** The spelling of the traveller, if the words are together in the text. */
function asWritten(words: string, asked: string): string {
  const at = asked.toLowerCase().indexOf(words);
  return at < 0 ? words : asked.slice(at, at + words.length);
}

function countryNamed(name: string): string | null {
  if (name.length < PLAIN_COUNTRY_NAME_MIN && /^[\x20-\x7e]*$/.test(name)) return null;
  // The codes of several countries are one text with spaces, and so no country.
  const code = countryCodesNamed(fold(name));
  return isCountry(code) ? code : null;
}

/**
 * The exception that is about a version of a phone; null: the table says nothing about this version, or other things about
 * each of several versions that are named ("AT&T iPhone 15 China").
 */
export function exceptionFor(phone: Phone, version: PhoneVersion | null): PhoneException | null {
  const ids = version?.ids ?? [];
  const ofNumber = ids
    .flat()
    .map((id) => phone.exceptions?.find(({ models = {} }) => models[id] !== undefined));
  const numbered = ofNumber.find((exception) => exception !== undefined);
  if (numbered !== undefined) return numbered;
  const found = ids.map((one) => exceptionOf(phone, one)).filter((exception) => exception !== null);
  const [first = null, ...others] = found;
  return others.every(({ verdict }) => verdict === first?.verdict) ? first : null;
}

/** That of a carrier, or else that of its country. */
function exceptionOf({ exceptions = [] }: Phone, ids: readonly string[]): PhoneException | null {
  for (const id of ids) {
    const found = exceptions.find(({ versions = [] }) => versions.includes(id));
    if (found !== undefined) return found;
  }
  return null;
}

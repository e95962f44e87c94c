/**
 * Finds the phone that a traveller names. Brand, spaces, case and one wrong letter in a word of a name do not matter.
 * Digits and suffixes of a model are never corrected, and a shorter name never means a longer model: such an input has
 * suggestions instead of a match.
 */
import { compareStrings } from '../domain/destination.ts';
import { editDistance } from '../domain/edit-distance.ts';
import { addTo } from '../domain/lists.ts';
import { lowerBound } from '../domain/places/name-index.ts';
import type { PlaceLanguage } from '../domain/places/names.ts';
import { unwantedIn } from '../operator-files/invisible.ts';
import { isNumber, keyOf, phoneTokens, tokensOf } from './phone-tokens.ts';
import { exceptionFor, type PhoneVersion, PhoneVersions } from './phone-versions.ts';
import type { Phone, PhonesFile, Verdict } from './schema.ts';

export const PHONE_LENGTH = { min: 2, max: 60 } as const;
/** How many matches, or suggestions instead of them, a response shows. */
export const MATCHES_MAX = 5;

/** What is wrong with a text that names a phone, or null. Spaces around it do not count. */
export function phoneFault(text: string): 'malformed' | 'out_of_range' | null {
  if (/\p{Cc}/u.test(text) || unwantedIn(text) !== null) return 'malformed';
  const { length } = Array.from(text.trim());
  return length < PHONE_LENGTH.min || length > PHONE_LENGTH.max ? 'out_of_range' : null;
}

export interface PhoneFindings {
  /** Every phone that the text means: one with this exact name first, then the newest. */
  readonly matches: readonly Phone[];
  /** Phones with a similar name. Empty if there is a match. */
  readonly suggestions: readonly Phone[];
  /** `unknown` without a match; null if the matches differ. */
  readonly verdict: Verdict | null;
  /** The version that is named beside the model; null: none. The verdict is about this version. */
  readonly version: PhoneVersion | null;
}

/** Whether a phone of this model supports eSIM; that of the `version`, if the table knows it. */
export function verdictOf(phone: Phone, version: PhoneVersion | null = null): Verdict {
  const exception = exceptionFor(phone, version);
  const number = version?.ids.flat().find((id) => exception?.models?.[id] !== undefined);
  const known = number === undefined ? exception?.verdict : exception?.models?.[number];
  return known ?? generalVerdict(phone);
}

function generalVerdict({ esim, usual }: Phone): Verdict {
  if (esim !== 'depends') return esim;
  if (usual === 'yes') return 'usually';
  return usual === 'no' ? 'rarely' : 'unknown';
}

/** With the brand, except that "iPhone" needs none and that the models of Fairphone begin with it. */
export const phoneName = ({ brand, model }: Pick<Phone, 'brand' | 'model'>): string =>
  brand === 'Apple' || model.startsWith(brand) ? model : `${brand} ${model}`;

/** Words that distinguish models of one family. A wrong letter in one of them could mean another model. */
const SUFFIXES = new Set(
  'pro plus max ultra mini fe lite neo power play stylus fusion edition special active'.split(' '),
);
/** Shorter words are not corrected, because one letter is too much of them. */
const CORRECTED_LENGTH_MIN = 4;
/** Shorter words have no similar words, because they would be similar to most others. */
const SIMILAR_LENGTH_MIN = 3;
/** "XR" of the iPhone XR and "SE" are names of models. One letter, such as the A of A54, is not. */
const CODE_LENGTH = 2;
/** No name of a phone has more words. */
const TOKENS_MAX = 16;
/** Ambiguous corrections are all tried, up to this number. */
const CORRECTIONS_MAX = 8;

/** What may follow a name that several versions share: "4G", "(2024)", "(3rd gen)", "(M4)". */
const VERSION = /^(?:[45] g|lte|20\d\d|\d+ (?:st|nd|rd|th) gen|m \d+|a \d+(?: pro)?)$/;

const GENERATION = /(?<![\p{L}\p{N}])[45]g(?![\p{L}\p{N}])/gu;

/** Words that name a kind of device. Suggestions stay within a kind, and the table has no devices of the other kinds. */
const TABLET_WORDS: ReadonlySet<string> = new Set(['tab', 'pad', 'ipad', 'tablet', 'matepad']);
const OTHER_DEVICES: ReadonlySet<string> = new Set('watch buds book laptop macbook airpods'.split(' '));

interface IndexedPhone {
  readonly phone: Phone;
  /** The position in the table, which is the order of suggestions. */
  readonly at: number;
  readonly tokens: ReadonlySet<string>;
  readonly brand: ReadonlySet<string>;
}

export class PhoneSearch {
  readonly compiledOn: string;
  readonly phones: readonly Phone[];
  readonly #file: PhonesFile;
  readonly #versions: PhoneVersions;
  /** The number of phones of the file, from the first on, that are indexed. */
  #indexed = 0;
  /**
   * Brand and model, with and without the words that people leave out, and the phones of that name. Tokens are separated
   * by spaces. The names are sorted when all are indexed.
   */
  readonly #named = new Map<string, IndexedPhone[]>();
  #names: readonly string[] = [];
  /** The phones in whose names a word or a number is. */
  readonly #withToken = new Map<string, IndexedPhone[]>();
  /** By the name without spaces. */
  readonly #exact = new Map<string, Set<Phone>>();
  /**
   * Names without the word of their series: "13 Pro" for the iPhone 13 Pro. They are never a match by themselves: they are
   * added to the matches of the same text, or suggested.
   */
  readonly #withoutSeries = new Map<string, Set<Phone>>();
  /** All words of names, without numbers. */
  readonly #words = new Set<string>();
  /** The words into which an unknown word may be corrected. */
  #correctable: readonly string[] = [];

  constructor(file: PhonesFile) {
    this.#file = file;
    this.#versions = new PhoneVersions(file);
    this.compiledOn = file.compiled_on;
    this.phones = file.phones;
  }

  /**
   * Indexes up to `count` more phones. Returns false when all of them are indexed. The whole index takes as long as
   * hundreds of searches, so it is built in parts after the start, or by the first search.
   */
  indexNext(count: number): boolean {
    if (this.#indexed === this.phones.length) return false;
    const next = this.phones.slice(this.#indexed, this.#indexed + count);
    for (const phone of next) {
      this.#index(phone, this.#indexed);
      this.#indexed += 1;
    }
    if (this.#indexed < this.phones.length) return true;
    this.#names = [...this.#named.keys()].sort(compareStrings);
    for (const word of Object.values(this.#file.words)) this.#words.add(word);
    this.#correctable = [...this.#words].filter(
      (word) => word.length >= CORRECTED_LENGTH_MIN && !SUFFIXES.has(word),
    );
    return false;
  }

  /** null for a version that is not worded as "sold in …". */
  placeName(id: string, language: PlaceLanguage): string | null {
    return this.#file.places[id]?.[language] ?? null;
  }

  /** There is always a text, because a table that refers to a missing one is not loaded. */
  text(id: string, language: PlaceLanguage): string {
    return this.#file.texts[id]![language];
  }

  find(asked: string): PhoneFindings {
    this.indexNext(this.phones.length);
    const asWritten = this.#match(this.#tokens(asked));
    if (asWritten.matches.length > 0) return asWritten;
    const { version, name } = this.#versions.read(asked);
    // "Galaxy Tab S9 5G" is a version of the tablet. The names of phones may contain "5G".
    const model = namesTablet(tokensOf(name)) ? name.replaceAll(GENERATION, ' ') : name;
    const tokens = this.#tokens(model);
    const numbered = version === null ? [] : this.#versions.phonesOf(version);
    if (tokens.length === 0) return ofVersion(findings(numbered, []), version);
    const named = this.#findName(tokens);
    // A model number decides between models of one name.
    const ofNumber = named.matches.filter((phone) => numbered.includes(phone));
    return ofVersion(ofNumber.length > 0 ? { ...named, matches: ofNumber } : named, version);
  }

  /** Empty if the text has more words than any name. */
  #tokens(text: string): string[] {
    const tokens = phoneTokens(text, this.#file.words);
    return tokens.length > TOKENS_MAX ? [] : tokens;
  }

  #findName(tokens: readonly string[]): PhoneFindings {
    const asWritten = this.#match(tokens);
    if (asWritten.matches.length > 0) return asWritten;
    const corrected = this.#corrections(tokens).map((words) => this.#match(words));
    const matches = corrected.flatMap((found) => found.matches);
    if (matches.length > 0) return findings(matches, []);
    const suggestions = [asWritten, ...corrected].flatMap((found) => found.suggestions);
    const similar = suggestions.length > 0 ? suggestions : this.#similar(tokens);
    return findings([], ofTheirKind(similar, tokens));
  }

  #index(phone: Phone, at: number): void {
    const brand = tokensOf(phone.brand);
    const model = tokensOf(phone.model);
    const optional = model.filter((token) => this.#file.optional_words.includes(token));
    const names = new Set<string>();
    for (const written of [phone.model, ...(phone.aliases ?? [])]) {
      const own = tokensOf(written);
      const core = own.filter((token) => !optional.includes(token));
      // The optional words of the table ("galaxy", "z") are always the first ones of a model.
      for (const optionalWords of subsetsOf(optional)) {
        const name = [...optionalWords, ...core];
        for (const tokens of [name, [...brand, ...name]]) {
          addToSet(this.#exact, keyOf(tokens), phone);
          if (written === phone.model) names.add(tokens.join(' '));
        }
      }
      for (const token of [...brand, ...own]) if (!isNumber(token)) this.#words.add(token);
    }
    this.#indexWithoutSeries(
      phone,
      model.filter((token) => !optional.includes(token)),
    );
    const indexed = { phone, at, tokens: new Set([...brand, ...model]), brand: new Set(brand) };
    for (const name of names) addTo(this.#named, name, indexed);
    for (const token of indexed.tokens) addTo(this.#withToken, token, indexed);
  }

  /** "13 Pro" is the iPhone 13 Pro. Tablets are left out, because "11" would also mean the iPad 11. */
  #indexWithoutSeries(phone: Phone, [series = '', ...rest]: readonly string[]): void {
    const isSeries = series.length > CODE_LENGTH;
    const namesModel = rest.some(isNumber) || rest[0]?.length === CODE_LENGTH;
    if (isSeries && namesModel && phone.kind !== 'tablet') addToSet(this.#withoutSeries, keyOf(rest), phone);
  }

  #match(tokens: readonly string[]): PhoneFindings {
    if (tokens.length === 0) return findings([], []);
    const exact = [...(this.#exact.get(keyOf(tokens)) ?? [])];
    const withoutSeries = [...(this.#withoutSeries.get(keyOf(tokens)) ?? [])];
    const name = tokens.join(' ');
    return tokens.some(isNumber)
      ? this.#matchModel(name, exact, withoutSeries)
      : this.#matchFamily(name, exact, withoutSeries);
  }

  /** A name with a number means one model, all models that share it, or all versions of a model. */
  #matchModel(name: string, exact: readonly Phone[], withoutSeries: readonly Phone[]): PhoneFindings {
    if (exact.length > 0) return findings([...exact, ...withoutSeries], []);
    const versions = this.#startingWith(name, (rest) => VERSION.test(rest));
    // If several versions share a name, all are meant. A single one may be another model, so it is only suggested.
    return versions.length > 1 ? findings(versions, []) : findings([], [...versions, ...withoutSeries]);
  }

  /** A name without a number may be that of a family ("Pixel"), which means all its models. */
  #matchFamily(name: string, exact: readonly Phone[], withoutSeries: readonly Phone[]): PhoneFindings {
    // One or two letters are a part of a model name, such as the XR of XR21, and not the name of a family.
    const family = name.length <= CODE_LENGTH ? [] : this.#startingWith(name, () => true);
    const all = [...exact, ...family];
    // So many models have this name that it is rather that of their family than that of the first model. With its brand, it
    // is the complete name of the model: "Google Pixel".
    const isComplete = exact.some(({ brand, model }) => tokensOf(`${brand} ${model}`).join(' ') === name);
    const isFamily = !isComplete && new Set(all).size > MATCHES_MAX;
    if (exact.length > 0) return isFamily ? findings(all, [], exact) : findings(exact, []);
    // A single longer name may be another model, so it is only suggested.
    return family.length === 1 ? findings([], family) : findings(family, withoutSeries);
  }

  /** Phones whose name continues after this one, with a `rest` that is accepted. */
  #startingWith(name: string, accepts: (rest: string) => boolean): Phone[] {
    const start = `${name} `;
    const found = new Set<IndexedPhone>();
    const names = this.#names;
    for (let at = lowerBound(names.length, (index) => names[index]! < start); at < names.length; at++) {
      const full = names[at]!;
      if (!full.startsWith(start)) break;
      if (accepts(full.slice(start.length))) for (const one of this.#named.get(full)!) found.add(one);
    }
    return [...found].sort((a, b) => a.at - b.at).map(({ phone }) => phone);
  }

  /** All texts in which each unknown word is replaced by a known word that differs from it in one letter. */
  #corrections(tokens: readonly string[]): string[][] {
    let texts: string[][] = [[]];
    for (const token of tokens) {
      const words = this.#words.has(token) || isNumber(token) ? [] : this.#corrected(token);
      const choices = words.length === 0 ? [token] : words;
      texts = texts.flatMap((text) => choices.map((word) => [...text, word])).slice(0, CORRECTIONS_MAX);
    }
    return texts.filter((text) => text.some((word, at) => word !== tokens[at]));
  }

  #corrected(token: string): string[] {
    if (token.length < CORRECTED_LENGTH_MIN) return [];
    return this.#correctable.filter(
      (word) =>
        // A short word with another first letter is probably another word and not a mistake in typing.
        (word.length > CORRECTED_LENGTH_MIN || word[0] === token[0]) && editDistance(word, token, 1) === 1,
    );
  }

  /** Phones that have all numbers and more than half of the words of a text. */
  #similar(tokens: readonly string[]): Phone[] {
    if (tokens.every(isNumber)) return [];
    const asked = [...new Set(tokens)].map((token) => ({
      isRequired: isNumber(token),
      words: this.#similarWords(token),
    }));
    const scores = new Map<IndexedPhone, { shared: number; required: number; hasModel: boolean }>();
    for (const { isRequired, words } of asked) {
      // A phone with several of the words has the first of them, so that each word of the text counts once.
      const withWord = new Map<IndexedPhone, string>();
      for (const word of words)
        for (const one of this.#withToken.get(word) ?? []) if (!withWord.has(one)) withWord.set(one, word);
      for (const [one, word] of withWord) {
        const { shared, required, hasModel } = scores.get(one) ?? { shared: 0, required: 0, hasModel: false };
        scores.set(one, {
          shared: shared + 1,
          required: required + (isRequired ? 1 : 0),
          hasModel: hasModel || !one.brand.has(word),
        });
      }
    }
    const requiredWords = asked.filter(({ isRequired }) => isRequired).length;
    return (
      [...scores]
        // A phone that shares only its brand with the text is not similar.
        .filter(
          ([, { shared, required, hasModel }]) =>
            required === requiredWords && hasModel && shared * 2 > asked.length,
        )
        .map(([{ phone, at, tokens: own }, { shared }]) => ({
          phone,
          at,
          shared,
          further: own.size - shared,
        }))
        .sort((a, b) => b.shared - a.shared || a.further - b.further || a.at - b.at)
        .map(({ phone }) => phone)
    );
  }

  /** The word itself and the words that differ from it in one letter. */
  #similarWords(token: string): string[] {
    if (isNumber(token) || token.length < SIMILAR_LENGTH_MIN) return [token];
    const isSimilar = (word: string) =>
      word.length >= SIMILAR_LENGTH_MIN && editDistance(word, token, 1) === 1;
    return [token, ...this.#words.values().filter(isSimilar)];
  }
}

/** Whether a text names a tablet, as opposed to a phone or an unknown device. */
export const namesTablet = (tokens: readonly string[]): boolean =>
  tokens.some((token) => TABLET_WORDS.has(token));

/** Only tablets for the name of a tablet, only phones for that of a phone, and nothing for other devices. */
function ofTheirKind(phones: readonly Phone[], tokens: readonly string[]): readonly Phone[] {
  if (tokens.some((token) => OTHER_DEVICES.has(token))) return [];
  const isTablet = namesTablet(tokens);
  return phones.filter(({ kind }) => (kind === 'tablet') === isTablet);
}

/** `unknown` without a phone; null if the phones differ. */
function commonVerdict(phones: readonly Phone[], version: PhoneVersion | null): Verdict | null {
  const verdicts = new Set(phones.map((phone) => verdictOf(phone, version)));
  const [first = 'unknown'] = verdicts;
  return verdicts.size > 1 ? null : first;
}

/** The same phones, with the verdict of a version. Suggestions have no version. */
const ofVersion = (found: PhoneFindings, version: PhoneVersion | null): PhoneFindings =>
  found.matches.length === 0 ? found : { ...found, version, verdict: commonVerdict(found.matches, version) };

/** `exact`: the found phones that have exactly the name; they are the first ones. */
function findings(
  found: readonly Phone[],
  similar: readonly Phone[],
  exact: readonly Phone[] = [],
): PhoneFindings {
  const rank = (phone: Phone) => (exact.includes(phone) ? Number.POSITIVE_INFINITY : phone.released);
  const matches = [...new Set(found)].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  return {
    version: null,
    matches,
    suggestions: matches.length > 0 ? [] : [...new Set(similar)].slice(0, MATCHES_MAX),
    verdict: commonVerdict(matches, null),
  };
}

/** All choices of some of the words, in their order. */
function subsetsOf([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  return subsetsOf(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

function addToSet(map: Map<string, Set<Phone>>, key: string, phone: Phone): void {
  const phones = map.get(key);
  if (phones === undefined) map.set(key, new Set([phone]));
  else phones.add(phone);
}

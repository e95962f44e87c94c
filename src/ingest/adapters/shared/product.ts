/**
 * Plans of product feeds. A shop or a marketplace lists products, among them other goods, and what a title does not
 * confirm is not published (docs/feeds.md, "Feeds of products"). Categories and attributes are written for programs, so
 * they are read like columns. A row that cannot be read is rejected with a reason. `normalise/product.ts` confirms the
 * draft when the countries of its places are known.
 */

import { resolvePlace } from '../../../domain/places/meaning.ts';
import type { CountryCode } from '../../../domain/plan.ts';
import type { Draft, ProductRow, ProductTerms } from '../../draft.ts';
import { amountCell } from '../../parse/data.ts';
import { allowanceIn, type NamedAllowance } from '../../parse/name/allowance.ts';
import { onlyLength } from '../../parse/name/lengths.ts';
import { isCountry, type Mention } from '../../parse/name/place-mentions.ts';
import { countriesOf, type PlacesInName, placesInName } from '../../parse/name/places-in-name.ts';
import { readName } from '../../parse/name/read-name.ts';
import {
  readTitle,
  rejectOtherProducts,
  type TitlePlaces,
  type TitleReading,
  titlePlaces,
} from '../../parse/name/title.ts';
import { createRegionReader } from '../../parse/place-cells.ts';
import { isRegionName, partOf, placesIn } from '../../parse/places.ts';
import { type Token, textOf, tokensOf } from '../../parse/tokens.ts';
import { reject, rejectRegions, show } from '../../parse/value.ts';

interface TitleOptions {
  readonly regions?: Readonly<Record<string, readonly string[]>>;
  readonly ignore?: readonly string[];
}

/** The rules of a source for its titles. */
export interface TitleRules {
  readonly terms: ProductTerms;
  /** The places of a region that the operator knows ("Europe"). */
  readonly regionOf: (name: string) => readonly string[] | undefined;
  /** The places that a text lists, regions among them; null where any word of it is none. */
  readonly placesOf: (text: string) => readonly string[] | null;
  /** Words to ignore, in lower case: brand names. */
  readonly ignore: ReadonlySet<string>;
}

const SELLERS_TERMS: ProductTerms = { goods: 'any', columns: 'seller' };

export function titleRules(
  { regions = {}, ignore = [] }: TitleOptions,
  terms: ProductTerms = SELLERS_TERMS,
): TitleRules {
  const regionOf = createRegionReader(regions);
  return {
    terms,
    regionOf,
    placesOf(text) {
      // In "Europe 42, UK", the country behind the comma is not all of it.
      const isOneName = !/[,\d]/.test(text) && partOf(text) !== null;
      const named = placesIn(text, regionOf) ?? (isOneName ? [text] : null);
      return regionOf(text) ?? named?.map((name) => resolvePlace(name) ?? name) ?? null;
    },
    ignore: new Set(ignore.map((word) => word.toLowerCase())),
  };
}

/** The texts that describe a product. */
interface ProductTexts {
  readonly title: string;
  /** Categories as a path: "esim > Asia > Japan > Data > 1GB > 7 Days". */
  readonly paths: readonly string[];
  readonly attributes: readonly string[];
}

/** What the columns of a feed state. A field is left out if it has no column or its cell is empty. */
interface ProductColumns {
  readonly places?: readonly string[] | undefined;
  /** null: no expiry. */
  readonly days?: (() => number | null) | undefined;
  readonly allowance?: ((days: number | null) => ColumnAllowance) | undefined;
}

type ColumnAllowance = Pick<Draft, 'model' | 'data'> & Partial<Draft>;
type ProductPlan = Pick<Draft, 'places' | 'days' | 'product'> & ColumnAllowance;

/**
 * The plan of a product. The columns of a seller win over the title, which completes them, and normalisation compares
 * both. Of a collector's columns only the places are read: lengths and amounts must be clear in the title.
 */
export function productPlan(
  { title, paths, attributes }: ProductTexts,
  ofColumns: ProductColumns,
  rules: TitleRules,
): ProductPlan {
  const { terms, regionOf } = rules;
  const described: ProductColumns = terms.columns === 'seller' ? describedPlan(paths, attributes, rules) : {};
  const columns = {
    places: ofColumns.places ?? described.places,
    days: ofColumns.days ?? described.days,
    allowance: ofColumns.allowance ?? described.allowance,
  };
  const tokens = tokensOf(title);
  const inTitle = placesInName(tokens);
  const whole = readTitle(tokens, inTitle, []);
  rejectOtherProducts(whole, terms);
  const stated: ProductColumns = terms.columns === 'collector' ? {} : columns;
  const days = stated.days === undefined ? needLength(title, whole) : stated.days();
  const places = columns.places ?? placesOfTitle(title, tokens, inTitle, rules);
  const reading = readTitle(tokens, inTitle, countriesOfPlaces(places));
  const allowance = stated.allowance?.(days) ?? needAllowance(title, reading, days);
  const product: ProductRow = {
    terms,
    besides: [...paths, ...attributes].join(' | '),
    regionOf,
    hasTitlePlaces: columns.places === undefined,
  };
  return { places, days, ...allowance, product };
}

const countriesOfPlaces = (places: readonly string[]): readonly CountryCode[] =>
  places.flatMap((place) => resolvePlace(place) ?? partOf(place)?.country ?? []);

/**
 * "Valid for 30 days" is the length of use if the title states no other. "Valid for 90 days" is not: within such a time a
 * plan must be activated.
 */
function validFor(title: string, { lengths, windows }: TitleReading): number | null {
  if (lengths.length > 0) return null;
  const stated = windows.filter(({ text }) => {
    const length = RegExp.escape(text);
    return new RegExp(`\\b(?:${VALID})(?: (?:${FOR}))? ${length}|${length} (?:${VALIDITY})\\b`, 'iu').test(
      title,
    );
  });
  const days = onlyLength(stated);
  return days !== null && days <= VALID_DAYS_MAX ? days : null;
}

/** A month. Shops give more time to activate a plan. */
const VALID_DAYS_MAX = 31;
/** "Valid for 30 days", "30 day validity". */
const VALID = 'valid|gültig|válido|válida|valide|valable|valido|valida|geçerli';
const FOR = 'for|für|por|pour|per|durante|pendant';
const VALIDITY = 'validity|Gültigkeit|de validez|de validité|di validità|de validade|geçerli';

function needLength(title: string, reading: TitleReading): number {
  const { lengths, isChoice } = reading;
  if (isChoice) rejectChoice(title);
  const several = lengths.length > 0 ? 'more than one' : 'no';
  return (
    onlyLength(lengths) ??
    validFor(title, reading) ??
    reject('ambiguous_title', `${show(title)} states ${several} validity.`)
  );
}

function rejectChoice(title: string): never {
  return reject('ambiguous_title', `${show(title)} offers a choice of lengths or amounts.`);
}

function needAllowance(title: string, reading: TitleReading, days: number | null): NamedAllowance {
  if (reading.isChoice) rejectChoice(title);
  const odd = reading.oddNumber();
  if (odd !== null)
    reject('ambiguous_title', `${show(title)} contains a number that is not certain: ${show(odd)}.`);
  return (
    allowanceIn(reading, days) ??
    reject('ambiguous_title', `${show(title)} states not exactly one amount of data.`)
  );
}

/** The places of a product without a column for them. */
function placesOfTitle(
  title: string,
  tokens: readonly Token[],
  inTitle: PlacesInName,
  rules: TitleRules,
): readonly string[] {
  const words = readName(tokens)
    .rest()
    .split(/ |(?<!\p{L})-|-(?!\p{L})/u)
    .filter((word) => word !== '' && !rules.ignore.has(word.toLowerCase()));
  const rest = words.join(' ').replace(/^[-,/&+*. ]+|[-,/&+*. ]+$/g, '');
  // "Barcelona" and "Europe" of the operator: the title has nothing but places besides what is known.
  const named = titlePlaces(tokens, inTitle);
  const hasSearchWords = named.mentions.length < inTitle.stated.length;
  const listed = rest === '' || hasSearchWords || isBrand(rest, tokens) ? null : rules.placesOf(rest);
  // "台灣客服" (support in Taiwan) is among the unread words, and no place of the plan.
  const meant = new Set(inTitle.stated.flatMap(({ meaning }) => countriesOf(meaning)));
  const isMeant = meant.size === 0 || countriesOfPlaces(listed ?? []).every((code) => meant.has(code));
  const found = new Set((isMeant ? listed : null) ?? mentionedPlaces(title, tokens, named, rules));
  if (found.size > 0) return [...found];
  if (rest === '') return reject('no_place', `${show(title)} names no place.`);
  return rejectPlace(rest, `${show(rest)} in ${show(title)} is no known place.`);
}

/** A region waits for the operator, and any other unknown place does not. */
function rejectPlace(name: string, detail: string): never {
  return isRegionName(name) ? rejectRegions([name], detail) : reject('unknown_place', detail);
}

/** A brand may contain a city: "Moshi Moshi 1GB". Only a title that says eSIM names one by itself. */
function isBrand(rest: string, tokens: readonly Token[]): boolean {
  const { isEsim, isDelivered } = readTitle(tokens, placesInName(tokens), []);
  return resolvePlace(rest) === null && partOf(rest) !== null && !isEsim && !isDelivered;
}

/** The places among other words, such as brands: "Lumen Travel eSIM for Japan". */
function mentionedPlaces(
  title: string,
  tokens: readonly Token[],
  { mentions, regions, isWorld }: TitlePlaces,
  { regionOf }: TitleRules,
): readonly string[] {
  const unknown = mentions.flatMap((mention) => unknownNeighbour(tokens, mention) ?? [])[0];
  if (unknown !== undefined) reject('unknown_place', `${show(unknown)} in ${show(title)} is no known place.`);
  const textOfMention = ({ from, to }: Mention) => textOf(tokens.slice(from, to));
  return mentions.flatMap((mention): readonly string[] => {
    const { meaning } = mention;
    if (isCountry(meaning)) return [meaning.part ?? meaning.country];
    const isMeant = regions.includes(mention) || (isWorld && meaning.isWorld === true);
    if (!isMeant) return [];
    const name = textOfMention(mention);
    return (
      regionOf(name) ??
      rejectPlace(name, `${show(name)} in ${show(title)} is a region that \`regions\` does not list.`)
    );
  });
}

const LIST_MARK = /^(?:[,+&、・]|and|und|y|et|e|ve)$/i;

/** The "Atlantis" of "Spain and Atlantis". null: the places beside it are known. */
function unknownNeighbour(tokens: readonly Token[], { from, to }: Mention): string | null {
  const isUnknown = (at: number) =>
    tokens[at]?.type === 'word' && tokens[at].kinds.size === 0 && /^\p{Lu}\p{L}{2}/u.test(tokens[at].text);
  const isList = (at: number) => LIST_MARK.test(tokens[at]?.text ?? '');
  const behind = isList(to) && isUnknown(to + 1) ? to + 1 : null;
  const found = behind ?? (isList(from - 1) && isUnknown(from - 2) ? from - 2 : null);
  if (found === null || mentionStarts(tokens, found)) return null;
  return tokens[found]!.text;
}

/** The word begins the name of a place, so that it is known. */
const mentionStarts = (tokens: readonly Token[], at: number): boolean =>
  placesInName(tokens.slice(at)).stated.some(({ from }) => from === 0) ||
  placesInName(tokens.slice(0, at + 1)).stated.some(({ to }) => to === at + 1);

// The plan in the categories or labels of a product: "esim > Asia > Japan > Data > 1GB > 7 Days", or a label for each.
// Shops that give their plans fancy titles state them here.

const PATH_MARK = '>';
const NO_PLACE =
  /^(?:e-?sims?|data|data only|unlimited|plans?|travel|packages?|local|regional|global plans?)$/i;

function sortOut(texts: readonly string[]) {
  const data: string[] = [];
  const lengths: string[] = [];
  const others: string[] = [];
  for (const text of texts.map((one) => one.trim()).filter((one) => one !== '')) {
    const named = readName(text);
    if (amountCell(text, 1000) !== null) data.push(text);
    else if (onlyLength(named.lengths) !== null && named.rest() === '') lengths.push(text);
    else if (!NO_PLACE.test(text)) others.push(text);
  }
  return { data, lengths, others };
}

/** What the categories or attributes of a product state: a whole plan, or its place alone. */
function describedPlan(
  paths: readonly string[],
  attributes: readonly string[],
  rules: TitleRules,
): ProductColumns {
  const steps = paths.map((path) => path.split(PATH_MARK)).filter((path) => path.length > 1);
  const inPaths = steps
    .map(sortOut)
    .map((sorted) => ({ ...sorted, place: placeOfPath(sorted.others, rules) }));
  const inAttributes = sortOut(attributes);
  const stated = [...inPaths, { ...inAttributes, place: placeAmong(inAttributes.others, rules) }].filter(
    ({ place, others }) => place !== null || others.length > 0,
  );
  const whole = stated.find(
    ({ data, lengths, place }) =>
      data.length === 1 && lengths.length === 1 && (place !== null || inPaths.length > 0),
  );
  if (whole !== undefined) {
    const place = whole.place ?? whole.others.at(-1)!;
    return planOfTexts(place, whole.data[0]!, whole.lengths[0]!, rules);
  }
  // A shop sorts other goods by places too.
  const isOfEsims = readName([...paths, ...attributes].join(' | ')).isEsim;
  const first = stated.find(({ place }) => place !== null);
  if (first === undefined || !isOfEsims) return {};
  return { places: rules.placesOf(first.place!) ?? undefined };
}

/** The last step of a path that is neither an amount nor a length. null: it is no known place. */
function placeOfPath(steps: readonly string[], rules: TitleRules): string | null {
  const last = steps.at(-1) ?? '';
  return rules.placesOf(last) === null ? null : last;
}

/** The only place among these texts: of "Asia" and "Japan" the country, which says more than its region. */
function placeAmong(texts: readonly string[], rules: TitleRules): string | null {
  const isRegion = (text: string) => rules.regionOf(text) !== undefined;
  const known = texts.filter((text) => isRegion(text) || rules.placesOf(text) !== null);
  const countries = known.filter((text) => !isRegion(text));
  const [place, ...more] = countries.length > 0 ? countries : known;
  return place === undefined || more.length > 0 ? null : place;
}

function planOfTexts(place: string, data: string, length: string, rules: TitleRules): ProductColumns {
  const reading = { ...readName([place, data, length].join(' ')), isCard: false };
  return {
    places:
      rules.placesOf(place) ?? rejectPlace(place, `${show(place)} in its categories is no known place.`),
    days: () => needLength(length, reading),
    allowance: (days) => needAllowance(data, reading, days),
  };
}

const IN_STOCK = ['instock', 'yes', 'true', 'y', 'available', 'limitedavailability'];
const OUT_OF_STOCK = ['outofstock', 'soldout', 'no', 'false', 'n', 'backorder', 'preorder', 'discontinued'];

/** Reads "in stock", "out_of_stock", "InStock", or a number of pieces, also as text. Returns null for an unknown word. */
export function stockOf(value: unknown): boolean | null {
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : null;
  // Some feeds write −1 for a product that is sold out.
  if (/^\s*[-−]?\d+(?:\.\d+)?\s*$/.test(value)) return Number(value.replace('−', '-')) > 0;
  const word = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (IN_STOCK.includes(word)) return true;
  return OUT_OF_STOCK.includes(word) ? false : null;
}

/** What affiliate product feeds share: the categories, the labels or the title of a product describe the plan. */

import Type, { type Static, type TObject } from 'typebox';
import { resolvePlace } from '../../../domain/places/meaning.ts';
import type { Draft } from '../../draft.ts';
import { createRegionReader } from '../../parse/coverages.ts';
import { amountCell } from '../../parse/data.ts';
import type { Prices } from '../../parse/money.ts';
import { allowanceIn } from '../../parse/name/allowance.ts';
import { NAME_READ_MAX, readName } from '../../parse/name/read-name.ts';
import { partOf, placesIn } from '../../parse/places.ts';
import { linkOf, needText, RowRejected, reject, show, textOrNull } from '../../parse/value.ts';
import { Regions } from './frame.ts';

export const titleOptions = {
  regions: Type.Optional(Regions),
  ignore: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Words in titles that are ignored, such as brand names.',
    }),
  ),
};

interface TitleRules {
  /** The places of a region that the operator knows ("Europe"). */
  readonly regionOf: (name: string) => readonly string[] | undefined;
  /** The places that a text lists, regions among them; null where any word of it is none. */
  readonly placesOf: (text: string) => readonly string[] | null;
  /** Words to ignore, in lower case: brand names. */
  readonly ignore: ReadonlySet<string>;
}

type TitleFields = Pick<Draft, 'places' | 'days'> & NonNullable<ReturnType<typeof allowanceIn>>;

export function titleRules(options: Readonly<Record<string, unknown>>): TitleRules {
  const { regions = {}, ignore = [] } = options as Static<TObject<typeof titleOptions>>;
  const regionOf = createRegionReader(regions);
  return {
    regionOf,
    placesOf(text) {
      const named = placesIn(text, regionOf) ?? (partOf(text) === null ? null : [text]);
      return regionOf(text) ?? named?.map((name) => resolvePlace(name) ?? name) ?? null;
    },
    ignore: new Set(ignore.map((word) => word.toLowerCase())),
  };
}

export interface Product {
  readonly id: unknown;
  readonly title: unknown;
  /** The shop, in feeds of several shops. */
  readonly provider: unknown;
  /** Categories as a path: "esim > Asia > Japan > Data > 1GB > 7 Days". */
  readonly paths: readonly unknown[];
  readonly labels: readonly unknown[];
  readonly link: unknown;
  /** The list price by currency. */
  readonly prices: () => Prices;
  /** A temporary price. Its conditions are not stated. */
  readonly promotion?: Prices | null;
  readonly inStock: boolean | null;
  readonly expiresAt?: string | null;
}

export function productDraft(product: Product, rules: TitleRules): Draft {
  const externalId = needText(product.id, 'id');
  const name = needText(product.title, 'title');
  return {
    externalId,
    name,
    // Categories and labels may say that it is an eSIM, in place of a fancy title.
    isProduct: !readName([...product.paths, ...product.labels].join(' | ')).isEsim,
    provider: textOrNull(product.provider),
    ...planIn(product, name, rules),
    prices: product.prices(),
    promoPrices: product.promotion ?? null,
    basis: 'retail',
    inStock: product.inStock,
    expiresAt: product.expiresAt ?? null,
    link: linkOf(product.link),
  };
}

/** Categories and labels are written for programs, so they are read before the title. */
function planIn({ paths, labels }: Product, name: string, rules: TitleRules): TitleFields {
  for (const path of paths) {
    const found = readPath(textOrNull(path) ?? '', rules);
    if (found !== null) return found;
  }
  const texts = labels.map((label) => textOrNull(label) ?? '');
  return readLabels(texts, rules) ?? readTitle(name, rules);
}

/**
 * Reads a product title strictly: "Japan eSIM 5 GB 30 Days". It must have one amount of data, one length and a place,
 * and nothing that could mean something else. "5G" is a network, not 5 GB; two amounts are no amount.
 */
export function readTitle(title: string, rules: TitleRules): TitleFields {
  if (title.length > NAME_READ_MAX) reject('ambiguous_title', 'The title is too long to be certain of.');
  const named = readName(title);
  const { lengths, otherGoods } = named;
  if (otherGoods !== null) reject(otherGoods.reason, `${show(title)} is no plan: ${show(otherGoods.what)}.`);
  const [days = 0, ...others] = new Set(lengths.map((length) => length.days));
  if (days === 0 || others.length > 0)
    reject(
      'ambiguous_title',
      `${show(title)} states ${others.length > 0 ? 'more than one' : 'no'} validity.`,
    );
  const allowance =
    allowanceIn(named, days) ??
    reject('ambiguous_title', `${show(title)} states not exactly one amount of data.`);
  const words = named
    .rest()
    .split(/ |(?<!\p{L})-|-(?!\p{L})/u)
    .filter((word) => word !== '' && !rules.ignore.has(word.toLowerCase()));
  const place = words.join(' ').replace(/^[-,/&+*. ]+|[-,/&+*. ]+$/g, '');
  if (/\d/.test(place))
    reject('ambiguous_title', `${show(title)} contains a number that is not certain: ${show(place)}.`);
  if (place === '') reject('no_place', `${show(title)} names no place.`);
  const places =
    rules.placesOf(place) ?? reject('unknown_place', `${show(place)} in ${show(title)} is no known place.`);
  return { places: [...new Set(places)], days, ...allowance };
}

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
    else if (named.lengths.length === 1 && named.rest() === '') lengths.push(text);
    else if (!NO_PLACE.test(text)) others.push(text);
  }
  return { data, lengths, others };
}

/** null where the path does not hold a whole plan. The place is its last step that is neither amount nor length. */
function readPath(path: string, rules: TitleRules): TitleFields | null {
  const steps = path.split(PATH_MARK);
  if (steps.length < 4) return null;
  const { data, lengths, others } = sortOut(steps);
  const place = others.at(-1);
  if (data.length !== 1 || lengths.length !== 1 || place === undefined) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}

/** null where the labels do not hold a whole plan, or more than one. */
function readLabels(labels: readonly string[], rules: TitleRules): TitleFields | null {
  const { data, lengths, others } = sortOut(labels);
  if (data.length !== 1 || lengths.length !== 1) return null;
  const isRegion = (text: string) => rules.regionOf(text) !== undefined;
  const known = others.filter((text) => isRegion(text) || rules.placesOf(text) !== null);
  // "Asia" and "Japan": a country says more than the region that it lies in.
  const countries = known.filter((text) => !isRegion(text));
  const [place, ...more] = countries.length > 0 ? countries : known;
  if (place === undefined || more.length > 0) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}

export const LABELS = [0, 1, 2, 3, 4] as const;

/** Returns null for a price that cannot be read, where the plan is kept without it. */
export function priceIfReadable(read: () => Prices): Prices | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRejected) return null;
    throw error;
  }
}

/** Reads "in stock", "out_of_stock", "InStock" or "1". Returns null for an unknown word. */
export function stockOf(value: unknown): boolean | null {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : null;
  const word = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (['instock', 'yes', 'true', '1', 'y', 'limitedavailability'].includes(word)) return true;
  return ['outofstock', 'no', 'false', '0', 'n', 'backorder', 'preorder', 'discontinued'].includes(word)
    ? false
    : null;
}

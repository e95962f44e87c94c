/** Guesses column maps for an unknown feed, from the names of its columns and the values of its cells. */
import type { AdapterOptions, FeedPage } from '../../adapter.ts';
import type { Field } from '../../adapters/shared/column-map.ts';
import { unitOrNull } from '../../parse/data.ts';
import { withoutCount } from '../../parse/place-cells.ts';
import { isRegionName } from '../../parse/places.ts';
import { numberOrNull, scalarText, textOrNull } from '../../parse/value.ts';
import {
  areAtLeastHalf,
  areMostly,
  areNearlyAll,
  isBlank,
  isMarkedPrice,
  isPicture,
  isText,
  medianOf,
} from './cells.ts';
import { type Guess, guessColumns, secondPlacesColumn } from './columns.ts';
import { currencyInName } from './currency.ts';
import { idOf } from './id.ts';
import { linkIn } from './links.ts';
import { guessPaging } from './paging.ts';
import { type GuessedPrices, pricesIn } from './prices.ts';
import { regionsOfSeller } from './regions.ts';
import { type FeedTable, type TableColumn, tablesOf } from './tables.ts';

interface GuessedMap {
  readonly options: AdapterOptions;
  /** What the operator must still decide or fill in. */
  readonly notes: readonly string[];
}

const REGIONS_SHOWN = 12;
const COLUMNS_SHOWN = 20;
/** Lists with the most of what a plan needs. */
const TABLES_TRIED = 4;

/** Maps in the order of preference, and why no better one was found. Throws `FeedError` for a response that is not CSV, JSON or XML. */
export async function guessMaps(
  page: FeedPage,
): Promise<{ readonly maps: readonly GuessedMap[]; readonly reason: string | null }> {
  const tables = await tablesOf(page);
  if (typeof tables === 'string') return { maps: [], reason: tables };
  const ranked = tables
    .map((table) => guessIn(table))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, TABLES_TRIED);
  const maps = ranked.flatMap((guessed) => [
    ...(guessed.missing.length === 0 ? [mapOf(guessed, false)] : []),
    ...(guessed.guess.has('name') && guessed.hasPrice ? [mapOf(guessed, true)] : []),
  ]);
  const [best] = ranked;
  const isClear = best === undefined || best.missing.length === 0;
  return { maps, reason: isClear ? null : whatIsMissing(best) };
}

interface GuessedTable {
  readonly table: FeedTable;
  readonly guess: Guess;
  readonly prices: GuessedPrices;
  readonly link: TableColumn | undefined;
  readonly hasPrice: boolean;
  readonly missing: readonly string[];
  readonly score: number;
}

function guessIn(table: FeedTable): GuessedTable {
  const prices = pricesIn(table);
  const link = linkIn(table);
  const priced = [
    prices.price,
    prices.promoPrice,
    prices.prices,
    prices.wholesalePrice,
    ...prices.byCurrency.values(),
  ];
  const taken = [...priced, link].flatMap((column) => column?.path ?? []);
  const first = priced.find((column) => column !== null && column !== undefined) ?? null;
  const guess = guessColumns(table, new Set(taken), first);
  const needed = { data: guess.get('data'), price: first ?? undefined, places: guess.get('places') };
  const missing = Object.entries(needed)
    .filter(([, column]) => column === undefined)
    .map(([field]) => field);
  // A list around the plans has some of the fields too, but not in its rows.
  const worth = (column: TableColumn | undefined, weight: number) =>
    column === undefined ? 0 : column.isOuter ? weight / 2 : weight;
  const { data, price, places } = needed;
  const score =
    worth(price, 4) +
    worth(data, 4) +
    worth(places, 3) +
    worth(guess.get('days'), 2) +
    worth(guess.get('name'), 2) +
    worth(link, 1);
  return { table, guess, prices, link, hasPrice: first !== null, missing, score };
}

function whatIsMissing({ missing, table }: GuessedTable): string {
  const names = table.columns.slice(0, COLUMNS_SHOWN).map(({ path }) => `"${path}"`);
  return `no column is recognised as ${missing.join(' or ')}; the columns are ${names.join(', ')}`;
}

/** `isProducts`: what has no column is read from the title. */
function mapOf({ table, guess, prices, link }: GuessedTable, isProducts: boolean): GuessedMap {
  const priceOptions = priceOptionsOf(prices);
  const columns = {
    ...columnsOf(guess, table, isProducts),
    ...priceOptions.columns,
    ...(link && { link: link.path }),
  };
  const taken = new Set([...guess.values(), link].flatMap((column) => column?.path ?? []));
  const id = idOf(table, guess, taken);
  const idPaths = id.columns.map(({ path }) => path);
  const currency = currencyOf(prices, guess);
  const data = guess.get('data');
  const amounts = data === undefined || guess.has('dataUnit') ? null : amountsIn(data);
  // A column that states it leaves nothing to guess.
  const unlimited = data === undefined || guess.has('unlimited') ? [] : unlimitedIn(data.cells);
  const places = guess.get('places');
  const regions = places === undefined ? [] : regionsIn(places.cells);
  const listed = regionsOfSeller(table.document, regions);
  const days = guess.get('days');
  const topUps = topUpsIn(table);
  const sold = soldIn(table);
  const paging = guessPaging(table, idPaths.length === 1 ? (idPaths[0] ?? null) : null);
  const constants = {
    ...(currency !== null && { currency: currency.code }),
    ...(amounts?.unit !== undefined && { dataUnit: amounts.unit }),
  };
  const header = table.isNameless ? renamed(table, columns, idPaths) : null;
  const options: AdapterOptions = {
    url: 'https://feed.example/',
    ...table.options,
    ...(paging !== null && { paging }),
    basis: basisOf(prices),
    ...(isProducts && { products: true }),
    id: idPaths.length === 1 ? idPaths[0] : idPaths,
    columns,
    ...priceOptions.more,
    ...(Object.keys(constants).length > 0 && { constants }),
    ...(amounts?.base === 1024 && { base: 1024 }),
    ...(days !== undefined && hasHours(days) && { daysUnit: 'hours' }),
    ...(priceOptions.scale !== null && { priceScale: priceOptions.scale }),
    ...(unlimited.length > 0 && { unlimitedValues: unlimited }),
    ...(Object.keys(listed).length > 0 && { regions: listed }),
    ...(sold !== null && { keep: [sold] }),
    ...(topUps !== null && { refuse: [topUps] }),
    ...(link === undefined && { link: 'https://shop.example/{id}' }),
  };
  const hasNoDays = days?.cells.some(isBlank) === true;
  const called = (path: string): string => JSON.stringify(header?.get(path) ?? path);
  const unread = unreadIn(table, options).map(called);
  const notes = [
    basisOf(prices) === 'retail' && 'check "basis", the kind of price: "retail" is assumed',
    basisOf(prices) === 'wholesale' &&
      `"${prices.wholesalePrice?.path}" is what a partner pays, so no row is served: look for the price of travellers`,
    currency?.isAssumed === true && 'the currency is not stated: USD is assumed',
    amounts?.unit !== undefined &&
      `the unit of ${called(data!.path)} is not stated in its cells: ${amounts.unit} is assumed`,
    amounts?.base === 1024 && `most amounts are multiples of 1024: "base": 1024 is assumed`,
    priceOptions.note,
    hasNoDays &&
      `${called(days.path)} is empty in some rows: add "noExpiryValues": [""] only if these plans never expire`,
    unlimited.length > 0 && `"${unlimited.join('", "')}" in ${called(data!.path)} is read as "no limit"`,
    Object.keys(listed).length > 0 && 'check "regions": the lists are from another part of the file',
    !id.isUnique &&
      `no columns identify each row: ${idPaths.map(called).join(', ')} occur several times together`,
    unread.length > 0 &&
      `not read, because their names are unknown: ${unread.slice(0, COLUMNS_SHOWN).join(', ')}`,
    paging !== null && `check "paging": the file announces pages, and the name of a parameter is a guess`,
    sold !== null && `rows with another ${called(sold.column)} than ${inQuotes(sold.values)} are left out`,
    topUps !== null &&
      `rows with ${inQuotes(topUps.values)} in ${called(topUps.column)} are rejected as top-ups`,
    isProducts &&
      'what no column states is read from the title; if the shop sells nothing but eSIMs, add "goods": "esim" to the source',
    link === undefined &&
      `the feed has no links: write the address of a plan into "link"; it may contain {id} and every column, such as {${table.columns[0]?.path}}`,
  ].filter((note) => typeof note === 'string');
  return header === null ? { notes, options } : { notes, options: withHeader(options, header) };
}

// The columns.

const inQuotes = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(' or ');

/** Columns with values that the map does not read. The operator may know what they mean. */
function unreadIn({ columns }: FeedTable, options: AdapterOptions): readonly string[] {
  const read = pathsIn([
    options['id'],
    options['columns'],
    options['prices'],
    options['keep'],
    options['refuse'],
  ]);
  const isRead = (path: string) =>
    read.some((one) => one === path || path.startsWith(`${one}[`) || path.startsWith(`${one}.`)) ||
    read.some((one) => one.startsWith(`${path}[`) || one.startsWith(`${path}.`));
  return columns
    .filter(({ path, cells }) => !isRead(path) && !cells.every(isBlank) && !areAtLeastHalf(cells, isPicture))
    .map(({ path }) => path);
}

/** The texts of a map, among which are all its columns. */
function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

/** Fields that only a product has: its title is read with them. */
const PRODUCT_FIELDS: readonly Field[] = ['category', 'attributes'];

function columnsOf(guess: Guess, table: FeedTable, isProducts: boolean): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [field, column] of guess)
    if (isProducts || !PRODUCT_FIELDS.includes(field)) found[field] = column.path;
  // A source of one provider names it itself.
  const sellers = new Set(guess.get('provider')?.cells.filter((cell) => !isBlank(cell)));
  if (sellers.size === 1) delete found['provider'];
  const places = guess.get('places');
  const beside = places === undefined ? undefined : secondPlacesColumn(places, table.columns);
  if (places !== undefined && beside !== undefined) found['places'] = { column: [places.path, beside.path] };
  const name = guess.get('name');
  const parts = isProducts && name !== undefined ? titleParts(name, table) : [];
  if (parts.length > 1) found['name'] = { join: parts.map(({ path }) => path) };
  return found;
}

/** The title of a product and the name of its variant: "Japan eSIM" and "1 GB / 7 days". */
function titleParts(name: TableColumn, { columns }: FeedTable): readonly TableColumn[] {
  const outer = name.isOuter
    ? name
    : columns.find((one) => one.isOuter && TITLES.includes(one.names[0] ?? ''));
  if (outer === undefined) return [name];
  const own = name.isOuter
    ? columns.find(
        (one) => !one.isOuter && VARIANTS.includes(one.names[0] ?? '') && areAtLeastHalf(one.cells, isText),
      )
    : name;
  return own === undefined ? [name] : [outer, own];
}

const TITLES = ['title', 'name', 'productname', 'producttitle', 'product'];
const VARIANTS = [
  ...TITLES,
  'label',
  'variant',
  'varianttitle',
  'variantname',
  'option',
  'option1',
  'options',
];

// The price.

const CENTS_FROM = 200;
const TEN_THOUSANDTHS_FROM = 20_000;
/** A plan costs hundreds of them. */
const SMALL_UNITS = /JPY|KRW|IDR|VND|HUF|CLP|COP|ARS|NGN|PKR|TWD|THB|INR|RUB|PHP|KZT|LKR|MMK|CZK/;

interface PriceOptions {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly more: Readonly<Record<string, unknown>>;
  readonly scale: unknown;
  readonly note: string | false;
}

function priceOptionsOf(prices: GuessedPrices): PriceOptions {
  const { price, promoPrice, byCurrency, wholesalePrice } = prices;
  const wholesale = wholesalePrice === null ? {} : { wholesalePrice: wholesalePrice.path };
  if (prices.prices !== null && price === null)
    return { columns: { prices: prices.prices.path, ...wholesale }, more: {}, scale: null, note: false };
  if (byCurrency.size > 0) {
    const paths = Object.fromEntries([...byCurrency].map(([code, { path }]) => [code, path]));
    const [first = null] = byCurrency.values();
    return { columns: wholesale, more: { prices: paths }, ...scaleOf(first) };
  }
  const { scale, note } = scaleOf(price ?? wholesalePrice);
  // The list price is the greater one. A row without a sale has no list price, or the same.
  const list =
    price !== null && promoPrice !== null
      ? { greatest: [price.path, promoPrice.path] }
      : (price?.path ?? null);
  return {
    columns: {
      ...(list !== null && { price: list }),
      ...(promoPrice !== null && { promoPrice: promoPrice.path }),
      ...wholesale,
    },
    more: {},
    scale,
    note,
  };
}

function scaleOf(price: TableColumn | null): Pick<PriceOptions, 'scale' | 'note'> {
  if (price === null) return { scale: null, note: false };
  if (/(?:cents?|minor|pence)$/i.test(price.path) || price.words.has('cents') || price.words.has('minor'))
    return { scale: 'minor', note: false };
  const isWhole = areNearlyAll(price.cells, (cell) => /^\d+$/.test(scalarText(cell) ?? ''));
  const middle = medianOf(price.cells);
  const inName = currencyInName(price) ?? '';
  if (!isWhole || middle < CENTS_FROM || SMALL_UNITS.test(inName)) return { scale: null, note: false };
  if (middle >= TEN_THOUSANDTHS_FROM)
    return {
      scale: { divisor: 10_000 },
      note: `the numbers in "${price.path}" are large: they are read as ten-thousandths`,
    };
  return {
    scale: 'minor',
    note: `the numbers in "${price.path}" are whole and large: they are read as cents`,
  };
}

function basisOf({ price, prices, byCurrency, isSuggested }: GuessedPrices): 'retail' | 'rrp' | 'wholesale' {
  if (price === null && prices === null && byCurrency.size === 0) return 'wholesale';
  return isSuggested ? 'rrp' : 'retail';
}

/** "price_usd" names its currency. null: a column or the cells state it. */
function currencyOf(
  { price, prices, byCurrency, wholesalePrice }: GuessedPrices,
  guess: Guess,
): { readonly code: string; readonly isAssumed: boolean } | null {
  if (guess.has('currency') || byCurrency.size > 0 || (prices !== null && price === null)) return null;
  const column = price ?? wholesalePrice;
  if (column === null) return null;
  const code = currencyInName(column);
  if (code !== null) return { code, isAssumed: false };
  // "5.00 USD" states its currency, and "$5.00" may be one of many.
  const isStated = areMostly(column.cells, (cell) => isMarkedPrice(cell) && !/^[$¥]/.test(String(cell)));
  return isStated ? null : { code: 'USD', isAssumed: true };
}

// The data.

const MEGABYTES_FROM = 100;
const BYTES_FROM = 10_000_000;

interface AmountsIn {
  /** undefined: at least half of the amounts have their unit. */
  readonly unit?: 'bytes' | 'MB' | 'GB';
  readonly base: 1000 | 1024;
}

function amountsIn({ path, words, cells }: TableColumn): AmountsIn {
  const stated = cells.filter((cell) => !isBlank(cell));
  const numbers = stated.map(numberOrNull).filter((number) => number !== null && number > 0);
  if (stated.filter(isBare).length * 2 <= stated.length) return { base: 1000 };
  const middle = medianOf(cells);
  const inName =
    unitOrNull([...words].find((word) => unitOrNull(word) !== null)) ?? unitOrNull(/[gm]b$/i.exec(path)?.[0]);
  const unit = inName ?? (middle >= BYTES_FROM ? 'bytes' : middle >= MEGABYTES_FROM ? 'MB' : 'GB');
  const step = unit === 'bytes' ? 1024 ** 3 : 512;
  const inSteps = numbers.filter((number) => number! % step === 0).length;
  const isBinary = unit !== 'GB' && numbers.length > 0 && inSteps * 2 > numbers.length;
  return { unit, base: isBinary ? 1024 : 1000 };
}

const isBare = (cell: unknown): boolean => /^-?[\d.]*$/.test(textOrNull(cell) ?? '');

/** The amounts that probably mean "no limit". */
function unlimitedIn(amounts: readonly unknown[]): readonly string[] {
  const texts = new Set(amounts.map((cell) => textOrNull(cell)?.replace(/ [MG]B$/i, '')));
  return ['0', '-1'].filter((word) => texts.has(word));
}

const hasHours = ({ path, words }: TableColumn): boolean =>
  words.has('hours') || words.has('hour') || words.has('hrs') || /hours?$/i.test(path);

// Rows and regions.

const TOP_UP =
  /^(?:(?:e-?sim|plan|data)?[ _-]?(?:top[ _-]?ups?|refills?|recharge|add-?ons?)(?:[ _-](?:plan|package|data))?)$/i;
const SOLD = /^(?:active|live|published|enabled)$/i;
const ENDED =
  /^(?:archived|inactive|disabled|retired|discontinued|deleted|withdrawn|unpublished|draft|hidden|suspended|ended)$/i;
/** A column of kinds has few values. */
const KINDS_MAX = 10;

const kindsIn = ({ cells }: TableColumn): readonly string[] => [
  ...new Set(cells.map(textOrNull).filter((text) => text !== null)),
];

/** The rule for rows that state that they are top-ups. */
function topUpsIn({ columns }: FeedTable) {
  for (const column of columns) {
    const kinds = kindsIn(column);
    if (kinds.length > KINDS_MAX) continue;
    const values = kinds.filter((kind) => TOP_UP.test(kind));
    if (values.length > 0 && values.length < kinds.length)
      return { column: column.path, values, reason: 'top_up' };
  }
  return null;
}

/** The condition of a column of states. Another page may have plans that are no longer sold. */
function soldIn({ columns }: FeedTable) {
  const column = columns.find((one) => {
    const kinds = kindsIn(one);
    return (
      kinds.some((kind) => SOLD.test(kind)) && kinds.every((kind) => SOLD.test(kind) || ENDED.test(kind))
    );
  });
  return column === undefined
    ? null
    : { column: column.path, values: kindsIn(column).filter((kind) => SOLD.test(kind)) };
}

function regionsIn(cells: readonly unknown[]): readonly string[] {
  const texts = cells
    .flatMap((cell) => [cell].flat())
    .filter((cell) => typeof cell === 'string')
    .map((text) => withoutCount(text.trim()));
  return [...new Set(texts)].filter(isRegionName).slice(0, REGIONS_SHOWN);
}

// A file without a header row.

type Names = ReadonlyMap<string, string>;

/** Columns without names are called like their fields. */
function renamed(
  { columns }: FeedTable,
  fields: Readonly<Record<string, unknown>>,
  id: readonly string[],
): Names {
  const names = new Map(columns.map(({ path }) => [path, path]));
  for (const [field, path] of Object.entries(fields)) if (typeof path === 'string') names.set(path, field);
  const [only, ...others] = id;
  if (only !== undefined && others.length === 0 && names.get(only) === only) names.set(only, 'id');
  return names;
}

function withHeader(options: AdapterOptions, names: Names): AdapterOptions {
  const nameOf = (path: unknown): unknown => (typeof path === 'string' ? (names.get(path) ?? path) : path);
  const columns = options['columns'] as Readonly<Record<string, unknown>>;
  const { id } = options;
  return {
    ...options,
    header: [...names.values()],
    id: Array.isArray(id) ? id.map(nameOf) : nameOf(id),
    columns: Object.fromEntries(Object.entries(columns).map(([field, path]) => [field, nameOf(path)])),
  };
}

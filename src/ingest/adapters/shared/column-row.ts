/** Reads one row of a feed into a draft, by the column map. */
import { minorDigits } from '../../../domain/currency.ts';
import { eachFact, type FactName } from '../../../domain/facts.ts';
import { resolvePlace } from '../../../domain/places/meaning.ts';
import { CLOCK_STARTS, type Scope } from '../../../domain/plan.ts';
import type { Draft, ProductTerms } from '../../draft.ts';
import { allowanceInWords } from '../../parse/allowance-cell.ts';
import { startOf } from '../../parse/clock-start.ts';
import {
  adviceFor,
  allowancePer,
  amountCell,
  amountOfText,
  amountOrNull,
  DECIMAL,
  isOneOf,
  needAmount,
  numberPart,
  shareOfADay,
  unitOrNull,
} from '../../parse/data.ts';
import { daysOrNull, needDays, saysNoExpiry } from '../../parse/days.ts';
import { breakoutOf, exitsIn } from '../../parse/exits.ts';
import { fairUseFields, readFairUse } from '../../parse/fair-use.ts';
import { bestGeneration } from '../../parse/generations.ts';
import { currencyOrNull, decimalOrNull, type Prices, pricesOrNull, shiftPoint } from '../../parse/money.ts';
import { allowanceIn } from '../../parse/name/allowance.ts';
import { onlyLength } from '../../parse/name/lengths.ts';
import { type NameReading, readName, rejectOtherGoods } from '../../parse/name/read-name.ts';
import { networksOf } from '../../parse/networks.ts';
import { createPlacesReader, pieces } from '../../parse/place-cells.ts';
import { needPriceCell } from '../../parse/price-text.ts';
import { speedIn } from '../../parse/speeds.ts';
import {
  booleanOrNull,
  endOrNull,
  fillLink,
  instantOrNull,
  linkOf,
  numberOrNull,
  positiveOrNull,
  RowRejected,
  reject,
  scalarText,
  show,
  textOrNull,
} from '../../parse/value.ts';
import { TIME_UNITS } from '../../parse/words.ts';
import type { ColumnMap, Field, PriceScale } from './column-map.ts';
import type { FeedRow, ReadPath } from './path.ts';
import { productPlan, stockOf, type TitleRules, titleRules } from './product.ts';
import {
  type CompileColumn,
  type Condition,
  columnsOf,
  compileCondition,
  compileValue,
  isEmpty,
  type ReadValue,
  regularExpression,
  type ValueRule,
} from './value-rules.ts';

/** The column map with what is prepared once for all rows. */
interface PreparedMap {
  readonly options: ColumnMap;
  readonly base: NonNullable<ColumnMap['base']>;
  readonly id: readonly ReadValue[];
  readonly fields: Readonly<Partial<Record<Field, ReadValue>>>;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly extract: readonly { readonly read: ReadPath; readonly pattern: RegExp }[];
  readonly prices: CurrencyColumns;
  readonly promoPrices: CurrencyColumns;
  readonly scale: ScalePrice;
  readonly wholesaleScale: ScalePrice;
  readonly refuse: readonly PreparedRule<NonNullable<ColumnMap['refuse']>[number]>[];
  readonly keep: readonly PreparedRule<Condition>[];
  readonly link: (row: FeedRow, name: string) => unknown;
  readonly placesOf: ReturnType<typeof createPlacesReader>;
  /** null: the feed lists plans and no products. */
  readonly titles: TitleRules | null;
}

type CurrencyColumns = readonly (readonly [currency: string, read: ReadValue])[];

interface PreparedRule<T> {
  readonly rule: T;
  readonly isTrue: (row: FeedRow) => boolean;
  readonly read: ReadPath;
}

/** Moves the point of a price to where it belongs: 1999 is "19.99". */
type ScalePrice = (row: FeedRow, currency: string, decimal: string) => string;

/** `terms` are for a feed of products. */
export function createRowReader(options: ColumnMap, compile: CompileColumn, terms?: ProductTerms) {
  const map = prepare(options, compile, terms);
  return {
    idOf: (row: FeedRow) => new MappedRow(map, row).id(),
    read: (row: FeedRow) => draftOf(new MappedRow(map, row)),
  };
}

function prepare(options: ColumnMap, compile: CompileColumn, terms?: ProductTerms): PreparedMap {
  const { columns, id, extract = [], link, prices = {}, promoPrices = {}, keep = [], refuse = [] } = options;
  const rules = <T extends Condition>(list: readonly T[]): readonly PreparedRule<T>[] =>
    list.map((rule) => ({
      rule,
      isTrue: compileCondition(conditionIn(rule), compile),
      read: compile(rule.column),
    }));
  const byCurrency = (named: Readonly<Record<string, ValueRule>>) =>
    Object.entries(named).map(([currency, rule]) => [currency, compileValue(rule, compile)] as const);
  const inLink = new Map(
    columnsInLink(link).map((name) => {
      const rule =
        options.linkNames !== undefined && Object.hasOwn(options.linkNames, name)
          ? options.linkNames[name]
          : undefined;
      return [name, compileValue(rule ?? name, compile)] as const;
    }),
  );
  return {
    options,
    base: options.base ?? 1000,
    id: [id].flat().map((part) => compileValue(part, compile)),
    fields: Object.fromEntries(
      Object.entries(columns).map(([field, rule]) => [field, compileValue(rule, compile)]),
    ),
    constants: options.constants ?? {},
    extract: extract.map(({ column, pattern }) => ({
      read: compile(column),
      pattern: regularExpression(pattern),
    })),
    prices: byCurrency(prices),
    promoPrices: byCurrency(promoPrices),
    scale: scaleOf(options.priceScale ?? 'major', compile),
    wholesaleScale: scaleOf(options.wholesaleScale ?? options.priceScale ?? 'major', compile),
    refuse: rules(refuse),
    keep: rules(keep),
    link: (row, name) => inLink.get(name)?.(row),
    placesOf: createPlacesReader(options),
    titles: options.products === true ? titleRules(options, terms) : null,
  };
}

/** Without the reason of a rule. */
const conditionIn = ({ column, pattern, values, except, above }: Condition): Condition => ({
  column,
  ...(pattern !== undefined && { pattern }),
  ...(values !== undefined && { values }),
  ...(except !== undefined && { except }),
  ...(above !== undefined && { above }),
});

/** The name of a column in a link, with any characters. The bound keeps the search linear. */
const COLUMN_IN_LINK = /\{([^{}]{1,60})\}/g;

/** {id} in a link is the id of the plan, and {name} the value of that column. */
export const columnsInLink = (link = ''): readonly string[] =>
  [...link.matchAll(COLUMN_IN_LINK)].map(([, name = '']) => name).filter((name) => name !== 'id');

/** The digits of an integer divisor: 100 has two. */
const DIVISORS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
const DECIMALS_MAX = 6;

function scaleOf(scale: PriceScale, compile: CompileColumn): ScalePrice {
  if (scale === 'major') return (_row, _currency, decimal) => decimal;
  if (scale === 'minor') return (_row, currency, decimal) => shiftPoint(decimal, minorDigits(currency));
  const read = placesReader(scale, compile);
  return (row, currency, decimal) => {
    const places = read(row);
    // In a currency without cents, it is not clear what a feed means that counts all prices in cents.
    if ('divisor' in scale && scale.divisor === 100 && minorDigits(currency) === 0)
      reject('impossible_price', `The feed counts in cents, and ${currency} has none.`);
    return shiftPoint(decimal, places);
  };
}

/** By how many digits the decimal point of a price moves to the left. */
function placesReader(scale: Exclude<PriceScale, string>, compile: CompileColumn): (row: FeedRow) => number {
  const given = 'divisor' in scale ? scale.divisor : scale.decimals;
  const placesOf = (value: unknown): number => {
    const number = numberOrNull(value) ?? -1;
    const places = 'divisor' in scale ? DIVISORS.indexOf(number) : number;
    return Number.isInteger(places) && places >= 0 && places <= DECIMALS_MAX
      ? places
      : reject('impossible_price', `The scale of the price is ${show(value)}.`);
  };
  if (typeof given === 'number') {
    const places = placesOf(given);
    return () => places;
  }
  const read = compile(given);
  return (row) => placesOf(read(row));
}

/** The values of one row, by the fields of the column map. */
class MappedRow {
  readonly map: PreparedMap;
  readonly row: FeedRow;
  /** The groups of `extract`, when they are first needed. */
  #extracted: Readonly<Record<string, string>> | null = null;
  constructor(map: PreparedMap, row: FeedRow) {
    this.map = map;
    this.row = row;
  }

  /** The value of the field's column, or else of a pattern, or else the constant of the field. */
  value(field: Field): unknown {
    const { fields, extract, constants } = this.map;
    const read = fields[field];
    const found = read === undefined ? undefined : read(this.row);
    if (!isEmpty(found)) return found;
    if (extract.length === 0) return constants[field];
    return this.#groups()[field] ?? constants[field];
  }

  #groups(): Readonly<Record<string, string>> {
    this.#extracted ??= Object.assign(
      {},
      // The first pattern that matches states a field.
      ...this.map.extract
        .map(({ read, pattern }) => pattern.exec(textOrNull(read(this.row)) ?? '')?.groups ?? {})
        .toReversed(),
    ) as Readonly<Record<string, string>>;
    return this.#extracted;
  }

  id(): string | null {
    const parts = this.map.id.map((read) => textOrNull(read(this.row)));
    return parts.every((part) => part === null) ? null : parts.map((part) => part ?? '').join('-');
  }

  /** Several values are one text with commas. */
  text(field: Field): string | null {
    const value = this.value(field);
    return textOrNull(Array.isArray(value) ? value.map(textOrNull).join(', ') : value);
  }

  texts(field: Field): readonly string[] {
    return [this.value(field)].flat().flatMap((value) => textOrNull(value) ?? []);
  }

  flag(field: Field): boolean | null {
    return booleanOrNull(this.value(field));
  }

  positive(field: Field): number | null {
    return positiveOrNull(this.value(field));
  }

  speed(field: Field): number | null {
    const value = this.value(field);
    return speedIn(value) ?? this.positive(field);
  }

  amount(field: Field): number | null {
    const { base } = this.map;
    const unit = unitOrNull(this.value('dataUnit'));
    return (
      amountOfText(this.value(field), base) ??
      (unit === null ? null : amountOrNull(this.value(field), unit, base))
    );
  }
}

function draftOf(row: MappedRow): Draft {
  const { options, titles } = row.map;
  const externalId = row.id() ?? reject('missing_field', 'It has no id.');
  applyConditions(row);
  const { where, ...plan } = titles === null ? planOfColumns(row) : planOfProduct(row, titles);
  const { days, places } = plan;
  const maxKbps = row.speed('maxKbps');
  const scope = SCOPES.find((one) => one === row.value('scope'));
  const details = detailsOf(row);
  const callMinutes = row.positive('callMinutes');
  const textMessages = row.positive('textMessages');
  return {
    externalId,
    provider: row.text('provider'),
    name: row.text('name'),
    placeName: row.text('placeName') ?? placeNameOf(row.value('places'), where),
    ...(scope !== undefined && { scope }),
    excludedPlaces: pieces(row.value('excludedPlaces'), options.separator)
      .map(textOrNull)
      .filter((text) => text !== null),
    networks: networksOf(row.value('networks'), options.separator),
    generation:
      bestGeneration(row.value('generations')) ??
      (row.flag('has5g') === true ? '5G' : bestGeneration(row.value('has5g'))),
    ...exitsOf(row, places),
    periodDays: null,
    ...plan,
    ...afterCapOf(row, plan, days),
    ...(maxKbps === null ? {} : { maxKbps }),
    soldPerDay: row.flag('soldPerDay') === true,
    starts: startsOf(row) ?? 'unknown',
    installWithinDays: daysOrNull(row.value('installWithinDays')),
    ...pricesOf(row),
    tax: options.tax ?? 'unknown',
    ...eachFact((name) => row.flag(name) ?? statedIn(details, name)),
    inStock: stockOf(row.value('inStock')),
    hotspotBytes: row.amount('hotspotCap') ?? details?.hotspotBytes ?? null,
    callMinutes: callMinutes ?? details?.callMinutes ?? null,
    textMessages: textMessages ?? details?.textMessages ?? null,
    subscription: row.flag('subscription'),
    ...promotionOf(row),
    link: linkOfRow(row, externalId),
    updatedAt: instantOrNull(row.value('updatedAt')),
    expiresAt: endOrNull(row.value('expiresAt')),
  };
}

/** A list with one code contains no name. */
const placeNameOf = (places: unknown, where: string | null): string | null =>
  Array.isArray(places) && /^[a-z]{2,3}$/i.test(where ?? '') ? null : where;

const SCOPES: readonly Scope[] = ['country', 'region', 'global'];

/** Rejects rows by `refuse`, and filters rows by `keep`. */
function applyConditions({ map, row }: MappedRow): void {
  for (const { rule, isTrue, read } of map.refuse)
    if (isTrue(row)) reject(rule.reason, `Its ${rule.column} is ${shown(read(row))}.`);
  for (const { rule, isTrue, read } of map.keep)
    if (!isTrue(row))
      throw new RowRejected('not_a_plan', `Its ${rule.column} is ${shown(read(row))}.`, {
        filtered: true,
      });
}

const shown = (value: unknown): string => show(Array.isArray(value) && value.length === 1 ? value[0] : value);

type Plan = Pick<Draft, 'places' | 'days' | 'model' | 'data'> & Partial<Draft>;
/** `where`: what the row calls its places together, for a generated name. */
type PlanWithPlaceName = Plan & { readonly where: string | null };

function planOfColumns(row: MappedRow): PlanWithPlaceName {
  const { places, where } = row.map.placesOf(row.value('places'));
  const days = daysOf(row);
  return { where, places, days, ...allowanceOf(row, days) };
}

/** A row of a feed of products may lack columns, for which its title is read. */
function planOfProduct(row: MappedRow, titles: TitleRules): PlanWithPlaceName {
  const has = (...fields: readonly Field[]) => fields.some((field) => !isEmpty(row.value(field)));
  const cell = has('places') ? row.map.placesOf(row.value('places')) : null;
  const texts = {
    title: row.text('name') ?? '',
    paths: row.texts('category'),
    attributes: row.texts('attributes'),
  };
  const columns = {
    places: cell?.places,
    days: has('days') || cellLength(row) !== null ? () => daysOf(row) : undefined,
    allowance: has('data', 'unlimited') ? (days: number | null) => allowanceOf(row, days) : undefined,
  };
  return { where: cell?.where ?? null, ...productPlan(texts, columns, titles) };
}

function statedIn(details: NameReading['facts'] | null, name: FactName): boolean | null {
  return details !== null && Object.hasOwn(details, name)
    ? booleanOrNull(details[name as keyof NameReading['facts']])
    : null;
}

/** What the name says, for a row whose columns say too little. */
function readNameOf(row: MappedRow): NameReading {
  const name = row.text('name') ?? '';
  const reading = readName(name);
  rejectOtherGoods(reading.otherGoods);
  return reading;
}

/** The facts that the statements of `details` contain together. */
function detailsOf(row: MappedRow): NameReading['facts'] | null {
  if (row.map.fields.details === undefined) return null;
  const texts = row.texts('details');
  return texts.length === 0 ? null : readName(texts.join(' | ')).facts;
}

function daysOf(row: MappedRow): number | null {
  const { noExpiryValues = [], daysUnit } = row.map.options;
  const found = row.value('days');
  if (saysNoExpiry(found) || isOneOf(found ?? '', noExpiryValues)) return null;
  if (isEmpty(found)) {
    const length = onlyLength(readNameOf(row).lengths) ?? cellLength(row);
    if (length !== null) return length;
  }
  const stated = row.value('daysUnit');
  if (isEmpty(stated)) return needDays(found, daysUnit ?? 'days');
  const unit = TIME_UNITS.get((scalarText(stated) ?? '').trim().toLowerCase());
  if (unit === undefined) reject('impossible_days', `The unit of the validity is ${show(stated)}.`);
  if (unit === 'hour' || unit === 'day') return needDays(found, unit === 'hour' ? 'hours' : 'days');
  return needDays(`${scalarText(found) ?? ''} ${unit}s`);
}

type RowAllowance = Pick<Draft, 'model' | 'data'> & Partial<Draft>;

/** The length that the cell of the amount states: "5GB/4일". */
const cellLength = (row: MappedRow): number | null =>
  amountCell(row.value('data'), row.map.base)?.days ?? null;

function allowanceOf(row: MappedRow, days: number | null): RowAllowance {
  const { base, options } = row.map;
  const { unlimitedValues = [] } = options;
  const found = row.value('data');
  const isWord = !isEmpty(found) && isOneOf(found, unlimitedValues);
  if (row.flag('unlimited') === true || isWord || isOneOf(numberPart(found), unlimitedValues))
    return { model: 'unlimited', data: null };
  if (isEmpty(found))
    return allowanceIn(readNameOf(row), days) ?? reject('missing_field', 'It has no amount of data.');
  // A bare number has no words to read.
  const isNumber = typeof found === 'number';
  const written = isNumber ? null : amountCell(found, base);
  const cellDays = written?.days ?? null;
  if (cellDays !== null && cellDays !== days)
    reject('name_contradicts', `The amount is for ${cellDays} days, the validity is ${days ?? 'none'}.`);
  if (written?.unlimited === true)
    return { model: 'unlimited', data: null, ...(written.data && { fullSpeedPerDay: written.data }) };
  const words = written === null && !isNumber ? allowanceInWords(found, base, days) : null;
  if (words !== null) return { model: 'total', data: null, ...words };
  const data = written?.data ?? row.amount('data');
  if (data !== null) return allowancePer(data, written?.per ?? row.value('dataPer'), days);
  const unit = unitOrNull(row.value('dataUnit'));
  return unit === null
    ? reject('impossible_data', `The amount of data is ${show(found)}, without a unit${adviceFor(found)}.`)
    : { model: 'total', data: needAmount(found, unit, base) };
}

function afterCapOf(row: MappedRow, { model }: RowAllowance, days: number | null): Partial<Draft> {
  const throttleKbps = row.speed('throttleKbps');
  const full = model === 'unlimited' ? (row.amount('fullSpeedPerDay') ?? fullSpeedShare(row, days)) : null;
  const stated = AFTER_CAP.find((one) => one === row.value('afterCap'));
  // The prose has advertised amounts, which are decimal.
  const rule = fairUseFields(readFairUse(row.value('fairUse'), DECIMAL), model, days);
  const mayBeSlowed = row.flag('throttled') === true && rule.uncapped !== true;
  return {
    ...(mayBeSlowed && { afterCap: 'throttle' as const }),
    ...rule,
    ...(throttleKbps !== null && { afterCap: 'throttle' as const, throttleKbps }),
    ...(stated !== undefined && { afterCap: stated }),
    ...(full !== null && { fullSpeedPerDay: full }),
  };
}

const AFTER_CAP = ['throttle', 'stop'] as const;

/** The share of a day in the full-speed data, which is available once or again after some days. */
function fullSpeedShare(row: MappedRow, days: number | null): number | null {
  const whole = row.amount('fullSpeed');
  return whole === null ? null : shareOfADay(whole, row.positive('fullSpeedDays') ?? days);
}

function startsOf(row: MappedRow): Draft['starts'] {
  const found = row.value('starts');
  return CLOCK_STARTS.find((word) => word === found) ?? startOf(found);
}

/** A name and a code of one country are equal. */
const codeOf = (place: string): string => resolvePlace(place) ?? place;

function exitsOf(row: MappedRow, places: readonly string[]): Pick<Draft, 'exits' | 'breakout'> {
  const found = exitsIn(row.value('exits'));
  return found.exits === undefined || found.exits.length === 0
    ? { breakout: 'unknown', ...found }
    : { ...found, breakout: breakoutOf(found.exits.map(codeOf), places.map(codeOf)) };
}

function pricesOf(row: MappedRow): Pick<Draft, 'prices' | 'promoPrices' | 'wholesale' | 'basis'> {
  const { basis } = row.map.options;
  const wholesale = wholesaleOf(row);
  const prices = retailPricesOf(row, wholesale !== null);
  if (prices === null && wholesale === null) reject('missing_field', 'It has no price.');
  if (prices === null) {
    const { currency, amount } = wholesale!;
    if (currency === '') reject('unknown_currency', `The currency is ${show(row.value('currency'))}.`);
    return { prices: { [currency]: amount }, basis: 'wholesale' };
  }
  const [currency = ''] = Object.keys(prices);
  return {
    prices,
    promoPrices: promoPricesOf(row, currency),
    wholesale:
      wholesale === null
        ? null
        : { ...wholesale, currency: wholesale.currency === '' ? currency : wholesale.currency },
    basis,
  };
}

/** null: the row has no price for travellers. `hasOther`: then it may have a wholesale price only. */
function retailPricesOf(row: MappedRow, hasOther: boolean): Prices | null {
  const byCurrency = pricesIn(row, row.map.prices) ?? scaled(row, pricesOrNull(row.value('prices')));
  if (byCurrency !== null) return byCurrency;
  const found = row.value('price');
  if (isEmpty(found) || (hasOther && scalarText(found) !== null && isZero(found))) return null;
  const currency = row.value('currency');
  if (isEmpty(currency) && numberOrNull(found) !== null) rejectWithoutCurrency(row, found);
  return needScaled(row, needPriceCell(found, currency, 0));
}

/** "12.50" without a currency: names the columns that would state it. */
function rejectWithoutCurrency({ map }: MappedRow, price: unknown): never {
  const rule = map.options.columns.currency;
  const columns = rule === undefined ? [] : columnsOf(rule).map(show);
  const missing =
    columns.length === 0 ? 'no column is mapped to it' : `the row has no ${columns.join(' or ')}`;
  return reject(
    'unknown_currency',
    `The price ${show(price)} has no currency, and ${missing}. "constants": {"currency": …} states one for all rows.`,
  );
}

const isZero = (value: unknown): boolean => numberOrNull(value) === 0;

function wholesaleOf(row: MappedRow): NonNullable<Draft['wholesale']> | null {
  const decimal = decimalOrNull(row.value('wholesalePrice'));
  if (decimal === null) return null;
  const currency = currencyOrNull(row.value('wholesaleCurrency') ?? row.value('currency')) ?? '';
  // A wholesale price that cannot be read does not reject a row with a retail price.
  const scaledPrice = priceIfReadable(() => ({ amount: row.map.wholesaleScale(row.row, currency, decimal) }));
  return scaledPrice === null ? null : { currency, amount: scaledPrice['amount']! };
}

function promoPricesOf(row: MappedRow, currency: string): Prices | null {
  const promo = row.value('promoPrice');
  return (
    pricesIn(row, row.map.promoPrices) ??
    scaled(row, pricesOrNull(row.value('promoPrices'))) ??
    (isEmpty(promo)
      ? null
      : priceIfReadable(() => needScaled(row, needPriceCell(promo, row.value('currency') ?? currency, 0))))
  );
}

/** The prices in the columns of these currencies. An unreadable price removes only its own currency. */
function pricesIn(row: MappedRow, columns: CurrencyColumns): Prices | null {
  const found: Record<string, string> = {};
  for (const [currency, read] of columns) {
    const written = read(row.row);
    if (isEmpty(written)) continue;
    Object.assign(
      found,
      priceIfReadable(() => needScaled(row, needPriceCell(written, currency, 0))),
    );
  }
  return Object.keys(found).length === 0 ? null : found;
}

const needScaled = (row: MappedRow, prices: Prices): Prices =>
  Object.fromEntries(
    Object.entries(prices).map(([currency, decimal]) => [
      currency,
      row.map.scale(row.row, currency, decimal),
    ]),
  );

/** Like `needScaled`, but a currency whose scale is not clear is left out. */
function scaled(row: MappedRow, prices: Prices | null): Prices | null {
  const found = Object.assign(
    {},
    ...Object.entries(prices ?? {}).map(([currency, decimal]) =>
      priceIfReadable(() => needScaled(row, { [currency]: decimal })),
    ),
  ) as Prices;
  return Object.keys(found).length === 0 ? null : found;
}

/** Returns null for a price that cannot be read, where the plan is kept without it. */
function priceIfReadable(read: () => Prices): Prices | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRejected) return null;
    throw error;
  }
}

/** The times of "2026-11-01T00:00+0000/2026-12-01", and the code of a promotion. */
function promotionOf(row: MappedRow): Pick<Draft, 'promoFrom' | 'promoUntil' | 'promotion'> {
  const period = row.text('promoPeriod');
  const code = row.text('promoCode');
  const [from, until] = period?.split('/') ?? [];
  return {
    ...(period !== null && { promoFrom: instantOrNull(from), promoUntil: endOrNull(until) }),
    ...(code !== null && { promotion: { code, text: row.text('promoText') } }),
  };
}

function linkOfRow(mapped: MappedRow, externalId: string): string {
  const { map, row } = mapped;
  const found = mapped.value('link');
  // A wholesale price is never served, so its row needs no link.
  if (isEmpty(found) && map.options.link === undefined && map.options.basis === 'wholesale') return '';
  if (!isEmpty(found) || map.options.link === undefined) return cleanLink(linkOf(found));
  return fillLink(map.options.link, (name) =>
    name === 'id' ? externalId : (textOrNull(map.link(row, name)) ?? ''),
  );
}

/** A percent-encoded link is decoded. Placeholders that an affiliate network would fill in are removed. */
function cleanLink(link: string): string {
  let address = link;
  if (/^https?%3A/i.test(link)) {
    try {
      address = decodeURIComponent(link);
    } catch {
      return reject('bad_link', `The link is ${show(link)}.`);
    }
  }
  if (!/[{]|%7B/i.test(address)) return address;
  const url = URL.parse(address);
  if (url === null) return address;
  for (const [name, parameter] of [...url.searchParams])
    if (parameter.startsWith('{') && parameter.endsWith('}')) url.searchParams.delete(name);
  return url.href;
}

/** Reads one row of a generic feed into a draft, by the column map. */
import { eachFact } from '../../../domain/facts.ts';
import { CLOCK_STARTS } from '../../../domain/plan.ts';
import type { Draft, ProductTerms } from '../../draft.ts';
import { allowanceInWords } from '../../parse/allowance-cell.ts';
import {
  adviceFor,
  allowancePer,
  amountCell,
  amountOfText,
  amountOrNull,
  isOneOf,
  needAmount,
  numberPart,
  unitOrNull,
} from '../../parse/data.ts';
import { daysOrNull, needDays, saysNoExpiry, startOf } from '../../parse/days.ts';
import { exitsIn } from '../../parse/exits.ts';
import { fairUseFields, readFairUse } from '../../parse/fair-use.ts';
import { bestGeneration } from '../../parse/generations.ts';
import { decimalOrNull, IN_CENTS, type Prices, shiftPoint } from '../../parse/money.ts';
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
  positiveOrNull,
  RowRejected,
  reject,
  show,
  textOrNull,
} from '../../parse/value.ts';
import type { ColumnMap, Field } from './column-map.ts';
import { priceIfReadable, productPlan, type TitleRules, titleRules } from './product.ts';

/** Returns the value of a row in a column. */
export type Cell = (column: string) => unknown;

/** The column map with what is prepared once for all rows. */
interface PreparedMap extends ColumnMap {
  readonly base: NonNullable<ColumnMap['base']>;
  /** By how many digits the decimal point of prices moves to the left. */
  readonly pointPlaces: number;
  readonly placesOf: ReturnType<typeof createPlacesReader>;
  readonly titles: TitleRules;
}

/** `terms` are for a feed of products. */
export function createRowReader(options: ColumnMap, terms?: ProductTerms) {
  const map: PreparedMap = {
    ...options,
    titles: titleRules(options, terms),
    base: options.base ?? 1000,
    pointPlaces: options.priceScale === 'minor' ? IN_CENTS : 0,
    placesOf: createPlacesReader(options),
  };
  return {
    idOf: (cell: Cell) => new MappedRow(map, cell).id(),
    read: (cell: Cell) => draftOf(new MappedRow(map, cell)),
  };
}

/** The cells of one row, by the fields of the column map. */
class MappedRow {
  readonly map: PreparedMap;
  readonly cell: Cell;
  constructor(map: PreparedMap, cell: Cell) {
    this.map = map;
    this.cell = cell;
  }

  /** The cell of the field's column, or else the constant of the field. */
  value(field: Field): unknown {
    const column = this.map.columns[field];
    const found = column === undefined ? undefined : this.cell(column);
    return isEmpty(found) ? this.map.constants?.[field] : found;
  }

  id(): string | null {
    const parts = [this.map.id].flat().map((column) => textOrNull(this.cell(column)));
    return parts.every((part) => part === null) ? null : parts.map((part) => part ?? '').join('-');
  }

  text(field: Field): string | null {
    return textOrNull(this.value(field));
  }

  flag(field: Field): boolean | null {
    return booleanOrNull(this.value(field));
  }

  positive(field: Field): number | null {
    return positiveOrNull(this.value(field));
  }

  speed(field: Field): number | null {
    return speedIn(this.value(field)) ?? this.positive(field);
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

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function draftOf(row: MappedRow): Draft {
  const { map } = row;
  const externalId = row.id() ?? reject('missing_field', 'It has no id.');
  applyConditions(row);
  const { where, ...plan } = map.products === true ? planOfProduct(row) : planOfColumns(row);
  const { days, model } = plan;
  const maxKbps = row.speed('maxKbps');
  return {
    externalId,
    provider: row.text('provider'),
    name: row.text('name'),
    placeName: where,
    excludedPlaces: pieces(row.value('excludedPlaces'), map.separator)
      .map(textOrNull)
      .filter((text) => text !== null),
    networks: networksOf(row.value('networks'), map.separator),
    generation:
      bestGeneration(row.value('generations')) ??
      (row.flag('has5g') === true ? '5G' : bestGeneration(row.value('has5g'))),
    ...exitsIn(row.value('exits')),
    periodDays: null,
    ...plan,
    ...afterCapOf(row, model, days),
    ...(maxKbps === null ? {} : { maxKbps }),
    soldPerDay: row.flag('soldPerDay') === true,
    starts: startsOf(row) ?? 'unknown',
    installWithinDays: daysOrNull(row.value('installWithinDays')),
    ...pricesOf(row),
    basis: map.basis,
    tax: map.tax ?? 'unknown',
    ...eachFact((name) => row.flag(name)),
    hotspotBytes: row.amount('hotspotCap'),
    callMinutes: row.positive('callMinutes'),
    textMessages: row.positive('textMessages'),
    subscription: row.flag('subscription'),
    link: linkOfRow(row, externalId),
    updatedAt: instantOrNull(row.value('updatedAt')),
    expiresAt: endOrNull(row.value('expiresAt')),
  };
}

type Plan = Pick<Draft, 'places' | 'days' | 'model' | 'data'> & Partial<Draft>;
/** `where`: what the row calls its places together, for a generated name. */
type PlanWithPlaceName = Plan & { readonly where: string | null };

function planOfColumns(row: MappedRow): PlanWithPlaceName {
  const { places, where } = row.map.placesOf(row.value('places'));
  const days = daysOf(row);
  return { where, places, days, ...allowanceOf(row, days) };
}

/** A row of a feed of products may lack columns, for which its title is read. */
function planOfProduct(row: MappedRow): PlanWithPlaceName {
  const { map } = row;
  const has = (...fields: readonly Field[]) => fields.some((field) => !isEmpty(row.value(field)));
  const cell = has('places') ? map.placesOf(row.value('places')) : null;
  const texts = {
    title: row.text('name') ?? '',
    besides: [row.value('category'), row.value('attributes')].flat().map((text) => textOrNull(text) ?? ''),
  };
  const columns = {
    places: cell?.places,
    days: has('days') || cellLength(row) !== null ? () => daysOf(row) : undefined,
    allowance: has('data', 'unlimited') ? (days: number | null) => allowanceOf(row, days) : undefined,
  };
  return { where: cell?.where ?? null, ...productPlan(texts, columns, map.titles) };
}

/** Rejects rows by `refuse`, and filters rows by `keep`. */
function applyConditions({ map, cell }: MappedRow): void {
  for (const { column, values, reason } of map.refuse ?? [])
    if (isOneOf(cell(column) ?? '', values)) reject(reason, `Its ${column} is ${show(cell(column))}.`);
  for (const { column, values } of map.keep ?? [])
    if (!isOneOf(cell(column) ?? '', values))
      throw new RowRejected('not_a_plan', `Its ${column} is ${show(cell(column))}.`, true);
}

/** What the name says, for a row whose columns say too little. */
function readNameOf(row: MappedRow): NameReading {
  const name = row.text('name') ?? '';
  const reading = readName(name);
  rejectOtherGoods(reading.otherGoods);
  return reading;
}

function daysOf(row: MappedRow): number | null {
  const found = row.value('days');
  if (saysNoExpiry(found) || isOneOf(found ?? '', row.map.noExpiryValues ?? [])) return null;
  if (found === undefined) {
    const length = onlyLength(readNameOf(row).lengths) ?? cellLength(row);
    if (length !== null) return length;
  }
  return needDays(found, row.map.daysUnit ?? 'days');
}

/** The length that the cell of the amount states: "5GB/4일". */
const cellLength = (row: MappedRow): number | null =>
  amountCell(row.value('data'), row.map.base)?.days ?? null;

function allowanceOf(row: MappedRow, days: number | null): Pick<Draft, 'model' | 'data'> & Partial<Draft> {
  const { base, unlimitedValues = [] } = row.map;
  const found = row.value('data');
  const isWord = found !== undefined && isOneOf(found, unlimitedValues);
  if (row.flag('unlimited') === true || isWord || isOneOf(numberPart(found), unlimitedValues))
    return { model: 'unlimited', data: null };
  if (found === undefined)
    return allowanceIn(readNameOf(row), days) ?? reject('missing_field', 'It has no amount of data.');
  const written = amountCell(found, base);
  const cellDays = written?.days ?? null;
  if (cellDays !== null && cellDays !== days)
    reject('name_contradicts', `The amount is for ${cellDays} days, the validity is ${days ?? 'none'}.`);
  if (written?.unlimited === true)
    return { model: 'unlimited', data: null, ...(written.data && { fullSpeedPerDay: written.data }) };
  const words = written === null ? allowanceInWords(found, base, days) : null;
  if (words !== null) return { model: 'total', data: null, ...words };
  const data = written?.data ?? row.amount('data');
  if (data !== null) return allowancePer(data, written?.per ?? row.value('dataPer'), days);
  const unit = unitOrNull(row.value('dataUnit'));
  return unit === null
    ? reject('impossible_data', `The amount of data is ${show(found)}, without a unit${adviceFor(found)}.`)
    : { model: 'total', data: needAmount(found, unit, base) };
}

function afterCapOf(row: MappedRow, model: Draft['model'], days: number | null): Partial<Draft> {
  const throttleKbps = row.speed('throttleKbps');
  const full = model === 'unlimited' ? row.amount('fullSpeedPerDay') : null;
  const isSlowed = throttleKbps !== null || row.flag('throttled') === true;
  return {
    ...fairUseFields(readFairUse(row.value('fairUse'), row.map.base), model, days),
    ...(isSlowed && { afterCap: 'throttle' }),
    ...(throttleKbps !== null && { throttleKbps }),
    ...(full !== null && { fullSpeedPerDay: full }),
  };
}

function startsOf(row: MappedRow): Draft['starts'] {
  const found = row.value('starts');
  return CLOCK_STARTS.find((word) => word === found) ?? startOf(found);
}

function pricesOf(row: MappedRow): Pick<Draft, 'prices' | 'promoPrices' | 'wholesale'> {
  const { map } = row;
  const byCurrency = pricesIn(row, map.prices);
  const found = row.value('price');
  if (byCurrency === null && found === undefined) reject('missing_field', 'It has no price.');
  const prices = byCurrency ?? needPriceCell(found, row.value('currency'), map.pointPlaces);
  const [currency = ''] = Object.keys(prices);
  const wholesale = decimalOrNull(row.value('wholesalePrice'));
  const promo = row.value('promoPrice');
  return {
    prices,
    promoPrices:
      pricesIn(row, map.promoPrices) ??
      (promo === undefined ? null : priceIfReadable(() => needPriceCell(promo, currency, map.pointPlaces))),
    wholesale: wholesale === null ? null : { currency, amount: shiftPoint(wholesale, map.pointPlaces) },
  };
}

/** The prices in the columns of these currencies. An unreadable price removes only its own currency. */
function pricesIn({ map, cell }: MappedRow, columns: ColumnMap['prices'] = {}): Prices | null {
  const found: Record<string, string> = {};
  for (const [currency, column] of Object.entries(columns)) {
    const written = cell(column);
    if (isEmpty(written)) continue;
    Object.assign(
      found,
      priceIfReadable(() => needPriceCell(written, currency, map.pointPlaces)),
    );
  }
  return Object.keys(found).length === 0 ? null : found;
}

function linkOfRow(row: MappedRow, externalId: string): string {
  const { map, cell } = row;
  const found = row.value('link');
  if (found !== undefined || map.link === undefined) return linkOf(found);
  return fillLink(map.link, (name) => (name === 'id' ? externalId : (textOrNull(cell(name)) ?? '')));
}

/** Reads one row of a generic feed into a draft, by the column map. */
import { eachFact } from '../../../domain/facts.ts';
import { CLOCK_STARTS } from '../../../domain/plan.ts';
import type { Draft } from '../../draft.ts';
import { bestGeneration, createPlacesReader, exitsIn, networksOf, pieces } from '../../parse/coverages.ts';
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
import { allowanceInWords, fairUseFields, readFairUse, speedIn } from '../../parse/fair-use.ts';
import { decimalOrNull, MINOR, needPriceCell, type Prices, shiftPoint } from '../../parse/money.ts';
import { allowanceIn } from '../../parse/name/allowance.ts';
import { type NameReading, readName, rejectOtherGoods } from '../../parse/name/read-name.ts';
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
import { promotionOf } from './product.ts';

/** Returns the value of a row in a column. */
export type Cell = (column: string) => unknown;

const POINT_PLACES = { major: 0, minor: MINOR } as const;

export function createRowReader(options: ColumnMap) {
  const idColumns = [options.id].flat();
  const base = options.base ?? 1000;
  const pointPlaces = POINT_PLACES[options.priceScale ?? 'major'];
  const unlimitedValues = options.unlimitedValues ?? [];
  const placesOf = createPlacesReader(options);

  const value = (cell: Cell, field: Field): unknown => {
    const column = options.columns[field];
    const found = column === undefined ? undefined : cell(column);
    return found === undefined || found === null || found === '' ? options.constants?.[field] : found;
  };

  const idOf = (cell: Cell): string | null => {
    const parts = idColumns.map((column) => textOrNull(cell(column)));
    return parts.every((part) => part === null) ? null : parts.map((part) => part ?? '').join('-');
  };

  const flag = (cell: Cell, field: Field): boolean | null => booleanOrNull(value(cell, field));

  const texts = (cell: Cell, field: Field): readonly string[] =>
    pieces(value(cell, field), options.separator)
      .map(textOrNull)
      .filter((text) => text !== null);

  const speed = (cell: Cell, field: Field): number | null =>
    speedIn(value(cell, field)) ?? positiveOrNull(value(cell, field));

  const amount = (cell: Cell, field: Field): number | null => {
    const unit = unitOrNull(value(cell, 'dataUnit'));
    return (
      amountOfText(value(cell, field), base) ??
      (unit === null ? null : amountOrNull(value(cell, field), unit, base))
    );
  };

  /** What the name says, for a row whose columns say too little. */
  const named = (cell: Cell): NameReading => {
    const name = textOrNull(value(cell, 'name')) ?? '';
    const reading = readName(name);
    rejectOtherGoods(reading, options.products === true && name !== '');
    return reading;
  };

  const days = (cell: Cell): number | null => {
    const found = value(cell, 'days');
    if (saysNoExpiry(found) || isOneOf(found ?? '', options.noExpiryValues ?? [])) return null;
    if (found === undefined) {
      const [length, ...others] = new Set(named(cell).lengths.map(({ days: count }) => count));
      if (length !== undefined && length > 0 && others.length === 0) return length;
    }
    return needDays(found, options.daysUnit ?? 'days');
  };

  const allowance = (cell: Cell, length: number | null): Pick<Draft, 'model' | 'data'> & Partial<Draft> => {
    const found = value(cell, 'data');
    const isWord = found !== undefined && isOneOf(found, unlimitedValues);
    if (flag(cell, 'unlimited') === true || isWord || isOneOf(numberPart(found), unlimitedValues))
      return { model: 'unlimited', data: null };
    if (found === undefined)
      return allowanceIn(named(cell), length) ?? reject('missing_field', 'It has no amount of data.');
    const written = amountCell(found, base);
    if (written?.unlimited === true)
      return {
        model: 'unlimited',
        data: null,
        ...(written.data && { fullSpeedPerDay: written.data }),
      };
    const words = written === null ? allowanceInWords(found, base, length) : null;
    if (words !== null) return { model: 'total', data: null, ...words };
    const unit = unitOrNull(value(cell, 'dataUnit'));
    const data = written?.data ?? amount(cell, 'data');
    if (data !== null) return allowancePer(data, written?.per ?? value(cell, 'dataPer'), length);
    return unit === null
      ? reject('impossible_data', `The amount of data is ${show(found)}, without a unit${adviceFor(found)}.`)
      : { model: 'total', data: needAmount(found, unit, base) };
  };

  const listed = (cell: Cell, columns: Readonly<Record<string, string>> | undefined): Prices | null => {
    const found: Record<string, string> = {};
    for (const [code, column] of Object.entries(columns ?? {})) {
      const written = cell(column);
      if (written === undefined || written === null || written === '') continue;
      // An unreadable price removes only its own currency.
      Object.assign(
        found,
        promotionOf(() => needPriceCell(written, code, pointPlaces)),
      );
    }
    return Object.keys(found).length === 0 ? null : found;
  };

  const prices = (cell: Cell): Pick<Draft, 'prices' | 'promoPrices' | 'wholesale'> => {
    const byCurrency = listed(cell, options.prices);
    const found = value(cell, 'price');
    if (byCurrency === null && found === undefined) reject('missing_field', 'It has no price.');
    const all = byCurrency ?? needPriceCell(found, value(cell, 'currency'), pointPlaces);
    const paid = decimalOrNull(value(cell, 'wholesalePrice'));
    const promo = value(cell, 'promoPrice');
    const [currency = ''] = Object.keys(all);
    return {
      prices: all,
      promoPrices:
        listed(cell, options.promoPrices) ??
        (promo === undefined ? null : promotionOf(() => needPriceCell(promo, currency, pointPlaces))),
      wholesale: paid === null ? null : { currency, amount: shiftPoint(paid, pointPlaces) },
    };
  };

  const starts = (cell: Cell): Draft['starts'] => {
    const found = value(cell, 'starts');
    return CLOCK_STARTS.find((word) => word === found) ?? startOf(found);
  };

  const afterCap = (cell: Cell, model: Draft['model'], length: number | null): Partial<Draft> => {
    const fields = fairUseFields(readFairUse(value(cell, 'fairUse'), base), model, length);
    const throttleKbps = speed(cell, 'throttleKbps');
    const full = model === 'unlimited' ? amount(cell, 'fullSpeedPerDay') : null;
    const isSlowed = throttleKbps !== null || flag(cell, 'throttled') === true;
    return {
      ...fields,
      ...(isSlowed && { afterCap: 'throttle' }),
      ...(throttleKbps !== null && { throttleKbps }),
      ...(full !== null && { fullSpeedPerDay: full }),
    };
  };

  const link = (cell: Cell, externalId: string): string => {
    const found = value(cell, 'link');
    if (found !== undefined || options.link === undefined) return linkOf(found);
    return fillLink(options.link, (name) => (name === 'id' ? externalId : (textOrNull(cell(name)) ?? '')));
  };

  const read = (cell: Cell): Draft => {
    const externalId = idOf(cell) ?? reject('missing_field', 'It has no id.');
    for (const { column, values, reason } of options.refuse ?? []) {
      if (isOneOf(cell(column) ?? '', values)) reject(reason, `Its ${column} is ${show(cell(column))}.`);
    }
    for (const { column, values } of options.keep ?? []) {
      if (!isOneOf(cell(column) ?? '', values))
        throw new RowRejected('not_a_plan', `Its ${column} is ${show(cell(column))}.`, true);
    }
    const { places, where } = placesOf(value(cell, 'places'));
    const length = days(cell);
    const allowed = allowance(cell, length);
    const { model } = allowed;
    const exits = exitsIn(value(cell, 'exits'));
    const maxKbps = speed(cell, 'maxKbps');
    return {
      externalId,
      provider: textOrNull(value(cell, 'provider')),
      name: textOrNull(value(cell, 'name')),
      isProduct: options.products === true,
      placeName: where,
      places,
      excludedPlaces: texts(cell, 'excludedPlaces'),
      networks: networksOf(value(cell, 'networks'), options.separator),
      generation:
        bestGeneration(value(cell, 'generations')) ??
        (flag(cell, 'has5g') === true ? '5G' : bestGeneration(value(cell, 'has5g'))),
      ...exits,
      periodDays: null,
      ...allowed,
      ...afterCap(cell, model, length),
      ...(maxKbps === null ? {} : { maxKbps }),
      days: length,
      soldPerDay: flag(cell, 'soldPerDay') === true,
      starts: starts(cell) ?? 'unknown',
      installWithinDays: daysOrNull(value(cell, 'installWithinDays')),
      ...prices(cell),
      basis: options.basis,
      tax: options.tax ?? 'unknown',
      ...eachFact((name) => flag(cell, name)),
      hotspotBytes: amount(cell, 'hotspotCap'),
      callMinutes: positiveOrNull(value(cell, 'callMinutes')),
      textMessages: positiveOrNull(value(cell, 'textMessages')),
      subscription: flag(cell, 'subscription'),
      link: link(cell, externalId),
      updatedAt: instantOrNull(value(cell, 'updatedAt')),
      expiresAt: endOrNull(value(cell, 'expiresAt')),
    };
  };

  return { idOf, read };
}

/** Reads one row of a feed into a draft, by the column map. */
import { eachFact, type FactName } from '../../../domain/facts.ts';
import { resolvePlace } from '../../../domain/places/meaning.ts';
import { CLOCK_STARTS, SCOPES } from '../../../domain/plan.ts';
import type { Draft, ProductTerms } from '../../draft.ts';
import { startOf } from '../../parse/clock-start.ts';
import { daysOrNull } from '../../parse/days.ts';
import { breakoutOf, exitsIn } from '../../parse/exits.ts';
import { bestGeneration } from '../../parse/generations.ts';
import type { NameFacts } from '../../parse/name/facts.ts';
import { readName } from '../../parse/name/read-name.ts';
import { networksOf } from '../../parse/networks.ts';
import { pieces } from '../../parse/place-cells.ts';
import {
  booleanOrNull,
  endOrNull,
  instantOrNull,
  RowRejected,
  reject,
  show,
  textOrNull,
} from '../../parse/value.ts';
import type { ColumnMap } from '../shared/column-map.ts';
import type { CompileColumn, FeedRow } from '../shared/path.ts';
import { afterCapOf } from './after-cap.ts';
import { linkOfRow } from './link.ts';
import { MappedRow } from './mapped-row.ts';
import { planOfColumns, planOfProduct } from './plan.ts';
import { prepareMap } from './prepared-map.ts';
import { pricesOf } from './prices.ts';
import { stockOf } from './stock.ts';

/** `terms` are for a feed of products. */
export function createRowReader(options: ColumnMap, compile: CompileColumn, terms?: ProductTerms) {
  const map = prepareMap(options, compile, terms);
  return {
    idOf: (row: FeedRow) => new MappedRow(map, row).id(),
    read: (row: FeedRow) => draftOf(new MappedRow(map, row)),
  };
}

function draftOf(row: MappedRow): Draft {
  const { options, titles } = row.map;
  const externalId = row.id() ?? reject('missing_field', 'It has no id.');
  applyConditions(row);
  const { placeName, ...plan } = titles === null ? planOfColumns(row) : planOfProduct(row, titles);
  const { days, places } = plan;
  const maxKbps = row.speed('maxKbps');
  const scope = SCOPES.find((one) => one === row.value('scope'));
  const details = detailsOf(row);
  return {
    externalId,
    provider: row.text('provider'),
    name: row.text('name'),
    placeName: row.text('placeName') ?? nameOfPlaces(row.value('places'), placeName),
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
    callMinutes: row.positive('callMinutes') ?? details?.callMinutes ?? null,
    textMessages: row.positive('textMessages') ?? details?.textMessages ?? null,
    subscription: row.flag('subscription'),
    ...promotionOf(row),
    link: linkOfRow(row, externalId),
    updatedAt: instantOrNull(row.value('updatedAt')),
    expiresAt: endOrNull(row.value('expiresAt')),
  };
}

/** A list with one code contains no name. */
const nameOfPlaces = (places: unknown, placeName: string | null): string | null =>
  Array.isArray(places) && /^[a-z]{2,3}$/i.test(placeName ?? '') ? null : placeName;

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

/** The facts that the statements of `details` contain together. */
function detailsOf(row: MappedRow): NameFacts | null {
  if (row.map.fields.details === undefined) return null;
  const texts = row.texts('details');
  return texts.length === 0 ? null : readName(texts.join(' | ')).facts;
}

function statedIn(details: NameFacts | null, name: FactName): boolean | null {
  return details !== null && Object.hasOwn(details, name)
    ? booleanOrNull(details[name as keyof NameFacts])
    : null;
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

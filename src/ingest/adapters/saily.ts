/**
 * Saily's partner API: one JSON document `{items}`. Prices are cents with tax; unlimited plans carry a balance of
 * 999 GB that means nothing; fair use stands in `merchant_plans[].metadata`.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, type DataAmount, type Draft, FeedError } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { amountOrNull, needAmount, shareOfADay, unitOrNull } from '../parse/data.ts';
import { kbpsOfText } from '../parse/fair-use.ts';
import { MINOR, needPrice } from '../parse/money.ts';
import { needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  isRecord,
  type JsonObject,
  linkOf,
  listOf,
  needText,
  numberOrNull,
  own,
  readObjects,
  recordsOf,
  refuse,
  show,
  textOrNull,
} from '../parse/value.ts';
import { fetchWhole, Url } from './common.ts';

const Options = Type.Object(
  { url: Url('The list of plans, with its `utm_source`.') },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

const EMPTY: JsonObject = {};
function section(row: JsonObject, key: string): JsonObject {
  const value = own(row, key);
  return isRecord(value) ? value : EMPTY;
}

function daysOf(duration: JsonObject): number {
  const unit = textOrNull(own(duration, 'unit'))?.toLowerCase() ?? 'nothing';
  if (unit !== 'day' && unit !== 'hour') refuse('impossible_days', `The validity is in ${show(unit)}.`);
  return needDays(own(duration, 'amount'), unit === 'hour' ? 'hours' : 'days');
}

function balance(row: JsonObject): DataAmount {
  const data = recordsOf(own(row, 'balances')).find((entry) => own(entry, 'type') === 'DATA');
  if (data === undefined) return refuse('missing_field', 'It has no balance of data.');
  const unit =
    unitOrNull(own(data, 'unit')) ?? refuse('impossible_data', `The unit is ${show(own(data, 'unit'))}.`);
  return needAmount(own(data, 'amount'), unit, 1000);
}

/** Full-speed data comes back after `interval` days; what nobody dates counts for the whole validity. */
function fairUse(row: JsonObject, unlimited: boolean, days: number): Partial<Draft> {
  const metadata = recordsOf(own(row, 'merchant_plans'))
    .map((plan) => section(plan, 'metadata'))
    .find((entry) => own(entry, 'throttled_speed') !== undefined);
  if (metadata === undefined) return {};
  const speed = section(metadata, 'throttled_speed');
  const throttleKbps = kbpsOfText(`${textOrNull(own(speed, 'amount'))} ${textOrNull(own(speed, 'unit'))}`);
  if (!unlimited) return { afterCap: 'throttle', throttleKbps };
  const full = section(metadata, 'unrestricted_data');
  const amount = amountOrNull(own(full, 'amount'), unitOrNull(own(full, 'unit')) ?? 'MB', 1000);
  const renewal = section(metadata, 'unrestricted_data_after');
  const everyDays = own(renewal, 'unit') === 'DAY' ? numberOrNull(own(renewal, 'interval')) : null;
  const share = amount === null ? null : everyDays === 1 ? amount : shareOfADay(amount, everyDays ?? days);
  return { afterCap: 'throttle', throttleKbps, uncapped: false, fullSpeedPerDay: share };
}

/** The link comes percent-encoded, and with places for a network to fill in, which are of no use to a traveller. */
function destination(value: unknown): string {
  const link = linkOf(value);
  let address = link;
  if (/^https?%3A/i.test(link)) {
    try {
      address = decodeURIComponent(link);
    } catch {
      return refuse('bad_link', `The link is ${show(link)}.`);
    }
  }
  if (!URL.canParse(address)) return refuse('bad_link', `The link is ${show(link)}.`);
  const url = new URL(address);
  for (const [name, parameter] of [...url.searchParams]) {
    if (parameter.startsWith('{') && parameter.endsWith('}')) url.searchParams.delete(name);
  }
  return url.href;
}

function readPlan(row: JsonObject): Draft {
  const externalId = needText(own(row, 'identifier'), 'identifier');
  const unlimited =
    own(row, 'is_unlimited') === true ||
    recordsOf(own(row, 'balances')).some(
      (entry) => own(entry, 'type') === 'DATA' && own(entry, 'is_unlimited') === true,
    );
  const days = daysOf(section(row, 'duration'));
  const price = section(row, 'price');
  return {
    externalId,
    name: needText(own(row, 'name'), 'name'),
    places: needPlaces(listOf(own(row, 'covered_countries'))),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : balance(row),
    ...fairUse(row, unlimited, days),
    days,
    prices: needPrice(own(price, 'amount_with_tax'), own(price, 'currency'), MINOR),
    basis: 'retail',
    tax: 'included',
    link: destination(own(row, 'destination_url')),
  };
}

export const saily: Adapter = {
  id: 'saily',
  credentials: [],
  options: Options,
  fetch: (context) => fetchWhole(context, { url: (context.options as Options).url }),
  *parse(page) {
    const document = jsonOf(page);
    if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `items`.');
    const rows = needRows(own(document, 'items'), '`items`', ['identifier']);
    yield* readObjects(page, rows, ['identifier'], readPlan);
  },
};

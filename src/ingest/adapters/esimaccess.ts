/**
 * eSIM Access: one POST. Prices are ten-thousandths of a USD, volumes are bytes at 1,024³. Daily plans of one day have
 * a price per day and are sold by the day. `price` is wholesale: without `retailPrice` a package is never served.
 */
import { createHmac } from 'node:crypto';
import Type, { type Static } from 'typebox';
import {
  type Adapter,
  type DataAmount,
  type Draft,
  type DraftNetwork,
  FeedError,
  type FetchContext,
} from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needAmount } from '../parse/data.ts';
import { kbpsOfText } from '../parse/fair-use.ts';
import { decimalOrNull, needPrice, shiftPoint, TEN_THOUSANDTHS } from '../parse/money.ts';
import { bestGeneration, breakoutOf, generationsOf, needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  fillLink,
  isRecord,
  type JsonObject,
  needText,
  numberOrNull,
  own,
  positiveOrNull,
  readObjects,
  recordsOf,
  refuse,
  show,
  textOrNull,
} from '../parse/value.ts';
import { fetchWhole, LinkTemplate, Url } from './common.ts';

const Options = Type.Object(
  { url: Url('The package list.'), link: LinkTemplate('{id} and {slug}') },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

/** 1 in total, 2 a day then slow, 3 a day then cut off, 4 a day without limit. */
const TOTAL = 1;
const DAILY_THEN_SLOW = 2;
const DAILY_THEN_CUT = 3;
const DAILY_UNLIMITED = 4;

function allowanceOf(row: JsonObject): Pick<Draft, 'model' | 'data'> & Partial<Draft> {
  const type = numberOrNull(own(row, 'dataType'));
  const volume = (): DataAmount => needAmount(own(row, 'volume'), 'bytes', 1024);
  const throttleKbps = kbpsOfText(own(row, 'fupPolicy'));
  if (type === TOTAL) return { model: 'total', data: volume() };
  if (type === DAILY_THEN_SLOW)
    return { model: 'per_day', data: volume(), afterCap: 'throttle', throttleKbps };
  if (type === DAILY_THEN_CUT) return { model: 'per_day', data: volume(), afterCap: 'stop' };
  if (type !== DAILY_UNLIMITED)
    return refuse('impossible_data', `The data type is ${show(own(row, 'dataType'))}.`);
  if (throttleKbps === null) return { model: 'unlimited', data: null };
  return { model: 'unlimited', data: null, afterCap: 'throttle', throttleKbps, uncapped: false };
}

function validityOf(row: JsonObject, model: Draft['model']): Pick<Draft, 'days' | 'soldPerDay'> {
  const unit = textOrNull(own(row, 'durationUnit'))?.toUpperCase();
  if (unit !== 'DAY' && unit !== 'HOUR') refuse('impossible_days', `The validity is in ${show(unit)}.`);
  const days = needDays(own(row, 'duration'), unit === 'HOUR' ? 'hours' : 'days');
  const daily = numberOrNull(own(row, 'dataType')) !== TOTAL && model !== 'total';
  // Sold by the day: an order names its days, and the feed states no most.
  return daily && days === 1 && unit === 'DAY'
    ? { days: null, soldPerDay: true }
    : { days, soldPerDay: false };
}

function pricesOf(row: JsonObject): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const currency = own(row, 'currencyCode') ?? 'USD';
  if (positiveOrNull(own(row, 'retailPrice')) === null) {
    return { prices: needPrice(own(row, 'price'), currency, TEN_THOUSANDTHS), basis: 'wholesale' };
  }
  const prices = needPrice(own(row, 'retailPrice'), currency, TEN_THOUSANDTHS);
  const wholesale = decimalOrNull(own(row, 'price'));
  const [code = 'USD'] = Object.keys(prices);
  const paid = wholesale === null ? null : { currency: code, amount: shiftPoint(wholesale, TEN_THOUSANDTHS) };
  return { prices, basis: 'retail', wholesale: paid };
}

function networksOf(row: JsonObject): DraftNetwork[] {
  const networks: DraftNetwork[] = [];
  for (const location of recordsOf(own(row, 'locationNetworkList'))) {
    const place = textOrNull(own(location, 'locationCode'));
    for (const operator of recordsOf(own(location, 'operatorList'))) {
      const name = textOrNull(own(operator, 'operatorName'));
      if (name !== null)
        networks.push({ place, name, generations: generationsOf(own(operator, 'networkType')) });
    }
  }
  return networks;
}

/** Long lists: a plan for the world names over a hundred codes. */
const codes = (value: unknown, separator: string) =>
  typeof value === 'string' ? value.split(separator).map((code) => code.trim()) : [];

function readPlan(row: JsonObject, template: string): Draft {
  const externalId = needText(own(row, 'packageCode'), 'packageCode');
  const slug = textOrNull(own(row, 'slug')) ?? '';
  const places = needPlaces(codes(own(row, 'location'), ','));
  const allowance = allowanceOf(row);
  const active = numberOrNull(own(row, 'activeType'));
  // "NL/FR", and "Norway/NO" for one country by name and by code.
  const exits = codes(own(row, 'ipExport'), '/').filter((place) => place !== '');
  return {
    externalId,
    name: needText(own(row, 'name'), 'name'),
    places,
    networks: networksOf(row),
    generation: bestGeneration(own(row, 'speed')),
    breakout: breakoutOf(exits, places),
    exits,
    ...allowance,
    ...validityOf(row, allowance.model),
    starts: active === 1 ? 'install' : active === 2 ? 'first_use' : 'unknown',
    installWithinDays: positiveOrNull(own(row, 'unusedValidTime')),
    ...pricesOf(row),
    topUp: numberOrNull(own(row, 'supportTopUpType')) === null ? null : own(row, 'supportTopUpType') === 2,
    link: fillLink(template, (name) => (name === 'id' ? externalId : name === 'slug' ? slug : null)),
  };
}

/** All packages. */
const BODY = '{}';

/** The access code is enough; whoever has a secret key too signs time, number, code and body, so that none can be changed. */
function signed(context: FetchContext, body: string): Record<string, string> {
  const code = context.credential('access_code');
  if (!context.hasCredential('secret_key')) return { 'rt-accesscode': code };
  const [timestamp, requestId] = [String(context.now()), context.nonce()];
  const signature = createHmac('sha256', context.credential('secret_key'))
    .update(timestamp + requestId + code + body)
    .digest('hex');
  return {
    'rt-accesscode': code,
    'rt-timestamp': timestamp,
    'rt-requestid': requestId,
    'rt-signature': signature,
  };
}

export const esimaccess: Adapter = {
  id: 'esimaccess',
  credentials: ['access_code'],
  optionalCredentials: ['secret_key'],
  options: Options,
  fetch: (context) =>
    fetchWhole(context, {
      url: (context.options as Options).url,
      method: 'POST',
      idempotent: true,
      headers: { ...signed(context, BODY), 'content-type': 'application/json' },
      body: BODY,
      conditional: false,
    }),
  *parse(page, options) {
    const document = jsonOf(page);
    if (!isRecord(document) || own(document, 'success') !== true) {
      throw new FeedError('The feed does not report success.');
    }
    const envelope = own(document, 'obj');
    const list = isRecord(envelope) ? own(envelope, 'packageList') : undefined;
    const rows = needRows(list, '`obj.packageList`', ['packageCode']);
    yield* readObjects(page, rows, ['packageCode'], (row) => readPlan(row, (options as Options).link));
  },
};

/**
 * eSIM Access: one POST request. Prices are in ten-thousandths of a USD. Volumes are in bytes, with 1,024³ bytes to a
 * GB: 3 × 1,024³ bytes are advertised as 3 GB and become 3,000,000,000 bytes. A daily plan of one day has a price per
 * day and is sold by the day. `price` is the wholesale price, so a package without `retailPrice` is never served.
 */
import { createHmac } from 'node:crypto';
import type { ClockStart } from '../../domain/plan.ts';
import { FeedError, type FetchContext } from '../adapter.ts';
import type { Draft, DraftNetwork } from '../draft.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needPlaces } from '../parse/coverages.ts';
import { BINARY } from '../parse/data.ts';
import { breakoutOf } from '../parse/exits.ts';
import { type Fields, fieldsOf } from '../parse/fields.ts';
import { bestGeneration } from '../parse/generations.ts';
import { IN_TEN_THOUSANDTHS, retailPrices } from '../parse/money.ts';
import { kbpsOfText } from '../parse/speeds.ts';
import { fillLink, reject, show } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

/** The values of `dataType`. */
const TOTAL = 1;
const DAILY_THEN_SLOW = 2;
const DAILY_THEN_CUT = 3;
const DAILY_UNLIMITED = 4;
/** The values of `activeType`. */
const STARTS_AT_INSTALLATION = 1;
const STARTS_AT_FIRST_USE = 2;
/** The value of `supportTopUpType` for "yes". */
const CAN_TOP_UP = 2;

function allowanceOf(row: Fields): Pick<Draft, 'model' | 'data'> & Partial<Draft> {
  const type = row.number('dataType');
  const volume = () => row.amount('volume', 'bytes', BINARY);
  const throttleKbps = kbpsOfText(row.at('fupPolicy'));
  if (type === TOTAL) return { model: 'total', data: volume() };
  if (type === DAILY_THEN_SLOW)
    return { model: 'per_day', data: volume(), afterCap: 'throttle', throttleKbps };
  if (type === DAILY_THEN_CUT) return { model: 'per_day', data: volume(), afterCap: 'stop' };
  if (type !== DAILY_UNLIMITED)
    return reject('impossible_data', `The data type is ${show(row.at('dataType'))}.`);
  // An unlimited plan has a `volume` as well, and it is not documented what that limits.
  if (throttleKbps === null) return { model: 'unlimited', data: null };
  return { model: 'unlimited', data: null, afterCap: 'throttle', throttleKbps };
}

function validityOf(row: Fields, model: Draft['model']): Pick<Draft, 'days' | 'soldPerDay'> {
  const unit = row.text('durationUnit')?.toUpperCase();
  if (unit !== 'DAY' && unit !== 'HOUR')
    reject('impossible_days', `The unit of the validity is ${show(unit)}.`);
  const days = row.days('duration', unit === 'HOUR' ? 'hours' : 'days');
  // The buyer of a daily plan of one day chooses the number of days, and the feed states no maximum.
  return model !== 'total' && days === 1 && unit === 'DAY'
    ? { days: null, soldPerDay: true }
    : { days, soldPerDay: false };
}

function networksOf(row: Fields): DraftNetwork[] {
  return row.records('locationNetworkList').flatMap((location) =>
    location.records('operatorList').flatMap((operator) => {
      const name = operator.text('operatorName');
      const generation = bestGeneration(operator.at('networkType'));
      return name === null ? [] : [{ place: location.text('locationCode'), name, generation }];
    }),
  );
}

function startOf(activeType: number | null): ClockStart {
  if (activeType === STARTS_AT_INSTALLATION) return 'install';
  return activeType === STARTS_AT_FIRST_USE ? 'first_use' : 'unknown';
}

/** Splits a list of codes of any length. A global plan has more than a hundred. */
const codes = (value: unknown, separator: string): string[] => {
  const parts = typeof value === 'string' ? value.split(separator) : [];
  return parts.map((code) => code.trim()).filter((code) => code !== '');
};

function readPlan(row: Fields, { link }: { readonly link: string }): Draft {
  const externalId = row.needText('packageCode');
  const places = needPlaces(codes(row.at('location'), ','));
  const allowance = allowanceOf(row);
  const topUpType = row.number('supportTopUpType');
  // "NL/FR" is two countries. "Norway/NO" is one country by name and by code.
  const exits = codes(row.at('ipExport'), '/');
  return {
    externalId,
    name: row.text('name'),
    places,
    networks: networksOf(row),
    generation: row.generation('speed'),
    breakout: breakoutOf(exits, places),
    exits,
    ...allowance,
    ...validityOf(row, allowance.model),
    starts: startOf(row.number('activeType')),
    installWithinDays: row.positive('unusedValidTime'),
    ...retailPrices(
      row.at('retailPrice'),
      row.at('price'),
      row.at('currencyCode') ?? 'USD',
      IN_TEN_THOUSANDTHS,
    ),
    topUp: topUpType === null ? null : topUpType === CAN_TOP_UP,
    link: fillLink(link, { id: externalId, slug: row.text('slug') ?? '' }),
  };
}

const BODY = '{}';

/** The access code is sufficient. If the operator has a secret key, the request is signed as well. */
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

export default frame.jsonAdapter({
  credentials: ['access_code'],
  optionalCredentials: ['secret_key'],
  options: frame.closed({ url: frame.Url('The package list.'), link: frame.LinkTemplate('{id} and {slug}') }),
  fetch: (context, { url }) =>
    frame.fetchWhole(context, {
      url,
      method: 'POST',
      idempotent: true,
      headers: { ...signed(context, BODY), 'content-type': 'application/json' },
      body: BODY,
    }),
  rows(page) {
    const document = fieldsOf(jsonOf(page));
    if (document.at('success') !== true) throw new FeedError('The response does not report success.');
    return needRows(document.record('obj').at('packageList'), '`obj.packageList`', ['packageCode']);
  },
  id: 'packageCode',
  read: readPlan,
});

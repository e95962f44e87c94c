/**
 * The format that many brands publish for comparison sites: a JSON array, in several dialects. `dataCap: 0` means
 * unlimited data. `validity: 0` or null means no expiry. Promotional prices are in fields of their own.
 */
import Type, { type Static } from 'typebox';
import type { Draft } from '../draft.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needPlaces, readCoverages } from '../parse/coverages.ts';
import {
  type Allowance,
  type Base as AmountBase,
  allowancePer,
  amountOfText,
  DECIMAL,
  isOneOf,
  needAmount,
  unitOrNull,
} from '../parse/data.ts';
import { needDays, startOf } from '../parse/days.ts';
import { breakoutOf } from '../parse/exits.ts';
import { fairUseFields, readFairUse } from '../parse/fair-use.ts';
import { Fields } from '../parse/fields.ts';
import { bestGeneration } from '../parse/generations.ts';
import { pricesOrNull } from '../parse/money.ts';
import { needPriceCell } from '../parse/price-text.ts';
import { speedIn } from '../parse/speeds.ts';
import {
  booleanOrNull,
  fillLink,
  isRecord,
  linkOf,
  listOf,
  numberOrNull,
  positiveOrNull,
  reject,
  textOrNull,
} from '../parse/value.ts';
import * as frame from './shared/frame.ts';

const Options = frame.closed({
  url: frame.Url('The feed.'),
  base: Type.Optional(frame.Base),
  unit: Type.Optional(
    Type.Enum(['MB', 'GB'], { description: 'The unit of data, for feeds that do not state it.' }),
  ),
  link: Type.Optional(frame.LinkTemplate('{id}')),
});
type Options = Static<typeof Options>;

const ID_KEYS = ['id', '_id', 'plan_id'];
const UNLIMITED = ['0', '-1', 'unlimited'];

function allowanceOf(row: Fields, days: number | null, options: Options): Allowance {
  const base = options.base ?? DECIMAL;
  const cap = row.either('dataCap', 'capacity', 'data');
  if (cap === undefined) reject('missing_field', 'It has no amount of data.');
  if (isOneOf(cap, UNLIMITED)) return { model: 'unlimited', data: null };
  const unit = unitOrNull(row.either('dataUnit', 'capacityUnit')) ?? options.unit;
  const data =
    amountOfText(cap, base) ??
    needAmount(cap, unit ?? reject('missing_field', 'The amount of data has no unit.'), base);
  return allowancePer(data, row.either('dataCapPer'), days);
}

/** null: the plan does not expire, which the feed states as null or 0. A row without either field is rejected. */
function daysOf(row: Fields): number | null {
  if (row.at('validity') === undefined && row.at('period') === undefined)
    reject('missing_field', 'It has no validity.');
  const value = row.first('validity', 'period');
  return value === undefined || numberOrNull(value) === 0 ? null : needDays(value);
}

/**
 * A stated speed replaces the rule of the text. Without one, a plan that may be throttled is throttled to an unknown
 * speed, unless its text states another rule.
 */
function afterCapOf(
  row: Fields,
  model: Draft['model'],
  days: number | null,
  base: AmountBase,
): Partial<Draft> {
  const rule = fairUseFields(readFairUse(row.either('capacityInfo'), base), model, days);
  const stated = row.either('reducedSpeed');
  const throttleKbps = positiveOrNull(stated) ?? speedIn(stated);
  if (throttleKbps !== null) return { ...rule, afterCap: 'throttle', throttleKbps };
  const mayBeThrottled = row.flag('possibleThrottling') === true && rule.uncapped !== true;
  return mayBeThrottled ? { afterCap: 'throttle', ...rule } : rule;
}

function exitsOf(row: Fields): readonly string[] {
  return listOf(row.either('internetBreakouts'))
    .map((exit) => (isRecord(exit) ? new Fields(exit).text('country', 'code') : textOrNull(exit)))
    .filter((exit) => exit !== null);
}

/** Either of two texts may state when the validity starts. */
function startsOf(row: Fields): NonNullable<Draft['starts']> {
  const stated = startOf(row.either('validityInfo'));
  return stated === 'unknown' ? startOf(row.either('additionalInfo')) : stated;
}

/** `telephony` describes calls and text messages. A plan may have a phone number without either. */
function telephonyOf(row: Fields): Pick<Draft, 'phoneNumber' | 'calls' | 'sms'> {
  const telephony = row.record('telephony');
  /** `{inbound, outbound}`: one of them is enough. */
  const statedIn = (ways: Fields): boolean | null => {
    const values = ways.entries().map(([, is]) => is);
    return values.includes(true) ? true : values.includes(false) ? false : null;
  };
  const [calls, sms] = [statedIn(telephony.record('voice')), statedIn(telephony.record('sms'))];
  return { phoneNumber: calls === true || sms === true ? true : row.flag('phoneNumber'), calls, sms };
}

function pricesOf(row: Fields): Pick<Draft, 'prices' | 'promoPrices'> {
  const prices = row.prices('prices') ?? needPriceCell(row.at('price'), row.at('currency'), 0);
  if (row.flag('promoEnabled') === false) return { prices };
  return { prices, promoPrices: pricesOrNull(row.either('promoPrices')) };
}

function readPlan(row: Fields, options: Options): Draft {
  const externalId = row.text(...ID_KEYS) ?? reject('missing_field', 'It has no id.');
  if (row.flag('payAsYouGo') === true) reject('pay_as_you_go', 'It is billed by use.');
  if (row.flag('subscription') === true) reject('subscription', 'It is a subscription.');
  const coverages = readCoverages(row.at('coverages'));
  const places = needPlaces(coverages.places);
  const days = daysOf(row);
  const { model, data, periodDays = null } = allowanceOf(row, days, options);
  const name = textOrNull(row.either('planName', 'enName', 'name'));
  const exits = exitsOf(row);
  const topSpeed = row.either('speedLimit', 'maxSpeed');
  const link = options.link === undefined ? undefined : fillLink(options.link, { id: externalId });
  return {
    externalId,
    name,
    places,
    networks: coverages.networks,
    generation:
      bestGeneration(row.either('networkTypes')) ??
      (booleanOrNull(row.first('has5G', 'has_5g')) ? '5G' : null),
    breakout: breakoutOf(exits, places),
    exits,
    model,
    data,
    periodDays,
    ...afterCapOf(row, model, days, options.base ?? DECIMAL),
    maxKbps: positiveOrNull(topSpeed) ?? speedIn(topSpeed),
    days,
    starts: startsOf(row),
    ...pricesOf(row),
    basis: 'retail',
    hotspot: row.flag('tethering'),
    identityCheck: booleanOrNull(row.first('eKYC', 'ekyc', 'e_kyc')),
    topUp: row.flag('canTopUp'),
    ...telephonyOf(row),
    subscription: row.flag('subscription'),
    newCustomersOnly: row.flag('newUserOnly'),
    ads: row.flag('hasAds'),
    link: linkOf(row.either('link', 'url', 'directLink') ?? link),
  };
}

export default frame.jsonAdapter({
  options: Options,
  rows: (page) => needRows(jsonOf(page), 'the list of plans', ID_KEYS),
  id: (row) => row.text(...ID_KEYS),
  read: readPlan,
});

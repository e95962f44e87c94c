/**
 * The feed that many brands publish for comparison sites: a bare JSON array, in several dialects.
 * Unlimited is `dataCap: 0`; no expiry is `validity: 0` or null. Promotional prices ride beside the list price.
 */

import Type, { type Static } from 'typebox';
import type { Adapter, Draft } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import {
  type Allowance,
  type Base as AmountBase,
  allowancePer,
  amountOfText,
  composeName,
  isOneOf,
  needAmount,
  unitOrNull,
} from '../parse/data.ts';
import { fairUseFields, kbpsOrNull, readFairUse, speedIn } from '../parse/fair-use.ts';
import { needPriceCell, pricesOrNull } from '../parse/money.ts';
import { bestGeneration, breakoutOf, needPlaces, readCoverages } from '../parse/place.ts';
import { needDays, startOf } from '../parse/validity.ts';
import {
  booleanOrNull,
  either,
  fillLink,
  firstOf,
  isRecord,
  type JsonObject,
  linkOf,
  listOf,
  needText,
  numberOrNull,
  own,
  readObjects,
  refuse,
  textOrNull,
} from '../parse/value.ts';
import { Base, fetchWhole, LinkTemplate, Url } from './common.ts';

const Options = Type.Object(
  {
    url: Url('The feed.'),
    base: Type.Optional(Base),
    unit: Type.Optional(
      Type.Enum(['MB', 'GB'], { description: 'For dialects that leave out the unit of data.' }),
    ),
    link: Type.Optional(LinkTemplate('{id}')),
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

const UNLIMITED = ['0', '-1', 'unlimited'];

function allowanceOf(row: JsonObject, days: number | null, options: Options): Allowance {
  const base = options.base ?? 1000;
  const cap = either(row, 'dataCap', 'capacity', 'data');
  if (cap === undefined) refuse('missing_field', 'It has no amount of data.');
  if (isOneOf(cap, UNLIMITED)) return { model: 'unlimited', data: null };
  const unit = unitOrNull(either(row, 'dataUnit', 'capacityUnit')) ?? options.unit;
  const data =
    amountOfText(cap, base) ??
    needAmount(cap, unit ?? refuse('missing_field', 'The amount of data has no unit.'), base);
  return allowancePer(data, either(row, 'dataCapPer'), days);
}

function daysOf(row: JsonObject): number | null {
  if (!Object.hasOwn(row, 'validity') && !Object.hasOwn(row, 'period')) {
    refuse('missing_field', 'It has no validity.');
  }
  const value = firstOf(row, 'validity', 'period');
  return value === undefined || numberOrNull(value) === 0 ? null : needDays(value);
}

/** A promise that is not kept to is worse than none: possible throttling without a figure is no "uncapped". */
function afterCapOf(
  row: JsonObject,
  model: Draft['model'],
  days: number | null,
  base: AmountBase,
): Partial<Draft> {
  const rule = fairUseFields(readFairUse(either(row, 'capacityInfo'), base), model, days);
  const stated = either(row, 'reducedSpeed');
  const reduced = kbpsOrNull(stated) ?? speedIn(stated);
  if (reduced !== null) {
    const slowed: Partial<Draft> = { ...rule, afterCap: 'throttle', throttleKbps: reduced };
    return model === 'unlimited' ? { ...slowed, uncapped: false } : slowed;
  }
  if (booleanOrNull(either(row, 'possibleThrottling')) !== true || rule.uncapped === true) return rule;
  return model === 'unlimited'
    ? { afterCap: 'throttle', uncapped: false, ...rule }
    : { afterCap: 'throttle', ...rule };
}

function exitsOf(row: JsonObject): readonly string[] {
  return listOf(either(row, 'internetBreakouts'))
    .map((exit) => textOrNull(isRecord(exit) ? firstOf(exit, 'country', 'code') : exit))
    .filter((exit) => exit !== null);
}

/** When the clock starts stands in one text or the other. */
function startsOf(row: JsonObject): NonNullable<Draft['starts']> {
  const stated = startOf(either(row, 'validityInfo'));
  return stated === 'unknown' ? startOf(either(row, 'additionalInfo')) : stated;
}

/** `telephony` describes calls and texts; a number without either is a number all the same. */
function phoneNumberOf(row: JsonObject): boolean | null {
  const stated = booleanOrNull(either(row, 'phoneNumber'));
  const telephony = own(row, 'telephony');
  if (stated === true || !isRecord(telephony)) return stated;
  const ways = [own(telephony, 'voice'), own(telephony, 'sms')].filter(isRecord);
  return ways.some((way) => Object.values(way).includes(true)) ? true : stated;
}

function pricesOf(row: JsonObject): Pick<Draft, 'prices' | 'promoPrices'> {
  const prices =
    pricesOrNull(own(row, 'prices')) ?? needPriceCell(own(row, 'price'), own(row, 'currency'), 0);
  if (booleanOrNull(either(row, 'promoEnabled')) === false) return { prices };
  return { prices, promoPrices: pricesOrNull(either(row, 'promoPrices')) };
}

function readPlan(row: JsonObject, options: Options): Draft {
  const externalId = needText(firstOf(row, 'id', '_id', 'plan_id'), 'id');
  if (booleanOrNull(either(row, 'payAsYouGo')) === true) refuse('pay_as_you_go', 'It is billed by use.');
  if (booleanOrNull(own(row, 'subscription')) === true) refuse('subscription', 'It is a subscription.');
  const coverages = readCoverages(own(row, 'coverages'));
  const places = needPlaces(coverages.places);
  const days = daysOf(row);
  const { model, data, periodDays = null } = allowanceOf(row, days, options);
  const name = textOrNull(either(row, 'planName', 'enName', 'name'));
  const exits = exitsOf(row);
  const topSpeed = either(row, 'speedLimit', 'maxSpeed');
  const link =
    options.link === undefined
      ? undefined
      : fillLink(options.link, (key) => (key === 'id' ? externalId : null));
  return {
    externalId,
    name:
      name ??
      composeName(
        places.length === 1 ? (places[0] ?? '') : `${places.length} places`,
        data,
        model === 'per_day',
        days,
      ),
    places,
    networks: coverages.networks,
    generation:
      bestGeneration(either(row, 'networkTypes')) ??
      (booleanOrNull(firstOf(row, 'has5G', 'has_5g')) ? '5G' : null),
    breakout: breakoutOf(exits, places),
    exits,
    model,
    data,
    periodDays,
    ...afterCapOf(row, model, days, options.base ?? 1000),
    maxKbps: kbpsOrNull(topSpeed) ?? speedIn(topSpeed),
    days,
    starts: startsOf(row),
    ...pricesOf(row),
    basis: 'retail',
    hotspot: booleanOrNull(own(row, 'tethering')),
    identityCheck: booleanOrNull(firstOf(row, 'eKYC', 'ekyc', 'e_kyc')),
    topUp: booleanOrNull(either(row, 'canTopUp')),
    phoneNumber: phoneNumberOf(row),
    subscription: booleanOrNull(own(row, 'subscription')),
    newCustomersOnly: booleanOrNull(either(row, 'newUserOnly')),
    ads: booleanOrNull(either(row, 'hasAds')),
    link: linkOf(either(row, 'link', 'url', 'directLink') ?? link),
  };
}

export const esimdb: Adapter = {
  id: 'esimdb',
  credentials: [],
  options: Options,
  fetch: (context) => fetchWhole(context, { url: (context.options as Options).url }),
  *parse(page, options) {
    const rows = needRows(jsonOf(page), 'the list of plans', ['id', '_id', 'plan_id']);
    yield* readObjects(page, rows, ['id', '_id', 'plan_id'], (row) => readPlan(row, options as Options));
  },
};

/**
 * Yesim's price list: one JSON array in which every value is a string. Capacity is in MB at 1,024; "-1" is unlimited.
 * A plan for one country says so in `country_code`, which is believed before `coverages`: Northern Cyprus is "nn" with
 * a coverage of "TR", and it is not Türkiye.
 */

import Type, { type Static } from 'typebox';
import type { Adapter, Draft } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { composeName, needAmount } from '../parse/data.ts';
import { needPrice, pricesOrNull } from '../parse/money.ts';
import { needPlaces, readCoverages } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  firstOf,
  type JsonObject,
  linkOf,
  needText,
  numberOrNull,
  own,
  readObjects,
  textOrNull,
} from '../parse/value.ts';
import { fetchWhole, Url } from './common.ts';

const Options = Type.Object(
  { url: Url('The price list, with its `partner` parameter.') },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

function slowing(row: JsonObject, unlimited: boolean): Partial<Draft> {
  const info = textOrNull(own(row, 'capacityInfo'));
  if (info === null || !/throttl/i.test(info)) return {};
  return unlimited ? { afterCap: 'throttle', uncapped: false } : { afterCap: 'throttle' };
}

function readPlan(row: JsonObject): Draft {
  const externalId = needText(own(row, 'plan_id'), 'plan_id');
  const country = textOrNull(own(row, 'country_code'));
  const unlimited = numberOrNull(own(row, 'capacity')) === -1;
  const perDay = own(row, 'dataCapPer') === 'day';
  const data = unlimited ? null : needAmount(own(row, 'capacity'), 'MB', 1024);
  const days = needDays(own(row, 'period'));
  const coverages = readCoverages(own(row, 'coverages'));
  const place = needText(firstOf(row, 'country', 'planName'), 'name');
  return {
    externalId,
    name: composeName(place, data, perDay, days),
    places: needPlaces(country === null ? coverages.places : [country]),
    model: unlimited ? 'unlimited' : perDay ? 'per_day' : 'total',
    data,
    ...slowing(row, unlimited),
    days,
    prices: pricesOrNull(own(row, 'prices')) ?? needPrice(own(row, 'price'), own(row, 'currency')),
    basis: 'retail',
    phoneNumber: own(row, 'planType') === 'data only' ? false : null,
    link: linkOf(firstOf(row, 'url', 'directLink')),
  };
}

export const yesim: Adapter = {
  id: 'yesim',
  credentials: [],
  options: Options,
  fetch: (context) => fetchWhole(context, { url: (context.options as Options).url }),
  *parse(page) {
    const rows = needRows(jsonOf(page), 'the price list', ['plan_id']);
    yield* readObjects(page, rows, ['plan_id'], readPlan);
  },
};

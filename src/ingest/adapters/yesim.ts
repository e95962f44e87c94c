/**
 * Yesim's price list: one JSON array in which every value is a string. Capacity is in MB, with 1,024 MB to a GB. "-1"
 * is unlimited. A plan for one country has a `country_code`, which is used in place of `coverages`. Northern Cyprus has
 * the code "nn" and a coverage of "TR", but plans for it are not plans for Türkiye. Plans have no name: `country` or
 * `planName` is the name of the place.
 */

import type { Draft } from '../draft.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needPlaces, readCoverages } from '../parse/coverages.ts';
import { BINARY } from '../parse/data.ts';
import type { Fields } from '../parse/fields.ts';
import * as frame from './shared/frame.ts';

function slowing(row: Fields): Partial<Draft> {
  return /throttl/i.test(row.text('capacityInfo') ?? '') ? { afterCap: 'throttle' } : {};
}

function readPlan(row: Fields): Draft {
  const externalId = row.needText('plan_id');
  const country = row.text('country_code');
  const unlimited = row.number('capacity') === -1;
  const perDay = row.at('dataCapPer') === 'day';
  const data = unlimited ? null : row.amount('capacity', 'MB', BINARY);
  const days = row.days('period');
  return {
    externalId,
    name: null,
    placeName: row.text('country', 'planName'),
    places: needPlaces(country === null ? readCoverages(row.at('coverages')).places : [country]),
    model: unlimited ? 'unlimited' : perDay ? 'per_day' : 'total',
    data,
    ...slowing(row),
    days,
    prices: row.prices('prices') ?? row.price('price', row.at('currency')),
    basis: 'retail',
    ...(row.at('planType') === 'data only' && { phoneNumber: false, calls: false, sms: false }),
    link: row.link('url', 'directLink'),
  };
}

export default frame.jsonAdapter({
  // All known price lists are in EUR.
  currencies: () => ['EUR'],
  options: frame.closed({ url: frame.Url('The price list, with its `partner` parameter.') }),
  rows: (page) => needRows(jsonOf(page), 'the price list', ['plan_id']),
  id: 'plan_id',
  read: readPlan,
});

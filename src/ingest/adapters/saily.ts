/**
 * Saily's partner API: one JSON document `{items}`. Prices are in cents and include tax. Unlimited plans have a balance
 * of 999 GB, which is ignored. `merchant_plans[].metadata` describes the fair use.
 */

import type { Draft } from '../draft.ts';
import { needPlaces } from '../parse/coverages.ts';
import { amountOrNull, DECIMAL, shareOfADay, unitOrNull } from '../parse/data.ts';
import type { Fields } from '../parse/fields.ts';
import { IN_CENTS } from '../parse/money.ts';
import { kbpsOfText } from '../parse/speeds.ts';
import { linkOf, reject, show } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

function daysOf(duration: Fields): number {
  const unit = duration.text('unit')?.toLowerCase();
  if (unit !== 'day' && unit !== 'hour')
    reject('impossible_days', `The unit of the validity is ${show(duration.at('unit'))}.`);
  return duration.days('amount', unit === 'hour' ? 'hours' : 'days');
}

function balance(row: Fields): number {
  const data = row.records('balances').find((entry) => entry.at('type') === 'DATA');
  if (data === undefined) return reject('missing_field', 'It has no balance of data.');
  const unit =
    unitOrNull(data.at('unit')) ??
    reject('impossible_data', `The unit of the data is ${show(data.at('unit'))}.`);
  return data.amount('amount', unit, DECIMAL);
}

/** Full-speed data renews after `interval` days. Without an interval in days it is for the whole validity. */
function fairUse(row: Fields, unlimited: boolean, days: number): Partial<Draft> {
  const metadata = row
    .records('merchant_plans')
    .map((plan) => plan.record('metadata'))
    .find((entry) => entry.at('throttled_speed') !== undefined);
  if (metadata === undefined) return {};
  const speed = metadata.record('throttled_speed');
  const throttleKbps = kbpsOfText(`${speed.text('amount')} ${speed.text('unit')}`);
  if (!unlimited) return { afterCap: 'throttle', throttleKbps };
  const full = metadata.record('unrestricted_data');
  const amount = amountOrNull(full.at('amount'), unitOrNull(full.at('unit')) ?? 'MB', DECIMAL);
  const renewal = metadata.record('unrestricted_data_after');
  const everyDays = renewal.text('unit')?.toLowerCase() === 'day' ? renewal.number('interval') : null;
  const fullSpeedPerDay = amount === null ? null : shareOfADay(amount, everyDays ?? days);
  return { afterCap: 'throttle', throttleKbps, fullSpeedPerDay };
}

/** The link may be percent-encoded. Placeholders that an affiliate network would fill in are removed. */
function destination(value: unknown): string {
  const link = linkOf(value);
  let address = link;
  if (/^https?%3A/i.test(link)) {
    try {
      address = decodeURIComponent(link);
    } catch {
      return reject('bad_link', `The link is ${show(link)}.`);
    }
  }
  if (!URL.canParse(address)) return reject('bad_link', `The link is ${show(link)}.`);
  const url = new URL(address);
  for (const [name, parameter] of [...url.searchParams]) {
    if (parameter.startsWith('{') && parameter.endsWith('}')) url.searchParams.delete(name);
  }
  return url.href;
}

function readPlan(row: Fields): Draft {
  const externalId = row.needText('identifier');
  const unlimited =
    row.at('is_unlimited') === true ||
    row.records('balances').some((entry) => entry.at('type') === 'DATA' && entry.at('is_unlimited') === true);
  const days = daysOf(row.record('duration'));
  const price = row.record('price');
  return {
    externalId,
    name: row.text('name'),
    places: needPlaces(row.list('covered_countries')),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : balance(row),
    ...fairUse(row, unlimited, days),
    days,
    prices: price.price('amount_with_tax', price.at('currency'), IN_CENTS),
    basis: 'retail',
    tax: 'included',
    link: destination(row.at('destination_url')),
  };
}

export default frame.jsonAdapter({
  options: frame.closed({ url: frame.Url('The list of plans, with its `utm_source` parameter.') }),
  rows: { key: 'items', expectedField: 'identifier' },
  id: 'identifier',
  read: readPlan,
});

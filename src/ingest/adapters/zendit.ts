/**
 * Zendit's eSIM offers: pages by `_limit` and `_offset` up to `total`. An amount of money is an integer with its own
 * divisor. `cost` is the price for partners and `price.suggestedFixed` is the suggested retail price. Nothing says that
 * `price.fixed` is a retail price, so an offer without a suggested one is wholesale only.
 */
import type { Static } from 'typebox';
import type { FeedPage } from '../adapter.ts';
import type { Draft } from '../draft.ts';
import { needPlaces } from '../parse/coverages.ts';
import { DECIMAL } from '../parse/data.ts';
import { type Fields, needFields } from '../parse/fields.ts';
import { decimalOrNull, needPrice, type Prices, shiftPoint } from '../parse/money.ts';
import { fillLink, reject, show } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

const Options = frame.closed({
  url: frame.Url('The list of offers.'),
  link: frame.LinkTemplate('{id}'),
});

const DIVISORS = [1, 10, 100, 1000, 10_000];

/** Divides an integer amount by its divisor: 350 and 100 are "3.5". null: one of them is missing or not understood. */
function divided(money: Fields, key: string): string | null {
  const amount = decimalOrNull(money.at(key));
  const pointPlaces = DIVISORS.indexOf(money.number('currencyDivisor') ?? 0);
  return amount === null || pointPlaces < 0 ? null : shiftPoint(amount, pointPlaces);
}

function pricesOf(row: Fields): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const price = needFields(row.at('price'));
  const cost = row.record('cost');
  const read = (key: string): Prices => {
    const written = `${show(price.at(key))} with the divisor ${show(price.at('currencyDivisor'))}`;
    const decimal = divided(price, key) ?? reject('impossible_price', `The price is ${written}.`);
    return needPrice(decimal, price.at('currency'));
  };
  if (price.positive('suggestedFixed') === null) return { prices: read('fixed'), basis: 'wholesale' };
  const prices = read('suggestedFixed');
  const [currency = ''] = Object.keys(prices);
  const paid = cost.at('currency') === currency ? divided(cost, 'fixed') : null;
  return { prices, basis: 'rrp', wholesale: paid === null ? null : { currency, amount: paid } };
}

/** True if something is unlimited or counted, false if both fields say that there is none. */
function included(row: Fields, unlimited: string, counted: string): boolean | null {
  if (row.at(unlimited) === true || row.positive(counted) !== null) return true;
  return row.at(unlimited) === false && row.number(counted) === 0 ? false : null;
}

function readPlan(row: Fields, { link }: Static<typeof Options>): Draft {
  const externalId = row.needText('offerId');
  if (row.at('enabled') === false) reject('out_of_stock', 'It is disabled.');
  const unlimited = row.at('dataUnlimited') === true;
  const calls = included(row, 'voiceUnlimited', 'voiceMinutes');
  const sms = included(row, 'smsUnlimited', 'smsNumber');
  const places = row.records('roaming').map((entry) => entry.at('country'));
  return {
    externalId,
    name: row.text('shortNotes'),
    places: needPlaces(places.length > 0 ? places : [row.at('country')]),
    generation: row.generation('dataSpeeds'),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : row.amount('dataGB', 'GB', DECIMAL),
    days: row.days('durationDays'),
    ...pricesOf(row),
    // Calls need a number. Without calls, the feed does not say whether there is one.
    phoneNumber: calls === true ? true : null,
    calls,
    sms,
    callMinutes: row.positive('voiceMinutes'),
    textMessages: row.positive('smsNumber'),
    updatedAt: row.instant('updatedAt'),
    link: fillLink(link, { id: externalId }),
  };
}

const counted = (page: FeedPage) => frame.countedRows(page, { key: 'list', expectedField: 'offerId' });

export default frame.jsonAdapter({
  credentials: ['api_key'],
  options: Options,
  fetch(context, { url: list }) {
    const headers = frame.bearer(context.credential('api_key'));
    const addressAt = (offset: number) => frame.withQuery(list, { _limit: 500, _offset: offset });
    const ask = (url: string) => context.request({ url, headers });
    return frame.fetchPages(ask, addressAt(0), frame.byOffset(counted, addressAt));
  },
  rows: (page) => counted(page).rows,
  id: 'offerId',
  read: readPlan,
});

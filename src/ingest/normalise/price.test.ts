import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import { parseRates } from '../config/rates.ts';
import type { Draft } from '../draft.ts';
import { pageFrom, parseAll, sorted } from '../testing/adapters.ts';
import { NOW, normaliseDraft, plan } from '../testing/plans.ts';

test('a sale price is shown only inside the period that the feed states', async () => {
  const item = (id: string, period: string) =>
    `<item><g:id>${id}</g:id><title>Japan eSIM 5 GB 30 Days</title><link>https://shop.example/${id}</link><g:price>14.00 USD</g:price><g:sale_price>10.00 USD</g:sale_price>${period === '' ? '' : `<g:sale_price_effective_date>${period}</g:sale_price_effective_date>`}<g:availability>in stock</g:availability></item>`;
  const periods = {
    always: '',
    now: '2026-11-01T00:00+0000/2026-11-30T23:59+0000',
    ended: '2026-10-01T00:00+0000/2026-10-31T23:59+0000',
    next: '2026-12-01/2026-12-24',
    today: '2026-11-01/2026-11-10',
    unclear: 'black friday',
  };
  const items = Object.entries(periods).map(([id, period]) => item(id, period));
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`;
  const options = { url: 'https://shop.example/feed' };
  const { drafts } = sorted(await parseAll(ADAPTERS['googlemerchant']!, pageFrom(feed), options));
  const shown = Object.keys(periods).map((id) => {
    const { price } = plan(drafts.get(id), { now: NOW });
    assert.equal(price.usdCents, 1400);
    return [id, price.promoUsdCents];
  });
  assert.deepEqual(Object.fromEntries(shown), {
    always: 1000,
    now: 1000,
    ended: null,
    next: null,
    today: 1000,
    unclear: null,
  });
});

const RATES = {
  table: parseRates(JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: '1.25', GBP: '0.8' } })),
  problem: null,
};
const detailFor = (changes: Partial<Draft>) => {
  const read = normaliseDraft(changes, { rates: RATES });
  return read.ok ? 'accepted' : `${read.reason}: ${read.detail}`;
};

test('a price that cannot be read or converted is rejected with what the feed states', () => {
  assert.equal(detailFor({ prices: { USD: 'ask' } }), 'impossible_price: price "ask" USD');
  assert.equal(
    detailFor({ prices: { EUR: 'from 12.00 to 14.00 euros' } }),
    'impossible_price: price "from 12.00 to 14.00 " EUR',
  );
  assert.equal(detailFor({ prices: {} }), 'unknown_currency: the row has no price');
  assert.equal(
    detailFor({ prices: { CHF: '1', BAM: '1', AED: '1', SEK: '1', NOK: '1', DKK: '1' } }),
    'unknown_currency: no exchange rate for AED, BAM, CHF, DKK, NOK',
  );
});

test('a source without exchange rates stops with the problem of the rates', () => {
  const stopsWith = (problem: string | null) =>
    normaliseDraft({ prices: { EUR: '9' } }, { rates: { table: null, problem } });
  assert.throws(() => stopsWith('the rates are too old'), {
    name: 'RatesUnusable',
    message: 'the rates are too old',
  });
});

test('a promotion has begun at its first moment and has not ended at its last', () => {
  const during = (period: Pick<Draft, 'promoFrom' | 'promoUntil'>) =>
    plan({ promoPrices: { USD: '9' }, ...period }).price.promoUsdCents;
  const at = (promoFrom: string | null, promoUntil: string | null) => during({ promoFrom, promoUntil });
  const now = '2026-11-10T12:00:00Z';
  const [before, after] = ['2026-11-10T11:59:59Z', '2026-11-10T12:00:01Z'];
  assert.deepEqual([at(now, null), at(after, null), during({ promoFrom: before })], [900, null, 900]);
  assert.deepEqual([at(null, now), at(null, before), during({ promoUntil: after })], [900, null, 900]);
  assert.deepEqual([during({}), at(null, null), at('soon', null)], [900, null, null]);
});

test('a promotion in another currency than the price is converted, and an unreadable one is left out', () => {
  const promo = (promoPrices: Record<string, string>) =>
    plan({ promoPrices }, { rates: RATES }).price.promoUsdCents;
  assert.deepEqual([promo({ EUR: '8' }), promo({ GBP: '8' }), promo({ CHF: '8' })], [1000, 1250, null]);
  assert.deepEqual(
    [promo({ USD: 'ask' }), promo({ USD: '13.99' }), promo({ USD: '1.41' })],
    [null, 1399, 141],
  );
});

test('a wholesale price is compared only with a retail price in its currency', () => {
  const reasonWith = (wholesale: NonNullable<Draft['wholesale']>, prices: Draft['prices']) => {
    const read = normaliseDraft({ wholesale, prices }, { rates: RATES });
    return read.ok ? 'accepted' : read.reason;
  };
  assert.equal(reasonWith({ currency: 'USD', amount: '9.01' }, { USD: '9' }), 'retail_below_wholesale');
  assert.equal(reasonWith({ currency: 'USD', amount: '9' }, { USD: '9' }), 'accepted');
  assert.equal(reasonWith({ currency: 'USD', amount: 'ask' }, { USD: '9' }), 'accepted');
  assert.equal(reasonWith({ currency: 'EUR', amount: '90' }, { USD: '9' }), 'accepted');
});

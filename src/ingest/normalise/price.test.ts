import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import { pageFrom, parseAll, sorted } from '../testing/adapters.ts';
import { NOW, plan } from '../testing/plans.ts';

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from '../../wire/schemas/result.ts';
import { answered, createSite, exampleComparison, exampleResult, TRIP, wordsOf } from '../testing/harness.ts';

const PAST = {
  lowest_30d_usd: 9,
  highest_30d_usd: 15,
  changed_at: '2026-10-31T00:00:00Z',
  first_seen_at: '2026-01-01T00:00:00Z',
};

/** The lines of the first bill of a page. */
const billOf = (text: string): string[] => {
  const [bill = ''] = /<table class="bill">[\s\S]*?<\/table>/.exec(text) ?? [];
  return [...bill.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, line = '']) => line.replaceAll(/<[^>]*>/g, ''));
};

test('each price is explained as a sum, with its history of 30 days if that is known', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.price = {
      ...made.price,
      usd: 10.63,
      history: {
        lowest_30d_usd: 9,
        highest_30d_usd: 15,
        changed_at: '2026-11-02T00:00:00Z',
        first_seen_at: '2026-10-01T00:00:00Z',
      },
    };
    made.why = {
      ...made.why,
      comparable_usd: 11.06,
      drawbacks: [{ code: 'hotspot_unknown', percent: 4, usd: 0.43, text: 'Hotspot not stated' }],
    };
  });
  comparison.orders = { Recommended: [result], Cheapest: [result], Fastest: [result] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.deepEqual(billOf(text), [
    'Price with TRIP10 $10.63',
    'Hotspot not confirmed + $0.43',
    'With drawbacks $11.06',
  ]);
  const words = 'now $14.00, lowest $9.00, highest $15.00';
  assert.ok(text.includes(`<dt>Price of one, last 30 days</dt><dd>${words}</dd>`));
});

test('the price history is that of one copy, and of one day if the plan is sold by the day', async () => {
  const past = async (change: (result: Result) => void): Promise<string | undefined> => {
    const comparison = exampleComparison();
    const result = exampleResult((made) => {
      made.copies = 2;
      made.price = { ...made.price, list_usd: 24, history: PAST };
      change(made);
    });
    comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
    const { text } = await createSite(() => answered(comparison)).get(TRIP);
    return /Price of one, last 30 days<\/dt><dd>now (\$[\d.]+)/.exec(text)?.[1];
  };
  assert.equal(await past(() => {}), '$12.00');
  const perDay = await past(({ validity }) => {
    validity.sold_per_day = true;
    validity.days = 4;
  });
  assert.equal(perDay, '$6.00');
  const unknown = await past(({ price }) => {
    price.history = null;
  });
  assert.equal(unknown, undefined, 'nothing before the second day');
});

test('the price history is described in words in every language', async () => {
  const comparison = exampleComparison();
  const result = exampleResult(({ price }) => {
    price.history = PAST;
  });
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  for (const [lang, words] of [
    ['en', /now \$14\.00, lowest \$9\.00, highest \$15\.00/],
    ['de', /jetzt 14,00\s\$, niedrigster 9,00\s\$, höchster 15,00\s\$/],
    ['es', /ahora 14,00\s\$, mínimo 9,00\s\$, máximo 15,00\s\$/],
    ['tr', /şimdi \$14,00, en düşük \$9,00, en yüksek \$15,00/],
  ] as const) {
    const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&lang=${lang}`);
    assert.match(text, new RegExp(`<dd>${words.source}</dd>`), lang);
  }
});

test('a price for new customers stands below the price of the row and of the pick, and changes neither', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    const [coupon] = made.coupons;
    const dearer = { ...coupon!, applied_to_price: false, for: 'app_only' as const, usd: 12 };
    made.coupons = [coupon!, dearer, { ...dearer, for: 'new_customers', usd: 9.2 }];
  });
  comparison.orders.Recommended = [result];
  comparison.picks = [{ ...comparison.picks[0]!, result }];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const prices = [...text.matchAll(/<p class="price">.*?<\/p>/g)].map(([price]) => wordsOf(price).trim());
  const [pick = '', row = ''] = prices;
  assert.match(pick, /^Without discount \$14\.00 \$12\.60 New customers: \$9\.20$/);
  assert.match(row, /\$12\.60 with drawbacks \$\d+\.\d\d New customers: \$9\.20$/);
  assert.doesNotMatch(text, /class="personal">[^<]*app/, 'only the lowest one');
});

test('an approximate price is shown only in a chosen currency with a rate, with the date of the rate', async () => {
  const rates = async () => ({
    date: '2026-11-13',
    usdFor: new Map([
      ['USD', '1'],
      ['EUR', '1.25'],
    ]),
  });
  const site = createSite(undefined, { rates });
  const [plain, euro, unknown] = await Promise.all(
    ['', '&cur=EUR', '&cur=XXX'].map(async (cur) => (await site.get(`${TRIP}${cur}`)).text),
  );
  assert.doesNotMatch(plain ?? '', /about €/);
  assert.doesNotMatch(unknown ?? '', /about-price/);
  assert.match(
    euro ?? '',
    /<b>\$12\.60<\/b><\/span> <span class="price-notes"><small class="about-price">about €10\.08<\/small>/,
  );
  assert.match(euro ?? '', /exchange rates of Nov 13, 2026/);
  assert.match(euro ?? '', /cur=EUR" rel="nofollow" aria-current="true">EUR Euro<\/a>/);
  assert.ok(euro?.includes('require=hotspot&amp;cur=EUR"'), 'links keep the currency');
  assert.doesNotMatch((await createSite().get(`${TRIP}&cur=EUR`)).text, /about-price|class="menu currencies/);
  const broken = createSite(undefined, { rates: () => Promise.reject(new Error('the store is away')) });
  assert.equal((await broken.get(`${TRIP}&cur=EUR`)).status, 200);
});

test('the dollars on a card add up to the comparable price', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.price.usd = 1.2;
    made.why.comparable_usd = 4.11;
    made.why.drawbacks = [
      { code: 'further_purchases', percent: 60, usd: 2, text: '' },
      { code: 'hotspot_not_allowed', percent: 15, usd: 0.75, text: '' },
      { code: 'identity_check_unknown', percent: 2, usd: 0.1, text: '' },
      { code: 'tax_unknown', percent: 1, usd: 0.06, text: '' },
    ];
  });
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const [list = ''] = /<ul class="know">.*?<li class="further">/.exec(text) ?? [];
  assert.match(text, /<details><summary>2 more drawbacks<\/summary><ul><li>.*?May ask for an ID/);
  assert.deepEqual(
    [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line.replace(/<[^>]*>/g, '')),
    ['Must be bought more than once', 'No hotspot'],
    'the two largest, in words',
  );
  assert.deepEqual(billOf(text), [
    'Price with TRIP10 $1.20',
    'Must be bought more than once + $2.00',
    'No hotspot + $0.75',
    'May ask for an ID + $0.10',
    'Tax may be added at checkout + $0.06',
    'With drawbacks $4.11',
  ]);
});

test('percentages are written as each language writes them', async () => {
  for (const [lang, written] of [
    ['en', /<b>−10%<\/b>/],
    ['de', /<b>−10\s%<\/b>/],
    ['es', /<b>−10\s%<\/b>/],
    ['tr', /<b>−%10<\/b>/],
  ] as const)
    assert.match((await createSite().get(`${TRIP}&lang=${lang}`)).text, written, lang);
});

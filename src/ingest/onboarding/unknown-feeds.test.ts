/**
 * Feeds of shapes that no connector has. Each gets a map without code and without an edit, and becomes exactly its plans. A
 * plan is written as "id: countries, amount, days, price in USD".
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import { fakeFeed, fetchAll, type Options, pageFrom } from '../testing/adapters.ts';
import { propose } from './propose.ts';
import { regionsNote } from './source-entry.ts';
import { tryRows } from './try-feed.ts';

const RATES = {
  table: {
    date: '2026-11-18',
    usdFor: new Map([
      ['EUR', '1.10'],
      ['JPY', '0.0065'],
      ['KWD', '3.25'],
      ['GBP', '1.30'],
      ['AUD', '0.65'],
    ]),
  },
  problem: null,
};

async function proposalFor(text: string) {
  const found = await propose(pageFrom(text));
  if (typeof found === 'string') throw new Error(found);
  assert.equal(found.adapter.id, 'generic');
  const options: Options = found.options;
  const rows = tryRows(found, {
    source: null,
    config: null,
    rates: RATES,
    now: Date.parse('2026-11-18T12:00:00Z'),
  });
  const plans = rows
    .filter(({ rejection }) => rejection === null)
    .map(
      ({ id, countries, data, days, price }) =>
        `${id}: ${countries.join(' ')}, ${data}, ${days} days, ${price}`,
    );
  const refused = rows.flatMap((row) =>
    row.rejection === null ? [] : [`${row.id}: ${row.rejection.split(':')[0]}`],
  );
  return { options, plans, refused, notes: [...found.notes, regionsNote(rows, pageFrom(text))].join('\n') };
}

/** A list in the manner of Stripe: nested amounts, a list of countries, and paging by the last id. */
const BUNDLES = [
  ['bnd_1', ['JP'], 3, 'day', 7, '9.50'],
  ['bnd_2', ['JP', 'KR'], 10, 'total', 30, '19.00'],
  ['bnd_3', ['TR'], 0.5, 'total', 3, '2.10'],
  ['bnd_4', ['FR'], 20, 'total', 30, '24.00'],
].map(([id, countries, gigabytes, per, days, amount]) => ({
  id,
  object: 'bundle',
  destinations: (countries as string[]).map((iso) => ({ iso, carrier: `Carrier ${iso}` })),
  allowance: { value: gigabytes, unit: 'GB', period: per },
  validity: { value: days, unit: 'day' },
  price: { amount, currency: 'USD' },
  // A name with a blank, in another case than the others.
  'Affiliate link': `https://lark.example/b/${String(id)}?ref=7`,
  image: `https://lark.example/i/${String(id)}.png`,
}));

/** Two bundles of the list. */
const bundlesFrom = (start: number) => ({
  object: 'list',
  has_more: start + 2 < BUNDLES.length,
  data: BUNDLES.slice(start, start + 2),
});

test('a list that continues after its last id', async () => {
  const { options, plans } = await proposalFor(JSON.stringify(bundlesFrom(0)));
  assert.deepEqual(plans, [
    'bnd_1: JP, 3 GB/day, 7 days, 9.50 USD',
    'bnd_2: JP KR, 10 GB, 30 days, 19.00 USD',
  ]);
  assert.equal((options['columns'] as Options)['link'], 'Affiliate link');
  assert.deepEqual(options['paging'], {
    by: 'last',
    column: 'id',
    parameter: 'starting_after',
    more: 'has_more',
  });
});

test('the paging that is proposed for a list reads all of its pages', async () => {
  const { options } = await proposalFor(JSON.stringify(bundlesFrom(0)));
  const feed = fakeFeed({ ...options, url: 'https://lark.example/bundles' }, ({ url }) => {
    const last = new URL(url).searchParams.get('starting_after');
    return { body: bundlesFrom(BUNDLES.findIndex(({ id }) => id === last) + 1) };
  });
  assert.equal((await fetchAll(ADAPTERS['generic']!, feed)).length, 2);
  assert.deepEqual(
    feed.asked.map(({ url }) => new URL(url).search),
    ['', '?starting_after=bnd_2'],
  );
});

test('a file with bars between its cells and no header row', async () => {
  const { options, plans, notes } = await proposalFor(
    [
      'JP-3-7|Japan|3 GB|7|8.50|USD|https://wren.example/jp-3-7',
      'JP-DAY-5|Japan|1GB/Day|5|9.90|USD|https://wren.example/jp-day-5',
      'TR-10-30|Türkiye|10 GB|30|12.00|EUR|https://wren.example/tr-10-30',
      'DACH-5-15|DACH|5 GB|15|11.00|USD|https://wren.example/dach-5-15',
      'FR-UNL-10|France|Unlimited|10|29.00|USD|https://wren.example/fr-unl-10',
    ].join('\n'),
  );
  assert.deepEqual(plans, [
    'JP-3-7: JP, 3 GB, 7 days, 8.50 USD',
    'JP-DAY-5: JP, 1 GB/day, 5 days, 9.90 USD',
    'TR-10-30: TR, 10 GB, 30 days, 13.20 USD from 12.00 EUR',
    'DACH-5-15: AT CH DE, 5 GB, 15 days, 11.00 USD',
    'FR-UNL-10: FR, unlimited, 10 days, 29.00 USD',
  ]);
  assert.deepEqual(options['header'], ['id', 'places', 'data', 'days', 'price', 'currency', 'link']);
  assert.equal(options['delimiter'], '|');
  assert.doesNotMatch(notes, /the currency is not stated/);
});

/** An API with prices of several currencies, bytes and hours. */
const HERON_PLANS = [
  { code: 'h1', isoCodes: 'JP', gib: 1, durationHours: 72, priceUSD: 4.5, priceJPY: 700 },
  { code: 'h2', isoCodes: 'FR,DE', gib: 5, durationHours: 240, priceUSD: 12, priceJPY: 1850 },
  { code: 'h3', isoCodes: 'TR', gib: 10, durationHours: 720, priceUSD: 21.25, priceJPY: 3300 },
  { code: 'h4', isoCodes: 'TR', gib: 50, durationHours: 720, priceUSD: 60, priceJPY: 9300, kind: 'top-up' },
].map(({ gib, ...plan }) => ({
  kind: 'plan',
  ...plan,
  dataBytes: gib * 1024 ** 3,
  buyPriceUSD: plan.priceUSD - 1,
  productUrl: `https://heron.example/${plan.code}`,
}));
const HERON = { ok: true, result: { plans: HERON_PLANS } };

test('an API with prices of several currencies, bytes and hours', async () => {
  const { options, plans, refused } = await proposalFor(JSON.stringify(HERON));
  assert.deepEqual(plans, [
    'h1: JP, 1 GB, 3 days, 4.50 USD',
    'h2: DE FR, 5 GB, 10 days, 12.00 USD',
    'h3: TR, 10 GB, 30 days, 21.25 USD',
  ]);
  assert.deepEqual(refused, ['h4: top_up']);
  assert.equal((options['columns'] as Options)['wholesalePrice'], 'buyPriceUSD');
  assert.deepEqual(options['prices'], { USD: 'priceUSD', JPY: 'priceJPY' });
});

test('a feed with a proposed map is fetched with the headers that the operator adds to it', async () => {
  const { options } = await proposalFor(JSON.stringify(HERON));
  const authentication = { headers: { 'X-Client': '{client}', 'X-Api-Key': '{key}' } };
  const url = 'https://heron.example/v1/plans';
  const feed = fakeFeed({ ...options, url, authentication }, () => ({ body: HERON }));
  await fetchAll(ADAPTERS['generic']!, feed);
  const { headers = {} } = feed.asked[0]!;
  assert.deepEqual([headers['x-client'], headers['x-api-key']], ['secret-client', 'secret-key']);
});

test('a shop with variants, whose titles are the plans', async () => {
  const product = (
    name: string,
    handle: string,
    variants: readonly (readonly [string, string, string | null])[],
  ) => ({
    product_name: name,
    category: 'Travel > eSIM',
    page: `https://kite.example/${handle}`,
    variations: variants.map(([label, price, old], at) => ({
      variant_id: `${handle}-${at + 1}`,
      label,
      price,
      old_price: old,
      currency: 'EUR',
      available: at < 2,
    })),
  });
  const { options, plans, refused } = await proposalFor(
    JSON.stringify({
      products: [
        product('Japan eSIM', 'jp', [
          ['1 GB / 7 days', '5.00', null],
          // The old price is the list price. The reduced one is a promotional price, which is never the price of a plan.
          ['5 GB / 30 days', '10.00', '12.00'],
          ['10 GB / 30 days', '18.00', null],
        ]),
        product('Türkiye eSIM', 'tr', [['2GB/Day, 5 days', '14.00', null]]),
        product('Travel pillow', 'pillow', [['Grey', '20.00', null]]),
      ],
    }),
  );
  assert.deepEqual(plans, [
    'jp-1: JP, 1 GB, 7 days, 5.50 USD from 5.00 EUR',
    'jp-2: JP, 5 GB, 30 days, 13.20 USD from 12.00 EUR',
    'tr-1: TR, 2 GB/day, 5 days, 15.40 USD from 14.00 EUR',
  ]);
  assert.deepEqual(refused, ['jp-3: out_of_stock', 'pillow-1: not_a_plan']);
  assert.deepEqual(
    [options['rows'], options['inner'], options['id'], options['products']],
    ['products', 'variations', 'variant_id', true],
  );
});

test('XML whose plans are inside the elements of their countries, with attributes as lists', async () => {
  const plan = (ref: string, gb: string, days: number, price: string) =>
    `<offer ref="${ref}"><attr name="Data">${gb}</attr><attr name="Validity">${days} days</attr><attr name="Hotspot">yes</attr>
     <price currency="KWD">${price}</price><go>https://finch.example/${ref}</go></offer>`;
  const { options, plans } = await proposalFor(`<?xml version="1.0"?>
    <feed-of-plans><made>2026-11-18</made>
      <country iso="JP" label="Japan"><offers>${plan('x1', '3 GB', 7, '2.500')}${plan('x2', '500 MB', 3, '1.250')}</offers></country>
      <country iso="QA" label="Qatar"><offers>${plan('x3', '1GB/Day', 5, '3.125')}</offers></country>
    </feed-of-plans>`);
  assert.deepEqual(plans, [
    'x1: JP, 3 GB, 7 days, 8.13 USD from 2.500 KWD',
    'x2: JP, 500 MB, 3 days, 4.06 USD from 1.250 KWD',
    'x3: QA, 1 GB/day, 5 days, 10.16 USD from 3.125 KWD',
  ]);
  assert.deepEqual([options['rows'], options['inner']], ['feed-of-plans.country', 'offers.offer']);
});

test('JSON Lines with details as a list of names and values', async () => {
  const line = (uid: string, place: string, data: string, days: string, rrp: number, net: number) =>
    JSON.stringify({
      uid,
      title: `${place} eSIM`,
      specs: [
        { name: 'Coverage', value: place },
        { name: 'Data', value: data },
        { name: 'Validity', value: days },
      ],
      pricing: { net: { amount: net }, rrp: { amount: rrp } },
    });
  const { options, plans, notes } = await proposalFor(
    [
      line('u1', 'Japan', '3 GB', '7 days', 850, 500),
      line('u2', 'Spain', '10 GB', '30 days', 1900, 1200),
    ].join('\n'),
  );
  assert.deepEqual(plans, ['u1: JP, 3 GB, 7 days, 8.50 USD', 'u2: ES, 10 GB, 30 days, 19.00 USD']);
  const columns = options['columns'] as Options;
  assert.deepEqual(
    [columns['price'], columns['wholesalePrice']],
    ['pricing.rrp.amount', 'pricing.net.amount'],
  );
  assert.deepEqual([options['format'], options['basis'], options['priceScale']], ['jsonl', 'rrp', 'minor']);
  assert.match(notes, /whole and large: they are read as cents/);
});

test('prices of hundreds are whole units in a currency whose prices are large, wherever the currency is stated', async () => {
  const rows = (currency: string) =>
    ['a,Japan,3 GB,7,250', 'b,Japan,5 GB,7,450', 'c,Spain,5 GB,7,650']
      .map((row) => `${row},${currency},https://a.example/1`)
      .join('\n');
  for (const [currency, scale] of [
    ['JPY', undefined],
    ['EUR', 'minor'],
  ] as const) {
    const { options } = await proposalFor(`sku,country,data,days,price,currency,url\n${rows(currency)}\n`);
    assert.equal(options['priceScale'], scale, currency);
  }
});

test('what a partner pays is never proposed as a price for travellers', async () => {
  for (const name of [
    'cost',
    'netPrice',
    'buy_price',
    'Wholesale price (USD)',
    'partnerPrice',
    'b2b_price',
    'costprice_usd',
  ]) {
    const { options, plans } = await proposalFor(
      `sku,country,data,days,${name},url\na,Japan,3 GB,7,8,https://a.example/a\nb,Japan,5 GB,7,9,https://a.example/b\n`,
    );
    assert.deepEqual([options['basis'], plans], ['wholesale', []], name);
  }
});

test('an id that is not unique is completed with the amount', async () => {
  const { options, plans } = await proposalFor(
    'id,country,data,days,price,url\n1,Japan,3 GB,7,8,https://a.example/1\n1,Japan,5 GB,7,9,https://a.example/1\n2,Chile,5 GB,7,9,https://a.example/2\n',
  );
  assert.deepEqual([options['id'], plans.length], [['id', 'data'], 3]);
});

test('a plan that is listed once for each of its countries keeps its id', async () => {
  const { options } = await proposalFor(
    'id,country,data,days,price,url\n1,Japan,3 GB,7,8,https://a.example/1\n1,Korea,3 GB,7,8,https://a.example/1\n2,Chile,5 GB,7,9,https://a.example/2\n',
  );
  assert.equal(options['id'], 'id');
});

test('a note says if no columns identify the rows', async () => {
  const { notes } = await proposalFor(
    'country,data,days,price,url\nJapan,3 GB,7,8,https://a.example/1\nJapan,3 GB,7,9,https://a.example/1\n',
  );
  assert.match(notes, /no columns identify each row: "country", "data", "days" occur several times/);
});

test('the lists of regions in a document become the entry of regions', async () => {
  const row = (id: string, area: string) => ({
    id,
    area,
    data: '5 GB',
    days: 30,
    price: 20,
    url: `https://a.example/${id}`,
  });
  const { options, plans, notes } = await proposalFor(
    JSON.stringify({
      areas: [{ name: 'Europe', members: [{ code: 'FR' }, { code: 'DE' }] }],
      plans: [row('a', 'Japan'), row('b', 'Europe'), row('c', 'Asia')],
    }),
  );
  assert.deepEqual(options['regions'], { Europe: ['FR', 'DE'] });
  assert.deepEqual(plans, ['a: JP, 5 GB, 30 days, 20.00 USD', 'b: DE FR, 5 GB, 30 days, 20.00 USD']);
  assert.match(
    notes,
    /1 row waits for the countries of regions: ask the seller, and add to the options "regions": \{"Asia":\["…"\]\}/,
  );
});

interface GullPlan {
  readonly id: string;
  readonly place: string;
  /** null: unlimited. */
  readonly megabytes: number | null;
  readonly per: readonly [count: number, interval: string];
  readonly price: readonly [amount: number, currency: string];
  readonly status?: string;
}

test('prices in the smallest unit, lengths in several units, and plans that are no longer sold', async () => {
  const row = ({
    id,
    place,
    megabytes,
    per,
    price: [unit_amount, currency],
    status = 'active',
  }: GullPlan) => ({
    id,
    object: 'esim_plan',
    nickname: megabytes === null ? 'Explorer unlimited' : 'Explorer',
    destinations: [{ alpha2: place, label: place }],
    allowance: { megabytes, reset: null },
    validity: { count: per[0], interval: per[1] },
    unit_amount,
    currency,
    status,
    hosted_url: `https://gull.example/${id}`,
  });
  const { options, plans, refused, notes } = await proposalFor(
    JSON.stringify({
      data: [
        row({ id: 'g1', place: 'JP', megabytes: 1024, per: [7, 'day'], price: [450, 'usd'] }),
        row({ id: 'g2', place: 'JP', megabytes: 5120, per: [2, 'week'], price: [1190, 'usd'] }),
        row({ id: 'g3', place: 'FR', megabytes: null, per: [1, 'month'], price: [2990, 'eur'] }),
        row({ id: 'g4', place: 'JP', megabytes: 3072, per: [7, 'day'], price: [1200, 'jpy'] }),
        row({
          id: 'g5',
          place: 'FR',
          megabytes: 3072,
          per: [7, 'day'],
          price: [990, 'usd'],
          status: 'archived',
        }),
      ],
    }),
  );
  assert.deepEqual(plans, [
    'g1: JP, 1 GB, 7 days, 4.50 USD',
    'g2: JP, 5 GB, 14 days, 11.90 USD',
    'g3: FR, unlimited, 30 days, 32.89 USD from 29.90 EUR',
    'g4: JP, 3 GB, 7 days, 7.80 USD from 1200 JPY',
  ]);
  assert.deepEqual(refused, ['g5: not_a_plan']);
  assert.deepEqual(options['keep'], [{ column: 'status', values: ['active'] }]);
  // "allowance.reset" is empty on this page. It is proposed, because another page may have daily amounts.
  assert.equal((options['columns'] as Options)['dataPer'], 'allowance.reset');
  assert.match(notes, /not read, because their names are unknown: "object"/);
});

test('a file without a header row, whose titles tell amounts from lengths', async () => {
  const { options, plans } = await proposalFor(
    [
      'K1|Italien 7 GB / 15 Tage|IT|7|15|6,49|EUR|https://kea.example/1|J',
      'K2|Italien 15 GB / 30 Tage|IT|15|30|14,99|EUR|https://kea.example/2|J',
      'K3|Portugal 10 GB / 7 Tage|PT|10|7|9,99|EUR|https://kea.example/3|J',
    ].join('\n'),
  );
  assert.deepEqual(plans, [
    'K1: IT, 7 GB, 15 days, 7.14 USD from 6.49 EUR',
    'K2: IT, 15 GB, 30 days, 16.49 USD from 14.99 EUR',
    'K3: PT, 10 GB, 7 days, 10.99 USD from 9.99 EUR',
  ]);
  assert.deepEqual(options['header'], [
    'id',
    'name',
    'places',
    'data',
    'days',
    'price',
    'currency',
    'link',
    'column9',
  ]);
});

/** A list of bundles on the first of two pages. */
const TEAL = {
  payload: {
    pageIndex: 0,
    pageTotal: 2,
    bundles: [
      { code: 't1', iso: ['GBR'], gigabytes: 5, fairUse: null, cents: 899 },
      { code: 't2', iso: ['SWE', 'NOR'], gigabytes: 0, fairUse: 2, cents: 1999 },
      { code: 't3', iso: ['KOR'], gigabytes: 1, fairUse: null, cents: 399 },
    ].map(({ code, iso, gigabytes, fairUse, cents }) => ({
      bundleCode: code,
      coverageIso3: iso,
      traffic: { gigabytes, isUnlimited: fairUse !== null, fupGbPerDay: fairUse },
      lifetimeHours: 168,
      pricing: { netCents: cents - 300, msrpCents: cents, ccy: 'GBP' },
      homeCurrency: 'JPY',
    })),
  },
};

test('the currency is the one beside the price, and the fair use of a day is no length', async () => {
  const { options, plans } = await proposalFor(JSON.stringify(TEAL));
  assert.deepEqual(plans, [
    't1: GB, 5 GB, 7 days, 11.69 USD from 8.99 GBP',
    't2: NO SE, unlimited (2 GB/day at full speed), 7 days, 25.99 USD from 19.99 GBP',
    't3: KR, 1 GB, 7 days, 5.19 USD from 3.99 GBP',
  ]);
  assert.equal(options['basis'], 'rrp');
});

test('pages that are counted from 0 are proposed with their total', async () => {
  const { options } = await proposalFor(JSON.stringify(TEAL));
  assert.deepEqual(options['paging'], {
    by: 'page',
    parameter: 'page',
    size: 3,
    pages: 'payload.pageTotal',
    first: 0,
  });
});

test('a shop whose variants have a list of options, a former price and a stock', async () => {
  const variant = (
    sku: string,
    data: string,
    days: string,
    current: string,
    was: string | null,
    left = 9,
  ) => ({
    sku,
    options: [
      { label: 'Data', value: data },
      { label: 'Validity', value: days },
    ],
    price: { current, was, currency_code: 'AUD' },
    qty_available: left,
  });
  const { plans, refused } = await proposalFor(
    JSON.stringify({
      catalogue: {
        products: [
          {
            headline: 'Thailand eSIM',
            canonical_path: 'https://ibis.example/thailand',
            variants: [
              variant('i1', '3 GB', '7 Days', '10.00', null),
              variant('i2', 'Unlimited', '10 Days', '30.00', '40.00'),
            ],
          },
          {
            headline: 'Indonesia eSIM',
            canonical_path: 'https://ibis.example/indonesia',
            variants: [variant('i3', '1 GB/day', '7 Days', '21.00', null, 0)],
          },
        ],
      },
    }),
  );
  assert.deepEqual(plans, [
    'i1: TH, 3 GB, 7 days, 6.50 USD from 10.00 AUD',
    'i2: TH, unlimited, 10 days, 26.00 USD from 40.00 AUD',
  ]);
  assert.deepEqual(refused, ['i3: out_of_stock']);
});

test('XML whose parameters have units, and a former price in one word', async () => {
  const offer = (id: string, prices: string, parameters: string) =>
    `<offer id="${id}" available="true"><url>https://plover.example/${id}</url>${prices}<vendor>Plover</vendor>${parameters}
     <param name="Validity" unit="days">7</param></offer>`;
  const reduced = offer(
    'p1',
    '<price>7.90</price><oldprice>9.90</oldprice><currencyId>USD</currencyId>',
    '<param name="Country">Japan</param><param name="Data" unit="GB">3</param>',
  );
  const usual = offer(
    'p2',
    '<price>2.90</price><oldprice/><currencyId>EUR</currencyId>',
    '<param name="Country">Greece</param><param name="Data" unit="MB">500</param>',
  );
  const { options, plans } = await proposalFor(
    `<catalog><shop><offers>${reduced}${usual}</offers></shop></catalog>`,
  );
  assert.deepEqual(plans, [
    // The former price is the list price.
    'p1: JP, 3 GB, 7 days, 9.90 USD',
    'p2: GR, 500 MB, 7 days, 3.19 USD from 2.90 EUR',
  ]);
  const columns = options['columns'] as Options;
  assert.equal(columns['dataUnit'], 'param[name=Data].unit');
  // A source of one provider names it itself.
  assert.equal(columns['provider'], undefined);
});

test('XML whose metadata has more fields than a plan', async () => {
  const item = (id: string, country: string) =>
    `<item><id>${id}</id><country>${country}</country><data>3 GB</data><days>7</days><price>9.90</price>
     <currency>USD</currency><link>https://swift.example/${id}</link></item>`;
  const metadata =
    '<title/><link/><description/><language/><copyright/><category/><generator/><ttl/><managingEditor/>';
  const { options, plans } = await proposalFor(
    `<plans><channel>${metadata}${item('s1', 'Japan')}${item('s2', 'Türkiye')}</channel></plans>`,
  );
  assert.equal(options['rows'], 'plans.channel.item');
  assert.deepEqual(plans, ['s1: JP, 3 GB, 7 days, 9.90 USD', 's2: TR, 3 GB, 7 days, 9.90 USD']);
});

test('amounts with a decimal comma', async () => {
  const { plans } = await proposalFor(
    [
      'sku;country;dataGB;days;price;currency;url',
      'c1;Japan;0,5;3;4,50;USD;https://tern.example/1',
      'c2;Japan;1,5;7;6,50;USD;https://tern.example/2',
      'c3;Japan;2;7;8,00;USD;https://tern.example/3',
    ].join('\n'),
  );
  assert.deepEqual(plans, [
    'c1: JP, 500 MB, 3 days, 4.50 USD',
    'c2: JP, 1.5 GB, 7 days, 6.50 USD',
    'c3: JP, 2 GB, 7 days, 8.00 USD',
  ]);
});

test('an amount of zero with a unit means no limit, with a blank before the unit or without', async () => {
  for (const zero of ['0', '0 MB', '0MB', '0 GB']) {
    const { options, plans } = await proposalFor(
      `sku,country,data,days,price,url\na,Japan,${zero},7,28,https://a.example/a\nb,Japan,500 MB,7,9,https://a.example/b\n`,
    );
    assert.deepEqual(options['unlimitedValues'], ['0'], zero);
    assert.equal(plans[0], 'a: JP, unlimited, 7 days, 28.00 USD', zero);
  }
});

test('amounts with 1024 to a unit, also if a column states that they are megabytes', async () => {
  const rows = [1, 3, 5, 10].map((gigabytes) => ({
    sku: `jp-${gigabytes}`,
    country: 'JP',
    volume: { amount: gigabytes * 1024, unit: 'MB' },
    days: 30,
    price: `${4 + gigabytes}.00 USD`,
    link: 'https://lark.example/jp',
  }));
  const { options, plans, notes } = await proposalFor(JSON.stringify(rows));
  assert.equal(options['base'], 1024);
  assert.deepEqual(plans, [
    'jp-1: JP, 1 GB, 30 days, 5.00 USD',
    'jp-3: JP, 3 GB, 30 days, 7.00 USD',
    'jp-5: JP, 5 GB, 30 days, 9.00 USD',
    'jp-10: JP, 10 GB, 30 days, 14.00 USD',
  ]);
  assert.match(notes, /most amounts are multiples of 1024/);
});

test('a column of codes is the id rather than a combination with the name', async () => {
  const csv = (column: string, codes: readonly string[]) =>
    [
      `seller,title,country,data,days,price,url,${column}`,
      ...codes.map((code, at) => `Lark,Japan eSIM ${at},JP,3 GB,7,9.00 USD,https://lark.example/jp,${code}`),
    ].join('\n');
  const idFor = async (column: string, codes: readonly string[]) =>
    (await proposalFor(csv(column, codes))).options['id'];
  assert.equal(await idFor('asin', ['B0CX23V2ZK', 'B0CX23V2ZL', 'B0CX23V2ZM']), 'asin');
  assert.equal(await idFor('artikel', ['LK-2001', 'LK-2002', 'LK-2003']), 'artikel');
  const combination = ['seller', 'country', 'data', 'days', 'title'];
  assert.deepEqual(await idFor('artikel', ['LK-2001', 'LK-2001', 'LK-2003']), combination);
  assert.deepEqual(await idFor('seen', ['2026-11-01', '2026-11-02', '2026-11-03']), combination);
});

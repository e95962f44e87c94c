import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { observedAt, PLAIN_PLAN } from '../catalogue/testing/market.ts';
import type { Coupon } from '../domain/coupon.ts';
import { DAY_MS } from '../domain/freshness.ts';
import type { Observation, Plan, Provider } from '../domain/plan.ts';
import { createSite, NOW, wordsOf } from './testing/harness.ts';

interface Seller {
  readonly name: string;
  readonly plans?: number;
  readonly plan?: Partial<Plan>;
  readonly observation?: Partial<Observation>;
  readonly provider?: Partial<Provider>;
  readonly coupons?: readonly Partial<Coupon>[];
}

const COUPON: Coupon = {
  id: 'c',
  provider: '',
  code: 'PEBBLE10',
  discount: { kind: 'percent', basisPoints: 1_000 },
  audience: 'new_customers',
  use: 'every_order',
  minimumSpendUsdCents: null,
  maximumDiscountUsdCents: null,
  countries: null,
  plans: null,
  validFrom: null,
  validUntil: null,
  verifiedAt: NOW,
};

const idOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function siteWith(sellers: readonly Seller[], sample = false) {
  const catalogue = createCatalogue({
    plans: sellers.flatMap(({ name, plans = 5, plan, observation }) =>
      Array.from({ length: plans }, (_, at) => ({
        plan: { ...PLAIN_PLAN, provider: idOf(name), id: `p${at}`, ...plan },
        observation: { ...observedAt(NOW), firstSeenAt: NOW - 60 * DAY_MS, ...observation },
      })),
    ),
    coupons: sellers.flatMap(({ name, coupons = [] }) =>
      coupons.map((one, at) => ({ ...COUPON, id: `c${at}`, provider: idOf(name), ...one })),
    ),
    providers: sellers.map(({ name, provider }) => {
      const id = idOf(name);
      return { id, name, homepage: `https://${id}.example/`, brand: id, ...provider };
    }),
    sources: [],
    sample,
  });
  return createSite(undefined, { catalogue: () => catalogue });
}

const manySellers = Array.from({ length: 60 }, (_, at) => ({
  name: `Seller ${String(at).padStart(2, '0')}`,
}));

test('the list of sellers has 50 a page, by name, and each leads to its page', async () => {
  const site = siteWith(manySellers.toReversed());
  const first = await site.get('/providers');
  const names = (page: string) =>
    [...page.matchAll(/<a href="\/providers\/[^"]*">(Seller \d\d)</g)].map(([, name]) => name);
  assert.equal(names(first.text).length, 50);
  assert.equal(names(first.text)[0], 'Seller 00');
  assert.match(first.text, /href="\/providers\?page=2" rel="next"/);
  const second = await site.get('/providers?page=2');
  assert.deepEqual(names(second.text).slice(-1), ['Seller 59']);
  assert.match(second.text, /href="\/providers" rel="prev"/);
  assert.equal((await site.get('/providers?page=3')).status, 404);
  assert.equal((await site.get('/providers/seller07')).status, 200);
});

test('the list of sellers says that a sample market is invented', async () => {
  for (const isSample of [true, false]) {
    const { text } = await siteWith(manySellers, isSample).get('/providers');
    assert.equal(text.includes('Sample data: invented offers'), isSample);
  }
});

test('the search finds a part of a name in any case and without accents, and says if there is none', async () => {
  const site = siteWith([{ name: 'Zümrüt Mobil' }, { name: 'Anka' }]);
  const found = await site.get('/providers?q=ZUMRUT');
  assert.match(found.text, /Zümrüt Mobil/);
  assert.doesNotMatch(wordsOf(found.text), /Anka/);
  assert.match(found.text, /<meta name="robots" content="noindex">/);
  assert.match((await site.get('/providers?q=xyz')).text, /No seller has this name/);
  const hostile = await site.get(`/providers?q=${encodeURIComponent('"><script>')}`);
  assert.doesNotMatch(hostile.text, /"><script>/);
});

test('the page of a seller states its facts, and calls unknown what nobody stated', async () => {
  const { facts, coverage } = PLAIN_PLAN;
  const site = siteWith([
    {
      name: 'Anka',
      plan: {
        facts: { ...facts, hotspot: null },
        coverage: { ...coverage, networks: {} },
        shop: 'Market.example',
      },
    },
    {
      name: 'Simurg',
      provider: {
        refund: { text: 'Unused plans', url: 'https://simurg.example/refunds', checkedOn: '2026-10-01' },
      },
    },
  ]);
  const anka = wordsOf((await site.get('/providers/anka')).text);
  assert.match(anka, /Plans 5 plans, 1 destination Sells on Market\.example/);
  assert.match(anka, /In our catalogue since Sep 16, 2026/);
  assert.match(anka, /Refund not known here/);
  assert.match(
    anka,
    /Hotspot 0% Network 0% Fair use of unlimited plans no such plans Tax 100% When the days start 100%/,
  );
  assert.match(anka, /Coupons None that we know of/);
  const simurg = await site.get('/providers/simurg');
  assert.match(simurg.text, /href="https:\/\/simurg\.example\/refunds" rel="nofollow noopener"/);
  assert.match(wordsOf(simurg.text), /The shop states \(Oct 1, 2026\): Unused plans/);
  assert.doesNotMatch(wordsOf(simurg.text), /Sells on/);
});

test('price changes are stated from the 30th day of observation on', async () => {
  const changed = { priceChangedAt: NOW - DAY_MS, lowestCents: 1_000, highestCents: 1_200 };
  const site = siteWith([
    { name: 'New', observation: { ...changed, firstSeenAt: NOW - 10 * DAY_MS } },
    { name: 'Old', observation: changed },
    { name: 'Calm' },
  ]);
  const changes = async (id: string) =>
    /Price changes in 30 days (.*?) What its plans state/.exec(
      wordsOf((await site.get(`/providers/${id}`)).text),
    )?.[1];
  assert.equal(await changes('new'), 'not known before 30 days of observation');
  assert.equal(await changes('old'), '5 of 5 plans, by 20% in the median');
  assert.equal(await changes('calm'), 'none');
});

test('a seller shows the coupons that are valid, each with its conditions', async () => {
  const site = siteWith([
    {
      name: 'Anka',
      coupons: [
        {},
        { code: 'OVER', validUntil: NOW },
        { code: 'SOON', validFrom: NOW + 1 },
        { code: 'OLD', verifiedAt: NOW - 91 * DAY_MS },
      ],
    },
  ]);
  const words = wordsOf((await site.get('/providers/anka')).text);
  assert.match(words, /PEBBLE10: 10% off · New customers only/);
  assert.doesNotMatch(words, /OVER|SOON|OLD/);
});

test('search engines list a seller with five plans and more, and no smaller one', async () => {
  const site = siteWith([
    { name: 'Anka', plans: 5 },
    { name: 'Simurg', plans: 4 },
  ]);
  const { text: sitemap } = await site.get('/sitemap.xml');
  assert.match(sitemap, /<loc>https:\/\/esim\.example\/providers<\/loc>/);
  assert.match(sitemap, /<loc>https:\/\/esim\.example\/providers\/anka<\/loc>/);
  assert.doesNotMatch(sitemap, /simurg/);
  assert.doesNotMatch((await site.get('/providers/anka')).text, /name="robots"/);
  assert.match((await site.get('/providers/simurg')).text, /<meta name="robots" content="noindex">/);
});

test('an id that no seller has is not found, and without a catalogue the pages are unavailable', async () => {
  assert.equal((await siteWith([{ name: 'Anka' }]).get('/providers/nobody')).status, 404);
  const empty = createSite();
  assert.equal((await empty.get('/providers')).status, 503);
  assert.equal((await empty.get('/providers/anka')).status, 503);
});

test('the pages of sellers exist in every language', async () => {
  const site = siteWith([{ name: 'Anka' }]);
  for (const [lang, title] of [
    ['de', 'Anbieter'],
    ['es', 'Proveedores'],
    ['tr', 'Satıcılar'],
  ]) {
    const page = await site.get(`/providers?lang=${lang}`);
    assert.ok(wordsOf(page.text).includes(title!), lang);
    assert.match(page.text, new RegExp(`href="/providers/anka\\?lang=${lang}"`));
  }
});

test('the page of a seller states the path to it to search engines', async () => {
  const { text } = await siteWith([{ name: 'Shop' }]).get('/providers/shop');
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
  const { itemListElement } = JSON.parse(data) as { itemListElement: { name: string; item: string }[] };
  assert.deepEqual(
    itemListElement.map(({ name, item }) => [name, item]),
    [
      ['Sellers', 'https://esim.example/providers'],
      ['Shop', 'https://esim.example/providers/shop'],
    ],
  );
});

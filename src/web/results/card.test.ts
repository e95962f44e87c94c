import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachFeature } from '../../domain/facts.ts';
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { answered, createSite, exampleComparison, exampleResult, TRIP } from '../testing/harness.ts';

test('unknown facts are shown as unknown, and a shortfall is shown with its amount', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.features = { hotspot_gb: null, ...eachFeature(() => null) };
    made.eligibility = { ...made.eligibility, identity_check: null };
    made.fits = { meets_need: false, short_by_gb: 2, short_by_days: 1, missing_countries: null };
    made.speed = { ...made.speed, generation: null, networks: [] };
    made.data = { ...made.data, after_cap: 'unknown' };
    made.validity = { ...made.validity, starts: 'unknown' };
    made.copies = 3;
  });
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  for (const sentence of [
    'Not stated</dt><dd>Start of the days, Hotspot, Top-up, ID check, Phone number, Calls, Text messages, Advertisements, When data runs out, Network, Advertised top speed',
    '2 GB less than you need',
    '1 day shorter than the trip',
    'Buy 3, use one after another',
    '3 × 30 days',
  ]) {
    assert.ok(text.includes(sentence), sentence);
  }
});

test('the countries of a plan are sorted by their names in the language of the page', async () => {
  const result = exampleResult((made) => {
    made.plan = { ...made.plan, scope: 'region', countries_covered: 3, countries: ['AT', 'DE', 'ES'] };
  });
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  const site = createSite(() => answered(comparison));
  for (const [language, names] of [
    ['en', 'Austria, Germany, and Spain'],
    ['de', 'Deutschland, Österreich und Spanien'],
  ]) {
    const { text } = await site.get(`${TRIP}&lang=${language}`);
    assert.ok(text.includes(`<dd>${names}</dd>`), names);
  }
});

test('Turkish pages use idiomatic sentences', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.eligibility = { ...made.eligibility, new_customers_only: false, identity_check: true };
    made.freshness = { ...made.freshness, status: 'fresh' };
    made.price.tax = 'included';
  });
  const aging = exampleResult((made) => {
    made.freshness = { ...made.freshness, status: 'aging' };
  });
  comparison.orders = { Recommended: [result, aging], Cheapest: [], Fastest: [] };
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&lang=tr`);
  const plain = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  for (const sentence of [
    'Kimlik doğrulama Var',
    'UTC , güncel',
    'almadan önce kontrol edin',
    'Vergi dâhil',
    'Hafif',
    'Yoğun',
  ])
    assert.ok(plain.includes(sentence), sentence);
  assert.doesNotMatch(plain, /şart/i, 'one word for condition');
});

test('a row hides only a note that repeats the name of its column, never the cap of a hotspot', async () => {
  const comparison = exampleComparison();
  const notesFor = async (hotspotGb: number | null) => {
    comparison.orders.Recommended = [
      exampleResult(({ features, speed }) => {
        features.hotspot = true;
        features.hotspot_gb = hotspotGb;
        speed.generation = null;
        speed.networks = [];
      }),
    ];
    const { text } = await createSite(() => answered(comparison)).get(TRIP);
    const [facts = ''] = /<dl class="facts">[\s\S]*?<\/dl>/.exec(text) ?? [];
    return [...facts.matchAll(/<small( class="name")?>(.*?)<\/small>/g)].slice(-2).map(([note]) => note);
  };
  const network = '<small class="name">Network</small>';
  assert.deepEqual(await notesFor(null), [network, '<small class="name">Hotspot</small>']);
  assert.deepEqual(await notesFor(2), [network, '<small>up to 2 GB</small>']);
});

test('a plan that is too slow for the need says so instead of an amount', async () => {
  const comparison = exampleComparison();
  comparison.orders.Recommended = [
    exampleResult((result) => {
      result.fits = { meets_need: false, short_by_gb: 7, short_by_days: 0, missing_countries: null };
      result.why.reasons = [{ code: 'too_slow', text: 'Too slow' }];
    }),
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.match(text, /<ul class="short"><li><i [^>]*><\/i>Too slow for this data need<\/li><\/ul>/);
});

test('a row names its dearest drawbacks first, with data to spare and the discount, before it has no other', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, ...drawbacks: readonly (readonly [DrawbackCode, number])[]) =>
    exampleResult((made) => {
      made.plan.id = id;
      made.data = { ...made.data, model: 'total', gb: 7, gb_for_trip: 7, period_days: null };
      made.why.drawbacks = drawbacks.map(([code, usd]) => ({ code, percent: 1, usd, text: code }));
    });
  comparison.picks = [];
  comparison.orders.Recommended = [
    planWith('a', ['tax_unknown', 0.1], ['coupon', 0.22], ['little_reserve', 1.3]),
    planWith('b', ['coupon', 0.2]),
    planWith('c'),
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const [open = ''] = text.split('<template>');
  const known = [...open.matchAll(/<ul class="know">(.*?)<\/ul>\n/g)].map(([, lines = '']) =>
    lines
      .replaceAll(/<li[^>]*>/g, '|')
      .replace(/<[^>]*>/g, '')
      .split('|')
      .slice(1),
  );
  assert.deepEqual(known, [
    ['Data may run short', 'Price depends on a discount', '1 more drawback', 'Tax may be added at checkout'],
    ['Price depends on a discount'],
    ['No drawbacks'],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import { answered, createSite, exampleComparison, filterLinks, notice, TRIP } from '../testing/harness.ts';

const emptyComparison = (): Comparison => ({
  ...exampleComparison(),
  orders: { Recommended: [], Cheapest: [], Fastest: [] },
});

const TOO_DEAR: Comparison['notices'] = [
  { code: 'nothing_qualifies', value: 'max_usd', text: 'No plan is left.' },
  { code: 'lowest_price', value: '5.00', text: 'The lowest price.' },
];

/** What an empty page offers instead. */
const waysOut = (text: string): string[] => {
  const [list = ''] = /<ul class="ways-out">[\s\S]*?<\/ul>/.exec(text) ?? [];
  return [...list.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, words = '']) =>
    words.replaceAll(/<[^>]*>/g, '').trim(),
  );
};

test('a destination without plans has a page of its own', async () => {
  const comparison = emptyComparison();
  comparison.variants = [];
  comparison.notices = [notice('no_plans_for_country'), notice('prices_are_estimates')];
  const { status, text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.equal(status, 200);
  assert.match(text, /We found no suitable plan for Türkiye/);
});

test('an empty list names every filter that can be removed', async () => {
  const comparison = emptyComparison();
  comparison.notices = TOO_DEAR;
  const query = `${TRIP}&data_gb=20&require=hotspot,5g&max_usd=5&avoid_exits=HK`;
  const { text } = await createSite(() => answered(comparison)).get(query);
  assert.match(text, /No plan meets all of this: Up to \$5[^.]/);
  assert.deepEqual(waysOut(text), [
    'Without “Hotspot allowed” 7 plans from $5.00',
    'Without “5G” 7 plans from $5.00',
    'Without “Up to $5” 7 plans from $5.00',
  ]);
  const links = filterLinks(text);
  for (const name of ['Up to $5', 'Hotspot allowed', '5G', 'Internet not via Hong Kong SAR China'])
    assert.ok(
      links.some((link) => link.startsWith(`Remove filter: ${name}`)),
      links.join('\n'),
    );
});

test('the closest plan stands below the name of the change that leads to it', async () => {
  const comparison = emptyComparison();
  comparison.notices = [
    { code: 'nothing_qualifies_together', value: ['max_usd', 'phone_number'], text: 'No plan is left.' },
    { code: 'lowest_price', value: '5.00', text: 'The lowest price.' },
  ];
  const query = `${TRIP}&require=hotspot,phone_number&max_usd=5`;
  const { text } = await createSite(() => answered(comparison)).get(query);
  assert.match(text, /<p class="hint">Without “Hotspot allowed”<\/p>/);
  assert.match(text, /<summary>Details and drawbacks<\/summary>/, 'a single plan is not the first of a list');
});

test('a budget that is too low says what the cheapest plan costs and offers the next round budget', async () => {
  const comparison = emptyComparison();
  comparison.notices = TOO_DEAR;
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&max_usd=0.5`);
  assert.match(text, /<h1>No plan for \$0\.50 or less<\/h1>/);
  assert.match(text, /The cheapest costs \$5\.00, so \$4\.50 more\./);
  assert.equal(waysOut(text)[0], 'Raise the budget to $5 7 plans from $5.00');
});

test('an empty result says how many plans state otherwise and how many do not say', async () => {
  const comparison = emptyComparison();
  comparison.considered.left_out_by_require = { no: 238, unknown: 1 };
  const reasonFor = async (value: string) => {
    comparison.notices = [{ code: 'nothing_qualifies', value, text: 'No plan is left.' }];
    const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&require=hotspot&max_usd=5`);
    return /<p>(Stated otherwise: [^<]*)/.exec(text)?.[1];
  };
  assert.equal(await reasonFor('hotspot'), 'Stated otherwise: 238 plans. Not stated: 1 plan.');
  assert.equal(await reasonFor('max_usd'), undefined, 'no plan is left out by a feature');
});

test('if the plans within the filters cover the trip in part, the page says that it is for the filters, and raises the budget', async () => {
  const comparison = exampleComparison();
  comparison.considered.meet_the_need = 0;
  for (const result of Object.values(comparison.orders).flat()) result.fits.meets_need = false;
  const notices = comparison.notices;
  const site = createSite(() => answered(comparison));
  const contrast = (text: string) => /class="contrast">([^<]*)/.exec(text)?.[1] ?? '';
  const lowest: Comparison['notices'][number] = { code: 'lowest_price', value: '5.00', text: 'The lowest.' };
  comparison.notices = [...notices, notice('only_misses_qualify'), lowest];
  const { text } = await site.get(`${TRIP}&max_usd=4`);
  assert.match(contrast(text), /^No plan that passes your filters covers the whole trip\./);
  assert.equal(waysOut(text)[0], 'Raise the budget to $5 7 plans from $5.00');
  comparison.notices = [...notices, notice('nothing_meets_need')];
  assert.match(contrast((await site.get(TRIP)).text), /^No plan covers the whole trip\./);
});

test('a region in which no plan works says so, and advises to name the countries', async () => {
  const comparison = emptyComparison();
  comparison.destination = { code: 'EU', name: 'Europe', region: 'Europe', kind: 'region' };
  comparison.notices = [{ code: 'no_plans_for_country', value: 'EU', text: 'None.' }];
  const { text } = await createSite(() => answered(comparison)).get('/compare?country=EU&days=7&need=normal');
  assert.match(
    text,
    /<h1>No plan here works in most of Europe<\/h1>\s*<p>Name the countries of your trip as stops/,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import {
  answered,
  createSite,
  exampleComparison,
  exampleResult,
  filterLinks,
  notice,
  TRIP,
} from '../testing/harness.ts';

type Notice = Comparison['notices'][number];

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
  assert.match(text, /No plan covers Türkiye at the moment\./);
});

test('an empty list names every filter that can be removed', async () => {
  const comparison = emptyComparison();
  comparison.notices = TOO_DEAR;
  const query = `${TRIP}&data_gb=20&require=hotspot,5g&max_usd=5&avoid_exits=HK`;
  const { text } = await createSite(() => answered(comparison)).get(query);
  assert.match(text, /No plan meets this: Up to \$5[^.]/);
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

test('filters that each leave no plan alone are not named as a pair', async () => {
  const comparison = emptyComparison();
  const headingFor = async (code: Notice['code'], value: string | string[]) => {
    comparison.notices = [{ code, value, text: 'No plan is left.' }];
    const { text } = await createSite(() => answered(comparison)).get(
      `${TRIP}&require=hotspot,phone_number&max_usd=5`,
    );
    return /<h1>([^<]*)/.exec(text)?.[1];
  };
  const both = ['hotspot', 'phone_number'];
  assert.equal(
    await headingFor('nothing_qualifies', both),
    'No plan meets even one of these: Hotspot allowed and Phone number',
  );
  assert.equal(await headingFor('nothing_qualifies', 'hotspot'), 'No plan meets this: Hotspot allowed');
  assert.equal(
    await headingFor('nothing_qualifies_together', both),
    'No plan meets all of this: Hotspot allowed and Phone number',
  );
});

test('the closest plan is that of the JSON, below the filters that it fails', async () => {
  const comparison = emptyComparison();
  comparison.notices = TOO_DEAR;
  const result = exampleResult(({ plan }) => Object.assign(plan, { name: 'The closest one' }));
  comparison.closest = { result, fails: ['max_usd', 'phone_number'] };
  const query = `${TRIP}&require=hotspot,phone_number&max_usd=5`;
  const { text } = await createSite(() => answered(comparison)).get(query);
  assert.match(text, /<p class="hint">Not met: Phone number and Up to \$5<\/p>/);
  assert.match(text, /The closest one/);
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

test('an empty result says of which features how many plans state otherwise and how many do not say', async () => {
  const comparison = emptyComparison();
  comparison.considered.left_out_by_require = { no: 238, unknown: 1 };
  const reasonFor = async (value: string, require = 'hotspot') => {
    comparison.notices = [{ code: 'nothing_qualifies', value, text: 'No plan is left.' }];
    const query = `${TRIP}&require=${require}&max_usd=5`;
    const { text } = await createSite(() => answered(comparison)).get(query);
    return /<p>([^<]*stated otherwise [^<]*)/.exec(text)?.[1];
  };
  assert.equal(
    await reasonFor('hotspot'),
    'Hotspot allowed: stated otherwise (238 plans) or not stated (1 plan).',
  );
  assert.equal(
    await reasonFor('hotspot', 'hotspot,5g'),
    'Hotspot allowed and 5G: at least one is stated otherwise (238 plans) or not stated (1 plan).',
  );
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

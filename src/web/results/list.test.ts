import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import type { Result } from '../../wire/schemas/result.ts';
import {
  answered,
  createSite,
  exampleComparison,
  exampleResult,
  notice,
  TRIP,
  wordsOf,
} from '../testing/harness.ts';

test('if no plan states its network, the list by speed has a note', async () => {
  const comparison = exampleComparison();
  comparison.notices = [...comparison.notices, notice('fastest_means_little')];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const panel = text.split('id="fastest"')[1]?.split('</li>')[0] ?? '';
  assert.match(panel, /No plan there states whether it is 4G or 5G[\s\S]*<ol class="cards"/);
  assert.equal(text.split('No plan there states whether').length, 2, 'stated once');
});

test('if a plan stands below a dearer one because of the limit for a shop, the list and the plan say so', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, rank: number, comparable: number) =>
    exampleResult((result) => {
      result.rank = rank;
      result.plan.id = id;
      result.why.comparable_usd = comparable;
    });
  comparison.orders.Recommended = [planWith('a', 1, 10), planWith('b', 2, 90), planWith('c', 3, 12)];
  const pageOf = async () => wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  const rule = /After 3 plans of one shop, its others follow those of all other shops\./g;
  const reason = /3 plans of this shop stand above, so this one follows those of all other shops\./g;
  assert.doesNotMatch(await pageOf(), rule);
  comparison.notices = [...comparison.notices, notice('brand_limit')];
  const page = await pageOf();
  assert.equal(page.match(rule)?.length, 1);
  assert.deepEqual(
    page.split(/Why (?:is this first|number \d)\?/).map((card) => card.match(reason)?.length ?? 0),
    [0, 0, 0, 1],
  );
});

test('if most plans have only the drawbacks of all, the list says once that they have no other', async () => {
  const planWith = (id: string, ...codes: readonly DrawbackCode[]) =>
    exampleResult((result) => {
      result.plan.id = id;
      result.why.drawbacks = codes.map((code) => ({ code, percent: 1, usd: 0.1, text: code }));
    });
  const comparison = exampleComparison();
  const plain = ['a', 'b', 'c'].map((id) => planWith(id, 'generation_4g'));
  const pageOf = async (results: Result[]) => {
    comparison.orders.Recommended = results;
    return wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  };
  const common = /Where no other drawback is named, there is none/g;
  const said = await pageOf(plain);
  assert.equal(said.match(common)?.length, 1);
  assert.doesNotMatch(said, /No other drawback/);
  const others = ['d', 'e', 'f'].map((id) => planWith(id, 'generation_4g', 'price_aging'));
  const mixed = await pageOf([...plain, ...others]);
  assert.doesNotMatch(mixed, common);
  assert.equal(mixed.match(/No other drawback/g)?.length, plain.length);
});

test('plans that do not cover the trip are counted apart from those that do', async () => {
  const comparison = exampleComparison();
  const short = exampleResult((made) => {
    made.plan.id = 'short';
    made.fits = { meets_need: false, short_by_gb: 1, short_by_days: 0, missing_countries: null };
  });
  comparison.orders.Recommended = [...comparison.orders.Recommended.slice(0, 1), short];
  comparison.considered.meet_the_need = 1;
  const words = wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  assert.match(words, /1 plan\s*\. Below them, 1 more that does not cover the whole trip\./);
});

test('a list that has room for a plan that does not cover the trip has left out only weaker plans of the same shops', async () => {
  const comparison = exampleComparison();
  const plans = Array.from({ length: 19 }, (_, at) =>
    exampleResult(({ plan }) => {
      plan.id = `plan-${at}`;
    }),
  );
  const short = exampleResult((made) => {
    made.plan.id = 'short';
    made.fits = { meets_need: false, short_by_gb: 1, short_by_days: 0, missing_countries: null };
  });
  comparison.orders.Recommended = [...plans, short];
  comparison.considered.meet_the_need = 22;
  const words = wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  assert.match(words, /22 plans: 19 shown, 3 weaker offers of the same shops\s*\./);
  assert.doesNotMatch(words, /Top 19 of|Narrow it down/);
});

test('a tab has the price and the provider of its first plan without its marketplace, or that none covers the trip', async () => {
  const comparison = exampleComparison();
  const short = exampleResult((made) => {
    made.fits = { meets_need: false, short_by_gb: 1, short_by_days: 0, missing_countries: null };
  });
  const onShop = exampleResult(({ provider }) => {
    provider.shop = 'Market.example';
  });
  comparison.orders = { Recommended: [onShop], Cheapest: [short], Fastest: [short] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.match(
    text,
    /id="tab-recommended"[^>]*><span>Best value<\/span> <b>\$12\.60<\/b> <small>Nomadica<\/small>/,
  );
  assert.match(text, /id="tab-cheapest"[^>]*><span>Cheapest<\/span> <small>no full match<\/small>/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, createSite, exampleComparison, exampleResult, TRIP } from '../testing/harness.ts';

test('if no listed plan states its network, no plan is called the fastest', async () => {
  const comparison = exampleComparison();
  const [first] = comparison.orders.Recommended;
  assert.ok(first);
  comparison.orders = { Recommended: [first], Cheapest: [first], Fastest: [first] };
  const site = createSite(() => answered(comparison));
  const named = async () => {
    const { text } = await site.get(`${TRIP}&sort=cheapest`);
    const contrast = /class="contrast">([^<]*)/.exec(text)?.[1] ?? '';
    return [text.includes('<span class="tag">Fastest</span>'), /fastest/i.test(contrast)];
  };
  assert.deepEqual(await named(), [true, true]);
  first.speed.generation = null;
  assert.deepEqual(await named(), [false, false]);
});

test('if nothing covers the trip, the headline names the closest match, also where an itinerary has no plan', async () => {
  const comparison = exampleComparison();
  comparison.considered.meet_the_need = 0;
  for (const result of Object.values(comparison.orders).flat()) result.fits.meets_need = false;
  const nothing = {
    ...{ usd: 0, group_usd: null, comparable_usd: 0, further_purchases_usd: 0, purchases: 0 },
    legs: [{ stops: [{ country: 'JP', days: 7 }], result: null }],
  };
  for (const itinerary of [undefined, { recommended: nothing, cheapest: nothing }]) {
    const { itinerary: _, ...rest } = comparison;
    const site = createSite(() => answered({ ...rest, ...(itinerary && { itinerary }) }));
    const { text } = await site.get(TRIP);
    assert.match(text, /<h1>[^<]*Closest match: <b>/);
    assert.doesNotMatch(text, /Best value: <b>|\$0\.00/);
  }
});

test('the answer for several stops says what a cheaper way saves, and how often it has to be bought', async () => {
  const wayOf = (usd: number, countries: readonly string[]) => ({
    ...{ usd, group_usd: null, comparable_usd: usd, further_purchases_usd: 0, purchases: countries.length },
    legs: countries.map((country) => ({ stops: [{ country, days: 3 }], result: exampleResult() })),
  });
  const comparison = exampleComparison();
  comparison.itinerary = { recommended: wayOf(20, ['TR']), cheapest: wayOf(15.5, ['JP', 'KR', 'TW']) };
  const site = createSite(() => answered(comparison));
  const contrast = async () => /class="contrast">([^<]*)/.exec((await site.get(TRIP)).text)?.[1];
  assert.equal(await contrast(), '3 separate eSIMs: you pay $4.50 less, but you buy and install 3 times.');
  // One of the plans is bought several times.
  comparison.itinerary.cheapest!.purchases = 12;
  assert.match((await contrast()) ?? '', /^12 separate eSIMs: /);
  comparison.itinerary.cheapest!.purchases = 3;
  comparison.itinerary.recommended = wayOf(20, ['JP', 'KR', 'TW']);
  // The shops are the same, too.
  assert.equal(await contrast(), 'Cheapest: you pay $4.50 less.');
});

test('of several stops, no way is called the cheapest for a group if sharing costs less', async () => {
  const legsOf = (countries: readonly string[]) =>
    countries.map((country) => ({ stops: [{ country, days: 3 }], result: exampleResult() }));
  const wayOf = (usd: number, countries: readonly string[]) => ({
    ...{ usd, group_usd: 2 * usd, comparable_usd: usd, further_purchases_usd: 0 },
    ...{ purchases: countries.length, legs: legsOf(countries) },
  });
  const [one, several] = [wayOf(20, ['TR']), wayOf(15.5, ['JP', 'KR', 'TW'])];
  const sameShops = wayOf(20, ['JP', 'KR', 'TW']);
  const comparison = exampleComparison();
  const site = createSite(() => answered(comparison));
  const isCalledCheapest = async (recommended: typeof one, cheapest: typeof one, sharedUsd: number) => {
    const shared = { ...cheapest, data_gb: 14, usd: sharedUsd };
    Object.assign(comparison, {
      itinerary: { recommended, cheapest },
      sharing: { recommended: shared, cheapest: shared },
    });
    const { text } = await site.get(`${TRIP}&travellers=2`);
    const contrast = /class="contrast">([^<]*)/.exec(text)?.[1] ?? '';
    const tags = (text.match(/<div class="way-head">[\s\S]*?<h3>/g) ?? []).join('');
    return /cheapest/i.test(`${contrast} ${tags}`) || text.includes('cheapest way first');
  };
  for (const [recommended, cheapest] of [
    [one, several],
    [several, several],
    [sameShops, several],
  ] as const) {
    assert.equal(await isCalledCheapest(recommended, cheapest, 31), true);
    assert.equal(await isCalledCheapest(recommended, cheapest, 30.99), false);
  }
});

test('if sharing costs a group less, the cheapest plan is the cheapest own eSIM, in the tab and in the headline', async () => {
  const comparison = exampleComparison();
  const [first] = comparison.orders.Cheapest;
  const usd = first?.price.usd ?? 0;
  for (const result of Object.values(comparison.orders).flat()) result.price.group_usd = 4 * result.price.usd;
  const wordsFor = async (sharedUsd: number) => {
    const shared = {
      ...{ usd: sharedUsd, comparable_usd: sharedUsd, further_purchases_usd: 0, purchases: 1, data_gb: 28 },
      legs: [{ stops: [{ country: 'TR', days: 7 }], result: exampleResult() }],
    };
    comparison.sharing = { recommended: shared, cheapest: shared };
    const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&travellers=4&sort=cheapest`);
    const tab = /id="tab-cheapest"[^>]*><span>([^<]*)/.exec(text)?.[1];
    return [tab, /<h1>[^<]*\. ([^<.]*): <b>/.exec(text)?.[1]];
  };
  assert.deepEqual(await wordsFor(4 * usd), ['Cheapest', 'Cheapest']);
  assert.deepEqual(await wordsFor(4 * usd - 0.01), ['Cheapest own eSIM', 'Cheapest own eSIM']);
});

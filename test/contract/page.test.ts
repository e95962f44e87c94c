import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { find, parseHtml } from '../support/html.ts';
import { listsOf, type ShownCard, splitsOf } from '../support/results-page.ts';
import { PAGE } from '../support/selectors.ts';
import { startTestService, type TestService } from '../support/service.ts';

const COUNTRIES = ['TR', 'JP', 'US', 'IT', 'TH', 'DE', 'MX', 'EG', 'AU', 'KR', 'FJ', 'IS'];
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'];
const DAYS = [1, 5, 7, 10, 14, 21, 30, 60];
/** All needs and lengths. */
const TRIPS = COUNTRIES.map(
  (country, index) =>
    `country=${country}&days=${DAYS[(index * 5) % DAYS.length]}&need=${NEEDS[(index + Math.floor(index / 12)) % NEEDS.length]}`,
);
const placeNames = new Intl.DisplayNames('en', { type: 'region' });
const ORDERS = ['Recommended', 'Cheapest', 'Fastest'] as const;

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const money = (usd: number): string => usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

async function bothOf(trip: string): Promise<{ json: Comparison; html: string }> {
  const headers = { 'accept-language': 'en' };
  const json = (await (await service.get(`/api/v1/plans?${trip}`)).json()) as Comparison;
  const page = await service.get(`/compare?${trip}`, { headers, redirect: 'follow' });
  const html = await page.text();
  assert.equal(page.status, 200, html);
  return { json, html };
}

/** Compares a card of a list or of a split with the result in the JSON. */
function compareCard(
  shown: ShownCard,
  result: Result,
  where: string,
): { readonly several: boolean; readonly conditional: boolean } {
  const { price, why, copies, coupons } = result;
  assert.equal(shown.price, money(price.usd), where);
  assert.equal(shown.copies, copies > 1 ? `Buy ${copies}, one after another` : null, where);
  assert.equal(shown.out, result.go, where);
  assert.ok(shown.by?.includes(result.provider.name), where);
  if (why.drawbacks.length > 0) {
    assert.ok(shown.compares.includes(`compares like ${money(why.comparable_usd)}`), where);
    assert.ok(shown.details.includes(money(why.comparable_usd)), where);
    for (const { usd, percent } of why.drawbacks)
      assert.ok(shown.details.includes(`+${money(usd)} (${percent}%)`), `${where}: ${shown.details}`);
  }
  const percents = shown.drawbacks.map((line) => Number(/\+(\d+)%$/.exec(line)?.[1]));
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  assert.equal(sum(percents), sum(why.drawbacks.map(({ percent }) => percent)), where);

  const included = coupons.filter(({ applied_to_price }) => applied_to_price);
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  assert.equal(shown.included.length, included.length, where);
  assert.equal(shown.folded.length, others.length, where);
  for (const text of shown.included) assert.match(text, /in the price/, where);
  for (const [at, text] of shown.folded.entries()) {
    assert.doesNotMatch(text, /in the price/, where);
    assert.ok(text.includes(money(others[at]?.usd ?? -1)), `${where}: ${text}`);
    assert.equal(/Replaces/.test(text), included.length > 0, `${where}: ${text}`);
  }
  assert.doesNotMatch(shown.details, /in the price/, where);
  assert.equal(shown.readAt, result.freshness.observed_at, where);
  return { several: copies > 1, conditional: others.length > 0 };
}

test('the page states the same facts as the JSON of the same trip', async () => {
  const seen = { conditional: 0, cut: 0, silent: 0, several: 0 };
  for (const trip of TRIPS) {
    const { json, html } = await bothOf(trip);
    const lists = listsOf(html);
    for (const [index, order] of ORDERS.entries()) {
      const results = json.orders[order];
      const list = lists[index]!;
      assert.equal(list.cards.length, results.length, trip);

      const covering = results.filter(({ fits }) => fits.meets_need).length;
      const all = json.considered.meet_the_need;
      const said = covering === 0 ? 'No plan covers the trip.' : `${covering} of ${all} that cover the trip.`;
      assert.ok(list.summary.includes(said), `${trip} ${order}: ${list.summary}`);
      if (covering < all) seen.cut += 1;

      const statesSpeed = results.some(({ speed }) => speed.advertised_max_mbps !== null);
      if (order === 'Fastest') {
        assert.equal(list.summary.includes('advertised speed'), statesSpeed, trip);
        assert.equal(list.summary.includes('No plan here states its speed'), !statesSpeed, trip);
        if (!statesSpeed) seen.silent += 1;
      }

      for (const [place, result] of results.entries()) {
        const shown = list.cards[place] as ShownCard;
        const where = `${trip} ${order} ${place + 1}`;
        const { several, conditional } = compareCard(shown, result, where);
        if (several) seen.several += 1;
        if (conditional) seen.conditional += 1;
      }
    }
  }
  // The sample market must contain every case, or the test would prove nothing.
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, what);
});

/** Trips of two to six stops, near and far apart, one without any plan, and some with filters. */
const JOURNEYS = [
  'JP&days=5&need=normal&then=KR:4,TW:3',
  'JP&days=5&need=normal&then=KR:4,JP:3',
  'TR&days=3&need=heavy&then=GR:3,IT:3,FR:3,ES:3,PT:3',
  'US&days=10&need=normal&then=MX:5',
  'US&days=10&need=unlimited&then=CA:5,MX:5',
  'YE&days=60&need=heavy&then=TR:20',
  'TH&days=20&need=light&then=ID:20,MY:20,SG:20',
  'AE&days=2&need=unlimited&then=IN:10',
  'KR&days=1&need=normal&then=JP:1',
  'JP&days=5&need=normal&then=AQ:3',
  'JP&days=5&need=normal&then=KR:4&require=one_purchase',
  'IT&days=5&need=light&then=HR:5&require=5g,hotspot',
];

test('every split of a trip with several stops states the same facts as the JSON', async () => {
  const seen = { two: 0, same: 0, parts: 0, whole: 0, nothing: 0, conditional: 0, several: 0, misses: 0 };
  for (const journey of JOURNEYS) {
    const trip = `country=${journey}`;
    const { json, html } = await bothOf(trip);
    const splits = splitsOf(html);
    const { recommended, cheapest } = json.itinerary!;
    assert.ok(recommended !== null && cheapest !== null, trip);
    const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
    const told = isSame ? [recommended] : [recommended, cheapest];
    assert.equal(splits.length, told.length, trip);
    seen[isSame ? 'same' : 'two'] += 1;
    for (const [at, way] of told.entries()) {
      const shown = splits[at]!;
      const cents = (usd: number) => Math.round(usd * 100);
      const further = cents(way.further_purchases_usd);
      const drawbacks = cents(way.comparable_usd) - further - cents(way.usd);
      assert.equal(
        shown.sum,
        `${money(way.usd)} together, ${way.purchases} to buy. It compares like ${money(way.comparable_usd)}: drawbacks +${money(drawbacks / 100)}${further > 0 ? `, more than one plan +${money(further / 100)}` : ''}.`,
        trip,
      );
      assert.equal(shown.legs.length, way.legs.length, trip);
      seen[way.legs.length > 1 ? 'parts' : 'whole'] += 1;
      for (const [place, { stops, result }] of way.legs.entries()) {
        const leg = shown.legs[place] as ShownCard;
        const where = `${trip}, way ${at + 1}, part ${place + 1}`;
        for (const { country, days } of stops)
          assert.ok(
            leg.heading.includes(`${placeNames.of(country)}, ${days} day`),
            `${where}: ${leg.heading}`,
          );
        if (result === null) {
          seen.nothing += 1;
          assert.equal(leg.short, 'No plan is left for this part.', where);
          assert.equal(leg.price, null, where);
          continue;
        }
        assert.ok(leg.by?.startsWith(result.plan.name), where);
        const { several, conditional } = compareCard(leg, result, where);
        if (several) seen.several += 1;
        if (conditional) seen.conditional += 1;
        assert.equal(leg.short === null, result.fits.meets_need, where);
        if (!result.fits.meets_need) seen.misses += 1;
      }
    }
  }
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, what);
});

test('without JavaScript the page states the time of each price', async () => {
  const headers = { 'accept-language': 'tr' };
  const html = await (await service.get('/compare?country=TR&days=7&need=normal', { headers })).text();
  assert.match(find(parseHtml(html), PAGE.age) ?? '', /^Fiyat .*\d\d:\d\d UTC okundu$/);
});

test('sample data is marked as invented', async () => {
  for (const path of ['/', '/compare?country=TR&days=7&need=normal']) {
    const html = await (await service.get(path, { headers: { 'accept-language': 'en' } })).text();
    assert.match(find(parseHtml(html), PAGE.sampleBanner) ?? '', /invented/);
  }
});

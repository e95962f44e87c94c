import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { type Stage, setStage } from './support/visit.ts';

const COUNTRIES = ['TR', 'JP', 'US', 'IT', 'TH', 'DE', 'MX', 'EG', 'AU', 'KR', 'FJ', 'IS'];
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'];
const DAYS = [1, 5, 7, 10, 14, 21, 30, 60];
/** Every country twice, with needs and lengths of all kinds: 24 trips. */
const TRIPS = [...COUNTRIES, ...COUNTRIES].map(
  (country, index) =>
    `country=${country}&days=${DAYS[(index * 5) % DAYS.length]}&need=${NEEDS[(index + Math.floor(index / 12)) % NEEDS.length]}`,
);
const placeNames = new Intl.DisplayNames('en', { type: 'region' });
const ORDERS = ['Recommended', 'Cheapest', 'Fastest'] as const;

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

/** What the page shows of a card, as `in-page.js` reads it. */
interface Shown {
  readonly heading: string;
  readonly by: string | null;
  readonly price: string | null;
  readonly gets: string | null;
  readonly copies: string | null;
  readonly short: string | null;
  readonly compares: string;
  readonly drawbacks: readonly string[];
  readonly included: readonly string[];
  readonly folded: readonly string[];
  readonly details: string;
  readonly identityColour: string;
  readonly plainColour: string;
  readonly readAt: string | null;
  readonly out: string | null;
}
interface Panel {
  readonly means: string;
  readonly cards: readonly Shown[];
}

interface ShownWay {
  readonly heading: string;
  readonly sum: string;
  readonly legs: readonly Shown[];
}

const money = (usd: number): string => usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

async function both(trip: string): Promise<{ json: Comparison; panels: Panel[] }> {
  const answer = await stage.service.get(`/api/v1/plans?${trip}&include=variants`);
  const json = (await answer.json()) as Comparison;
  const panels = await stage.visit({ locale: 'en' }, async (page) => {
    await page.goto(`/compare?${trip}`);
    return page.evaluate('inPage.panels()') as Promise<Panel[]>;
  });
  return { json, panels };
}

/** What every plan says of itself, in a list or as a part of a way. */
function compareCard(
  shown: Shown,
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

test('on 24 trips the page says what the JSON of the same trip says', async () => {
  assert.ok(new Set(TRIPS).size >= 20);
  const seen = { conditional: 0, cut: 0, identity: 0, silent: 0, several: 0 };
  for (const trip of TRIPS) {
    const { json, panels } = await both(trip);
    for (const [index, order] of ORDERS.entries()) {
      const results = json.orders[order];
      const panel = panels[index] as Panel;
      assert.equal(panel.cards.length, results.length, trip);

      const covering = results.filter(({ fits }) => fits.meets_need).length;
      const all = json.considered.meet_the_need;
      const said = covering === 0 ? 'No plan covers the trip.' : `${covering} of ${all} that cover the trip.`;
      assert.ok(panel.means.includes(said), `${trip} ${order}: ${panel.means}`);
      if (covering < all) seen.cut += 1;

      const statesSpeed = results.some(({ speed }) => speed.advertised_max_mbps !== null);
      if (order === 'Fastest') {
        assert.equal(panel.means.includes('advertised speed'), statesSpeed, trip);
        assert.equal(panel.means.includes('No plan here states its speed'), !statesSpeed, trip);
        if (!statesSpeed) seen.silent += 1;
      }

      for (const [place, result] of results.entries()) {
        const shown = panel.cards[place] as Shown;
        const where = `${trip} ${order} ${place + 1}`;
        const { several, conditional } = compareCard(shown, result, where);
        if (several) seen.several += 1;
        if (conditional) seen.conditional += 1;

        assert.equal(shown.identityColour, shown.plainColour, `${where}: an identity check is no benefit`);
        if (result.eligibility.identity_check === true) seen.identity += 1;
      }
    }
  }
  // The market has all that is judged here; without it the test would say nothing.
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, what);
});

/** Trips of two to six stops, near and far apart, with one that nobody sells anything for, and some with filters. */
const JOURNEYS = [
  'JP&days=5&need=normal&then=KR:4,TW:3',
  'JP&days=5&need=normal&then=KR:4,JP:3',
  'TR&days=7&need=light&then=GR:3',
  'TR&days=3&need=heavy&then=GR:3,IT:3,FR:3,ES:3,PT:3',
  'US&days=10&need=normal&then=MX:5',
  'US&days=10&need=unlimited&then=CA:5,MX:5',
  'IT&days=4&need=normal&then=FR:4,DE:4',
  'YE&days=60&need=heavy&then=TR:20',
  'TH&days=7&need=normal&then=VN:7,KH:7,LA:7',
  'TH&days=20&need=light&then=ID:20,MY:20,SG:20',
  'AU&days=14&need=normal&then=NZ:14',
  'EG&days=5&need=normal&then=JO:3',
  'BR&days=7&need=heavy&then=AR:7,CL:7',
  'GB&days=3&need=normal&then=IE:3,IS:4',
  'AE&days=2&need=unlimited&then=IN:10',
  'ZA&days=9&need=light&then=KE:5',
  'KR&days=1&need=normal&then=JP:1',
  'FJ&days=7&need=normal&then=AU:7',
  'JP&days=5&need=normal&then=AQ:3',
  'TR&days=7&need=normal&then=GE:3&require=hotspot',
  'JP&days=5&need=normal&then=KR:4&require=one_purchase',
  'IT&days=5&need=light&then=HR:5&require=5g,hotspot',
];

test('on 22 trips of several stops each way and each of its parts say what the JSON says', async () => {
  assert.ok(new Set(JOURNEYS).size >= 20);
  const seen = { two: 0, same: 0, parts: 0, whole: 0, nothing: 0, conditional: 0, several: 0, misses: 0 };
  for (const journey of JOURNEYS) {
    const trip = `country=${journey}`;
    const json = (await (await stage.service.get(`/api/v1/plans?${trip}`)).json()) as Comparison;
    const ways = (await stage.visit({ locale: 'en' }, async (page) => {
      await page.goto(`/compare?${trip}`);
      return page.evaluate('inPage.ways()');
    })) as ShownWay[];
    const { recommended, cheapest } = json.itinerary!;
    const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
    const told = isSame ? [recommended] : [recommended, cheapest];
    assert.equal(ways.length, told.length, trip);
    seen[isSame ? 'same' : 'two'] += 1;
    for (const [at, way] of told.entries()) {
      const shown = ways[at] as ShownWay;
      const cents = (usd: number) => Math.round(usd * 100);
      const ofPlans = way.legs.reduce((sum, { result }) => sum + cents(result?.why.comparable_usd ?? 0), 0);
      const further = cents(way.comparable_usd) - ofPlans;
      assert.equal(
        shown.sum,
        `${money(way.usd)} together, ${way.purchases} to buy. It compares like ${money(way.comparable_usd)}: drawbacks +${money((ofPlans - cents(way.usd)) / 100)}${way.legs.length > 1 ? `, more than one plan +${money(further / 100)}` : ''}.`,
        trip,
      );
      assert.equal(shown.legs.length, way.legs.length, trip);
      seen[way.legs.length > 1 ? 'parts' : 'whole'] += 1;
      for (const [place, { stops, result }] of way.legs.entries()) {
        const leg = shown.legs[place] as Shown;
        const where = `${trip}, way ${at + 1}, part ${place + 1}`;
        for (const { country, days } of stops)
          assert.ok(
            leg.heading.includes(`${placeNames.of(country)}, ${days} day`),
            `${where}: ${leg.heading}`,
          );
        if (result === null) {
          seen.nothing += 1;
          assert.equal(leg.short, 'We know no plan for this.', where);
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

test('the age of a price is reckoned when it is looked at, and stays true on a page that stays open', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    const trip = 'country=TR&days=7&need=normal';
    const json = (await (await stage.service.get(`/api/v1/plans?${trip}`)).json()) as Comparison;
    const observed = Date.parse(json.orders.Recommended[0]?.freshness.observed_at ?? '');
    await page.clock.install({ time: observed + 16 * 60_000 });
    await page.goto(`/compare?${trip}`);
    const age = page.locator('.panel.open .age').first();
    assert.match(await age.innerText(), /Price read 16 minutes ago/);
    await page.clock.runFor(10 * 60_000);
    assert.match(await age.innerText(), /Price read 26 minutes ago/);
  }));

test('a Turk reads the age of a price as a Turk would say it', () =>
  stage.visit({ locale: 'tr' }, async (page) => {
    const trip = 'country=TR&days=7&need=normal';
    const json = (await (await stage.service.get(`/api/v1/plans?${trip}`)).json()) as Comparison;
    const observed = Date.parse(json.orders.Recommended[0]?.freshness.observed_at ?? '');
    await page.clock.install({ time: observed + 16 * 60_000 });
    await page.goto(`/compare?${trip}`);
    const card = page.locator('.panel.open .card').first();
    assert.equal(await card.locator('.age').innerText(), 'Fiyat 16 dakika önce okundu');
    await card.locator('.more > summary').click();
    const details = await card.locator('.more').innerText();
    for (const said of [
      /Otomatik yenileme: (yok|belirtilmemiş)/,
      /Yalnız yeni müşterilere: hayır/,
      /UTC, güncel/,
    ])
      assert.match(details, said);
  }));

test('without JavaScript the time of reading stands in the page', () =>
  stage.visit({ locale: 'tr', javaScriptEnabled: false }, async (page) => {
    await page.goto('/compare?country=TR&days=7&need=normal');
    assert.match(
      await page.locator('.panel.open .age').first().innerText(),
      /^Fiyat .*\d\d:\d\d UTC okundu$/,
    );
  }));

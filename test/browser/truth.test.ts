import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { type Stage, setStage } from './support/visit.ts';

const COUNTRIES = ['TR', 'JP', 'US', 'IT', 'TH', 'DE', 'MX', 'EG', 'AU', 'KR', 'FJ', 'IS'];
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'];
const DAYS = [1, 5, 7, 10, 14, 21, 30, 60];
/** Every country twice, with needs and lengths of all kinds: 24 trips. */
const TRIPS = [...COUNTRIES, ...COUNTRIES].map(
  (country, index) =>
    `country=${country}&days=${DAYS[(index * 5) % DAYS.length]}&need=${NEEDS[(index + Math.floor(index / 12)) % NEEDS.length]}`,
);
const ORDERS = ['Recommended', 'Cheapest', 'Fastest'] as const;

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

/** What the page shows of a card, as `in-page.js` reads it. */
interface Shown {
  readonly price: string;
  readonly copies: string | null;
  readonly compares: string;
  readonly included: readonly string[];
  readonly folded: readonly string[];
  readonly details: string;
  readonly identityColour: string;
  readonly plainColour: string;
  readonly readAt: string;
}
interface Panel {
  readonly means: string;
  readonly cards: readonly Shown[];
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
        assert.equal(shown.price, money(result.price.usd), where);
        assert.equal(
          shown.copies,
          result.copies > 1 ? `Buy ${result.copies}, one after another` : null,
          where,
        );
        if (result.copies > 1) seen.several += 1;
        if (result.why.drawbacks.length > 0)
          assert.ok(shown.compares.includes(`compares like ${money(result.why.comparable_usd)}`), where);
        assert.ok(
          shown.details.includes(money(result.why.comparable_usd)) || result.why.drawbacks.length === 0,
          where,
        );

        const included = result.coupons.filter(({ applied_to_price }) => applied_to_price);
        const others = result.coupons.filter(({ applied_to_price }) => !applied_to_price);
        assert.equal(shown.included.length, included.length, where);
        assert.equal(shown.folded.length, others.length, where);
        for (const text of shown.included) assert.match(text, /in the price/, where);
        for (const [at, text] of shown.folded.entries()) {
          assert.doesNotMatch(text, /in the price/, where);
          assert.ok(text.includes(money(others[at]?.usd ?? -1)), `${where}: ${text}`);
          assert.equal(/Replaces/.test(text), included.length > 0, `${where}: ${text}`);
        }
        assert.doesNotMatch(shown.details, /in the price/, where);
        if (others.length > 0) seen.conditional += 1;

        assert.equal(shown.identityColour, shown.plainColour, `${where}: an identity check is no benefit`);
        if (result.features.identity_check === true) seen.identity += 1;
        assert.equal(shown.readAt, result.freshness.observed_at, where);
      }
    }
  }
  // The market has all that is judged here; without it the test would say nothing.
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

test('without JavaScript the time of reading stands in the page', () =>
  stage.visit({ locale: 'tr', javaScriptEnabled: false }, async (page) => {
    await page.goto('/compare?country=TR&days=7&need=normal');
    assert.match(
      await page.locator('.panel.open .age').first().innerText(),
      /^Fiyat .*\d\d:\d\d UTC okundu$/,
    );
  }));

/** Compares what a result page states with the JSON of the same trip. */
import assert from 'node:assert/strict';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { itineraryOf, resultsOf, type ShownCard } from './results-page.ts';
import type { TestService } from './service.ts';

const COUNTRIES = ['TR', 'JP', 'US', 'IT', 'TH', 'DE', 'MX', 'EG', 'AU', 'KR', 'FJ', 'IS', 'GB'];
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'];
const DAYS = [1, 5, 7, 10, 14, 21, 30, 60];
/** Every country six times, with all needs and lengths, one of them with a budget and one with an own amount. */
export const TRIPS = Array.from({ length: 78 }, (_, index) => {
  const need = NEEDS[(index + Math.floor(index / COUNTRIES.length)) % NEEDS.length];
  const country = COUNTRIES[index % COUNTRIES.length];
  const filter =
    country === 'IT' ? '&max_usd=400' : country === 'GB' && need !== 'unlimited' ? '&data_gb=20' : '';
  return `country=${country}&days=${DAYS[(index * 5) % DAYS.length]}&need=${need}${filter}`;
});

/** Trips of two to six stops, near and far apart, one without any plan, and some with filters. */
export const JOURNEYS = [
  'JP&days=5&need=normal&then=KR:4,TW:3',
  'YE&days=60&need=heavy&then=TR:20',
  'JP&days=5&need=normal&then=AQ:3',
  'TH&days=20&need=light&then=ID:20,MY:20,SG:20',
  'JP&days=5&need=normal&then=KR:4&require=one_purchase',
  'JP&days=5&need=normal&then=KR:4,JP:3',
  'TR&days=3&need=heavy&then=GR:3,IT:3,FR:3,ES:3,PT:3',
  'US&days=10&need=normal&then=MX:5',
  'US&days=10&need=unlimited&then=CA:5,MX:5',
  'IT&days=4&need=normal&then=FR:4,DE:4',
  'TH&days=7&need=normal&then=VN:7,KH:7,LA:7',
  'AU&days=14&need=normal&then=NZ:14',
  'EG&days=5&need=normal&then=JO:3',
  'BR&days=7&need=heavy&then=AR:7,CL:7',
  'GB&days=3&need=normal&then=IE:3,IS:4',
  'AE&days=2&need=unlimited&then=IN:10',
  'ZA&days=9&need=light&then=KE:5',
  'KR&days=1&need=normal&then=JP:1',
  'FJ&days=7&need=normal&then=AU:7',
  'TR&days=7&need=light&then=GR:3',
  'TR&days=7&need=normal&then=GE:3&require=hotspot',
  'JP&days=5&need=normal&then=KR:4&require=one_purchase&max_usd=10',
];

const placeNames = new Intl.DisplayNames('en', { type: 'region' });
const ORDERS = ['Recommended', 'Cheapest', 'Fastest'] as const;

const cents = (usd: number): number => Math.round(usd * 100);
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const money = (usd: number): string => usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

async function bothOf(service: TestService, trip: string): Promise<{ json: Comparison; html: string }> {
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
  assert.equal(shown.comparable, `comparison price ${money(why.comparable_usd)}`, where);
  if (copies > 1) assert.match(shown.amount, new RegExp(`${copies} × .* = |Buy ${copies}`), where);
  assert.equal(shown.outLink, result.go, where);
  assert.ok(shown.heading.includes(` ${result.provider.name}`), `${where}: ${shown.heading}`);
  assert.ok(shown.name.startsWith(result.plan.name), `${where}: ${shown.name}`);
  assert.equal(shown.chips.includes('Hotspot'), result.features.hotspot === true, where);

  const amounts = shown.drawbacks.map((line) =>
    cents(Number(/\+\$([\d.,]+)$/.exec(line)?.[1]?.replaceAll(',', ''))),
  );
  assert.equal(cents(price.usd) + sum(amounts), cents(why.comparable_usd), `${where}: the dollars add up`);
  for (const { usd, percent } of why.drawbacks)
    assert.ok(shown.details.includes(`+${money(usd)} (${percent}%`), `${where}: ${shown.details}`);

  const included = coupons.filter(({ applied_to_price }) => applied_to_price);
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  assert.equal(shown.appliedCoupons.length, included.length, where);
  assert.equal(shown.otherCoupons.length, others.length, where);
  for (const [at, text] of shown.appliedCoupons.entries()) {
    assert.match(text, /in the price/, where);
    assert.equal(text.split(' · ').length - 1, included[at]?.conditions.length, `${where}: ${text}`);
  }
  for (const [at, text] of shown.otherCoupons.entries()) {
    assert.doesNotMatch(text, /in the price/, where);
    assert.ok(text.includes(money(others[at]?.usd ?? -1)), `${where}: ${text}`);
    assert.equal(/Replaces/.test(text), included.length > 0, `${where}: ${text}`);
  }
  assert.equal(shown.observedAt, result.freshness.observed_at, where);
  return { several: copies > 1, conditional: others.length > 0 };
}

/** How many of the listed plans a filter for hotspots would keep; null where it would keep none. */
function hotspotCount({ orders }: Comparison): string | null {
  const listed = new Map(ORDERS.flatMap((order) => orders[order]).map((result) => [result.go, result]));
  const having = [...listed.values()].filter(({ features }) => features.hotspot === true);
  return having.length === 0 ? null : `Hotspot allowed ${having.length} of ${listed.size} listed plans`;
}

/** Compares the lists of every trip with the JSON. The trips together must contain every case. */
export async function compareLists(service: TestService, trips: readonly string[]): Promise<void> {
  assert.equal(new Set(trips).size, trips.length);
  const seen = { conditional: 0, cut: 0, dear: 0, silent: 0, several: 0, short: 0 };
  for (const trip of trips) {
    const { json, html } = await bothOf(service, trip);
    const { tabs, filters, lists } = resultsOf(html);
    const hotspot = filters.find((text) => text.startsWith('Hotspot allowed')) ?? null;
    assert.equal(hotspot, hotspotCount(json), `${trip}: ${filters.join(', ')}`);
    for (const [index, order] of ORDERS.entries()) {
      const results = json.orders[order];
      const list = lists[index]!;
      assert.equal(list.cards.length, results.length, trip);

      const [first] = results;
      const answer =
        first?.fits.meets_need === true
          ? `${money(first.price.usd)} ${first.provider.name}`
          : 'no full match';
      assert.equal(tabs[index], `${order} ${answer}`, trip);

      const covering = results.filter(({ fits }) => fits.meets_need).length;
      const all = json.considered.meet_the_need;
      const said =
        covering === 0
          ? ''
          : covering === all
            ? `${all} matching plan${all === 1 ? '' : 's'}.`
            : `Top ${covering} of ${all} matching plans.`;
      assert.ok(list.summary.startsWith(said), `${trip} ${order}: ${list.summary}`);
      if (covering < all) seen.cut += 1;
      const short = results.length - covering;
      const saidShort = /(\d+) falls? short/.exec(list.summary)?.[1] ?? '0';
      assert.equal(saidShort, covering === 0 ? '0' : String(short), list.summary);
      if (short > 0) seen.short += 1;

      const dear = json.considered.left_out_by_max_usd;
      assert.equal(/Above your budget: (\d+)/.exec(list.summary)?.[1] ?? '0', String(dear), list.summary);
      if (dear > 0) seen.dear += 1;

      const statesSpeed = results.some(({ speed }) => speed.advertised_max_mbps !== null);
      if (order === 'Fastest') {
        assert.equal(list.summary.includes('advertised speed'), statesSpeed && all > 0, trip);
        assert.equal(list.summary.includes('No plan here states its speed'), !statesSpeed && all > 0, trip);
        if (!statesSpeed) seen.silent += 1;
      }

      for (const [place, result] of results.entries()) {
        const where = `${trip} ${order} ${place + 1}`;
        const { several, conditional } = compareCard(list.cards[place]!, result, where);
        if (several) seen.several += 1;
        if (conditional) seen.conditional += 1;
      }
    }
  }
  // The sample market must contain every case, or the test would prove nothing.
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, what);
}

type Split = NonNullable<NonNullable<Comparison['itinerary']>['recommended']>;

/** "2 plans $19.92", as the choice and the title of a split state it. */
const splitText = (plans: number, purchases: number, usd: number): string =>
  plans === 0
    ? 'No suitable plans found'
    : `${plans === 1 ? 'One plan' : `${plans} plans`}${purchases > plans ? `, ${purchases} purchases` : ''} ${money(usd)}`;

const plansOf = ({ legs }: Split): Result[] => legs.flatMap(({ result }) => result ?? []);

/** What the choice of a split adds to its price. */
function splitNote(split: Split): string {
  const plans = plansOf(split);
  if (plans.length === 0) return '';
  const unserved = split.legs.filter(({ result }) => result === null).flatMap(({ stops }) => stops);
  if (unserved.length > 0)
    return ` We found no suitable plan for ${new Intl.ListFormat('en').format(unserved.map(({ country }) => placeNames.of(country) ?? ''))}.`;
  if (plans.some(({ fits }) => !fits.meets_need)) return ' Does not cover the trip';
  return split.purchases === 1 ? ' nothing to swap' : '';
}

/** The one plan that leads the Recommended list is not shown a second time above the list. */
const leadsList = ({ legs }: Split, { orders }: Comparison): boolean =>
  legs.length === 1 && legs[0]?.result != null && legs[0].result.go === orders.Recommended[0]?.go;

/** Compares the choice, every split and every leg with the JSON. The trips together must contain every case. */
export async function compareItineraries(service: TestService, journeys: readonly string[]): Promise<void> {
  const seen = {
    two: 0,
    same: 0,
    legs: 0,
    one: 0,
    none: 0,
    nothing: 0,
    conditional: 0,
    several: 0,
    misses: 0,
  };
  for (const journey of journeys) {
    const trip = `country=${journey}`;
    const { json, html } = await bothOf(service, trip);
    const { choices, splits } = itineraryOf(html);
    const { recommended, cheapest } = json.itinerary!;
    assert.ok(recommended !== null && cheapest !== null, trip);
    const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
    seen[isSame ? 'same' : 'two'] += 1;
    const named: [string, Split][] = isSame
      ? [['Recommended and cheapest', recommended]]
      : [
          ['Recommended', recommended],
          ['Cheapest', cheapest],
        ];
    for (const [at, [name, split]] of named.entries()) {
      const text = splitText(plansOf(split).length, split.purchases, split.usd);
      assert.equal(choices[at], `${name} ${text}${splitNote(split)}`, trip);
    }
    const [first] = json.orders.Recommended;
    if (named.some(([, split]) => leadsList(split, json))) {
      seen.one += 1;
      assert.equal(choices.length, named.length, trip);
    } else if (first === undefined) {
      seen.none += 1;
      assert.equal(choices.at(-1), 'No single plan for all stops', trip);
    } else {
      assert.ok(choices.at(-1)?.startsWith(splitText(1, first.copies, first.price.usd)), trip);
    }

    const told = named.filter(([, split]) => !leadsList(split, json));
    assert.equal(splits.length, told.length, trip);
    for (const [at, [name, split]] of told.entries()) {
      const shown = splits[at]!;
      const { legs, purchases, usd, comparable_usd, further_purchases_usd: further } = split;
      assert.equal(shown.title, `${name}: ${splitText(plansOf(split).length, purchases, usd)}`, trip);
      if (usd > 0) {
        const drawbacks = (cents(comparable_usd) - cents(further) - cents(usd)) / 100;
        assert.equal(
          shown.sum,
          `Comparison price ${money(comparable_usd)}: ${money(usd)} + drawbacks ${money(drawbacks)}${further > 0 ? ` + several purchases ${money(further)}` : ''}.`,
          trip,
        );
      }
      assert.equal(shown.legs.length, legs.length, trip);
      for (const [place, { stops, result }] of legs.entries()) {
        const leg = shown.legs[place]!;
        const where = `${trip}, split ${at + 1}, leg ${place + 1}`;
        seen.legs += 1;
        for (const { country, days } of stops)
          assert.ok(
            leg.heading.includes(`${placeNames.of(country)}, ${days} day`),
            `${where}: ${leg.heading}`,
          );
        if (result === null) {
          seen.nothing += 1;
          assert.equal(leg.shortfall, 'No suitable plans found', where);
          assert.equal(leg.price, null, where);
          continue;
        }
        const { several, conditional } = compareCard(leg, result, where);
        if (several) seen.several += 1;
        if (conditional) seen.conditional += 1;
        assert.equal(leg.shortfall === null, result.fits.meets_need, where);
        if (!result.fits.meets_need) seen.misses += 1;
      }
    }
  }
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, what);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../catalogue/testing/oracle-market.ts';
import type { Coupon } from '../domain/coupon.ts';
import { aCoupon, aListing, COUNTRY, type Listing, NOW } from '../domain/testing/builders.ts';
import { NO_FILTERS, type Trip } from '../domain/trip.ts';
import { serialiseComparison } from './comparison.ts';

const TRIP: Trip = { country: COUNTRY, days: 7, need: 'normal' };
const TTL_MS = 900_000;
const iso = (at: number) => new Date(at).toISOString();

const compare = (
  listings: readonly Listing[],
  coupons: readonly Coupon[] = [],
  trip = TRIP,
  filters = NO_FILTERS,
) =>
  serialiseComparison(catalogueOf({ listings, coupons, now: NOW }), trip, {
    identity: { serviceName: 'Eşim', baseUrl: 'https://esim.example' },
    now: NOW,
    freshUntil: NOW + TTL_MS,
    filters,
  });

/** Notices that comparisons have whatever the cause of an empty list is. */
const NO_CAUSES: ReadonlySet<string> = new Set([
  'keep_conditions',
  'lowest_price',
  'no_variants_with_then',
  'prices_are_estimates',
  'sample_data',
  'speeds_are_advertised',
]);

/** Each cause of an empty list with its values: "all_sold_out TR". */
const causesOf = ({ notices }: ReturnType<typeof compare>): string[] =>
  notices
    .filter(({ code }) => !NO_CAUSES.has(code))
    .map(({ code, value = [] }) => [code, ...[value].flat()].join(' '));

test('a response expires when a coupon starts or ends, and "Ends" has its last valid day', () => {
  const midnight = Date.UTC(2026, 5, 2);
  const ending = aCoupon({ validUntil: midnight });
  const [result] = compare([aListing()], [ending]).orders.Cheapest;
  assert.deepEqual(result?.coupons[0]?.conditions, ['Open to everyone', 'Ends 2026-06-01']);
  assert.equal(result?.coupons[0]?.valid_until, '2026-06-01T23:59:59.000Z');

  const freshUntil = (coupon: Coupon) => compare([aListing()], [coupon]).query.fresh_until;
  assert.equal(freshUntil(ending), iso(NOW + TTL_MS), 'it ends later than the answer');
  assert.equal(freshUntil(aCoupon({ validUntil: NOW + 300_000 })), iso(NOW + 300_000));
  assert.equal(freshUntil(aCoupon({ validFrom: NOW + 200_000 })), iso(NOW + 200_000));
});

test('go is the path of url, with the path of the base URL', () => {
  const { orders } = serialiseComparison(
    catalogueOf({ listings: [aListing()], coupons: [], now: NOW }),
    TRIP,
    {
      identity: { serviceName: 'Eşim', baseUrl: 'https://host.example/esims' },
      now: NOW,
      freshUntil: NOW + TTL_MS,
    },
  );
  const { go, url } = orders.Cheapest[0] ?? assert.fail('no result');
  assert.deepEqual(
    [go, url],
    ['/esims/go/alder/plan?via=api&to=TR', 'https://host.example/esims/go/alder/plan?via=api&to=TR'],
  );
});

test('a plan for several stops has the networks at each of them', () => {
  const networks = {
    [COUNTRY]: [{ name: 'North', generation: null }],
    GR: ['South', 'West'].map((name) => ({ name, generation: null })),
  };
  const listing = aListing({ coverage: { destinations: ['GR', COUNTRY], networks } });
  const [one] = compare([listing]).orders.Cheapest;
  assert.equal(one?.speed.networks_by_country, undefined);
  const trip = { ...TRIP, then: [{ country: 'GR', days: 2 }] };
  const { orders, itinerary } = compare([listing], [], trip);
  const both = { [COUNTRY]: ['North'], GR: ['South', 'West'] };
  assert.deepEqual(orders.Cheapest[0]?.speed.networks_by_country, both);
  assert.deepEqual(itinerary?.cheapest?.legs[0]?.result?.speed.networks_by_country, both);
});

test('an itinerary has the drawback of its further purchases, as a part of its comparable price', () => {
  const listings = [
    aListing({ id: 'here', cents: 1_000 }),
    aListing({ id: 'there', cents: 2_000, coverage: { destinations: ['GR'] } }),
  ];
  const trip = { ...TRIP, then: [{ country: 'GR', days: 2 }] };
  const split = compare(listings, [], trip).itinerary?.recommended ?? assert.fail('no itinerary');
  const ofPlans = split.legs.reduce((sum, { result }) => sum + (result?.why.comparable_usd ?? 0), 0);
  assert.equal(split.purchases, 2);
  assert.ok(split.further_purchases_usd > 0);
  assert.equal((split.comparable_usd - ofPlans).toFixed(2), split.further_purchases_usd.toFixed(2));
});

test('a coupon for everyone on the first order is open to everyone for a first order', () => {
  const [result] = compare([aListing()], [aCoupon({ use: 'first_order' })]).orders.Cheapest;
  assert.deepEqual(result?.coupons[0]?.conditions, ['Open to everyone for a first order']);
  const [other] = compare([aListing()], [aCoupon({ use: 'first_order', audience: 'new_customers' })]).orders
    .Cheapest;
  assert.deepEqual(other?.coupons[0]?.conditions, ['New customers only', 'First order only']);
});

test('a coupon states whether it is valid for the stops of this trip only, for other destinations, or for certain plans', () => {
  const limitsOf = (coupon: Partial<Coupon>, trip: Trip = TRIP) => {
    const listing = aListing({ coverage: { destinations: ['GR', COUNTRY] } });
    const [result] = compare([listing], [aCoupon(coupon)], trip).orders.Cheapest;
    const [first] = result?.coupons ?? [];
    return [first?.limited_to, first?.conditions.slice(1)];
  };
  const twoStops = { ...TRIP, then: [{ country: 'GR', days: 2 }] };
  assert.deepEqual(limitsOf({}), [undefined, []]);
  assert.deepEqual(limitsOf({ countries: [COUNTRY] }), [['only_here'], ['For this destination only']]);
  assert.deepEqual(limitsOf({ countries: ['GR', COUNTRY] }), [
    ['destinations'],
    ['For this and certain other destinations only'],
  ]);
  assert.deepEqual(limitsOf({ countries: ['GR', COUNTRY] }, twoStops)[0], ['only_here']);
  assert.deepEqual(limitsOf({ countries: [COUNTRY], plans: ['plan'] })[0], ['only_here', 'plans']);
});

test('empty lists of a destination with plans have a notice with the cause', () => {
  /** The number of considered plans, then the causes. */
  const plansAndCauses = (listings: readonly Listing[], trip: Trip = TRIP, filters = NO_FILTERS) => {
    const comparison = compare(listings, [], trip, filters);
    assert.equal(comparison.orders.Cheapest.length, 0);
    return [comparison.considered.plans, ...causesOf(comparison)];
  };
  const soldOut = aListing({ facts: { inStock: false } });
  const old = aListing({ id: 'old', observedAt: NOW - 8 * 86_400_000 });
  assert.deepEqual(plansAndCauses([soldOut]), [0, 'all_sold_out TR']);
  assert.deepEqual(plansAndCauses([old]), [0, 'all_prices_too_old TR']);
  assert.deepEqual(plansAndCauses([old, soldOut]), [0, 'all_sold_out_or_too_old TR']);
  assert.deepEqual(plansAndCauses([aListing(), soldOut], { ...TRIP, need: 'unlimited' }), [
    1,
    'no_unlimited_plans TR',
  ]);
  const few = [
    aListing({ id: 'a', cents: 1_000 }),
    aListing({ id: 'b', facts: { hotspot: true }, cents: 900 }),
  ];
  assert.deepEqual(plansAndCauses(few, TRIP, { ...NO_FILTERS, require: ['hotspot'], maxUsdCents: 800 }), [
    2,
    'nothing_qualifies max_usd',
  ]);
  // The plans do not state their exits, so `avoid_exits` alone leaves none of them.
  assert.deepEqual(
    plansAndCauses(few, TRIP, { ...NO_FILTERS, require: ['hotspot'], maxUsdCents: 899, avoidExits: ['HK'] }),
    [2, 'nothing_qualifies max_usd avoid_exits'],
  );
  assert.deepEqual(plansAndCauses(few, TRIP, { ...NO_FILTERS, require: ['uncapped'], maxUsdCents: 950 }), [
    2,
    'nothing_qualifies uncapped',
  ]);
  // One plan has the hotspot, the other one costs less.
  assert.deepEqual(
    plansAndCauses([aListing({ id: 'a', cents: 700 }), few[1]!], TRIP, {
      ...NO_FILTERS,
      require: ['hotspot'],
      maxUsdCents: 800,
    }),
    [2, 'nothing_qualifies_together hotspot max_usd'],
  );
});

test('if the filters leave only plans that miss the need, the notice says that others meet it, and the price without max_usd', () => {
  const short = aListing({ id: 'short', megabytes: 1_000, cents: 50, facts: { hotspot: true } });
  const enough = aListing({ id: 'enough', megabytes: 20_000, cents: 1_100 });
  const heavy: Trip = { ...TRIP, days: 5, need: 'heavy' };
  const stated = (listings: readonly Listing[], filters: Partial<typeof NO_FILTERS>) =>
    compare(listings, [], heavy, { ...NO_FILTERS, ...filters })
      .notices.filter(({ code }) => /need$|^only_|^lowest_/.test(code))
      .map(({ code, value = [] }) => [code, ...[value].flat()].join(' '));
  const dear = { maxUsdCents: 800 };
  assert.deepEqual(stated([short, enough], dear), ['only_misses_qualify', 'lowest_price 11.00']);
  assert.deepEqual(stated([short, enough], { require: ['hotspot'] }), ['only_misses_qualify']);
  assert.deepEqual(stated([short, enough], { require: ['hotspot'], ...dear }), ['only_misses_qualify']);
  assert.deepEqual(stated([short], dear), ['nothing_meets_need'], 'the filters are not the cause');
  assert.deepEqual(stated([short], {}), ['nothing_meets_need']);
  assert.deepEqual(stated([short, enough], {}), []);
});

test('with several stops, a notice contains only the stops for which it is true', () => {
  const there = { destinations: ['GR'] };
  const trip = { ...TRIP, then: [{ country: 'GR', days: 2 }] };
  const causes = (listings: readonly Listing[], filters = NO_FILTERS) =>
    causesOf(compare(listings, [], trip, filters));
  const here = aListing({ id: 'here', facts: { hotspot: true }, cents: 1_000 });
  const apart = [here, aListing({ id: 'there', coverage: there, cents: 1_000 })];
  assert.deepEqual(causes(apart), ['no_plan_for_all_stops']);
  assert.deepEqual(causes(apart, { ...NO_FILTERS, require: ['hotspot'] }), [
    'stop_emptied_by_filters GR',
    'no_plan_for_all_stops',
  ]);
  assert.deepEqual(causes(apart, { ...NO_FILTERS, require: ['one_purchase'] }), ['no_plan_for_all_stops']);
  const onlyNew = aListing({ id: 'new', coverage: there, facts: { newCustomersOnly: true } });
  assert.deepEqual(causes([here, onlyNew]), ['stop_for_new_customers_only GR', 'no_plan_for_all_stops']);
  const both = aListing({ id: 'both', coverage: { destinations: ['GR', COUNTRY] } });
  assert.deepEqual(causes([both], { ...NO_FILTERS, require: ['hotspot'] }), [
    'stop_emptied_by_filters TR GR',
    'nothing_qualifies hotspot',
  ]);
  // The two plans of 1,000 together cost more.
  assert.deepEqual(causes(apart, { ...NO_FILTERS, maxUsdCents: 1_950 }), [
    'no_itinerary_within_price 19.50',
    'no_plan_for_all_stops',
  ]);
  // A stop is not left out because all of its plans are above the highest price.
  const dear = [here, aListing({ id: 'there', coverage: there, cents: 9_000 })];
  for (const maxUsdCents of [2_000, 1])
    assert.deepEqual(causes(dear, { ...NO_FILTERS, maxUsdCents }), [
      `no_itinerary_within_price ${(maxUsdCents / 100).toFixed(2)}`,
      'no_plan_for_all_stops',
    ]);
});

test('every condition of a coupon has a code and its value, in the same order', () => {
  const coupon = aCoupon({
    audience: 'new_customers',
    use: 'first_order',
    minimumSpendUsdCents: 100,
    maximumDiscountUsdCents: 5_050,
    validUntil: Date.parse('2027-01-01T00:00:00Z'),
  });
  const [result] = compare([aListing()], [coupon]).orders.Cheapest;
  const [first] = result?.coupons ?? [];
  assert.deepEqual(first?.conditions, [
    'New customers only',
    'First order only',
    'Minimum spend $1.00',
    'At most $50.50 off an order',
    'Ends 2026-12-31',
  ]);
  assert.deepEqual(first?.condition_codes, [
    { code: 'new_customers' },
    { code: 'first_order' },
    { code: 'minimum_spend', value: 1 },
    { code: 'maximum_discount', value: 50.5 },
    { code: 'ends', value: '2026-12-31' },
  ]);
});

test('a promotional price of a feed is a coupon without code whose conditions are not stated', () => {
  const [result] = compare([aListing({ cents: 1_000, price: { promoUsdCents: 700 } })]).orders.Cheapest;
  assert.deepEqual([result?.price.usd, result?.price.list_usd, result?.price.caveats], [10, 10, []]);
  const [promotion] = result?.coupons ?? [];
  assert.deepEqual(
    [promotion?.code, promotion?.for, promotion?.usd, promotion?.discount, promotion?.applied_to_price],
    [null, null, 7, '$3.00', false],
  );
  assert.deepEqual(promotion?.conditions, ['Conditions are not stated']);
  assert.deepEqual(promotion?.condition_codes, [{ code: 'not_stated' }]);
});

test('a name with a part of the country is a note and a drawback', () => {
  const named = [{ country: COUNTRY, part: 'Cappadocia' }];
  const [result] = compare([aListing({ named })]).orders.Cheapest;
  assert.deepEqual(result?.eligibility.notes, ['Named for Cappadocia, a part of Türkiye']);
  assert.deepEqual(result?.eligibility.note_codes, [{ code: 'named_for', value: ['Cappadocia'] }]);
  assert.ok(result?.why.drawbacks.some(({ code }) => code === 'named_elsewhere'));
});

test('the countries of a plan are listed if there are 60 at most', () => {
  // The codes from AA to CH, which come before TR.
  const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);
  const others = Array.from(
    { length: 60 },
    (_, index) => letter(Math.floor(index / 26)) + letter(index % 26),
  );
  const planFor = (destinations: readonly string[]) =>
    compare([aListing({ coverage: { destinations, scope: 'global' } })]).orders.Cheapest[0]?.plan;
  const sixty = [...others.slice(1), COUNTRY];
  assert.deepEqual([planFor(sixty)?.countries_covered, planFor(sixty)?.countries], [60, sixty]);
  const more = [...others, COUNTRY];
  assert.deepEqual([planFor(more)?.countries_covered, planFor(more)?.countries], [61, null]);
});

test('the exits are listed, and breakout is that of the destination', () => {
  const [local] = compare([aListing({ coverage: { exits: ['GB', COUNTRY] } })]).orders.Cheapest;
  assert.deepEqual([local?.speed.exits, local?.speed.breakout], [['GB', COUNTRY], 'local']);
  assert.deepEqual(local?.plan.countries, [COUNTRY]);
});

test('if no plan states a generation, a notice says that the order by speed means little', () => {
  const codes = (listings: readonly Listing[]) => compare(listings).notices.map(({ code }) => code);
  const quiet = aListing({ coverage: { generation: null } });
  assert.ok(codes([quiet]).includes('fastest_means_little'));
  assert.ok(!codes([quiet, aListing({ id: 'other' })]).includes('fastest_means_little'));
});

test('if the limit for a brand changes Recommended, a notice says why a plan may stand below a dearer one', () => {
  const plansOf = (provider: string, count: number, cents: number) =>
    Array.from({ length: count }, (_, at) =>
      aListing({ provider, id: `p${at}`, cents: cents + at, megabytes: 20_000 + at * 5_000 }),
    );
  const noticeOf = (count: number) =>
    compare([...plansOf('cheap', count, 1_000), ...plansOf('dear', 1, 9_000)]).notices.find(
      ({ code }) => code === 'brand_limit',
    );
  assert.equal(noticeOf(3), undefined);
  assert.deepEqual([noticeOf(4)?.value, noticeOf(4)?.text.includes('at most 3 places')], ['3', true]);
});

test('an id that no provider has is named, with a similar one', () => {
  const listing = aListing();
  const { provider } = listing.plan;
  const unknown = (filters: Partial<typeof NO_FILTERS>) =>
    compare([listing], [], TRIP, { ...NO_FILTERS, ...filters })
      .notices.filter(({ code }) => code === 'unknown_provider')
      .map(({ value }) => value);
  assert.deepEqual(unknown({ providers: [provider] }), []);
  assert.deepEqual(unknown({ providers: [`${provider}x`], avoidProviders: ['zzzzzz'] }), [
    [`${provider}x`, provider],
    ['zzzzzz'],
  ]);
});

test('filters that leave nothing come with the closest result, and others with none', () => {
  const listings = [aListing({ id: 'a', cents: 1_000 }), aListing({ id: 'b', cents: 2_000 })];
  const { closest } = compare(listings, [], TRIP, { ...NO_FILTERS, maxUsdCents: 500 });
  assert.deepEqual([closest?.result.plan.id, closest?.fails], ['a', ['max_usd']]);
  assert.ok(!('closest' in compare(listings, [], TRIP, { ...NO_FILTERS, maxUsdCents: 1_500 })));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, HOUR_MS, type Listing, type ListingParts, NOW } from '../testing/builders.ts';
import { keysOf } from '../testing/compare.ts';
import { viewOf } from '../testing/view.ts';
import type { Need } from '../trip.ts';
import { rank } from './rank.ts';
import type { Ranking } from './ranked.ts';

/** Each plan of its own provider, named like the plan, so that none makes another superfluous. */
function plans(all: Readonly<Record<string, ListingParts>>): Listing[] {
  return Object.entries(all).map(([id, parts]) => aListing({ id, provider: id, ...parts }));
}

function order(list: keyof Ranking, market: readonly Listing[], days = 7, need: Need = 'normal'): string[] {
  const ranking = rank(viewOf(market), { country: COUNTRY, days, need }, NOW);
  return keysOf(ranking[list], market).map((key) => key.split('/')[1]!);
}

test('a plan that meets the need stands before a cheaper one that does not, in every list', () => {
  const market = plans({
    miss: { cents: 100, days: 3, facts: { newCustomersOnly: true } },
    meets: { cents: 9_000 },
  });
  for (const list of ['cheapest', 'fastest', 'recommended'] as const) {
    assert.deepEqual(order(list, market), ['meets', 'miss']);
  }
});

test('misses follow by how close they come, whatever they cost', () => {
  const once = { newCustomersOnly: true };
  const market = plans({
    far: { cents: 1, megabytes: 1_000, facts: once },
    near: { cents: 2, megabytes: 5_000, facts: once },
    nearest: { cents: 999, megabytes: 7_000, days: 6, facts: once },
  });
  assert.deepEqual(order('cheapest', market), ['nearest', 'near', 'far']);
});

test('Cheapest: price, then more data, then longer validity, then provider and plan id', () => {
  const market = plans({
    dear: { cents: 1_001, megabytes: 90_000 },
    b: { cents: 1_000 },
    a: { cents: 1_000 },
    longer: { cents: 1_000, days: 31 },
    endless: { cents: 1_000, days: null },
    larger: { cents: 1_000, megabytes: 11_000, days: 7 },
    unlimited: { cents: 1_000, days: 7, allowance: { model: 'unlimited', uncapped: true } },
  });
  assert.deepEqual(order('cheapest', market), ['unlimited', 'larger', 'endless', 'longer', 'a', 'b', 'dear']);
});

test('Cheapest: plans known to be for new customers only stand after unrestricted ones', () => {
  const market = plans({
    bait: { cents: 100, facts: { newCustomersOnly: true } },
    open: { cents: 900, facts: { newCustomersOnly: false } },
    silent: { cents: 800 },
  });
  assert.deepEqual(order('cheapest', market), ['silent', 'open', 'bait']);
});

test('Fastest: full speed, generation, cap, local breakout, networks, price', () => {
  const networks = (count: number) => ({
    [COUNTRY]: Array.from({ length: count }, () => ({ name: 'N', generation: null })),
  });
  const market = plans({
    throttled: {
      megabytes: 1_000,
      allowance: { afterCap: 'throttle', throttleKbps: 5_000 },
      coverage: { generation: '5G' },
    },
    g4: { cents: 1, allowance: { maxKbps: 900_000 } },
    capped: { cents: 1, coverage: { generation: '5G' }, allowance: { maxKbps: 5_000 } },
    promised: { cents: 9_000, coverage: { generation: '5G' }, allowance: { maxKbps: 100_000 } },
    local: { cents: 5_000, coverage: { generation: '5G', breakout: 'local' } },
    two: { cents: 5_000, coverage: { generation: '5G', networks: networks(2) } },
    plain: { cents: 5_000, coverage: { generation: '5G' } },
    cheaper: { cents: 4_000, coverage: { generation: '5G', breakout: 'unknown' } },
  });
  assert.deepEqual(order('fastest', market), [
    'promised',
    'local',
    'two',
    'cheaper',
    'plain',
    'capped',
    'g4',
    'throttled',
  ]);
});

test('Recommended: no provider takes more than five places while others that meet the need remain', () => {
  const great = Array.from({ length: 8 }, (_, index) =>
    aListing({
      id: `g${index}`,
      provider: 'great',
      cents: 100,
      facts: { phoneNumber: index % 2 === 0, ads: null },
    }),
  );
  const market = [
    ...great,
    aListing({ id: 'other', provider: 'other', cents: 900 }),
    aListing({ id: 'miss', provider: 'third', cents: 900, days: 1, facts: { newCustomersOnly: true } }),
  ];
  assert.deepEqual(order('recommended', market), [
    'g0',
    'g1',
    'g2',
    'g3',
    'g4',
    'other',
    'g5',
    'g6',
    'g7',
    'miss',
  ]);
  assert.deepEqual(order('cheapest', market).slice(0, 8), ['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7']);
});

test('a list has at most twenty plans', () => {
  const market = Array.from({ length: 30 }, (_, index) =>
    aListing({ id: `p${index}`, provider: `v${index}` }),
  );
  assert.equal(order('cheapest', market).length, 20);
});

test('expired, sold-out and absent plans are in no list; asked for unlimited, only plans sold as such are', () => {
  const market = plans({
    expired: { observedAt: NOW - 169 * HOUR_MS },
    soldOut: { facts: { inStock: false } },
    elsewhere: { coverage: { destinations: ['ZA'] } },
    stays: { observedAt: NOW - 168 * HOUR_MS },
    unlimited: { cents: 5_000, allowance: { model: 'unlimited' } },
  });
  assert.deepEqual(order('cheapest', market), ['stays', 'unlimited']);
  assert.deepEqual(order('cheapest', market, 7, 'unlimited'), ['unlimited']);
});

test('a destination without plans has three empty lists', () => {
  assert.deepEqual(rank(viewOf([]), { country: COUNTRY, days: 7, need: 'light' }, NOW), {
    recommended: [],
    cheapest: [],
    fastest: [],
  });
});

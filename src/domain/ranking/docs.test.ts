import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { aCoupon, aListing, COUNTRY, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { NEEDS, type Need } from '../trip.ts';
import * as TABLE from './drawbacks-table.ts';
import { NEED_RULES } from './need.ts';
import { rank } from './rank.ts';
import type { RankedOffer } from './ranked.ts';

const PAGE = readFileSync(new URL('../../../docs/ranking.md', import.meta.url), 'utf8');

const byNeed = (percents: Readonly<Record<Need, number>>) => NEEDS.map((need) => percents[need]).join(', ');
const falling = ({ atRate, atTwice, unlimited }: TABLE.Falling) =>
  atRate === atTwice
    ? `${atRate}; with need unlimited ${unlimited}`
    : `${atRate} at the rate, falling to ${atTwice} at twice the rate; with need unlimited ${unlimited}`;

test('docs/ranking.md has the table of drawbacks of the code', () => {
  const rows = PAGE.matchAll(/^\| `(\w+)` \| .+ \| ([^|]+) \|$/gm);
  assert.deepEqual(
    [...rows].map(([, code, percent]) => [code, percent]),
    [
      ['further_purchases', `${TABLE.PURCHASES.second}; ${TABLE.PURCHASES.eachFurther} more`],
      ['reduced_speed', byNeed(TABLE.REDUCED_SPEED)],
      [
        'little_reserve',
        `${TABLE.RESERVE.percentWithout} at none, falling to 0 at ${TABLE.RESERVE.enoughPercentOfRate}%`,
      ],
      ['misses_need', String(TABLE.RESERVE.percentWithout)],
      ['daily_stops', falling(TABLE.DAILY_STOPS)],
      ['daily_slowed', falling(TABLE.DAILY_SLOWED)],
      ['daily_slowed', falling(TABLE.DAILY_SLOWED_BUT_WORKS)],
      ['fair_use_unstated', byNeed(TABLE.FAIR_USE_UNSTATED)],
      ...Object.entries(TABLE.PERCENT).map(([code, percent]) => [code, String(percent)]),
      ['region_incomplete', 'the missing share'],
    ],
  );
});

test('docs/ranking.md has the table of needs of the code', () => {
  for (const need of NEEDS) {
    const { mbPerDay, workingKbps } = NEED_RULES[need];
    const [, data = '', speed] = new RegExp(`^\\| ${need} \\| (.+) \\| (.+) kbps \\|$`, 'm').exec(PAGE) ?? [];
    assert.ok(data.includes(`${mbPerDay / 1_000} GB`), data);
    assert.equal(speed, workingKbps.toLocaleString('en'));
  }
});

interface Example {
  readonly trip: { readonly days: number; readonly need: Need };
  readonly plans: readonly {
    readonly id: string;
    readonly provider: string;
    readonly cents: number;
    readonly model: 'total' | 'per_day';
    readonly megabytes: number;
    readonly days: number;
    readonly newCustomersOnly?: true;
  }[];
  readonly coupons: readonly { readonly id: string; readonly provider: string; readonly percent: number }[];
  readonly expected: Readonly<Record<string, object>>;
  readonly orders: Readonly<Record<'recommended' | 'cheapest' | 'fastest', readonly string[]>>;
}

test('the worked example of docs/ranking.md is correct', () => {
  const example = JSON.parse(/```json\n([\s\S]+?)```/.exec(PAGE)?.[1] ?? '') as Example;
  const listings = example.plans.map(({ model, newCustomersOnly, ...parts }) =>
    aListing({ ...parts, allowance: { model }, facts: { newCustomersOnly: newCustomersOnly ?? null } }),
  );
  const coupons = example.coupons.map(({ percent, ...parts }) =>
    aCoupon({ ...parts, discount: { kind: 'percent', basisPoints: percent * 100 } }),
  );
  const ranking = rank(destinationOf(listings, coupons), { country: COUNTRY, ...example.trip }, NOW);
  const idOf = ({ entry }: RankedOffer) => entry.plan.id;
  for (const order of ['recommended', 'cheapest', 'fastest'] as const) {
    assert.deepEqual(ranking[order].map(idOf), example.orders[order], order);
  }
  for (const ranked of ranking.cheapest) {
    const { fit, price, comparableCents, drawbacks } = ranked;
    const actual = {
      copies: fit.copies,
      listCents: price.listCents,
      cents: price.cents,
      shortByMb: fit.shortByMb,
      shortByDays: fit.shortByDays,
      drawbacks: Object.fromEntries(drawbacks.map(({ code, cents }) => [code, cents])),
      comparableCents,
    };
    assert.deepEqual(actual, example.expected[idOf(ranked)], idOf(ranked));
  }
});

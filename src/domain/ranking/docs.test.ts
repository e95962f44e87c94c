import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { AllowanceModel } from '../plan.ts';
import { aCoupon, aListing, COUNTRY, NOW } from '../testing/builders.ts';
import { viewOf } from '../testing/view.ts';
import type { Need } from '../trip.ts';
import { rank } from './rank.ts';
import type { Ranking, ScoreParts } from './ranked.ts';
import * as weights from './weights.ts';

const page = readFileSync(new URL('../../../docs/ranking.md', import.meta.url), 'utf8');

interface Example {
  readonly trip: { readonly days: number; readonly need: Need };
  readonly plans: readonly {
    readonly id: string;
    readonly provider: string;
    readonly cents: number;
    readonly model: AllowanceModel;
    readonly megabytes: number;
    readonly days: number;
    readonly newCustomersOnly?: boolean;
  }[];
  readonly coupons: readonly { readonly id: string; readonly provider: string; readonly percent: number }[];
  readonly expected: Readonly<Record<string, { readonly parts: ScoreParts }>>;
  readonly orders: Readonly<Record<string, readonly string[]>>;
}

test('the worked example of the ranking page is what the code computes', () => {
  const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!) as Example;
  const market = example.plans.map(({ model, newCustomersOnly, ...parts }) =>
    aListing({ ...parts, allowance: { model }, facts: { newCustomersOnly: newCustomersOnly ?? null } }),
  );
  const coupons = example.coupons.map(({ percent, ...parts }) =>
    aCoupon({ ...parts, discount: { kind: 'percent', basisPoints: percent * 100 } }),
  );
  const view = viewOf(market, coupons);
  const ranking = rank(view, { country: COUNTRY, ...example.trip }, NOW);
  const orders = Object.entries(ranking).map(([list, all]: [string, Ranking[keyof Ranking]]) => [
    list,
    all.map(({ row }) => view.planId(row)),
  ]);
  assert.deepEqual(Object.fromEntries(orders), example.orders);
  const computed = ranking.cheapest.map(({ row, fit, price, parts, score }) => {
    const { copies, shortByMb, shortByDays } = fit;
    const { listCents, cents } = price;
    return [view.planId(row), { copies, listCents, cents, shortByMb, shortByDays, parts, score }];
  });
  assert.deepEqual(Object.fromEntries(computed), example.expected);
});

test('the weights of the ranking page are those of the code, and every group sums to one whole', () => {
  const table = [...page.matchAll(/^\| (\w+) \| (\d+) \|/gm)].map(([, part, weight]) => [
    part,
    Number(weight),
  ]);
  assert.deepEqual(Object.fromEntries(table), weights.WEIGHTS);
  const { WEIGHTS, SPEED_SHARES, VALIDITY_SHARES, CERTAINTY_SHARES, EASE_SHARES } = weights;
  for (const group of [WEIGHTS, SPEED_SHARES, VALIDITY_SHARES, CERTAINTY_SHARES, EASE_SHARES]) {
    const sum = Object.values(group).reduce((total, share) => total + share, 0);
    assert.equal(sum, weights.WHOLE);
  }
});

test('the ranking page names every assumption with its figure', () => {
  const figures = [
    weights.LIGHT_MB_PER_DAY,
    weights.NORMAL_MB_PER_DAY,
    weights.HEAVY_MB_PER_DAY,
    weights.USABLE_KBPS,
    weights.UNSTATED_MAX_KBPS,
    weights.FULL_CAP_KBPS,
  ];
  for (const figure of figures) assert.ok(page.includes(figure.toLocaleString('en-GB')), String(figure));
  for (const group of [
    weights.SPEED_SHARES,
    weights.VALIDITY_SHARES,
    weights.CERTAINTY_SHARES,
    weights.EASE_SHARES,
  ]) {
    for (const share of Object.values(group)) assert.match(page, new RegExp(`\\b${share}\\b`));
  }
  assert.ok(page.includes(`at most ${weights.COPIES_MAX}`));
  assert.ok(page.includes(`at most ${weights.PROVIDER_PLACES_MAX} of the 20 places`));
  assert.ok(page.includes(`at most ${weights.NEAR_CHEAPEST_PERCENT}% above the cheapest`));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recompute } from '../../scripts/recompute.ts';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueOf } from '../../src/catalogue/testing/oracle-market.ts';
import { aListing, NOW } from '../../src/domain/testing/builders.ts';
import { NEEDS } from '../../src/domain/trip.ts';
import { serialiseComparison } from '../../src/wire/comparison.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { fastMarket } from '../support/fast-market.ts';

const OPTIONS = {
  identity: { serviceName: 'Eşim', baseUrl: 'https://esim.example' },
  now: NOW,
  freshUntil: NOW + 900_000,
};

const sample = () => {
  return createCatalogue(fastMarket({ now: NOW - 30 * 3_600_000, plans: 2_000 }));
};

/** The response as a client reads it, with one result changed. */
function changed(
  response: Comparison,
  list: keyof Comparison['orders'],
  place: number,
  change: (result: Result) => object,
): Comparison {
  const copy = JSON.parse(JSON.stringify(response)) as Comparison;
  const results = copy.orders[list] as Result[];
  results[place - 1] = { ...results[place - 1]!, ...change(results[place - 1]!) } as Result;
  return copy;
}

test('responses for a quarter of the destinations follow from the facts that they show', () => {
  const catalogue = sample();
  for (const [index, { code }] of catalogue.destinations.entries()) {
    if (index % 4 !== 0) continue;
    const trip = { country: code, days: [1, 7, 10, 30, 61][index % 5]!, need: NEEDS[(index >> 2) % 4]! };
    const response = JSON.parse(JSON.stringify(serialiseComparison(catalogue, trip, OPTIONS))) as Comparison;
    assert.deepEqual(recompute(response).fault, null, JSON.stringify(trip));
  }
});

test('a changed figure, fact or position is reported with the right value', () => {
  const response = serialiseComparison(sample(), { country: 'TR', days: 7, need: 'normal' }, OPTIONS);
  const [first, second] = response.orders.Recommended;
  assert.ok(first !== undefined && second !== undefined);
  const faultOf = (change: (result: Result) => object) =>
    recompute(changed(response, 'Recommended', 2, change)).fault ?? assert.fail('it is not noticed');
  const location = /^Recommended, position 2, [a-z]+\/[\w.-]+: /;
  const price = faultOf(({ price: { usd, ...rest } }) => ({ price: { ...rest, usd: usd - 1 } }));
  assert.match(price, location);
  assert.match(price, /price\.usd is [\d.]+, but should be [\d.]+$/);
  assert.match(
    faultOf(({ why }) => ({ why: { ...why, comparable_usd: why.comparable_usd + 1 } })),
    /comparable_usd is \$[\d.]+, but should be \$[\d.]+$/,
  );
  assert.match(
    faultOf(({ why }) => ({ why: { ...why, drawbacks: why.drawbacks.slice(1) } })),
    /the drawback \w+ \(\d+%\) is missing$/,
  );
  assert.match(
    faultOf(({ features }) => ({ features: { ...features, ads: true } })),
    /the drawback ads \(10%\) is missing$/,
  );
  assert.match(
    faultOf(({ copies }) => ({ copies: copies + 1 })),
    /copies is \d, but should be \d$/,
  );
  const swapped = changed(
    changed(response, 'Recommended', 1, () => ({ ...second, rank: 1 })),
    'Recommended',
    2,
    () => ({ ...first, rank: 2 }),
  );
  assert.match(
    recompute(swapped).fault ?? '',
    new RegExp(
      `^Recommended, position 1, ${second.provider.id}/${second.plan.id}: the plan should be ${first.provider.id}/${first.plan.id}, `,
    ),
  );
});

test('an order that only a shared brand explains is accepted with a note', () => {
  const plans = ['alder', 'alder', 'birch', 'birch'].map((provider, index) =>
    aListing({ provider, id: `p${index}`, cents: 1_000 + index, days: 30 + index }),
  );
  const other = aListing({ provider: 'cedar', id: 'other', cents: 5_000 });
  const market = { listings: [...plans, other], coupons: [], brands: { birch: 'alder' }, now: NOW };
  const response = serialiseComparison(
    catalogueOf(market),
    { country: 'TR', days: 7, need: 'normal' },
    OPTIONS,
  );
  const recomputed = recompute(response);
  assert.deepEqual(
    [recomputed.fault, recomputed.note],
    [null, 'if alder and birch are one brand, which the response does not show'],
  );
});

test('a response without plans is right', () => {
  const response = serialiseComparison(sample(), { country: 'ZZ', days: 7, need: 'normal' }, OPTIONS);
  assert.deepEqual(recompute(response), { plans: 0, fault: null, note: null });
});

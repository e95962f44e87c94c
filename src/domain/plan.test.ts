/** The schemas of plans and coupons, with which snapshots are checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { CouponSchema } from './coupon.ts';
import { eachFact } from './facts.ts';
import { CoverageSchema, ObservationSchema, PlanTermsSchema, ProviderSchema } from './plan.ts';
import { aCoupon, aListing, NOW } from './testing/builders.ts';

const { plan } = aListing({
  named: [{ country: 'TR', part: 'Cappadocia' }],
  coverage: {
    exclusions: ['GR'],
    networks: { TR: [{ name: 'North', generation: '5G' }] },
    exits: ['GB'],
  },
  allowance: { periodDays: 30, throttleKbps: 128, fullSpeedBytesPerDay: 1, uncapped: false, maxKbps: 1_000 },
  validity: { installWithinDays: 30 },
  price: { rate: '1.1', rateDate: '2026-06-01', promoUsdCents: 900 },
  facts: eachFact(() => true),
  extras: { hotspotBytes: 1, callMinutes: 2, textMessages: 3 },
});
const { coverage, ...terms } = plan;

const coupon = aCoupon({
  minimumSpendUsdCents: 1,
  maximumDiscountUsdCents: 2,
  countries: ['TR'],
  plans: ['plan'],
  excludedPlans: ['other'],
  validFrom: NOW,
  validUntil: NOW,
  confirmed: true,
});

/** A complete value of each schema. */
const COMPLETE: Readonly<Record<string, readonly [TSchema, unknown]>> = {
  plan: [PlanTermsSchema, terms],
  coverage: [CoverageSchema, coverage],
  coupon: [CouponSchema, coupon],
  'coupon with an amount': [CouponSchema, { ...coupon, discount: { kind: 'amount', usdCents: 300 } }],
  observation: [
    ObservationSchema,
    {
      observedAt: NOW,
      firstSeenAt: NOW,
      priceChangedAt: NOW,
      lowestCents: 900,
      highestCents: 1_000,
    },
  ],
  provider: [
    ProviderSchema,
    {
      id: 'alder',
      name: 'Alder',
      homepage: 'https://alder.example/',
      brand: 'alder',
      refund: { text: 'Within 14 days', url: 'https://alder.example/refund', checkedOn: '2026-06-01' },
    },
  ],
};

/** Fields that may be missing. */
const OPTIONAL = ['/refund', '/excludedPlans', '/confirmed'];
const OUTSIDE = [
  // Not part of the content of a coupon.
  '/verifiedAt',
  // The country is a key of a record, so it may be missing.
  '/networks/TR',
];

interface Node {
  readonly path: string;
  readonly value: unknown;
  /** The whole value with another value at this path, or without it. */
  readonly withValue: (value: unknown) => unknown;
  readonly without: () => unknown;
}

/** Every field and every element of a value, at any depth. */
function* nodesOf(whole: unknown, path = '', put = (value: unknown): unknown => value): Generator<Node> {
  if (typeof whole !== 'object' || whole === null) return;
  for (const [key, value] of Object.entries(whole)) {
    const at = `${path}/${key}`;
    const copy = (): Record<string, unknown> | unknown[] =>
      Array.isArray(whole) ? [...whole] : { ...whole };
    const withValue = (other: unknown) => put(Object.assign(copy(), { [key]: other }));
    const without = () => {
      const rest = copy();
      Reflect.deleteProperty(rest, key);
      return put(rest);
    };
    yield { path: at, value, withValue, without };
    yield* nodesOf(value, at, withValue);
  }
}

for (const [name, [schema, value]] of Object.entries(COMPLETE)) {
  const nodes = [...nodesOf(value)].filter(({ path }) => !OUTSIDE.includes(path));

  test(`${name}: a value with every field is valid`, () => assert.ok(Check(schema, value)));

  test(`${name}: a value without one of its fields is not valid`, () => {
    for (const { path, without } of nodes)
      if (!OPTIONAL.includes(path) && !/\/\d+$/.test(path)) assert.ok(!Check(schema, without()), path);
  });

  test(`${name}: a field of another type is not valid`, () => {
    for (const { path, value: own, withValue } of nodes)
      for (const other of [true, 5, 'text', {}].filter((one) => typeof one !== typeof own))
        assert.ok(!Check(schema, withValue(other)), `${path}: ${JSON.stringify(other)}`);
  });
}

const isValidAt = (name: string, path: string, value: unknown): boolean => {
  const [schema, complete] = COMPLETE[name]!;
  const node = [...nodesOf(complete)].find((one) => one.path === path) ?? assert.fail(path);
  return Check(schema, node.withValue(value));
};

test('amounts, days and speeds are whole numbers from 0', () => {
  for (const [name, path] of [
    ['plan', '/allowance/bytes'],
    ['plan', '/validity/days'],
    ['plan', '/price/usdCents'],
    ['plan', '/extras/hotspotBytes'],
    ['observation', '/lowestCents'],
    ['coupon', '/discount/basisPoints'],
    ['coupon with an amount', '/discount/usdCents'],
  ] as const) {
    assert.ok(isValidAt(name, path, 0), path);
    for (const wrong of [-1, 0.5]) assert.ok(!isValidAt(name, path, wrong), `${path}: ${wrong}`);
  }
});

test('what a feed may not state can be null', () => {
  for (const path of [
    '/allowance/bytes',
    '/validity/days',
    '/price/rate',
    '/facts/hotspot',
    '/extras/hotspotBytes',
    '/named/0/country',
  ])
    assert.ok(isValidAt('plan', path, null), path);
  for (const path of ['/generation', '/exits', '/networks/TR/0/generation'])
    assert.ok(isValidAt('coverage', path, null), path);
  for (const path of ['/id', '/price/usdCents', '/price/currency', '/validity/soldPerDay'])
    assert.ok(!isValidAt('plan', path, null), path);
});

test('codes of countries are two capital letters, ids need no escaping, and a plan covers at least one country', () => {
  for (const path of ['/destinations/0', '/exclusions/0', '/exits/0'])
    for (const wrong of ['tr', 'TUR', ''])
      assert.ok(!isValidAt('coverage', path, wrong), `${path}: ${wrong}`);
  for (const path of ['/id', '/provider'])
    for (const wrong of ['a/b', 'a b', '', '../etc']) assert.ok(!isValidAt('plan', path, wrong), wrong);
  assert.ok(!isValidAt('coverage', '/destinations', []));
});

test('words outside a list of words are not valid', () => {
  for (const path of ['/allowance/model', '/allowance/afterCap', '/validity/starts'])
    assert.ok(!isValidAt('plan', path, 'other'), path);
  for (const path of ['/price/basis', '/price/tax']) assert.ok(!isValidAt('plan', path, 'other'), path);
  for (const path of ['/scope', '/generation', '/breakout'])
    assert.ok(!isValidAt('coverage', path, 'other'), path);
  for (const path of ['/audience', '/use', '/discount/kind'])
    assert.ok(!isValidAt('coupon', path, 'other'), path);
});

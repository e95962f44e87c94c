import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, type ListingParts, NOW, UNKNOWN_FIELDS } from '../testing/builders.ts';
import { keysOf } from '../testing/compare.ts';
import { viewOf } from '../testing/view.ts';
import { rank } from './rank.ts';

const SAME = {
  allowance: { maxKbps: 50_000, afterCap: 'throttle', throttleKbps: 512 },
  validity: { starts: 'install', installWithinDays: 90 },
  coverage: { networks: { [COUNTRY]: [{ name: 'N', generation: '4G' }] } },
  price: { tax: 'excluded' },
  facts: { hotspot: false, identityCheck: true },
} as const satisfies ListingParts;

function listed(parts: ListingParts, id: string, usdCents: number, provider = 'alder') {
  return aListing({
    ...parts,
    allowance: { ...SAME.allowance, ...parts.allowance },
    validity: { ...SAME.validity, ...parts.validity },
    coverage: { ...SAME.coverage, ...parts.coverage },
    price: { ...SAME.price, ...parts.price, usdCents },
    facts: { ...SAME.facts, ...parts.facts },
    id,
    provider,
  });
}

function keysListed(market: readonly ReturnType<typeof aListing>[]): string[] {
  const { cheapest } = rank(viewOf(market), { country: COUNTRY, days: 7, need: 'normal' }, NOW);
  return keysOf(cheapest, market);
}

/** Whether the second plan, a cent dearer than the first of the same provider, still stands beside it. */
function stays(first: ListingParts, second: ListingParts): boolean {
  const answers = [
    ['a', 'z'],
    ['z', 'a'],
  ].map(([low, high]) =>
    keysListed([listed(first, low!, 1_000), listed(second, high!, 1_001)]).includes(`alder/${high}`),
  );
  assert.equal(answers[0], answers[1], 'whichever id comes first');
  return answers[0]!;
}

const UNKNOWN: Readonly<Record<string, ListingParts>> = {
  ...UNKNOWN_FIELDS,
  generation: { coverage: { networks: {}, generation: null } },
};
for (const [field, parts] of Object.entries(UNKNOWN)) {
  test(`unknown compares with unknown, and with nothing that is known: ${field}`, () => {
    assert.equal(stays(parts, parts), false);
    assert.equal(stays(parts, {}), true);
    assert.equal(stays({}, parts), true);
  });
}

const perDay = { megabytes: 2_000, allowance: { model: 'per_day' as const } };
const unlimited = { allowance: { model: 'unlimited' as const } };
const endless = { allowance: { model: 'unlimited' as const, uncapped: true } };
const capped = (fullSpeedMbPerDay: number) => ({ ...unlimited, fullSpeedMbPerDay });
const stop = { allowance: { afterCap: 'stop' as const } };
const networks = (...generations: ('4G' | '5G')[]) => ({
  coverage: { networks: { [COUNTRY]: generations.map((generation) => ({ name: 'N', generation })) } },
});
const RULES: readonly (readonly [string, ListingParts, ListingParts, 'stays' | 'goes'])[] = [
  ['a whole allowance does not compare with a daily one', perDay, {}, 'stays'],
  ['a daily allowance does not compare with a whole one', {}, perDay, 'stays'],
  ['a daily allowance compares with a daily cap', perDay, capped(2_000), 'goes'],
  ['a larger daily cap is better', perDay, capped(2_001), 'stays'],
  ['a smaller daily cap is no better', capped(2_000), capped(1_999), 'goes'],
  ['no limit is at least as much as a whole allowance', endless, {}, 'goes'],
  ['no limit is at least as much as any daily cap', endless, capped(9_000), 'goes'],
  ['no limit is at least as much as no limit', endless, endless, 'goes'],
  ['a cap is less than no limit', capped(9_000), endless, 'stays'],
  ['an unstated fair-use rule does not compare with a stated one', unlimited, capped(1_000), 'stays'],
  ['a stated fair-use rule does not compare with an unstated one', capped(9_000), unlimited, 'stays'],
  ['an unstated fair-use rule does not compare with no limit', endless, unlimited, 'stays'],
  ['two unstated fair-use rules are alike', unlimited, unlimited, 'goes'],
  ['a throttled remainder beats a stop', {}, stop, 'goes'],
  ['a stop does not beat a throttled remainder', stop, {}, 'stays'],
  ['two stops are alike', stop, stop, 'goes'],
  [
    'no limit has no remainder to compare',
    endless,
    { ...endless, allowance: { ...endless.allowance, afterCap: 'unknown' } },
    'goes',
  ],
  ['a slower remainder is no better', {}, { allowance: { throttleKbps: 511 } }, 'goes'],
  ['sold by the day does not compare with sold as a whole', {}, { validity: { soldPerDay: true } }, 'stays'],
  ['fewer networks are no better', networks('4G', '4G'), networks('4G'), 'goes'],
  ['an older generation is no better', networks('5G'), networks('4G'), 'goes'],
  ['a lower top speed is no better', {}, { allowance: { maxKbps: 40_000 } }, 'goes'],
  ['roaming is no better than local breakout', { coverage: { breakout: 'local' } }, {}, 'goes'],
  ['an earlier clock is no better', { validity: { starts: 'first_use' } }, {}, 'goes'],
  ['tax on top is no better than tax included', { price: { tax: 'included' } }, {}, 'goes'],
  ['fewer countries are no better', { coverage: { destinations: ['GR', COUNTRY] } }, {}, 'goes'],
  ['an identity check is no better than none', { facts: { identityCheck: false } }, {}, 'goes'],
];
for (const [promise, first, second, outcome] of RULES) {
  test(`within one provider ${promise}`, () => assert.equal(stays(first, second), outcome === 'stays'));
}

test('a better plan is found wherever it stands among its provider’s, and only among those', () => {
  // Each has a fact of its own, so that none but the plain ones compare.
  const apart = [{ facts: { topUp: true } }, { facts: { ads: false } }, { facts: { subscription: false } }];
  for (const better of [0, 1, 4, 5]) {
    const market = [0, 1, 2, 3, 4, 5].map((place) => {
      const isPlain = place === better || place === 3;
      return listed(isPlain ? {} : apart[place % 3]!, `p${place}`, place === better ? 900 : 1_001);
    });
    const strangers = ['aaa', 'zzz'].map((provider) => listed({}, 'p', 1, provider));
    const keys = keysListed([...strangers, ...market]);
    assert.ok(!keys.includes('alder/p3'), `better at ${better}`);
    assert.ok(keys.includes(`alder/p${better}`) && keys.includes('alder/p2'));
  }
  const alone = [listed({}, 'p', 1_001), listed({}, 'p', 1, 'aaa'), listed({}, 'p', 1, 'zzz')];
  assert.ok(keysListed(alone).includes('alder/p'));
});

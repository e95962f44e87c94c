import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, HOUR_MS, type ListingParts, NOW, UNKNOWN_FIELDS } from '../testing/builders.ts';
import { keysOf } from '../testing/compare.ts';
import { viewOf } from '../testing/view.ts';
import { rank } from './rank.ts';

const SAME: ListingParts = {
  cents: 1_000,
  megabytes: 10_000,
  days: 30,
  allowance: { maxKbps: 50_000, afterCap: 'throttle', throttleKbps: 512 },
  validity: { starts: 'install', installWithinDays: 90 },
  coverage: {
    breakout: 'roaming',
    generation: '4G',
    networks: { [COUNTRY]: [{ name: 'N', generation: '4G' }] },
  },
  price: { tax: 'excluded', basis: 'rrp', rate: '1.1' },
  facts: {
    hotspot: false,
    topUp: false,
    phoneNumber: false,
    identityCheck: true,
    subscription: true,
    newCustomersOnly: false,
    ads: true,
  },
  observedAt: NOW - 30 * HOUR_MS,
};

function merged(parts: ListingParts): ListingParts {
  const both: Record<string, unknown> = { ...SAME, ...parts };
  for (const group of ['allowance', 'validity', 'coverage', 'price', 'facts'] as const) {
    both[group] = { ...SAME[group], ...parts[group] };
  }
  return both;
}

/** Whether a plan that costs a cent more and differs by `parts` is still listed beside the plain one. */
function isListed(parts: ListingParts, provider = 'alder'): boolean {
  const plain = aListing({ ...SAME, id: 'plain' });
  const price = { ...merged(parts).price, usdCents: parts.cents ?? 1_001 };
  const dearer = aListing({ ...merged(parts), price, id: 'dearer', provider });
  const market = [plain, dearer];
  const ranking = rank(viewOf(market), { country: COUNTRY, days: 7, need: 'normal' }, NOW);
  const listed = Object.values(ranking).map((list) => keysOf(list, market).includes(`${provider}/dearer`));
  assert.equal(new Set(listed).size, 1, 'the three lists agree');
  return listed[0]!;
}

test('a plan that is dearer and no better than another of its provider is left out of every list', () => {
  assert.equal(isListed({}), false);
  assert.equal(isListed({ megabytes: 9_000, days: 20 }), false);
});

test('the same plan at the same price, or of another provider, stays', () => {
  assert.equal(isListed({ cents: 1_000 }), true);
  assert.equal(isListed({}, 'birch'), true);
});

test('a smaller plan whose single copy is cheaper stays, though the trip needs two of it', () => {
  assert.equal(isListed({ cents: 501, megabytes: 4_000 }), true);
  assert.equal(isListed({ cents: 1_000, megabytes: 4_000 }), false);
});

const network = (generation: '4G' | '5G') => ({ name: 'N', generation });
const better: Readonly<Record<string, ListingParts>> = {
  'more data': { megabytes: 10_001 },
  'no data limit': { allowance: { model: 'unlimited', uncapped: true } },
  'faster remainder': { allowance: { throttleKbps: 600 } },
  'longer validity': { days: 31 },
  'no expiry': { days: null },
  'later clock': { validity: { starts: 'first_use' } },
  'wider install window': { validity: { installWithinDays: 180 } },
  'newer generation': { coverage: { networks: { [COUNTRY]: [network('5G')] } } },
  'more networks': { coverage: { networks: { [COUNTRY]: [network('4G'), network('4G')] } } },
  'higher cap': { allowance: { maxKbps: 60_000 } },
  'local breakout': { coverage: { breakout: 'local' } },
  'more countries': { coverage: { destinations: ['GR', COUNTRY] } },
  hotspot: { facts: { hotspot: true } },
  'top-up': { facts: { topUp: true } },
  'phone number': { facts: { phoneNumber: true } },
  'no identity check': { facts: { identityCheck: false } },
  'no subscription': { facts: { subscription: false } },
  'no ads': { facts: { ads: false } },
  'fresher price': { observedAt: NOW },
  'tax included': { price: { tax: 'included' } },
  'retail price': { price: { basis: 'retail' } },
  'price in USD': { price: { rate: null } },
};
for (const [field, parts] of Object.entries(better)) {
  test(`a dearer plan stays for one better field: ${field}`, () => assert.equal(isListed(parts), true));
}

for (const [field, parts] of Object.entries(UNKNOWN_FIELDS)) {
  test(`unknown and known do not compare: ${field}`, () => assert.equal(isListed(parts), true));
}

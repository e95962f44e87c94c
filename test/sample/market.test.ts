import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { FEED_FORMATS } from '../../scripts/sample-market/feeds/index.ts';
import { sampleMarket } from '../../scripts/sample-market/market.ts';
import type { Offer } from '../../scripts/sample-market/offers.ts';
import { SAMPLE_USD_FOR } from '../../scripts/sample-market/prices.ts';
import { STATEMENTS } from '../../scripts/sample-market/statements.ts';
import { countryOf } from '../../src/domain/countries.ts';
import { ID_PATTERN } from '../../src/domain/id.ts';

const market = sampleMarket();
const offers = market.providers.flatMap((provider) =>
  [...market.offersOf(provider)].map((offer) => ({ ...offer, provider })),
);

function share(of: (offer: Offer) => boolean): number {
  return offers.filter(of).length / offers.length;
}

function between(value: number, low: number, high: number, what: string): void {
  assert.ok(value >= low && value <= high, `${what}: ${value} is not between ${low} and ${high}`);
}

test('the default market has the promised size', () => {
  assert.equal(offers.length, market.plans);
  assert.ok(offers.length >= 6_000);
  assert.ok(market.providers.length >= 14);
  const destinations = new Set(offers.flatMap((offer) => offer.destinations));
  assert.ok(destinations.size >= 200, `${destinations.size} destinations`);
  for (const code of destinations) assert.ok(countryOf(code) !== null, code);
});

test('the same seed gives the same offers, another seed gives others', () => {
  const all = (seed: number) => {
    const again = sampleMarket({ plans: 500, seed });
    return hash(
      'sha256',
      JSON.stringify(again.providers.map((provider) => [provider, [...again.offersOf(provider)]])),
    );
  };
  assert.equal(all(7), all(7));
  assert.notEqual(all(7), all(8));
});

test('every shop has a unique id, name and host, and every link leads to that host under .example', () => {
  for (const key of ['id', 'name', 'host'] as const)
    assert.equal(new Set(market.providers.map((provider) => provider[key])).size, market.providers.length);
  for (const { provider, link, id } of offers) {
    assert.match(provider.host, /^[a-z-]+\.example$/);
    assert.equal(new URL(link).host, provider.host);
    assert.equal(new URL(link).protocol, 'https:');
    assert.match(id, ID_PATTERN);
  }
});

test('no shop sells two plans under one id', () => {
  const ids = new Set(offers.map(({ provider, id }) => `${provider.id}/${id}`));
  assert.equal(ids.size, offers.length);
});

test('every price is whole, positive and within what real plans cost', () => {
  for (const { priceMinor, id } of offers) {
    assert.ok(Number.isSafeInteger(priceMinor), id);
    between(priceMinor, 49, 100_000, id);
  }
});

test('the shares of models, fair use and unknown facts are near those of real feeds', () => {
  between(
    share((offer) => offer.model === 'per_day'),
    0.26,
    0.34,
    'per day',
  );
  between(
    share((offer) => offer.model === 'unlimited'),
    0.08,
    0.18,
    'unlimited',
  );
  between(
    share((offer) => offer.throttleKbps !== null),
    0.29,
    0.39,
    'states a reduced speed',
  );
  between(
    share((offer) => offer.throttleKbps === 128),
    0.21,
    0.29,
    '128 kbps',
  );
  between(
    share((offer) => offer.hotspot === null),
    0.23,
    0.31,
    'hotspot unknown',
  );
  between(
    share((offer) => offer.identityCheck === null),
    0.26,
    0.34,
    'identity check unknown',
  );
  between(
    share((offer) => offer.days !== null && offer.days < 7),
    0.15,
    0.25,
    'under 7 days',
  );
  between(
    share((offer) => offer.days === null && !offer.soldPerDay),
    0.01,
    0.035,
    'no expiry',
  );
  between(
    share((offer) => offer.scope === 'region'),
    0.05,
    0.1,
    'regional',
  );
  between(
    share((offer) => offer.scope === 'global'),
    0.005,
    0.02,
    'global',
  );
});

test('the market has every kind of plan that ranking distinguishes', () => {
  const seen = (of: (offer: (typeof offers)[number]) => unknown) => new Set(offers.map(of));
  assert.deepEqual(
    seen((offer) => offer.provider.currency),
    new Set(['USD', 'EUR', 'GBP']),
  );
  assert.equal(seen((offer) => offer.provider.format).size, Object.keys(FEED_FORMATS).length);
  assert.equal(seen((offer) => offer.provider.states).size, Object.keys(STATEMENTS).length);
  assert.deepEqual(
    seen((offer) => offer.breakout),
    new Set(['unknown', 'local', 'roaming']),
  );
  assert.deepEqual(
    seen((offer) => offer.starts),
    new Set(['unknown', 'first_use', 'install', 'purchase']),
  );
  assert.deepEqual(
    seen((offer) => offer.afterCap),
    new Set(['unknown', 'throttle', 'stop']),
  );
  assert.deepEqual(
    seen((offer) => offer.uncapped),
    new Set([true, false, null]),
  );
  for (const fact of ['hotspot', 'identityCheck', 'topUp', 'phoneNumber', 'newCustomersOnly', 'ads'] as const)
    assert.deepEqual(
      seen((offer) => offer[fact]),
      new Set([true, false, null]),
      fact,
    );
  for (const days of [1, 3, 7, 30, 60, 90]) assert.ok(seen((offer) => offer.days).has(days), `${days} days`);
  assert.ok(offers.some((offer) => offer.soldPerDay));
  const generations = offers.flatMap(({ generation, networks }) => [
    generation,
    ...Object.values(networks).flatMap((list) => list.map((network) => network.generation)),
  ]);
  assert.deepEqual(new Set(generations), new Set(['4G', '5G', null]));
});

test('busy destinations are cheaper by the gigabyte than remote ones, and large plans than small ones', () => {
  const perGbUsd = (code: string, gb: number) => {
    const prices = offers
      .filter((offer) => offer.scope === 'country' && offer.destinations[0] === code)
      .filter((offer) => offer.model === 'total' && offer.gb === gb)
      .map(
        ({ priceMinor, provider }) => (priceMinor / 100 / gb) * Number(SAMPLE_USD_FOR.get(provider.currency)),
      );
    return (
      prices.sort((a, b) => a - b)[Math.floor(prices.length / 2)] ??
      assert.fail(`no ${gb} GB plan for ${code}`)
    );
  };
  // Real medians: 4.0 and 1.9 for Türkiye.
  between(perGbUsd('TR', 1), 2.5, 5, 'TR 1 GB');
  between(perGbUsd('TR', 5), 1.2, 2.6, 'TR 5 GB');
  assert.ok(perGbUsd('TR', 10) < perGbUsd('TR', 1));
  assert.ok(perGbUsd('TR', 5) < perGbUsd('KE', 5));
});

test('a large market grows by shops with country plans, so a country keeps a real number of candidates', () => {
  const large = sampleMarket({ plans: 100_000 });
  assert.ok(large.providers.length > 100);
  assert.equal(new Set(large.providers.map((provider) => provider.id)).size, large.providers.length);
  const candidates = new Map<string, number>();
  let plans = 0;
  // One shop in four is enough, because all are drawn in the same way.
  for (const provider of large.providers.filter((_, index) => index % 4 === 0)) {
    for (const { destinations } of large.offersOf(provider)) {
      plans += 1;
      for (const code of destinations) candidates.set(code, (candidates.get(code) ?? 0) + 1);
    }
  }
  const counts = [...candidates.values()].sort((a, b) => a - b);
  const scale = large.plans / plans;
  between(
    (counts[Math.floor(counts.length / 2)] ?? 0) * scale,
    300,
    1_500,
    'candidates of the middle country',
  );
  between((counts.at(-1) ?? 0) * scale, 1_000, 3_500, 'candidates of the most crowded country');
});

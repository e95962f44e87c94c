import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ID_PATTERN } from '../../domain/id.ts';
import { UNKNOWN_EXTRAS, UNKNOWN_FACTS } from '../../domain/testing/builders.ts';
import { parseRates } from '../config/rates.ts';
import type { Draft } from '../draft.ts';
import { amountOrNull } from '../parse/data.ts';
import { normaliseDraft, outcomeOf, plan } from '../testing/plans.ts';
import { BYTES_MAX, BYTES_MIN, DAYS_MAX, USD_CENTS_MAX } from './checks.ts';
import { RatesUnusable } from './price.ts';

const table = parseRates(
  JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: '1.25', GBP: '0.8', JPY: 200 } }),
);
const rates = { table, problem: null };

test('a sound draft becomes a plan with unknown facts left unknown', () => {
  assert.deepEqual(plan(), {
    id: 'tr-10gb-30d',
    provider: 'shop',
    source: 'shop-feed',
    externalId: 'tr-10gb-30d',
    name: 'Anatolia Classic',
    named: [],
    coverage: {
      scope: 'country',
      destinations: ['TR'],
      exclusions: [],
      networks: {},
      generation: null,
      breakout: 'unknown',
      exits: null,
    },
    allowance: {
      model: 'total',
      bytes: 10_000_000_000,
      periodDays: null,
      afterCap: 'unknown',
      throttleKbps: null,
      fullSpeedBytesPerDay: null,
      uncapped: null,
      maxKbps: null,
    },
    validity: { days: 30, starts: 'unknown', installWithinDays: null, soldPerDay: false },
    price: {
      minor: 1400,
      currency: 'USD',
      basis: 'retail',
      tax: 'unknown',
      usdCents: 1400,
      rate: null,
      rateDate: null,
      promoUsdCents: null,
    },
    facts: UNKNOWN_FACTS,
    extras: UNKNOWN_EXTRAS,
    link: 'https://shop.example/tr-10gb-30d',
  });
});

test('a stated number of minutes or messages states that calls or messages are included', () => {
  const { facts, extras } = plan({ callMinutes: 60, textMessages: 20, hotspotBytes: 5_000_000_000 });
  assert.deepEqual([facts.calls, facts.sms], [true, true]);
  assert.deepEqual(extras, { hotspotBytes: 5_000_000_000, callMinutes: 60, textMessages: 20 });
  assert.equal(plan({ callMinutes: 60, calls: false }).facts.calls, false);
});

test('USD is taken where it is there, and is never converted', () => {
  const { price } = plan({ prices: { EUR: '1.00', USD: '9.00' } }, { rates });
  assert.deepEqual([price.currency, price.usdCents, price.rate], ['USD', 900, null]);
});

test("without USD the operator's order decides, then the code", () => {
  const prices = { GBP: '8.00', EUR: '10.00', XXX: '1' };
  assert.equal(plan({ prices }, { rates }).price.currency, 'EUR');
  const given = { rates, currencyPreference: ['GBP', 'EUR'] };
  const { price } = plan({ prices }, given);
  assert.deepEqual([price.currency, price.minor, price.usdCents], ['GBP', 800, 1250]);
  assert.deepEqual([price.rate, price.rateDate], ['1.5625', '2026-11-09']);
});

test('an operator who names USD after another currency gets the other one', () => {
  const given = { rates, currencyPreference: ['EUR', 'USD'] };
  assert.equal(plan({ prices: { USD: '0.01', EUR: '10' } }, given).price.usdCents, 1250);
});

test('a currency without decimals is not taken for cents', () => {
  assert.equal(plan({ prices: { JPY: '1600' } }, { rates }).price.usdCents, 1000);
});

test('a currency without a rate is rejected; with rates that are too old the whole source stops', () => {
  assert.equal(outcomeOf({ prices: { CHF: '9' } }, { rates }), 'unknown_currency');
  assert.equal(outcomeOf({ prices: { EUR: '9' } }), 'unknown_currency');
  assert.equal(outcomeOf({ prices: {} }), 'unknown_currency');
  const old = { table: null, problem: 'too old' };
  assert.throws(() => normaliseDraft({ prices: { EUR: '9' } }, { rates: old }), RatesUnusable);
  assert.equal(outcomeOf({ prices: { USD: '9' } }, { rates: old }), 'accepted');
});

test('a promotional price that cannot be converted is left out, and does not stop the source', () => {
  const changes = { prices: { USD: '9' }, promoPrices: { EUR: '7' } };
  assert.equal(plan(changes, { rates }).price.promoUsdCents, 875);
  assert.equal(plan(changes, { rates: { table: null, problem: 'too old' } }).price.promoUsdCents, null);
});

test('each rule refuses with its own reason', () => {
  const gb = (amount: number) => ({ data: amount * 1_000_000_000 });
  const cases: readonly [string, Parameters<typeof outcomeOf>[0]][] = [
    ['wholesale_only', { basis: 'wholesale' }],
    ['out_of_stock', { inStock: false }],
    ['subscription', { subscription: true }],
    ['expired_offer', { expiresAt: '2026-11-10T11:59:59Z' }],
    ['retail_below_wholesale', { wholesale: { currency: 'USD', amount: '14.01' } }],
    ['missing_field', { externalId: '' }],
    ['missing_field', { externalId: '\u200b' }],
    ['bad_link', { link: 'https://elsewhere.example/' }],
    ['impossible_data', gb(0)],
    ['impossible_data', gb(-1)],
    ['impossible_data', gb(10_001)],
    ['impossible_data', { data: null }],
    ['impossible_data', { data: 500_000 }],
    ['impossible_data', { model: 'unlimited', fullSpeedPerDay: -1_000_000_000 }],
    ['impossible_days', { days: 0 }],
    ['impossible_days', { days: DAYS_MAX + 1 }],
    ['impossible_days', { days: 1.5 }],
    ['impossible_price', { prices: { USD: '0' } }],
    ['impossible_price', { prices: { USD: '0.00' }, newCustomersOnly: null }],
    ['impossible_price', { prices: { USD: '-1' } }],
    ['impossible_price', { prices: { USD: '1e3' } }],
    ['impossible_price', { prices: { USD: '2000.01' } }],
  ];
  for (const [reason, changes] of cases) assert.equal(outcomeOf(changes), reason, JSON.stringify(changes));
});

test('what looks odd and is right is accepted', () => {
  const fine: readonly Parameters<typeof outcomeOf>[0][] = [
    { days: null },
    { days: DAYS_MAX },
    { expiresAt: '2026-11-10T12:00:01Z' },
    { expiresAt: 'never' },
    { wholesale: { currency: 'USD', amount: '14.00' } },
    { wholesale: { currency: 'EUR', amount: '99' } },
    { prices: { USD: '0' }, newCustomersOnly: true },
    { prices: { USD: '2000' } },
    { model: 'unlimited', data: null },
  ];
  for (const changes of fine) assert.equal(outcomeOf(changes), 'accepted', JSON.stringify(changes));
});

test('a speed after the cap says that there is one; a stop has no speed', () => {
  const throttled = plan({ throttleKbps: 128 }).allowance;
  assert.deepEqual([throttled.afterCap, throttled.throttleKbps], ['throttle', 128]);
  const stopped = plan({ afterCap: 'stop', throttleKbps: 128 }).allowance;
  assert.deepEqual([stopped.afterCap, stopped.throttleKbps], ['stop', null]);
  for (const kbps of [0, -1, Number.NaN, 1e12]) assert.equal(plan({ maxKbps: kbps }).allowance.maxKbps, null);
});

test('fair-use figures belong to unlimited plans alone', () => {
  const fairUse = { fullSpeedPerDay: 3_000_000_000 };
  const unlimited = plan({ model: 'unlimited', data: null, ...fairUse }).allowance;
  assert.deepEqual([unlimited.fullSpeedBytesPerDay, unlimited.uncapped], [3_000_000_000, false]);
  const total = plan(fairUse).allowance;
  assert.deepEqual([total.fullSpeedBytesPerDay, total.uncapped], [null, null]);
});

test('a plan that is slowed is not uncapped, whatever else the feed states', () => {
  const unlimited = { model: 'unlimited', data: null } as const;
  const isUncapped = (fields: object) => plan({ ...unlimited, ...fields }).allowance.uncapped;
  assert.equal(isUncapped({}), null);
  assert.equal(isUncapped({ uncapped: true }), true);
  assert.equal(isUncapped({ afterCap: 'throttle' }), false);
  assert.equal(isUncapped({ uncapped: true, afterCap: 'throttle' }), false);
});

test("a row that carries one of the source's own credentials never reaches the catalogue", () => {
  const given = { leaks: (text: string) => text.includes('s3cret-key') };
  assert.equal(outcomeOf({ link: 'https://shop.example/?k=s3cret-key' }, given), 'bad_link');
  assert.equal(outcomeOf({ name: 'plan s3cret-key' }, given), 'bad_link');
  assert.equal(outcomeOf({ externalId: 's3cret-key' }, given), 'bad_link');
});

test('whatever numbers a feed sends, no impossible plan comes out', () => {
  const anyText = fc.string({
    unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  });
  const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 66_651, 999, 1e300));
  const price = fc.oneof(fc.double().map(String), fc.constantFrom('', '1', '19.99', '1e5', '∞'));
  fc.assert(
    fc.property(
      number,
      fc.constantFrom('MB' as const, 'GB' as const, 'bytes' as const),
      fc.constantFrom(1000 as const, 1024 as const),
      number,
      price,
      anyText,
      fc.constantFrom('total' as const, 'per_day' as const, 'unlimited' as const),
      (amount, unit, base, days, usd, text, model) => {
        const read = normaliseDraft({
          externalId: text,
          name: text,
          model,
          data: amountOrNull(amount, unit, base),
          fullSpeedPerDay: amountOrNull(amount, unit, base),
          throttleKbps: amount,
          installWithinDays: days,
          days,
          prices: { USD: usd },
          updatedAt: text,
        });
        if (!read.ok) return;
        const { allowance, validity, price: priced, id, name } = read.plan;
        assert.match(id, ID_PATTERN);
        assert.ok(name.length > 0);
        for (const bytes of [allowance.bytes, allowance.fullSpeedBytesPerDay])
          assert.ok(bytes === null || (Number.isInteger(bytes) && bytes >= BYTES_MIN && bytes <= BYTES_MAX));
        assert.ok(validity.days !== null && Number.isInteger(validity.days) && validity.days >= 1);
        assert.ok(priced.usdCents > 0 && priced.usdCents <= USD_CENTS_MAX);
        assert.ok(allowance.throttleKbps === null || allowance.throttleKbps >= 1);
      },
    ),
  );
});

test('a date in the far future or before 1970 is no date of the feed', () => {
  const at = (updatedAt: string) => {
    const read = normaliseDraft({ updatedAt });
    return read.ok ? read.sourceUpdatedAt : 'refused';
  };
  assert.equal(at('2026-11-09T00:00:00Z'), Date.parse('2026-11-09T00:00:00Z'));
  assert.equal(at('2036-01-01'), null);
  assert.equal(at('0001-01-01'), null);
  assert.equal(at('soon'), null);
});

test('a plan without a name is called by its place, amount and validity', () => {
  const generated = (changes: Partial<Draft>) => plan({ name: null, ...changes }).name;
  assert.equal(generated({}), 'Türkiye, 10 GB, 30 days');
  assert.equal(generated({ places: ['DEU'], days: 1 }), 'Germany, 10 GB, 1 day');
  assert.equal(generated({ places: ['bali'] }), 'Bali, 10 GB, 30 days');
  assert.equal(generated({ placeName: 'costa-rica', places: ['CR'] }), 'Costa Rica, 10 GB, 30 days');
  assert.equal(generated({ placeName: 'Europe', places: ['FR', 'DE'] }), 'Europe, 10 GB, 30 days');
  assert.equal(generated({ places: ['FR', 'DE'] }), 'Germany and France, 10 GB, 30 days');
  assert.equal(generated({ places: ['FR', 'DE', 'ES', 'IT'] }), '4 countries, 10 GB, 30 days');
  assert.equal(generated({ model: 'per_day' }), 'Türkiye, 10 GB a day, 30 days');
  assert.equal(generated({ periodDays: 30, days: 90 }), 'Türkiye, 10 GB a month, 90 days');
  assert.equal(generated({ days: null }), 'Türkiye, 10 GB, no expiry');
  const byTheDay = { model: 'unlimited', data: null, days: null, soldPerDay: true } as const;
  assert.equal(generated(byTheDay), 'Türkiye, unlimited, by the day');
  for (const name of [
    '["germany"]',
    '{"en":"Germany"}',
    '',
    ' ',
    '12345',
    'null',
    'N/A',
    '[object Object]',
    '**',
  ])
    assert.equal(plan({ name, places: ['DE'] }).name, 'Germany, 10 GB, 30 days', name);
  for (const name of ['[Promo] Germany [5G]', 'いーしむさん', 'N26'])
    assert.equal(plan({ name, places: ['DE'] }).name, name);
});

test('data that comes again without an end at a fixed price is refused', () => {
  assert.equal(outcomeOf({ model: 'per_day', data: 1e9, days: null }), 'impossible_days');
  assert.equal(outcomeOf({ model: 'unlimited', data: null, days: null }), 'impossible_days');
  assert.equal(outcomeOf({ periodDays: 30, days: null }), 'impossible_days');
  assert.equal(outcomeOf({ model: 'per_day', data: 1e9, days: null, soldPerDay: true }), 'accepted');
  assert.equal(outcomeOf({ days: null }), 'accepted');
});

test('a promotional price without conditions is kept beside, where it is lower and can be believed', () => {
  const promo = (promoPrices: Record<string, string>) => plan({ promoPrices }).price;
  assert.deepEqual([promo({ USD: '9.5' }).promoUsdCents, promo({ USD: '9.5' }).usdCents], [950, 1400]);
  assert.equal(promo({ USD: '14' }).promoUsdCents, null);
  assert.equal(promo({ USD: '0' }).promoUsdCents, null);
  assert.equal(promo({ USD: '1.40' }).promoUsdCents, null);
});

test('exits are sorted countries, whatever the feed calls them; none stated is unknown', () => {
  assert.deepEqual(plan({ exits: ['UK', 'Norway', 'NO', 'nowhere'] }).coverage.exits, ['GB', 'NO']);
  assert.equal(plan({ exits: [] }).coverage.exits, null);
  assert.equal(plan().coverage.exits, null);
});

test('a row that waits for the countries of a region names the region, and other rejections have none', () => {
  const waiting = normaliseDraft({ places: ['Europe'] });
  assert.ok(!waiting.ok);
  assert.deepEqual(waiting.regions, ['Europe']);
  const other = normaliseDraft({ places: ['Narnia'] });
  assert.ok(!other.ok);
  assert.ok(!('regions' in other));
});

test('a row without an id or a title says what is missing', () => {
  const detailFor = (changes: Partial<Draft>) => {
    const read = normaliseDraft(changes);
    return read.ok ? 'accepted' : read.detail;
  };
  assert.equal(detailFor({ externalId: '' }), 'the row has no id');
  const product = {
    terms: { goods: 'any', filledBy: 'seller' },
    categoriesAndAttributes: '',
    placesOfRegion: () => undefined,
  } as unknown as NonNullable<Draft['product']>;
  assert.equal(detailFor({ name: null, product }), 'the row has no title, which must confirm the plan');
  assert.equal(
    detailFor({ name: 'Northern Cyprus 10 GB', places: ['TR'] }),
    'its name is for Northern Cyprus, but its places are a neighbour',
  );
});

test('a shop is part of a plan only if the operator names it', () => {
  assert.equal(plan({}, { shop: 'Market.example' }).shop, 'Market.example');
  for (const shop of [null, '']) assert.ok(!('shop' in plan({}, { shop })));
});

test('the time of a feed is used up to one day ahead of our clock', () => {
  const at = (updatedAt: string | null) => {
    const read = normaliseDraft({ updatedAt });
    return read.ok ? read.sourceUpdatedAt : 'rejected';
  };
  const ahead = '2026-11-11T12:00:00.000Z';
  assert.equal(at(ahead), Date.parse(ahead));
  assert.equal(at('2026-11-11T12:00:00.001Z'), null);
  assert.equal(at('1970-01-01T00:00:00.000Z'), null);
  assert.equal(at('1970-01-01T00:00:00.001Z'), 1);
  assert.equal(at(null), null);
});

test('the name of a plan for up to five places states its operators, if only one place has an operator of that name', () => {
  const networksOf = (name: string, places: readonly string[], change: Partial<Draft> = {}) =>
    plan({ name, places, ...change }).coverage.networks;
  assert.equal(Object.keys(networksOf('Docomo 10 GB', ['JP'])).join(), 'JP');
  assert.deepEqual(Object.keys(networksOf('Docomo 10 GB', ['JP', 'KR', 'TH', 'VN', 'SG'])), ['JP']);
  assert.deepEqual(networksOf('Docomo 10 GB', ['JP', 'KR', 'TH', 'VN', 'SG', 'MY']), {});
  assert.deepEqual(networksOf('Orange 10 GB', ['FR', 'ES']), {});
  const stated = { networks: [{ place: 'JP', name: 'KDDI', generation: null }] } as const;
  assert.deepEqual(networksOf('Docomo 10 GB', ['JP'], stated), { JP: [{ name: 'KDDI', generation: null }] });
});

test('the time to install is whole days between one day and ten years, and otherwise unknown', () => {
  const within = (installWithinDays: number | null) => plan({ installWithinDays }).validity.installWithinDays;
  assert.deepEqual([within(1), within(30.7), within(3650)], [1, 30, 3650]);
  assert.deepEqual([within(0), within(0.5), within(3650.5), within(-3), within(null)], Array(5).fill(null));
});

test('a speed is whole kbps between 1 and 10 Gbps, and otherwise unknown', () => {
  const top = (maxKbps: number | null) => plan({ maxKbps }).allowance.maxKbps;
  assert.deepEqual([top(1), top(128.9), top(10_000_000)], [1, 128, 10_000_000]);
  assert.deepEqual([top(0.9), top(10_000_001), top(Number.NaN), top(null)], Array(4).fill(null));
});

test('a period belongs to a total allowance alone', () => {
  const periodOf = (changes: Partial<Draft>) =>
    plan({ days: 90, periodDays: 30, ...changes }).allowance.periodDays;
  assert.deepEqual(
    [periodOf({}), periodOf({ model: 'per_day' }), periodOf({ model: 'unlimited', data: null })],
    [30, null, null],
  );
});

test('no minutes and no messages do not state calls or messages', () => {
  const { facts } = plan({ callMinutes: 0, textMessages: 0 });
  assert.deepEqual([facts.calls, facts.sms], [null, null]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRates } from '../config/rates.ts';
import { candidate } from '../testing/plans.ts';
import {
  decodeHistory,
  encodeHistory,
  GONE_KEPT_MS,
  PRICES_MAX,
  rangeOf,
  recordRun,
  type SourceHistory,
} from './history.ts';

const none: SourceHistory = new Map();
/** One plan at this price. Its id is PLAN_ID. */
const pricedAt = (usd: string) => [candidate({ prices: { USD: usd } })];
const PLAN_ID = 'tr-10gb-30d';

/** One plan at this price, at this many dollars for a euro. */
function pricedInEuro(amount: string, rate: string) {
  const table = parseRates(JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: rate } }));
  return [candidate({ prices: { EUR: amount } }, { rates: { table, problem: null } })];
}

test('first sight and the last change of price are remembered', () => {
  const first = recordRun(none, pricedAt('9'), 1000);
  assert.deepEqual(
    first.observed.map(({ observation }) => observation),
    [
      {
        observedAt: 1000,
        firstSeenAt: 1000,
        priceChangedAt: null,
        lowestCents: 900,
        highestCents: 900,
      },
    ],
  );
  const same = recordRun(first.history, pricedAt('9'), 2000);
  assert.equal(same.hasChanged, false);
  assert.deepEqual(
    [same.observed[0]?.observation.firstSeenAt, same.observed[0]?.observation.observedAt],
    [1000, 2000],
  );
  const dearer = recordRun(same.history, pricedAt('10'), 3000);
  assert.ok(dearer.hasChanged);
  assert.equal(dearer.observed[0]?.observation.priceChangedAt, 3000);
  assert.equal(recordRun(dearer.history, pricedAt('10'), 4000).observed[0]?.observation.priceChangedAt, 3000);
});

test('a new exchange rate does not change the price', () => {
  const first = recordRun(none, pricedInEuro('9', '1.1'), 1000);
  assert.equal(
    recordRun(first.history, pricedInEuro('9', '1.2'), 2000).observed[0]?.observation.priceChangedAt,
    null,
  );
});

test('a plan that returns before it is forgotten is the same plan, and later it is new', () => {
  const first = recordRun(none, pricedAt('9'), 1000);
  const gone = recordRun(first.history, [], 2000);
  assert.ok(gone.hasChanged);
  assert.equal(recordRun(gone.history, [], 3000).hasChanged, false);
  assert.equal(recordRun(gone.history, pricedAt('9'), 3000).observed[0]?.observation.firstSeenAt, 1000);
  const forgotten = recordRun(gone.history, [], 2001 + GONE_KEPT_MS);
  assert.equal(forgotten.history.size, 0);
  assert.equal(recordRun(forgotten.history, pricedAt('9'), 9e12).observed[0]?.observation.firstSeenAt, 9e12);
});

const DAY_MS = 86_400_000;

/** Every price that was asked on any of the last 30 days: a day begins with the last price of the day before. */
function naiveRange(seen: readonly { day: number; cents: number }[], today: number): [number, number] {
  const asked: number[] = [];
  for (const [index, { cents }] of seen.entries()) {
    const until = seen[index + 1]?.day ?? today;
    if (until > today - 30) asked.push(cents);
  }
  return [Math.min(...asked), Math.max(...asked)];
}

test('the range is that of every price that was asked in the last 30 days, however often a feed is read', () => {
  const readings = fc.array(
    fc.record({ hours: fc.integer({ min: 1, max: 60 }), cents: fc.constantFrom(700, 800, 900, 900, 900) }),
    { minLength: 1, maxLength: 80 },
  );
  fc.assert(
    fc.property(readings, (steps) => {
      let history = none;
      let now = 20_000 * DAY_MS;
      const seen: { day: number; cents: number }[] = [];
      for (const { hours, cents } of steps) {
        now += hours * 3_600_000;
        const run = recordRun(history, pricedAt((cents / 100).toFixed(2)), now);
        history = run.history;
        const today = Math.floor(now / DAY_MS);
        seen.push({ day: today, cents });
        const { lowestCents, highestCents } = run.observed[0]!.observation;
        assert.deepEqual([lowestCents, highestCents], naiveRange(seen, today));
        // At most one entry for each of the 30 days.
        assert.ok(history.get(PLAN_ID)!.days.length <= 30);
      }
    }),
  );
});

test('an old price leaves the range after 30 days, also if the price does not change again', () => {
  const start = 20_000 * DAY_MS;
  const cheap = recordRun(none, pricedAt('7'), start);
  const dear = recordRun(cheap.history, pricedAt('9'), start + DAY_MS);
  const entry = dear.history.get(PLAN_ID)!;
  const { price } = pricedAt('9')[0]!.plan;
  assert.deepEqual(rangeOf(entry, price, start + 30 * DAY_MS), { lowestCents: 700, highestCents: 900 });
  assert.deepEqual(rangeOf(entry, price, start + 31 * DAY_MS), { lowestCents: 900, highestCents: 900 });
});

test('prices in another currency are not compared, and a past price is converted at the current rate', () => {
  const first = recordRun(none, pricedAt('1'), 1000);
  const second = recordRun(first.history, pricedInEuro('10', '1.1'), 2000);
  assert.deepEqual(
    [second.observed[0]?.observation.lowestCents, second.observed[0]?.observation.highestCents],
    // 10 EUR at 1.1, without the price of 1 USD.
    [1100, 1100],
  );
  const third = recordRun(second.history, pricedInEuro('8', '1.2'), 3000);
  assert.deepEqual(
    [third.observed[0]?.observation.lowestCents, third.observed[0]?.observation.highestCents],
    // 8 and 10 EUR at 1.2.
    [960, 1200],
  );
});

test('the same value in another currency is no change of price, and its range has no amounts of the old currency', () => {
  const yen = (amount: string) => {
    const table = parseRates(JSON.stringify({ date: '2026-11-09', base: 'USD', rates: { JPY: '150' } }));
    return [candidate({ prices: { JPY: amount } }, { rates: { table, problem: null } })];
  };
  const first = recordRun(none, yen('1400'), 1000);
  const changedAt = 2000;
  // 1500 JPY at 150 are 10 USD.
  const second = recordRun(first.history, yen('1500'), changedAt);
  const third = recordRun(second.history, pricedAt('10'), 3000);
  const { priceChangedAt, lowestCents, highestCents } = third.observed[0]!.observation;
  assert.equal(priceChangedAt, changedAt);
  assert.deepEqual([lowestCents, highestCents], [1000, 1000]);
  const fourth = recordRun(third.history, pricedAt('10'), 4000);
  assert.equal(fourth.hasChanged, false);
  assert.equal(fourth.observed[0]?.observation.priceChangedAt, changedAt);
});

test('the number of remembered prices is bounded', () => {
  let history = none;
  for (let i = 1; i <= 3 * PRICES_MAX; i++) history = recordRun(history, pricedAt(`${i}`), i).history;
  assert.equal(history.get(PLAN_ID)?.prices.length, PRICES_MAX);
});

test('history survives being written, and a damaged line costs one plan', () => {
  const { history } = recordRun(none, [...pricedAt('9'), candidate({ externalId: 'b' })], 1000);
  const bytes = encodeHistory(history);
  assert.deepEqual(decodeHistory(bytes), history);
  const [first = '', second = ''] = new TextDecoder().decode(bytes).split('\n');
  const rest = new Map([['b', history.get('b')]]);
  // Cut off, not JSON, and JSON of another shape.
  for (const damaged of [
    first.slice(0, -9),
    '{"x',
    '',
    'null',
    '5',
    '["x"]',
    '["x",1,null,5]',
    '["x",1,null,[5]]',
    '["x",1,null,[],5]',
    '["x",1,null,[],[5]]',
  ]) {
    const read = decodeHistory(new TextEncoder().encode(`${damaged}\n${second}`));
    assert.deepEqual(read, rest, damaged);
    // The plan whose line is damaged is a new one.
    assert.equal(recordRun(read, pricedAt('9'), 2000).observed[0]?.observation.firstSeenAt, 2000);
  }
  assert.equal(decodeHistory(null).size, 0);
});

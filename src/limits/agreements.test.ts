import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, NOON, rigOf } from '../../test/limits/harness.ts';
import { parseAgreements } from './agreements.ts';
import type { Agreement } from './caller.ts';
import { createBurstLimit, createLimiter } from './limiter.ts';
import { type Policies, parseLimits } from './policies.ts';

const PARTNER = {
  name: 'partner',
  networks: ['198.51.100.0/24'],
  per: 'subject',
  limits: { 'comparison.minute': 5 },
  together: { 'comparison.day': 2_000 },
};
const agreements = (...entries: object[]) => parseAgreements(JSON.stringify(entries));

async function limiterWith(inForce: readonly Agreement[], limits: Record<string, number> = {}) {
  const policies: Policies = parseLimits(JSON.stringify(limits)).policies;
  const { counters } = await rigOf(policies, { clock: new HandClock(NOON), maxCallers: 10_000 });
  const limiter = createLimiter({
    counters,
    burst: createBurstLimit({ clock: () => NOON }),
    secret: new Uint8Array(32),
    trusted: null,
    agreements: inForce,
  });
  const take = async (address: string, subject?: unknown) =>
    limiter.take('comparison', limiter.forSubject(limiter.identify(address, undefined), subject));
  /** How many of so many are admitted. */
  const admitted = async (times: number, address: string, subject?: unknown) => {
    let count = 0;
    for (let time = 0; time < times; time += 1) if ((await take(address, subject)).admitted) count += 1;
    return count;
  };
  return { limiter, take, admitted };
}

test('200 people behind one listed address have their own figures each; behind another they share one allowance', async () => {
  const { admitted } = await limiterWith(agreements(PARTNER), { 'comparison.service.day': 1_000_000 });
  let unlisted = 0;
  for (let person = 0; person < 200; person += 1) {
    assert.equal(await admitted(7, '198.51.100.9', `person ${person}`), 5);
    unlisted += await admitted(1, '203.0.113.9', `person ${person}`);
  }
  assert.equal(unlisted, 12);
});

test('invented names gain nothing: what the network may take together binds, and is said to be its own', async () => {
  const together = { 'comparison.minute': 40 };
  const { admitted, take } = await limiterWith(agreements({ ...PARTNER, together }));
  let all = 0;
  for (let person = 0; person < 100; person += 1)
    all += await admitted(1, '198.51.100.9', `invented ${person}`);
  assert.equal(all, 40);
  const refused = await take('198.51.100.10', 'one more');
  assert.deepEqual(
    [refused.admitted, refused.window.name, refused.window.limit, refused.window.together],
    [false, 'comparison.minute', 40, true],
  );
});

test('the budgets of the service bind all the same, and a refusal takes nothing from anybody', async () => {
  const { admitted, take } = await limiterWith(agreements(PARTNER), { 'comparison.service.day': 3 });
  assert.equal(await admitted(5, '198.51.100.9', 'ann'), 3);
  assert.equal((await take('198.51.100.9', 'ben')).window.name, 'comparison.service.day');
});

test('without a name, or with one that is none, a listed network counts by address', async () => {
  const { admitted, limiter } = await limiterWith(agreements(PARTNER));
  assert.equal(await admitted(3, '198.51.100.9'), 3);
  for (const subject of ['', 7, null, { a: 1 }])
    assert.equal(await admitted(1, '198.51.100.9', subject), subject === '' || subject === 7 ? 1 : 0);
  assert.equal(await admitted(9, '198.51.100.10'), 5);
  assert.deepEqual(limiter.forSubject({ key: 'k' }, 'forged'), { key: 'k' });
});

test('per address: each has the figures; per network: all of it is one caller', async () => {
  const limits = { 'comparison.minute': 20 };
  const networks = ['2001:db8:7::/48', '198.51.100.0/24'];
  const each = await limiterWith(agreements({ name: 'a', networks, per: 'address', limits }));
  assert.equal(await each.admitted(30, '198.51.100.1'), 20);
  assert.equal(await each.admitted(30, '2001:db8:7:1::1', 'forged'), 20);
  const whole = await limiterWith(agreements({ name: 'a', networks, per: 'network', limits }));
  assert.equal(
    (await whole.admitted(15, '198.51.100.1')) + (await whole.admitted(15, '2001:db8:7:1::1')),
    20,
  );
});

test('figures that are read again hold at once, for what was taken before too', async () => {
  const { admitted, limiter } = await limiterWith([]);
  assert.equal(await admitted(15, '198.51.100.1'), 12);
  limiter.useAgreements(
    agreements({
      name: 'a',
      networks: ['198.51.100.1'],
      per: 'address',
      limits: { 'comparison.minute': 14 },
    }),
  );
  assert.equal(await admitted(15, '198.51.100.1'), 2);
});

test('every fault of a file is named with its line and column, and nothing is taken from it', () => {
  const text = `[
  {"name": "a", "networks": ["10.0.0.0/8", "10.0.0.0/99"], "per": "person",
   "limits": {"comparison.minute": -1, "comparison.service.day": 5}},
  {"name": "a", "networks": [], "per": "subject", "limits": {}, "extra": 1}
]`;
  assert.throws(() => parseAgreements(text), {
    message: [
      'line 2, column 67: per must be "address", "network" or "subject"',
      'line 2, column 44: "10.0.0.0/99" is no address and no CIDR range',
      'line 3, column 36: comparison.minute must be a whole number from 0 to 1000000000',
      'line 3, column 66: "comparison.service.day" is no limit of a caller (comparison.minute, comparison.day, list.minute, list.day)',
      'line 4, column 74: "extra" is no field of an agreement',
      'line 4, column 12: "a" is the name of another agreement',
      'line 4, column 3: with per "subject", together must say what the whole network may take',
      'line 4, column 29: networks must be a list of CIDR ranges, such as ["198.51.100.0/24"]',
      'line 4, column 61: limits must name at least one of comparison.minute, comparison.day, list.minute, list.day',
    ].join('; '),
  });
  assert.throws(() => parseAgreements('[{"name": "a",}]'), {
    message: /^line 1, column 15: this is no JSON$/,
  });
  assert.throws(() => parseAgreements('{}'), {
    message:
      'line 1, column 1: give a list of agreements, each an object with name, networks, per, limits, together',
  });
  assert.throws(
    () =>
      parseAgreements(
        '[{"name":"a","networks":["0.0.0.0/0"],"per":"network","limits":{"list.day":1},"together":{"list.day":1}}]',
      ),
    {
      message:
        /"0\.0\.0\.0\/0" is everybody: name networks; .*leave together out|leave together out.*is everybody/,
    },
  );
});

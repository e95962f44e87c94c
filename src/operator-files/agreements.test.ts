import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, NOON, rigOf } from '../../test/limits/harness.ts';
import { createBurstLimit } from '../limits/burst.ts';
import type { Agreement } from '../limits/caller.ts';
import { createLimiter } from '../limits/limiter.ts';
import type { Policies } from '../limits/policies.ts';
import { parseAgreements } from './agreements.ts';
import { parseLimits } from './limits.ts';

const PARTNER = {
  name: 'partner',
  networks: ['198.51.100.0/24'],
  per: 'address',
  limits: { 'comparison.minute': 5 },
};
const agreements = (...entries: object[]) => parseAgreements(JSON.stringify(entries));

async function limiterWith(current: readonly Agreement[], limits: Record<string, number> = {}) {
  const policies: Policies = parseLimits(JSON.stringify(limits)).policies;
  const { counters } = await rigOf(policies, { clock: new HandClock(NOON), maxCallers: 10_000 });
  const limiter = createLimiter({
    counters,
    burst: createBurstLimit({ clock: () => NOON, maxCallers: 10 }),
    secret: new Uint8Array(32),
    trusted: null,
    agreements: current,
  });
  const take = (address: string) => limiter.take('comparison', limiter.identify(address, undefined));
  /** Sends this number of requests and returns how many are admitted. */
  const admitted = async (times: number, address: string) => {
    let count = 0;
    for (let time = 0; time < times; time += 1) if ((await take(address)).admitted) count += 1;
    return count;
  };
  return { limiter, take, admitted };
}

test('the budgets of the service still apply', async () => {
  const { admitted, take } = await limiterWith(agreements(PARTNER), { 'comparison.service.day': 3 });
  assert.equal(await admitted(5, '198.51.100.9'), 3);
  assert.equal((await take('198.51.100.10')).window.name, 'comparison.service.day');
});

test('per address, each address has its own quota; per network, all networks are one caller', async () => {
  const limits = { 'comparison.minute': 20 };
  const networks = ['2001:db8:7::/48', '198.51.100.0/24'];
  const each = await limiterWith(agreements({ name: 'a', networks, per: 'address', limits }));
  assert.equal(await each.admitted(30, '198.51.100.1'), 20);
  assert.equal(await each.admitted(30, '2001:db8:7:1::1'), 20);
  const whole = await limiterWith(agreements({ name: 'a', networks, per: 'network', limits }));
  assert.equal(
    (await whole.admitted(15, '198.51.100.1')) + (await whole.admitted(15, '2001:db8:7:1::1')),
    20,
  );
});

test('reloaded limits apply at once and include the units taken before', async () => {
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

test('the error has every fault of a file with its line and column', () => {
  const text = `[
  {"name": "a", "networks": ["10.0.0.0/8", "10.0.0.0/99"], "per": "person",
   "limits": {"comparison.minute": -1, "comparison.service.day": 5}},
  {"name": "a", "networks": [], "per": "address", "limits": {}, "extra": 1}
]`;
  assert.throws(() => parseAgreements(text), {
    message: [
      'line 2, column 67: per must be "address" or "network"',
      'line 2, column 44: "10.0.0.0/99" is neither an address nor a CIDR range',
      'line 3, column 36: comparison.minute must be a whole number from 0 to 1000000000',
      'line 3, column 66: "comparison.service.day" is not a limit of a caller (comparison.minute, comparison.day, list.minute, list.day)',
      'line 4, column 74: "extra" is not a field of an agreement',
      'line 4, column 12: "a" is the name of another agreement',
      'line 4, column 29: networks must be a list of CIDR ranges, such as ["198.51.100.0/24"]',
      'line 4, column 61: limits must name at least one of comparison.minute, comparison.day, list.minute, list.day',
    ].join('; '),
  });
  assert.throws(() => parseAgreements('[{"name": "a",}]'), {
    message: /^line 1, column 15: this is not valid JSON$/,
  });
  assert.throws(() => parseAgreements('{}'), {
    message: 'line 1, column 1: give a list of agreements, each an object with name, networks, per, limits',
  });
  assert.throws(
    () => parseAgreements('[{"name":"a","networks":["0.0.0.0/0"],"per":"network","limits":{"list.day":1}}]'),
    { message: /"0\.0\.0\.0\/0" contains every address: list single networks/ },
  );
});

test('a file of an earlier version gets one clear error', () => {
  const limits = { 'list.day': 1 };
  const old = { name: 'a', networks: ['198.51.100.0/24'], per: 'subject', limits, together: limits };
  const removed = 'per "subject" and together were removed';
  assert.throws(
    () => agreements(old),
    ({ message }: Error) => message.split(removed).length === 2,
  );
  assert.throws(() => agreements({ ...old, per: 'address' }), { message: new RegExp(removed) });
});

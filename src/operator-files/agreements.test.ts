import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, NOON, rigOf } from '../../test/limits/harness.ts';
import { createBurstLimit } from '../limits/burst.ts';
import { type Agreement, callerKeysOf, type Grant } from '../limits/caller.ts';
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
const parsed = (text: string) => parseAgreements({ name: 'agreements.json', text });
const agreements = (...entries: object[]) => parsed(JSON.stringify(entries));

async function limiterWith(current: readonly Agreement[], limits: Record<string, number> = {}) {
  const policies: Policies = parseLimits({ name: 'limits.json', text: JSON.stringify(limits) }).policies;
  const { counters } = await rigOf(policies, { clock: new HandClock(NOON), maxCallers: 10_000 });
  const limiter = createLimiter({
    counters,
    burst: createBurstLimit({ clock: () => NOON, maxCallers: 10 }),
    secret: new Uint8Array(32),
    trusted: [],
    agreements: current,
  });
  const take = (address: string) =>
    limiter.take('comparison', limiter.identify(limiter.peer(address), undefined));
  /** Sends this number of requests and returns how many are admitted. */
  const admitted = async (times: number, address: string) => {
    let count = 0;
    for (let time = 0; time < times; time += 1) if ((await take(address)).admitted) count += 1;
    return count;
  };
  return { limiter, take, admitted };
}

test('the daily budget of the service applies to an agreement, too', async () => {
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
  assert.equal(await admitted(15, '198.51.100.1'), 12, 'the default of comparison.minute');
  limiter.useAgreements(
    agreements({
      name: 'a',
      networks: ['198.51.100.1'],
      per: 'address',
      limits: { 'comparison.minute': 14 },
    }),
  );
  assert.equal(await admitted(15, '198.51.100.1'), 2, '14 minus the 12 before');
});

test('the error has every fault of a file with its line and column', () => {
  const text = `[
  {"name": "a", "networks": ["10.0.0.0/8"], "per": "person",
   "limits": {"comparison.minute": -1, "comparison.service.day": 5}},
  {"name": "a", "networks": [], "per": "address", "limits": {}, "extra": 1},
  {"name": "b", "networks": ["10.0.0.0/8"], "block": false, "limits": {}},
  5
]`;
  assert.throws(() => parsed(text), {
    message: [
      'agreements.json, line 2, column 52: [0].per must be one of "address", "network"',
      'agreements.json, line 3, column 40: [0].limits.comparison.service.day is an unknown field',
      'agreements.json, line 3, column 36: [0].limits.comparison.minute must be at least 0',
      'agreements.json, line 4, column 65: [1].extra is an unknown field',
      'agreements.json, line 4, column 29: [1].networks must not be empty',
      'agreements.json, line 4, column 61: [1].limits must not be empty',
      'agreements.json, line 5, column 61: [2].limits is an unknown field',
      'agreements.json, line 5, column 54: [2].block must be true',
      'agreements.json, line 6, column 3: [3] must be an object',
    ].join('\n'),
  });
  assert.throws(() => parsed('[{"name": "a",}]'), {
    message: 'agreements.json, line 1, column 14: is not valid JSON: remove the comma after the last entry',
  });
  assert.throws(() => parsed('{}'), { message: 'agreements.json, line 1, column 1: must be a list' });
});

test('networks must be ranges that do not contain every address, and names must differ', () => {
  const blocked = (name: string, ...networks: string[]) => ({ name, networks, block: true });
  assert.throws(() => agreements(blocked('a', '10.0.0.0/99'), blocked('a', '0.0.0.0/0')), {
    message: [
      'agreements.json, line 1, column 26: [0].networks[0] "10.0.0.0/99" is neither an address nor a CIDR range',
      'agreements.json, line 1, column 63: [1].name "a" is the name of another agreement',
      'agreements.json, line 1, column 79: [1].networks[0] "0.0.0.0/0" contains every address: list single networks',
    ].join('\n'),
  });
});

test('the callers of a blocked network are marked, and the first entry that contains an address applies', async () => {
  const { limiter } = await limiterWith(
    agreements(PARTNER, { name: 'scraper', networks: ['198.51.0.0/16', '2001:db8::/32'], block: true }),
  );
  const isBlocked = (address: string) =>
    limiter.identify(limiter.peer(address), undefined).isBlocked === true;
  assert.deepEqual(['198.51.100.1', '198.51.99.1', '2001:db8::1', '203.0.113.1'].map(isBlocked), [
    false,
    true,
    true,
    false,
  ]);
});

test('the listed keys of an agreement are those of its callers', async () => {
  const secret = new Uint8Array(32);
  const { limiter } = await limiterWith([]);
  const keysOf = (entry: object) => {
    const [agreement] = agreements(entry);
    return callerKeysOf(agreement as Grant, secret);
  };
  const limits = { 'list.day': 1 };
  const networks = ['198.51.100.6/31', '203.0.113.9', '2001:db8:1:0::/62', '2001:db8:9::5/128'];
  // One address of each caller. The addresses of a /64 network of IPv6 are one caller.
  const addresses = ['198.51.100.6', '198.51.100.7', '203.0.113.9', '2001:db8:9::1'];
  const ipv6 = ['2001:db8:1:0::7', '2001:db8:1:1::7', '2001:db8:1:2::7', '2001:db8:1:3::7'];
  assert.deepEqual(
    keysOf({ name: 'a', networks, per: 'address', limits }),
    new Set([...addresses, ...ipv6].map((address) => limiter.identify(limiter.peer(address), undefined).key)),
  );
  assert.equal(keysOf({ name: 'a', networks, per: 'network', limits })?.size, 1);
  assert.equal(keysOf({ name: 'a', networks: ['10.0.0.0/8'], per: 'address', limits }), null, 'too many');
});

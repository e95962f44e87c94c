import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const NO_BURST = { 'burst.capacity': 1_000_000, 'burst.perSecond': 1_000_000 };
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 15, 12);

const statusOf = async (answer: Promise<Response>): Promise<number> => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

/** All at once; how many were admitted. */
async function admitted(ask: (index: number) => Promise<Response>, count: number): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: count }, (_, index) => statusOf(ask(index))));
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 429),
    [],
  );
  return statuses.filter((status) => status === 200).length;
}

describe('limits over HTTP', () => {
  let now = START;
  let service: TestService;
  before(async () => {
    service = await startTestService({ clock: () => now, limits: NO_BURST });
    await statusOf(service.get(TRIP));
  });
  after(() => service.stop());

  test('many at once: admitted is exactly the lesser of sent and the limit', async () => {
    for (const sent of [11, 12, 24, 120]) {
      const caller = `198.51.100.${sent}`;
      assert.equal(
        await admitted(() => service.get(TRIP, { caller }), sent),
        Math.min(sent, 12),
        `sent ${sent}`,
      );
    }
    for (const sent of [27, 30, 60, 300]) {
      const caller = `203.0.113.${sent % 256}`;
      assert.equal(
        await admitted(() => service.get('/api/v1/countries', { caller }), sent),
        Math.min(sent, 30),
        `sent ${sent}`,
      );
    }
  });

  test('a refusal says exactly how long to wait: that long succeeds, one second less does not', async () => {
    const caller = '192.0.2.31';
    for (let index = 0; index < 12; index++) {
      assert.equal(await statusOf(service.get(TRIP, { caller })), 200);
      now += 1_000;
    }
    const refused = await service.get(TRIP, { caller });
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers.get('retry-after'));
    assert.equal(wait, 48);
    assert.equal(refused.headers.get('x-ratelimit-limit'), '12');
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
    assert.equal(Number(refused.headers.get('x-ratelimit-reset')), now / 1000 + wait);
    const { limit, detail } = (await refused.json()) as { limit: object; detail: string };
    assert.deepEqual(limit, {
      name: 'comparison.minute',
      per: 'minute',
      limit: 12,
      reset: now / 1000 + wait,
    });
    assert.match(detail, /Wait 48 s/);
    now += (wait - 1) * 1000;
    assert.equal(await statusOf(service.get(TRIP, { caller })), 429);
    now += 1000;
    assert.equal(await statusOf(service.get(TRIP, { caller })), 200);
  });

  test('route, method, validators, client name and spelling of a caller do not make a new allowance', async () => {
    const ask = (index: number) =>
      [
        () => service.get(TRIP, { caller: '2001:db8:aaaa:1::1' }),
        () => service.get(TRIP, { caller: '2001:db8:aaaa:1:ffff::2', method: 'HEAD' }),
        () => service.get(`${TRIP}&include=variants`, { caller: '[2001:DB8:AAAA:1::3]:443' }),
        () =>
          service.get(TRIP, {
            caller: '2001:db8:aaaa:1::4%eth0',
            headers: { 'user-agent': `client ${index}` },
          }),
      ][index % 4]?.() ?? assert.fail();
    for (let index = 0; index < 12; index++)
      assert.equal(await statusOf(ask(index)), 200, `request ${index}`);
    for (let index = 0; index < 4; index++) assert.equal(await statusOf(ask(index)), 429, `request ${index}`);
  });

  test('an IPv4-mapped address is that IPv4 address', async () => {
    for (let index = 0; index < 12; index++) {
      const caller = index % 2 === 0 ? '192.0.2.41' : '::ffff:192.0.2.41';
      assert.equal(await statusOf(service.get(TRIP, { caller })), 200);
    }
    assert.equal(await statusOf(service.get(TRIP, { caller: '::ffff:c000:229' })), 429);
  });

  test('comparisons and lists are counted apart', async () => {
    const caller = '192.0.2.51';
    for (let index = 0; index < 12; index++) await statusOf(service.get(TRIP, { caller }));
    assert.equal(await statusOf(service.get(TRIP, { caller })), 429);
    assert.equal(await statusOf(service.get('/api/v1/countries', { caller })), 200);
    const health = await service.get('/health', { caller });
    assert.equal(health.headers.get('x-ratelimit-remaining'), '28');
  });

  test('errors of the query, unknown paths and outbound links cost no quota', async () => {
    const caller = '192.0.2.61';
    for (const path of ['/api/v1/plans', '/api/v1/nothing', '/go/a/b', '/openapi.json']) {
      const answer = await service.get(path, { caller });
      assert.equal(answer.headers.get('x-ratelimit-limit'), null, path);
    }
    const first = await service.get(TRIP, { caller });
    assert.equal(first.headers.get('x-ratelimit-remaining'), '11');
  });

  test('no address stands in any log', () => {
    const text = service.logged.join('\n');
    assert.doesNotMatch(text, /192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8/);
  });
});

test('three hundred forged X-Forwarded-For values from a peer that is not trusted are one caller', async () => {
  const service = await startTestService({
    env: { TRUST_PROXY: '10.0.0.0/8' },
    limits: NO_BURST,
    // However long the requests take, they are within one minute.
    clock: () => START,
  });
  try {
    await statusOf(service.get(TRIP));
    let good = 0;
    for (let batch = 0; batch < 3; batch++) {
      const forged = (index: number) => `10.${batch}.${index}.1, 192.0.${batch}.${index}`;
      good += await admitted((index) => service.get(TRIP, { caller: forged(index), method: 'HEAD' }), 100);
    }
    assert.equal(good, 11);
  } finally {
    await service.stop();
  }
});

test('the shared budget of a day refuses everybody alike until midnight UTC, and a refusal takes nothing', async () => {
  let now = START;
  const service = await startTestService({
    clock: () => now,
    limits: { ...NO_BURST, 'comparison.service.day': 20 },
  });
  try {
    assert.equal(
      await admitted((index) => service.get(TRIP, { caller: `198.51.100.${index % 200}` }), 200),
      20,
    );
    const refused = await service.get(TRIP, { caller: '192.0.2.200' });
    assert.equal(refused.status, 429);
    const { limit, detail } = (await refused.json()) as { limit: { name: string }; detail: string };
    assert.equal(limit.name, 'comparison.service.day');
    assert.match(detail, /the whole service’s allowance for the day, .*; your own quota remains/);
    assert.equal(Number(refused.headers.get('retry-after')), 12 * 3600);
    now += 12 * 3_600_000;
    const next = await service.get(TRIP, { caller: '192.0.2.200' });
    assert.equal(next.status, 200);
    assert.equal(next.headers.get('x-ratelimit-remaining'), '11');
  } finally {
    await service.stop();
  }
});

test('with the uncached budget spent, cached trips answer and others get 429 that leaves their own quota alone', async () => {
  let now = START;
  const service = await startTestService({
    clock: () => now,
    limits: { ...NO_BURST, 'comparison.uncached.day': 2 },
  });
  const trip = (country: string) => `/api/v1/plans?country=${country}&days=7&need=normal`;
  try {
    const at_once = await admitted(() => service.get(trip('TR')), 100);
    assert.equal(at_once, 100, 'a hundred equal misses take one unit');
    assert.equal(await statusOf(service.get(trip('GR'))), 200);
    const caller = '192.0.2.9';
    assert.equal(await statusOf(service.get(trip('EU'), { caller })), 429, 'a region is one trip');
    const refused = await service.get(trip('IT'), { caller });
    assert.equal(refused.status, 429);
    const { limit, detail } = (await refused.json()) as { limit: { name: string }; detail: string };
    assert.equal(limit.name, 'comparison.uncached.day');
    assert.match(detail, /your own quota remains/);
    const cached = await service.get(trip('TR'), { caller });
    assert.equal(cached.status, 200);
    assert.equal(cached.headers.get('x-ratelimit-remaining'), '11');
    assert.equal(
      await statusOf(service.get(trip('ZZ'), { caller })),
      200,
      'a place without plans needs no computation',
    );
    now = Date.UTC(2026, 10, 16);
    assert.equal(await statusOf(service.get(trip('IT'), { caller })), 200);
  } finally {
    await service.stop();
  }
});

test('the burst limit refuses before anything is parsed, in the language of the route, and takes no quota', async () => {
  let now = START;
  const service = await startTestService({
    clock: () => now,
    limits: { 'burst.capacity': 5, 'burst.perSecond': 1 },
  });
  try {
    const caller = '192.0.2.8';
    for (let index = 0; index < 5; index++) await statusOf(service.get('/api/v1/plans', { caller }));
    const api = await service.get(TRIP, { caller });
    assert.equal(api.status, 429);
    assert.equal(((await api.json()) as { limit: { name: string } }).limit.name, 'burst');
    assert.equal(api.headers.get('retry-after'), '1');
    assert.equal(api.headers.get('access-control-allow-origin'), '*');
    const page = await service.get('/', { caller });
    assert.match(page.headers.get('content-type') ?? '', /html/);
    const mcp = await service.get('/mcp', { caller, method: 'POST', body: '{' });
    assert.equal(mcp.status, 429);
    assert.equal(((await mcp.json()) as { jsonrpc: string }).jsonrpc, '2.0');
    assert.equal(mcp.headers.get('access-control-allow-origin'), null);
    now += MINUTE_MS;
    const later = await service.get(TRIP, { caller });
    assert.equal(later.headers.get('x-ratelimit-remaining'), '11');
  } finally {
    await service.stop();
  }
});

test('counts go on where they were after a restart', async () => {
  const now = START;
  const first = await startTestService({ clock: () => now });
  const caller = '192.0.2.7';
  for (let index = 0; index < 10; index++) await statusOf(first.get(TRIP, { caller }));
  await first.stop({ keepFolder: true });
  const second = await startTestService({ clock: () => now, folder: first.folder });
  try {
    assert.equal(await admitted(() => second.get(TRIP, { caller }), 10), 2);
  } finally {
    await second.stop();
  }
});

test('a clock that is set back by ten minutes before a restart gives nothing back, and all waits stay true', async () => {
  let now = START;
  const clock = () => now;
  const [spent, other] = ['192.0.2.17', '192.0.2.18'];
  const env = { BASE_URL: 'https://esim.example' };
  const first = await startTestService({ clock, env });
  assert.equal(await admitted(() => first.get(TRIP, { caller: spent }), 13), 12);
  await first.stop({ keepFolder: true });
  now -= 10 * MINUTE_MS;
  const second = await startTestService({ clock, env, folder: first.folder });
  try {
    const refused = await second.get(TRIP, { caller: spent });
    assert.equal(refused.status, 429);
    // Its minute is still the one that it was taken in.
    assert.equal(refused.headers.get('retry-after'), '660');
    const served = await second.get(TRIP, { caller: other });
    assert.equal(served.status, 200);
    const [, maxAge] = /^private, max-age=(\d+)$/.exec(served.headers.get('cache-control') ?? '') ?? [];
    assert.ok(Number(maxAge) <= 900, `max-age ${maxAge}`);
    now += 660_000;
    assert.equal(await admitted(() => second.get(TRIP, { caller: spent }), 13), 12);
    const { headers } = await second.get(TRIP, { caller: other });
    assert.match(headers.get('ratelimit') ?? '', /"comparison\.day";r=118;/);
  } finally {
    await second.stop();
  }
});

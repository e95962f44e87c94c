import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Countries, Health } from '../../src/wire/schemas/lists.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

describe('destinations and health', () => {
  let service: TestService;
  /** On a busy machine these tests may take so long that the sample market becomes due. */
  const now = Date.now();
  before(async () => {
    service = await startTestService({ clock: () => now });
  });
  after(() => service.stop());

  test('the destination list has at least 200 entries with plans, sorted by name', async () => {
    const body = await service.json<Countries>('/api/v1/countries');
    assert.deepEqual(Object.keys(body), [
      'attribution',
      'count',
      'countries',
      'regions',
      'notices',
      'fresh_until',
    ]);
    assert.ok(body.count >= 200 && body.count === body.countries.length);
    assert.ok(body.countries.every(({ plans }) => plans > 0));
    assert.deepEqual(
      body.regions.map(({ code }) => code),
      ['EU', 'XA', 'XS', 'XN', 'XL'],
    );
    assert.ok(body.regions.every(({ plans }) => plans > 0));
    assert.ok(
      body.countries.every(({ code }) => code !== 'EU'),
      'countries only',
    );
    const turkey = body.countries.find(({ code }) => code === 'TR');
    assert.equal(turkey?.name, 'Türkiye');
    const index = (code: string) => body.countries.findIndex((country) => country.code === code);
    assert.ok(index('AL') < index('DE') && index('DE') < index('TR'));
  });

  test('unknown parameters of the lists are named by a notice, and nothing else has one', async () => {
    for (const path of ['/api/v1/countries?query=Bali', '/api/v1/phones?query=iphone+13']) {
      const notices = async (more: string) => (await service.json<Countries>(path + more)).notices;
      assert.deepEqual(await notices(''), []);
      assert.deepEqual(await notices('&country=ID&x=1'), [
        {
          code: 'ignored_parameters',
          value: ['country', 'x'],
          text: 'Unknown and ignored: "country", "x".',
        },
      ]);
    }
  });

  test('the page of all destinations counts as a list, and a search in it does not', async () => {
    const caller = '192.0.2.61';
    const left = async (path: string) => {
      const answer = await service.get(path, { caller });
      await answer.arrayBuffer();
      return answer.headers.get('X-RateLimit-Remaining');
    };
    const before = Number(await left('/api/v1/countries'));
    assert.equal(await left('/esim'), String(before - 1));
    assert.equal(await left('/esim?q=Bali'), null);
    assert.equal(await left('/api/v1/countries'), String(before - 2));
  });

  test('a query finds destinations by any name, with the reason, and suggests similar names if it finds none', async () => {
    const search = (query: string) =>
      service.json<Countries>(`/api/v1/countries?query=${encodeURIComponent(query)}`);
    const first = async (query: string) => {
      const { count, countries, suggestions } = await search(query);
      assert.equal(count, countries.length);
      assert.equal(suggestions, undefined);
      return [countries[0]?.code, countries[0]?.match];
    };
    assert.deepEqual(await first('Bali'), ['ID', 'Bali: island in Indonesia']);
    assert.deepEqual(await first('turk'), ['TR', null]);
    assert.deepEqual(await first('日本'), ['JP', 'another name of Japan']);
    assert.deepEqual(await first('Rome Italy'), ['IT', 'Rome: city in Italy']);
    assert.deepEqual(await first('Europe'), ['ES', 'Europe: includes Spain']);
    const codes = async (query: string) => (await search(query)).regions.map(({ code }) => code);
    assert.deepEqual(await Promise.all(['Europe', 'Europa', 'Bali'].map(codes)), [['EU'], ['EU'], []]);
    const groups = ['Scandinavia', 'Schengen', 'Western Europe'];
    assert.deepEqual(await Promise.all(groups.map(codes)), [['EU'], ['EU'], ['EU']], 'the containing region');
    const { countries, suggestions } = await search('Thialand');
    assert.deepEqual([countries, suggestions], [[], [{ code: 'TH', name: 'Thailand' }]]);
    assert.deepEqual((await search('xqzwv')).suggestions, []);
  });

  test('an invalid query of the place search is 422 and takes no quota', async () => {
    const caller = '192.0.2.77';
    for (const query of ['', 'query=', 'query=a&query=b', `query=${'x'.repeat(61)}`, 'query=%00']) {
      const { status } = await service.get(`/api/v1/countries?${query}`, { caller });
      assert.equal(status, query === '' ? 200 : 422, query);
    }
    const { headers } = await service.get('/api/v1/countries?query=Japan', { caller });
    assert.equal(headers.get('X-RateLimit-Remaining'), '28');
  });

  test('over REST, a name or a group instead of a code is 422 with what may be meant', async () => {
    for (const [country, detail] of [
      ['Japan', /Did you mean JP \(Japan\)\?/],
      ['Thialand', /Did you mean TH \(Thailand\)\?/],
      ['Europe', /Did you mean EU \(Europe\)\?/],
      ['Benelux', /Benelux is several countries: give the region EU \(Europe\), or one of them, such as NL/],
      ['Kyrenia', /Northern Cyprus has no country code/],
    ] as const) {
      const answer = await service.get(`/api/v1/plans?country=${country}&days=7&need=light`);
      assert.equal(answer.status, 422, country);
      assert.match(((await answer.json()) as { detail: string }).detail, detail);
    }
  });

  test('every destination in the list has results, and every code works as it is', async () => {
    const raised = await startTestService({
      limits: {
        'comparison.minute': 1000,
        'comparison.day': 1000,
        'comparison.uncached.day': 1000,
        'burst.capacity': 1000,
      },
    });
    try {
      const { countries } = await raised.json<Countries>('/api/v1/countries');
      for (const { code } of countries) {
        const { orders } = await raised.json<{ orders: Record<string, unknown[]> }>(
          `/api/v1/plans?country=${code}&days=7&need=light`,
          { caller: '192.0.2.3' },
        );
        assert.ok((orders['Cheapest']?.length ?? 0) > 0, code);
      }
    } finally {
      await raised.stop();
    }
  });

  test('health is the same document at both paths and says nothing of the inside', async () => {
    const long = await service.json<Health>('/api/v1/health');
    const short = await service.json<Health>('/health');
    assert.deepEqual(short, long);
    assert.deepEqual(Object.keys(long), [
      'status',
      'reasons',
      'checked_at',
      'service',
      'sample',
      'catalogue',
      'protection',
    ]);
    assert.equal(long.status, 'ok');
    assert.deepEqual(long.reasons, []);
    assert.equal(long.sample, true);
    assert.deepEqual(long.protection, { status: 'ok', store: 'embedded' });
    assert.ok(long.catalogue.plans >= 6000 && long.catalogue.providers >= 14);
    const text = JSON.stringify(long);
    assert.ok(!text.includes(service.folder) && !/127\.0\.0\.1|localhost/.test(text));
  });
});

test('prices age: aging after a day, stale after two, left out after seven, and then there is no data', async () => {
  const start = Date.UTC(2026, 10, 15, 12);
  let now = start;
  // Long cadences: the timers of the schedule are real, so nothing is observed again while the clock jumps.
  const service = await startTestService({ clock: () => now });
  try {
    const status = async () => {
      const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal');
      if (answer.status !== 200) return { code: answer.status, retry: answer.headers.get('retry-after') };
      const { orders } = (await answer.json()) as {
        orders: { Cheapest: { freshness: { status: string }; price: { caveats: string[] } }[] };
      };
      return orders.Cheapest[0];
    };
    const health = async () => {
      const answer = await service.get('/health');
      return {
        code: answer.status,
        store: answer.headers.get('cache-control'),
        retry: answer.headers.get('retry-after'),
        body: (await answer.json()) as Health,
      };
    };
    assert.equal((await health()).body.status, 'ok');
    now = start + 25 * HOUR_MS;
    assert.deepEqual(((await status()) as { freshness: { status: string } }).freshness.status, 'aging');
    assert.ok(((await status()) as { price: { caveats: string[] } }).price.caveats.includes('not_fresh'));
    assert.equal((await health()).body.status, 'degraded');
    now = start + 49 * HOUR_MS;
    assert.deepEqual(((await status()) as { freshness: { status: string } }).freshness.status, 'stale');
    now = start + 8 * 24 * HOUR_MS;
    assert.deepEqual(await status(), { code: 503, retry: '60' });
    const failing = await health();
    assert.equal(failing.code, 503);
    assert.equal(failing.store, 'no-store');
    assert.equal(failing.retry, '60');
    assert.ok(failing.body.catalogue.sources.length > 0);
    assert.equal(failing.body.status, 'failing');
  } finally {
    await service.stop();
  }
});

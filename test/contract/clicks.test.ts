/** Clicks on outbound links: what counts, what the store keeps, and what the operator sees of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { esim } from '../cli/support.ts';
import { callTool } from '../mcp/support/post.ts';
import { someCaller, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const BROWSER = { headers: { 'sec-fetch-mode': 'navigate' } };

interface Asking {
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: string;
}

describe('clicks', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  /** The status of a link. `fetch` would set `Sec-Fetch-Mode` itself. */
  const open = async (path: string, { method = 'GET', headers, caller = someCaller() }: Asking = {}) => {
    const { statusCode, body } = await request(service.url + path, {
      method,
      headers: { ...headers, 'x-forwarded-for': caller },
    });
    await body.dump();
    return statusCode;
  };

  const clicksBy = async (by: string) => {
    const { stdout } = await esim(['clicks', '--by', by, '--json'], { STORE_URL: `file:${service.folder}` });
    return JSON.parse(stdout) as Record<string, string | number>[];
  };

  test('every interface states itself and the destination in its links, and leads to the same plans', async () => {
    const { orders } = await service.json<Comparison>(TRIP);
    const [first] = orders.Recommended;
    assert.match(first!.url, /\/go\/[^?]+\?via=api&to=TR$/);
    assert.equal(first!.go, first!.url.slice(new URL(first!.url).origin.length));
    const csv = await (await service.get(`${TRIP}&format=csv`)).text();
    assert.ok(csv.includes(first!.url));
    const page = await (await service.get('/compare?country=TR&days=7&need=normal')).text();
    assert.ok(page.includes(`href="${first!.go.replace('via=api&', 'via=page&amp;')}"`));
    const tool = await callTool(`${service.url}/mcp`, 'search_esim_plans', {
      country: 'TR',
      days: 7,
      need: 'normal',
    });
    assert.equal(tool.json.result.structuredContent.plans[0].url, first!.url.replace('via=api', 'via=mcp'));
    const legs = (await service.json<Comparison>(`${TRIP}&then=JP:5`)).itinerary!.recommended!.legs;
    for (const { result, stops } of legs) assert.ok(result!.go.endsWith(`&to=${stops[0]!.country}`));
    const region = await service.json<Comparison>('/api/v1/plans?country=EU&days=7&need=normal');
    for (const result of region.orders.Cheapest) assert.ok(result.go.endsWith('&to=EU'));
  });

  test('only a GET that redirects counts, with its interface and a destination that the plan covers', async () => {
    const { orders } = await service.json<Comparison>(TRIP);
    const { go, provider } = orders.Recommended.find(({ plan }) => plan.countries_covered === 1)!;
    const path = go.split('?')[0]!;
    for (const [query, init, status] of [
      ['?via=page&to=TR', BROWSER, 302],
      ['?via=page&to=TR', BROWSER, 302],
      ['?via=api&to=TR', {}, 302],
      ['?via=mcp&to=JP', BROWSER, 302],
      ['?via=PAGE&to=tr', BROWSER, 302],
      ['', BROWSER, 302],
      ['?via=page&to=EU', BROWSER, 302],
      ['?via=%00&via=page&to[]=TR&x=y', BROWSER, 302],
      ['?via=page&to=TR', { ...BROWSER, method: 'HEAD' }, 302],
      ['?via=page&to=TR', { headers: { purpose: 'prefetch' } }, 302],
      ['?via=page&to=TR', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 302],
      ['/gone?via=page&to=TR', BROWSER, 404],
    ] as const)
      assert.equal(await open(path + query, init), status, query);
    const expected = [
      { via: 'api', to: 'TR', clicks: 0, others: 1 },
      { via: 'mcp', to: 'other', clicks: 1, others: 0 },
      { via: 'other', to: 'other', clicks: 3, others: 0 },
      { via: 'page', to: 'TR', clicks: 2, others: 0 },
      { via: 'page', to: 'other', clicks: 1, others: 0 },
    ];
    const total = (rows: readonly Readonly<Record<string, string | number>>[]) =>
      rows.reduce((sum, { clicks, others }) => sum + Number(clicks) + Number(others), 0);
    await until(
      'the counts are in the store',
      async () => total(await clicksBy('via,to')) === total(expected),
    );
    assert.deepEqual(await clicksBy('via,to'), expected);
    assert.deepEqual(await clicksBy('provider'), [{ provider: provider.id, clicks: 7, others: 1 }]);

    const env = { STORE_URL: `file:${service.folder}` };
    const csv = (await esim(['clicks', '--csv', '--by', 'provider,via'], env)).stdout;
    assert.equal(csv.split('\n')[0], 'provider,via,clicks,others');
    assert.ok(csv.includes(`\n${provider.id},page,3,0\n`), csv);
    const table = (await esim(['clicks'], env)).stdout;
    assert.match(table, /^Date +Provider +Interface +Destination +Clicks +Others\n/);
    const months = JSON.parse((await esim(['clicks', '--months', '--json'], env)).stdout) as {
      date: string;
    }[];
    assert.match(months[0]!.date, /^\d{4}-\d\d$/);
    for (const [args, message] of [
      [['--by', 'visitor'], /--by takes date, provider, via, to, separated by commas, not "visitor"/],
      [['--months', '--by', 'to'], /--by takes date, provider, via, separated/],
      [['--json', '--csv'], /--json cannot be combined with --csv/],
      [['--months', '--days', '3'], /--months cannot be combined with --days/],
    ] as const) {
      const { code, stderr } = await esim(['clicks', ...args], env);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }

    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    assert.ok(metrics.includes(`esim_clicks_total{provider="${provider.id}",via="page"} 3`), metrics);
  });

  test('nothing about a visitor is in the store', async () => {
    const { orders } = await service.json<Comparison>(TRIP);
    const headers = { ...BROWSER.headers, 'user-agent': 'Watched/7', referer: 'https://visited.example/' };
    assert.equal(await open(orders.Cheapest[0]!.go, { headers, caller: '203.0.113.77' }), 302);
    await service.stop({ keepFolder: true });
    for (const file of ['esim.db', 'esim.db-wal']) {
      let bytes = '';
      try {
        bytes = readFileSync(join(service.folder, file), 'latin1');
      } catch {
        // The log is deleted when the database is closed.
      }
      for (const word of ['Watched', 'visited.example', '203.0.113.77'])
        assert.ok(!bytes.includes(word), word);
    }
  });
});

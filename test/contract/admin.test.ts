import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HEALTH_REASONS } from '../../src/wire/sentences/health.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly targets: readonly { readonly expr: string }[] }[];
}

describe('the admin port', () => {
  let now = Date.UTC(2026, 10, 15, 12);
  let service: TestService;
  before(async () => {
    service = await startTestService({
      // An empty folder, because the metrics tell of the ingests of this process.
      folder: mkdtempSync(join(tmpdir(), 'esim-admin-')),
      clock: () => now,
      limits: { 'comparison.minute': 2, 'health.uncached.day': 0 },
    });
  });
  after(() => service.stop());

  const admin = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(service.adminUrl + path, init);
    return { status: answer.status, text: await answer.text() };
  };

  test('says that the process lives and is ready', async () => {
    assert.deepEqual(await admin('/livez'), { status: 200, text: 'alive\n' });
    assert.deepEqual(await admin('/readyz'), { status: 200, text: 'ready\n' });
    assert.equal((await admin('/nothing')).status, 404);
    assert.equal((await admin('/livez', { method: 'POST' })).status, 405);
  });

  test('refuses an empty host, user information and two Host fields', async () => {
    const { hostname, port } = new URL(service.adminUrl);
    const statusFor = (fields: readonly string[]) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
        let text = '';
        socket
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk;
          })
          .once('error', reject)
          .once('close', () => resolve(text.split(' ')[1] ?? ''));
        socket.write(`GET /livez HTTP/1.1\r\n${fields.join('\r\n')}\r\nConnection: close\r\n\r\n`);
      });
    assert.equal(await statusFor(['Host: localhost']), '200');
    for (const fields of [
      ['Host:'],
      ['Host: user@localhost'],
      ['Host: user:password@127.0.0.1'],
      ['Host: localhost, esim'],
      ['Host: localhost/x'],
    ])
      assert.equal(await statusFor(fields), '421', fields.join());
    for (const fields of [
      ['Host: localhost', 'Host: localhost'],
      ['Host: localhost', 'host: evil.example'],
    ])
      assert.equal(await statusFor(fields), '400', fields.join());
  });

  test('refuses a host that a website may have made resolve to this machine', async () => {
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        request(`${service.adminUrl}/metrics`, { headers: { Host: host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .once('error', reject)
          .end();
      });
    for (const host of [
      'evil.example',
      'evil.example:9090',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      assert.equal(await statusFor(host), 421, host);
    const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const targets = [...guide.matchAll(/^ +- targets: \[(.+)\]$/gm)].flatMap(([, list = '']) =>
      list.split(', ').map((target) => target.replaceAll("'", '')),
    );
    assert.ok(targets.includes('localhost:9090'));
    for (const host of [...targets, '127.0.0.1', '[::1]:9090', '::1', '10.0.0.7:9090', 'esim:9090'])
      assert.equal(await statusFor(host), 200, host);
  });

  test('counts answers and every limit window, and names no caller', async () => {
    const caller = '192.0.2.99';
    for (let index = 0; index < 3; index++) await (await service.get(TRIP, { caller })).arrayBuffer();
    const { text } = await admin('/metrics');
    assert.match(text, /esim_http_answers_total\{format="api",status="200"\} 2/);
    assert.match(text, /esim_http_answers_total\{format="api",status="429"\} 1/);
    assert.match(text, /esim_limit_decisions_total\{window="comparison\.minute",outcome="taken"\} 2/);
    assert.match(text, /esim_limit_decisions_total\{window="comparison\.minute",outcome="refused"\} 1/);
    assert.match(text, /esim_catalogue_plans 7000/);
    assert.match(text, /esim_store_working 1/);
    assert.doesNotMatch(text, /192\.0\.2\.99/);
    const { text: again } = await admin('/metrics');
    assert.match(again, /esim_http_answers_total\{format="api",status="200"\} 2/, 'reading adds nothing');
  });

  test('tells of every source: age, plans, rejected, quarantined, failures, last success', async () => {
    const { text } = await admin('/metrics');
    for (const name of [
      'age_seconds',
      'last_success_timestamp_seconds',
      'plans',
      'rejected',
      'quarantined',
      'failures',
      'paused',
      'interval_seconds',
    ])
      assert.match(text, new RegExp(`^esim_source_${name}\\{source="driftlark"\\} \\d+$`, 'm'));
    assert.match(text, /^esim_source_plans\{source="driftlark"\} [1-9]/m);
    assert.match(text, /^esim_source_failures\{source="driftlark"\} 0$/m);
  });

  test('has every reason of health as a metric', async () => {
    const { text } = await admin('/metrics');
    for (const code of Object.keys(HEALTH_REASONS))
      assert.match(text, new RegExp(`^esim_health_reason\\{code="${code}"\\} 0$`, 'm'));
  });

  test('has the health document, uncounted', async () => {
    const before = (await admin('/metrics')).text.match(/^esim_limit_decisions_total.*outcome="taken".*$/gm);
    for (let asked = 0; asked < 200; asked += 1) assert.equal((await admin('/health')).status, 200);
    const { status, catalogue } = JSON.parse((await admin('/health')).text) as Record<string, unknown>;
    assert.equal(status, 'ok');
    assert.equal((catalogue as { plans: number }).plans, 7000);
    const after = (await admin('/metrics')).text.match(/^esim_limit_decisions_total.*outcome="taken".*$/gm);
    assert.deepEqual(after, before);
  });

  test('has how long each route took, what the caches did, what is left of the budgets, and the limiter’s state', async () => {
    const figure = async (name: string) => {
      const { text } = await admin('/metrics');
      const found = text.split('\n').find((line) => line.startsWith(`${name} `));
      return found === undefined ? null : Number(found.slice(name.length + 1));
    };
    const trip = '/api/v1/plans?country=JP&days=9&need=heavy';
    const before = {
      left: (await figure('esim_limit_budget_left{window="comparison.uncached.day"}')) ?? Number.NaN,
      hit: (await figure('esim_cache_lookups_total{outcome="hit"}')) ?? Number.NaN,
      computed: (await figure('esim_cache_lookups_total{outcome="computed"}')) ?? Number.NaN,
      count: (await figure('esim_http_duration_seconds_count{route="/api/v1/plans"}')) ?? Number.NaN,
      callers: (await figure('esim_limit_callers')) ?? Number.NaN,
    };
    for (let asked = 0; asked < 3; asked += 1) await (await service.get(trip)).arrayBuffer();
    assert.equal(
      await figure('esim_limit_budget_left{window="comparison.uncached.day"}'),
      before.left - 1,
      'one of three was computed',
    );
    assert.equal(
      await figure('esim_limit_budget_left{window="health.uncached.day"}'),
      null,
      'a budget of 0 is switched off and not spent',
    );
    assert.equal(await figure('esim_cache_lookups_total{outcome="computed"}'), before.computed + 1);
    assert.equal(await figure('esim_cache_lookups_total{outcome="hit"}'), before.hit + 2);
    assert.equal(await figure('esim_http_duration_seconds_count{route="/api/v1/plans"}'), before.count + 3);
    assert.equal(
      await figure('esim_http_duration_seconds_bucket{le="+Inf",route="/api/v1/plans"}'),
      before.count + 3,
    );
    assert.equal(await figure('esim_limit_callers'), before.callers + 3);
    assert.equal(await figure('esim_limit_table_full'), 0);
    assert.equal(await figure('esim_limit_callers_max'), 100_000);
    assert.ok((await figure('esim_burst_callers'))! >= 3);
    // The sample market's rates are of a day of the week before.
    const ratesAge = (await figure('esim_rates_age_seconds'))!;
    assert.ok(ratesAge > 0 && ratesAge < 8 * 86_400, String(ratesAge));
  });

  test('no label tells what was asked: a route is named as the program writes it', async () => {
    await (await service.get('/go/driftlark/tr-10gb-30d?from=somewhere')).arrayBuffer();
    await (await service.get('/nothing-of-ours/secret')).arrayBuffer();
    const { text } = await admin('/metrics');
    assert.match(text, /esim_http_duration_seconds_count\{route="\/go\/:provider\/:plan"\} 1/);
    assert.match(text, /^# TYPE esim_http_duration_seconds histogram$/m);
    const lines = text.split('\n').filter((line) => line.includes('route="/go/:provider/:plan"'));
    const counts = lines
      .filter((line) => line.includes('_bucket{le='))
      .map((line) => Number(line.split(' ')[1]));
    assert.equal(counts.length, 13, 'twelve limits and +Inf');
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
      'the buckets are cumulative',
    );
    assert.equal(counts.at(-1), 1);
    const sum = Number(lines.find((line) => line.includes('_sum{'))?.split(' ')[1]);
    assert.ok(sum > 0 && sum < 60, String(sum));
    assert.doesNotMatch(text, /driftlark\/|somewhere|nothing-of-ours/);
  });

  test('has every metric and label value that the alert rules and the dashboard name', async () => {
    const { text } = await admin('/metrics');
    const deploy = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
    const dashboard = JSON.parse(deploy('grafana.json')) as Dashboard;
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    for (const rules of [deploy('alerts.yml'), shown.join('\n')]) {
      const names = new Set(rules.match(/\besim_\w+/g));
      assert.ok(names.size >= 8);
      for (const name of names)
        assert.match(text, new RegExp(`^# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `, 'm'), name);
      // Prometheus adds the label job.
      for (const [, label, value] of rules.matchAll(/(\w+)=~?"([^"]+)"/g))
        if (label !== 'status' && label !== 'job') assert.match(text, new RegExp(`${label}="${value}"`));
    }
  });

  test('has no metric of its own that the guide for operators does not explain, and the other way round', async () => {
    const { text } = await admin('/metrics');
    const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const told = [...guide.matchAll(/^\| `(esim_\w+)/gm)].map(([, name]) => name);
    const own = [...text.matchAll(/^# TYPE (esim_\w+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => !/^esim_(process|nodejs)_/.test(name));
    assert.deepEqual(new Set(told), new Set(own));
  });

  test('is not on the public port', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) assert.equal((await service.get(path)).status, 404);
  });

  test('is not ready while every price is past its time', async () => {
    now += 8 * 86_400_000;
    assert.deepEqual(await admin('/readyz'), { status: 503, text: 'not ready: catalogue\n' });
    assert.equal((await admin('/livez')).status, 200);
  });
});

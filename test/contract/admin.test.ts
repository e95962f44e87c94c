import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

describe('the admin port', () => {
  let now = Date.UTC(2026, 10, 15, 12);
  let service: TestService;
  before(async () => {
    service = await startTestService({ clock: () => now, limits: { 'comparison.minute': 2 } });
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

  test('counts answers and every limit window, and names no caller', async () => {
    const caller = '192.0.2.99';
    for (let index = 0; index < 3; index++) await (await service.get(TRIP, { caller })).arrayBuffer();
    const { text } = await admin('/metrics');
    assert.match(text, /esim_http_answers_total\{area="api",status="200"\} 2/);
    assert.match(text, /esim_http_answers_total\{area="api",status="429"\} 1/);
    assert.match(text, /esim_limit_decisions_total\{window="comparison\.minute",outcome="taken"\} 2/);
    assert.match(text, /esim_limit_decisions_total\{window="comparison\.minute",outcome="refused"\} 1/);
    assert.match(text, /esim_catalogue_plans 7000/);
    assert.match(text, /esim_store_working 1/);
    assert.doesNotMatch(text, /192\.0\.2\.99/);
    const { text: again } = await admin('/metrics');
    assert.match(again, /esim_http_answers_total\{area="api",status="200"\} 2/, 'reading adds nothing');
  });

  test('tells of every source: age, plans, rejected, withheld, failures, last success', async () => {
    const { text } = await admin('/metrics');
    for (const name of [
      'age_seconds',
      'last_success_timestamp_seconds',
      'plans',
      'rejected',
      'withheld',
      'failures',
    ])
      assert.match(text, new RegExp(`^esim_source_${name}\\{source="driftlark"\\} \\d+$`, 'm'));
    assert.match(text, /^esim_source_plans\{source="driftlark"\} [1-9]/m);
    assert.match(text, /^esim_source_failures\{source="driftlark"\} 0$/m);
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

  test('has every metric and label value that the alert rules name', async () => {
    const { text } = await admin('/metrics');
    const rules = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8');
    const names = new Set(rules.match(/\besim_\w+/g));
    assert.ok(names.size >= 8);
    for (const name of names) assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'));
    for (const [, label, value] of rules.matchAll(/(\w+)=~?"([^"]+)"/g))
      if (label !== 'status') assert.match(text, new RegExp(`${label}="${value}"`));
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

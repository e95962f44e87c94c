import assert from 'node:assert/strict';
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

  test('is not on the public port', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) assert.equal((await service.get(path)).status, 404);
  });

  test('is not ready while every price is past its time', async () => {
    now += 8 * 86_400_000;
    assert.deepEqual(await admin('/readyz'), { status: 503, text: 'not ready: catalogue\n' });
    assert.equal((await admin('/livez')).status, 200);
  });
});

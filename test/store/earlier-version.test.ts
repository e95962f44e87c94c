import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FORMAT } from '../../src/catalogue/snapshot-format.ts';
import { startTestService } from '../support/service.ts';
import { PUBLISHED_AT, writeSources } from './format-fixture.ts';

/** A folder of a version whose catalogue was columns: one plan, and three comparisons of one caller. */
const FIXTURE = join(import.meta.dirname, 'fixtures/earlier-version.db.gz');
/** Within the same minute. */
const SOON_AFTER = Date.parse('2026-11-15T16:02:50Z');
const CALLER = '192.0.2.7';

test('a folder of an earlier version: its catalogue is made anew with one clear line, its counts still count', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-earlier-'));
  writeFileSync(join(folder, 'esim.db'), gunzipSync(readFileSync(FIXTURE)));
  const service = await startTestService({ folder, clock: () => SOON_AFTER });
  t.after(() => service.stop());
  const refused = service.logged.filter((line) => line.includes('refused'));
  assert.equal(refused.length, 1, service.logged.join('\n'));
  assert.match(refused[0]!, /catalogue snapshot 1 refused.*another format than this version reads/);
  assert.ok(service.logged.some((line) => line.includes('"message":"ingested"')));
  const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal', { caller: CALLER });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-ratelimit-remaining'), '8');
});

test('a stored folder keeps the last good plans, also if no feed can be read', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-format-'));
  const fixture = join(import.meta.dirname, `fixtures/format-${FORMAT}.db.gz`);
  writeFileSync(join(folder, 'esim.db'), gunzipSync(readFileSync(fixture)));
  // Its feed is missing, so every plan that is served comes from the stored folder.
  const SOURCES_FILE = writeSources(folder);
  const anHourLater = PUBLISHED_AT + 3_600_000;
  const service = await startTestService({ folder, clock: () => anHourLater, env: { SOURCES_FILE } });
  t.after(() => service.stop());
  assert.ok(!service.logged.some((line) => line.includes('refused')), service.logged.join('\n'));
  const response = await service.get('/api/v1/plans?country=TR&days=7&need=light');
  assert.equal(response.status, 200);
  const { considered, orders } = (await response.json()) as {
    considered: { plans: number };
    orders: { Cheapest: { price: { usd: number; list_usd: number }; provider: { id: string } }[] };
  };
  assert.equal(considered.plans, 4);
  const [cheapest] = orders.Cheapest;
  assert.equal(cheapest?.provider.id, 'one');
  assert.ok(cheapest.price.usd < cheapest.price.list_usd, 'the coupon was kept too');
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { startTestService } from '../support/service.ts';

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
  assert.match(
    refused[0]!,
    /catalogue snapshot 1 refused.*format of an earlier version; this version reads format \d+/,
  );
  assert.ok(service.logged.some((line) => line.includes('"message":"ingested"')));
  const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal', { caller: CALLER });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-ratelimit-remaining'), '8');
});

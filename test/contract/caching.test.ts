import assert from 'node:assert/strict';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

/** Without any decoding by the client. */
function raw(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('caching', () => {
  let now = Date.UTC(2026, 10, 15, 12);
  let service: TestService;
  before(async () => {
    service = await startTestService({ clock: () => now });
  });
  after(() => service.stop());

  test('answers say what is left of their time: 900, 3600 and 300 seconds at first', async () => {
    for (const [path, seconds] of [
      [TRIP, 900],
      ['/api/v1/countries', 3600],
      ['/api/v1/health', 300],
    ] as const) {
      const first = await service.get(path);
      assert.equal(first.headers.get('cache-control'), `private, max-age=${seconds}`);
      assert.match(first.headers.get('etag') ?? '', /^W\/"[\w-]+"$/);
      const isPlans = path.startsWith('/api/v1/plans');
      assert.equal(first.headers.get('vary'), isPlans ? 'Accept, Accept-Encoding' : 'Accept-Encoding');
      now += 100_000;
      const later = await service.get(path);
      assert.equal(later.headers.get('cache-control'), `private, max-age=${seconds - 100}`);
      assert.equal(later.headers.get('etag'), first.headers.get('etag'));
      assert.equal(await later.text(), await first.text());
    }
  });

  test('If-None-Match gives 304 without a body, and costs one like a 200', async () => {
    const caller = '192.0.2.10';
    const first = await service.get(TRIP, { caller });
    const again = await service.get(TRIP, {
      caller,
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    assert.equal(again.headers.get('x-ratelimit-remaining'), '10');
    assert.equal(again.headers.get('access-control-allow-origin'), '*');
  });

  test('a comparison is computed anew after 15 minutes and not before', async () => {
    const trip = '/api/v1/plans?country=FR&days=7&need=normal';
    const computedAt = async () =>
      (await service.json<{ query: { computed_at: string } }>(trip)).query.computed_at;
    const first = await computedAt();
    now += 15 * 60_000 - 1;
    assert.equal(await computedAt(), first);
    now += 1;
    assert.notEqual(await computedAt(), first);
  });

  test('both forms of a trip come from one entry', async () => {
    const trip = '/api/v1/plans?country=DE&days=7&need=normal';
    const plain = await service.json<{ query: { computed_at: string } }>(trip);
    now += 5_000;
    const variants = await service.json<typeof plain>(`${trip}&include=variants`);
    assert.equal(variants.query.computed_at, plain.query.computed_at);
  });

  test('brotli, gzip and plain bytes are the same answer', async () => {
    const url = service.url + TRIP;
    const asked = (encoding: string, caller: string) =>
      raw(url, { 'accept-encoding': encoding, 'x-forwarded-for': caller });
    const plain = await asked('identity', '192.0.2.20');
    const br = await asked('gzip, br', '192.0.2.21');
    const gz = await asked('gzip', '192.0.2.22');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(gz.headers['content-encoding'], 'gzip');
    assert.deepEqual(brotliDecompressSync(br.body), plain.body);
    assert.deepEqual(gunzipSync(gz.body), plain.body);
    assert.ok(br.body.length * 5 < plain.body.length);
  });
});

test('cached answers survive a restart, so that a restart costs no computation', async () => {
  const first = await startTestService();
  const body = await (await first.get(TRIP)).text();
  // It is stored after it is sent.
  const db = new DatabaseSync(join(first.folder, 'esim.db'), { readOnly: true });
  await until('the response is stored', () => db.prepare('SELECT 1 FROM cache').get() !== undefined);
  db.close();
  await first.stop({ keepFolder: true });
  const second = await startTestService({
    folder: first.folder,
    env: { BASE_URL: JSON.parse(body).attribution.url as string },
    limits: { 'comparison.uncached.day': 0 },
  });
  try {
    // The port differs, so the base URL of the first start is given to the second: the key includes it.
    const answer = await second.get(TRIP);
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), body);
  } finally {
    await second.stop();
  }
});

/** The client in `clients/js`, against the running service and as a package. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { promisify } from 'node:util';
import { type Client, type ClientOptions, createClient, EsimError } from '../../clients/js/esim.js';
import { DOCUMENT } from '../../scripts/client-types.ts';
import { someCaller, startTestService, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'clients/js');
const run = promisify(execFile);

describe('the JavaScript client', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  const clientOf = (options: ClientOptions = {}): Client =>
    createClient(`${service.url}/`, { headers: { 'x-forwarded-for': someCaller() }, ...options });
  const TRIP = { country: 'TR', days: 7, need: 'normal' } as const;

  test('has a function for each route, which returns the document of the route', async () => {
    const client = clientOf();
    const comparison = await client.comparePlans({ ...TRIP, require: ['hotspot', '5g'], then: [], limit: 2 });
    assert.deepEqual([comparison.query.require, comparison.query.then], [['hotspot', '5g'], []]);
    const [first, ...others] = comparison.orders.Recommended;
    assert.equal(others.length, 1);
    assert.ok(first !== undefined && first.price.usd > 0);
    const csv = await client.comparePlansAsCsv({ ...TRIP, limit: 2 });
    assert.match(csv, /^list,rank,.*\r\nRecommended,1,/);
    assert.equal((await client.listCountries({ query: 'Bali' })).countries[0]?.code, 'ID');
    assert.ok((await client.listCountries()).count > 100);
    assert.equal((await client.checkPhone({ query: 'iPhone 13' })).phone.verdict, 'usually');
    assert.equal((await client.getHealth()).sample, true);
    const opened = await service.get(new URL(client.planUrl(first.provider.id, first.plan.id)).pathname);
    assert.equal(opened.status, 302);

    const operations = Object.values(DOCUMENT.paths).map(({ get }) => get.operationId);
    // The short address of health is an alias, and a link is not a request.
    const functions = operations.map(
      (name) => ({ getHealthShort: 'getHealth', openPlan: 'planUrl' })[name] ?? name,
    );
    assert.deepEqual(
      [...new Set([...functions, 'comparePlansAsCsv'])].toSorted(),
      Object.keys(client).toSorted(),
    );
  });

  test('throws the problem with the fault of each parameter', async () => {
    await assert.rejects(clientOf().comparePlans({ ...TRIP, country: 'tr', days: 0 }), (error) => {
      assert.ok(error instanceof EsimError);
      assert.equal(error.status, 422);
      assert.deepEqual(
        error.problem?.errors?.map(({ parameter }) => parameter),
        ['country', 'days'],
      );
      assert.equal(error.retryAfterSeconds, null);
      assert.match(error.message, /^422: .+/);
      return true;
    });
  });

  test('throws the seconds of a 429 without another request unless the caller asks for one', async () => {
    let requests = 0;
    const counting: typeof fetch = (...request) => {
      requests += 1;
      return fetch(...request);
    };
    const client = clientOf({ fetch: counting });
    const { 'list.minute': limit } = (
      await service.json<{ 'x-limits': Record<string, number> }>('/openapi.json')
    )['x-limits'];
    for (let i = 0; i < limit!; i += 1) await client.getHealth();
    await assert.rejects(client.getHealth(), (error) => {
      assert.ok(error instanceof EsimError && error.status === 429);
      assert.ok(error.retryAfterSeconds !== null && error.retryAfterSeconds > 0);
      assert.ok(error.message.endsWith(`Try again in ${error.retryAfterSeconds} s.`), error.message);
      return true;
    });
    assert.equal(requests, limit! + 1);
  });

  test('works as a package, as its examples show', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'esim-client-'));
    try {
      execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: FOLDER });
      const [file = ''] = readdirSync(folder);
      const installed = join(folder, 'node_modules/esim-client');
      mkdirSync(installed, { recursive: true });
      execFileSync('tar', ['-xzf', join(folder, file), '-C', installed, '--strip-components=1']);
      assert.deepEqual(readdirSync(installed).toSorted(), [
        'LICENSE',
        'README.md',
        'esim.d.ts',
        'esim.js',
        'package.json',
        'types.d.ts',
      ]);
      for (const page of ['docs/api.md', 'clients/js/README.md']) {
        const text = readFileSync(join(ROOT, page), 'utf8');
        const [, example] = /```js\n([\s\S]+?)```/.exec(text) ?? assert.fail(`${page} has no example`);
        writeFileSync(join(folder, 'example.mjs'), example!.replace('http://localhost:8080', service.url));
        // Asynchronous, because the service runs in this process.
        const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: folder });
        assert.match(stdout, /^\d+(\.\d+)? .+\/go\/.+\n/, page);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Responds with each status in turn. */
function service(...responses: Response[]): { fetch: typeof fetch; requested: () => number } {
  let requested = 0;
  const respond = async () => {
    requested += 1;
    return responses[requested - 1] ?? assert.fail('one request too many');
  };
  return { fetch: respond, requested: () => requested };
}
const refusal = (seconds: number): Response =>
  new Response('{"detail":"Too many requests."}', {
    status: 429,
    headers: { 'retry-after': String(seconds) },
  });

test('a client that retries once waits as long as the service says, and throws the second time', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { fetch, requested } = service(refusal(60), refusal(17));
    const client = createClient('https://esim.example', { fetch, retryOnce: true });
    const outcome = client.getHealth().then(
      () => null,
      (error: EsimError) => error.retryAfterSeconds,
    );
    const turns = async () => {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    };
    await turns();
    mock.timers.tick(59_999);
    await turns();
    assert.equal(requested(), 1);
    mock.timers.tick(1);
    assert.equal(await outcome, 17);
    assert.equal(requested(), 2);
  } finally {
    mock.timers.reset();
  }
});

test('a wait of more than 60 seconds is left to the caller', async () => {
  const { fetch, requested } = service(refusal(61));
  const client = createClient('https://esim.example', { fetch, retryOnce: true });
  await assert.rejects(client.listCountries(), { retryAfterSeconds: 61 });
  assert.equal(requested(), 1);
});

test('a signal ends the wait before the second request', async () => {
  const { fetch, requested } = service(refusal(60));
  const client = createClient('https://esim.example', { fetch, retryOnce: true });
  const stop = new AbortController();
  const outcome = assert.rejects(client.getHealth({ signal: stop.signal }), { name: 'AbortError' });
  setImmediate(() => stop.abort());
  await outcome;
  assert.equal(requested(), 1);
});

test('a failing service returns its health, and a problem of a proxy is an error', async () => {
  const failing = new Response('{"status":"failing"}', {
    status: 503,
    headers: { 'content-type': 'application/json' },
  });
  const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 });
  const { fetch } = service(failing, proxy);
  const client = createClient('https://esim.example', { fetch });
  assert.equal((await client.getHealth()).status, 'failing');
  await assert.rejects(client.getHealth(), { status: 502, problem: null });
});

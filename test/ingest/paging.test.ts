import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Handler, json, type Provider, startProvider, text } from './support/provider.ts';
import { configOf, HOUR_MS, openBench } from './support/shop.ts';

const CLIENT_SECRET = 'planted-secret-0451';
const ENV = { ONE_ID: 'client-77', ONE_SECRET: CLIENT_SECRET };

function country(code: string, ids: readonly number[]) {
  return {
    slug: code.toLowerCase(),
    country_code: code,
    title: code,
    operators: [
      {
        id: 1,
        type: 'local',
        title: 'Carrier',
        coverages: [{ name: code, code, networks: [{ name: 'Net', types: ['4G'] }] }],
        packages: ids.map((id) => ({
          id: `${code.toLowerCase()}-${id}`,
          type: 'sim',
          price: 4 + id,
          net_price: 1,
          amount: 1024 * (1 + id),
          day: 30,
          is_unlimited: false,
          title: `${1 + id} GB - 30 days`,
          data: `${1 + id} GB`,
          prices: { recommended_retail_price: { USD: 4 + id }, net_price: { USD: 1 } },
        })),
      },
    ],
  };
}

const PAGES = ['TR', 'JP', 'FR'].map((code) => country(code, [0, 1, 2, 3]));

function config(provider: Provider) {
  return configOf([
    {
      id: 'first',
      adapter: 'airalo',
      credentials: { client_id: 'ONE_ID', client_secret: 'ONE_SECRET' },
      options: {
        url: `${provider.origin}/packages`,
        tokenUrl: `${provider.origin}/token`,
        link: 'https://one.example/{slug}/{id}',
      },
    },
  ]);
}

/** Three pages behind a token; `spoil` changes single answers. */
function serve(
  provider: Provider,
  spoil: (page: number, token: string) => Handler | null = () => null,
): void {
  let tokens = 0;
  provider.on('/token', (request, response, body) => {
    assert.match(body, new RegExp(CLIENT_SECRET));
    tokens++;
    json({ data: { access_token: `token-value-${tokens}`, expires_in: 86_400 } })(request, response, body);
  });
  provider.on('/packages', (request, response, body) => {
    const page = Number(new URL(request.url ?? '', provider.origin).searchParams.get('page'));
    const token = request.headers.authorization ?? '';
    const next = page < 3 ? `${provider.origin}/packages?page=${page + 1}` : null;
    const good = json({
      data: [PAGES[page - 1]],
      links: { next },
      meta: { current_page: page, last_page: 3 },
    });
    (spoil(page, token) ?? good)(request, response, body);
  });
}

test('a token that expires in the middle of paging is renewed once, and every page is read', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  serve(provider, (page, token) => (page === 2 && token.endsWith('-1') ? text(401, 'expired') : null));
  const report = await bench.run(config(provider), { env: ENV });
  assert.equal(report.sources[0]?.counts.plans, 12);
  assert.equal(provider.requests.filter(({ url }) => url === '/token').length, 2);
});

test('a feed is read with credentials from a file and from systemd', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secret.txt'), `${CLIENT_SECRET}\n`);
  writeFileSync(join(folder, 'ONE_ID'), 'client-77\n');
  const env = { ONE_SECRET_FILE: join(folder, 'secret.txt'), CREDENTIALS_DIRECTORY: folder };
  const provider = await startProvider(t);
  const bench = await openBench();
  serve(provider);
  const report = await bench.run(config(provider), { env });
  assert.equal(report.sources[0]?.counts.plans, 12);
  assert.match(provider.requests[0]?.body ?? '', /client-77/);
  const missing = await bench.run(config(provider), { env: { ...env, ONE_SECRET_FILE: '/absent' } });
  assert.match(
    missing.sources[0]?.problem?.message ?? '',
    /the file of ONE_SECRET_FILE cannot be used: it does not exist/,
  );
});

test('a token that stays refused fails the source, and half a feed is never published', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  serve(provider);
  await bench.run(config(provider), { env: ENV });
  bench.now += HOUR_MS;
  serve(provider, (page) => (page >= 2 ? text(401, 'expired') : null));
  const report = await bench.run(config(provider), { env: ENV });
  assert.equal(report.sources[0]?.outcome, 'kept');
  assert.match(report.sources[0]?.problem?.message ?? '', /Page 2/);
  assert.equal((await bench.plans())['first']?.length, 12);
});

test('a second page as object instead of array is read like the first', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  serve(provider, (page) =>
    page === 2 ? json({ data: { 5: PAGES[1] }, meta: { current_page: 2, last_page: 3 } }) : null,
  );
  const report = await bench.run(config(provider), { env: ENV });
  assert.equal(report.sources[0]?.problem, null);
  assert.equal(report.sources[0]?.counts.plans, 12);
});

test('a broken page in the middle fails the whole source', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  serve(provider);
  await bench.run(config(provider), { env: ENV });
  for (const spoilt of [text(200, '{"data":['), text(200, '<html>'), json({ data: 'soon' }), text(503, '')]) {
    bench.now += HOUR_MS;
    serve(provider, (page) => (page === 2 ? spoilt : null));
    assert.equal((await bench.run(config(provider), { env: ENV })).sources[0]?.outcome, 'kept');
    assert.equal((await bench.plans())['first']?.length, 12);
  }
});

test('a missing credential stops its source with the name of the variable', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  serve(provider);
  const report = await bench.run(config(provider), { env: { ONE_ID: 'client-77' } });
  assert.equal(report.sources[0]?.problem?.code, 'missing_credential');
  assert.match(report.sources[0]?.problem?.message ?? '', /ONE_SECRET/);
  assert.equal(provider.requests.length, 0);
});

test('no credential is in any log, error, document or snapshot, even where the provider echoes it', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const echo: Handler = (request, response, body) => {
    const seen = `${request.headers.authorization ?? ''} ${body} ${CLIENT_SECRET}`;
    const page = country('TR', [0, 1, 2, 3]);
    const packages = page.operators[0]?.packages ?? [];
    page.operators[0]?.coverages[0]?.networks.push({ name: seen, types: ['4G'] });
    packages.push({ ...packages[0], id: seen, title: seen, type: seen, data: seen } as never);
    packages.push({
      ...packages[0],
      id: `x${CLIENT_SECRET}`,
      amount: 9216,
      data: '9 GB',
      title: 'Nine',
    } as never);
    packages.push({ ...packages[0], id: 'odd', amount: seen } as never);
    json(
      { data: [page], links: { next: null }, meta: { current_page: 1, last_page: 1 } },
      { 'x-echo': CLIENT_SECRET },
    )(request, response, body);
  };
  const shouting: Handler = text(400, `bad token ${CLIENT_SECRET}`);
  const nowhere: Handler = (_request, response) =>
    response.writeHead(302, { location: `https://10.1.1.1/?key=${CLIENT_SECRET}` }).end();
  const reports: unknown[] = [];
  for (const handler of [echo, shouting, nowhere]) {
    bench.now += HOUR_MS;
    serve(provider, () => handler);
    reports.push(await bench.run(config(provider), { env: ENV, explain: true }));
  }
  const told = JSON.stringify([reports, bench.events]);
  const kept = await bench.everything();
  assert.match(told, /"reject"/);
  assert.ok(kept.length > 1000);
  const base64 = Buffer.from(CLIENT_SECRET).toString('base64');
  for (const secret of [
    CLIENT_SECRET,
    encodeURIComponent(CLIENT_SECRET),
    base64,
    'token-value-1',
    'token-value-2',
  ])
    for (const [where, all] of Object.entries({ told, kept }))
      assert.ok(!all.includes(secret), `${secret} in ${where}`);
});

test('a page that announces more than was read fails, and "paging": "none" states that it is all', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const plans = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `p${at}`,
      where: 'TR',
      data: 1 + at,
      days: 30,
      price: 4 + at,
    }));
  const run = async (body: object, headers: Record<string, string> = {}, more: object = {}) => {
    provider.on('/plans', json(body, headers));
    const options = {
      url: `${provider.origin}/plans`,
      format: 'json',
      basis: 'retail',
      rows: 'plans',
      id: 'id',
      columns: { places: 'where', data: 'data', days: 'days', price: 'price' },
      constants: { currency: 'USD', dataUnit: 'GB' },
      link: 'https://one.example/{id}',
      ...more,
    };
    bench.now += HOUR_MS;
    const { sources } = await bench.run(configOf([{ id: 'first', adapter: 'generic', options }]));
    const count = (await bench.plans().catch(() => null))?.['first']?.length ?? 0;
    return [count, sources[0]?.problem?.message ?? null];
  };
  const failed = (what: string) =>
    `The feed announces more than was read (${what}): set "paging", or "paging": "none" if this page is all.`;
  const next = { link: '</plans?page=2>; rel="next"' };
  assert.deepEqual(await run({ plans: plans(5) }), [5, null]);
  assert.deepEqual(await run({ plans: plans(5) }, next), [5, failed('it has a Link header with rel="next"')]);
  assert.deepEqual(await run({ pageCount: 3, plans: plans(3) }), [5, failed('pageCount is 3')]);
  assert.deepEqual(await run({ total: 7, plans: plans(3) }), [5, failed('total is 7')]);
  assert.deepEqual(await run({ pageCount: 3, plans: plans(4) }, next, { paging: 'none' }), [4, null]);
  // The last page of a paging that is followed announces nothing.
  const paging = { by: 'page', parameter: 'page', size: 50, pages: 'pageCount' };
  assert.deepEqual(await run({ pageCount: 1, next: '/other', plans: plans(5) }, {}, { paging }), [5, null]);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
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
    /ONE_SECRET_FILE leads to \/absent, which cannot be used: it does not exist/,
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

const plans = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${from + at}`,
    where: 'TR',
    data: 1 + from + at,
    days: 30,
    price: 4 + from + at,
  }));

const PLAN_MAP = {
  format: 'json',
  basis: 'retail',
  rows: 'plans',
  id: 'id',
  columns: { places: 'where', data: 'data', days: 'days', price: 'price' },
  constants: { currency: 'USD', dataUnit: 'GB' },
  link: 'https://one.example/{id}',
};

/** Runs an ingest each hour. Returns the published plans and the problem of the source. */
async function generic(t: TestContext) {
  const provider = await startProvider(t);
  const bench = await openBench();
  const run = async (options: object, adapter = 'generic', more: object = {}) => {
    bench.now += HOUR_MS;
    const given = { url: `${provider.origin}/plans`, ...options };
    const source = { id: 'first', adapter, options: given, ...more };
    const { sources } = await bench.run(configOf([source]), { env: ENV });
    const count = (await bench.plans().catch(() => null))?.['first']?.length ?? 0;
    return [count, sources[0]?.problem?.message ?? null];
  };
  return { provider, run };
}

test('a page that announces more than was read fails, and "paging": "none" states that it is all', async (t) => {
  const { provider, run } = await generic(t);
  const runWith = (body: object, headers: Record<string, string> = {}, more: object = {}) => {
    provider.on('/plans', json(body, headers));
    return run({ ...PLAN_MAP, ...more });
  };
  const failed = (what: string) =>
    `The feed announces more than was read (${what}): set "paging", or "paging": "none" if this page is all.`;
  const next = { link: '</plans?page=2>; rel="next"' };
  assert.deepEqual(await runWith({ plans: plans(5) }), [5, null]);
  assert.deepEqual(await runWith({ plans: plans(5) }, next), [
    5,
    failed('it has a Link header with rel="next"'),
  ]);
  assert.deepEqual(await runWith({ pageCount: 3, plans: plans(3) }), [5, failed('pageCount is 3')]);
  assert.deepEqual(await runWith({ total: 7, plans: plans(3) }), [5, failed('total is 7')]);
  const formats = { format: ['json', 'jsonl'] };
  assert.deepEqual(await runWith({ has_more: true, plans: plans(3) }, {}, formats), [
    5,
    failed('has_more is true'),
  ]);
  assert.deepEqual(await runWith({ pageCount: 3, plans: plans(4) }, next, { paging: 'none' }), [4, null]);
  // The last page of a paging that is followed announces nothing.
  const paging = { by: 'page', parameter: 'page', size: 50, pages: 'pageCount' };
  assert.deepEqual(await runWith({ pageCount: 1, next: '/other', plans: plans(5) }, {}, { paging }), [
    5,
    null,
  ]);
});

test('elements beside the rows of XML, and links of Atom, announce more too', async (t) => {
  const { provider, run } = await generic(t);
  const elements = (row: object) => Object.entries(row).map(([name, value]) => `<${name}>${value}</${name}>`);
  const rows = (name: string) => plans(3).map((row) => `<${name}>${elements(row).join('')}</${name}>`);
  const runWith = (body: string, more: object) => {
    provider.on('/plans', text(200, body));
    return run({ ...PLAN_MAP, ...more });
  };
  const failed = (what: string) => `The feed announces more than was read (${what}): set "paging", `;
  const xml = { format: 'xml', rows: 'catalogue.plan' };
  assert.deepEqual(await runWith(`<catalogue><pages>1</pages>${rows('plan').join('')}</catalogue>`, xml), [
    3,
    null,
  ]);
  const [, pages] = await runWith(
    `<catalogue>${rows('plan').join('')}<meta><pages>2</pages></meta></catalogue>`,
    xml,
  );
  assert.ok(String(pages).startsWith(failed('catalogue.meta.pages is 2')), String(pages));
  const link = (rel: string) => `<link rel="${rel}" href="https://one.example/${rel}"/>`;
  const feed = (links: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${links}${rows('entry').join('')}</feed>`;
  const atom = { format: 'atom', rows: undefined };
  assert.deepEqual(await runWith(feed(link('self')), atom), [3, null]);
  const [, next] = await runWith(feed(link('self') + link('next')), atom);
  assert.ok(String(next).startsWith(failed('feed.link[rel=next] is stated')), String(next));
});

test('a paging that ends on a page which announces more fails', async (t) => {
  const { provider, run } = await generic(t);
  // The shop gives at most 4 plans in a page, whatever is asked for.
  provider.on('/plans', (request, response, body) => {
    const { searchParams } = new URL(request.url ?? '', provider.origin);
    const from = Number(searchParams.get('skip') ?? (Number(searchParams.get('page') ?? 1) - 1) * 4);
    const hasMore = from + 4 < 10;
    const next = hasMore ? `${provider.origin}/plans?skip=${from + 4}` : null;
    json({ plans: plans(10, 0).slice(from, from + 4), has_more: hasMore, links: { next } })(
      request,
      response,
      body,
    );
  });
  const runBy = (paging: object) => run({ ...PLAN_MAP, paging });
  const ended = `The paging ended on page 1, with 4 rows so far, but the feed announces more (has_more is true): check "paging".`;
  assert.deepEqual(await runBy({ by: 'page', parameter: 'page', size: 4 }), [10, null]);
  for (const paging of [
    { by: 'page', parameter: 'page', size: 250 },
    { by: 'offset', parameter: 'skip', size: 250 },
    { by: 'next', path: 'next' },
    { by: 'link' },
    { by: 'cursor', path: 'next_cursor', parameter: 'cursor' },
    { by: 'cursor', path: 'next_cursor', parameter: 'cursor', more: 'meta.has_more' },
  ])
    assert.deepEqual(await runBy(paging), [10, ended], JSON.stringify(paging));
  const [, noCursor] = await runBy({ by: 'cursor', path: 'c', parameter: 'cursor', more: 'has_more' });
  assert.equal(noCursor, 'The feed says in `has_more` that a page follows, but `c` has no cursor.');
  assert.deepEqual(await runBy({ by: 'next', path: 'links.next' }), [10, null]);
});

test('a saved response of a feed with pages must be all of it', async (t) => {
  const { run } = await generic(t);
  const folder = mkdtempSync(join(tmpdir(), 'esim-saved-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'saved.json');
  const failed = (what: string) =>
    `The saved response announces further pages (${what}): join the pages in one file, or set "paging": "none" if this page is all.`;
  const runBy = (paging: object, body: unknown) => {
    writeFileSync(file, JSON.stringify(body));
    return run({ ...PLAN_MAP, paging, url: `file:${file}` });
  };
  const cursor = { by: 'cursor', path: 'meta.cursor', parameter: 'cursor' };
  assert.deepEqual(await runBy(cursor, plans(6)), [6, null]);
  for (const [paging, rest, what] of [
    [cursor, { meta: { cursor: 'c6' } }, 'meta.cursor is stated'],
    [{ by: 'next', path: 'more_at' }, { more_at: '/plans?page=2' }, 'more_at is stated'],
    [{ by: 'next', path: 'more_at' }, { has_more: true }, 'has_more is true'],
    [{ by: 'page', parameter: 'page', size: 3, pages: 'sheets' }, { sheets: 2 }, 'sheets is 2'],
    [{ by: 'page', parameter: 'page', size: 3 }, {}, 'it has 3 rows, as many as a full page'],
    [{ by: 'offset', parameter: 'skip', size: 3, total: 'all' }, { all: 4 }, 'all is 4'],
    [{ by: 'last', column: 'id', parameter: 'after', more: 'further' }, { further: true }, 'further is true'],
  ] as const)
    assert.deepEqual(await runBy(paging, { plans: plans(3), ...rest }), [6, failed(what)], what);
});

test('a saved response of a connector is a page of more by the fields that its map names', async (t) => {
  const { run } = await generic(t);
  const folder = mkdtempSync(join(tmpdir(), 'esim-saved-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'saved.json');
  const credentials = { client_id: 'ONE_ID', client_secret: 'ONE_SECRET' };
  const link = 'https://one.example/{slug}/{id}';
  const options = { url: `file:${file}`, tokenUrl: 'https://one.example/token', link };
  const runPages = (last_page: number) => {
    writeFileSync(file, JSON.stringify({ data: PAGES, meta: { last_page }, has_more: true }));
    return run(options, 'airalo', { credentials });
  };
  assert.deepEqual(await runPages(1), [12, null]);
  assert.match(String((await runPages(9))[1]), /announces further pages \(meta\.last_page is 9\)/);
});

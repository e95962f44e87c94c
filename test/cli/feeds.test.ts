import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { publish } from '../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../src/catalogue/testing/market.ts';
import { readConfig } from '../../src/ingest/config/load.ts';
import { writeStoredRates } from '../../src/ingest/read/rates.ts';
import { ingest } from '../../src/ingest/run/run.ts';
import { unwantedIn } from '../../src/operator-files/invisible.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';
import { json, startProvider } from '../ingest/support/provider.ts';
import { rows } from '../ingest/support/shop.ts';
import { testFolder, writeSource } from './one-source.ts';
import { coupon, dayBefore, esim, esimProcess, type Folder, start, temporaryFolder } from './support.ts';

function openFolder(t: TestContext): Folder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  return folder;
}

/** An operator's folder with one shop; its feed is wherever `url` says. */
function writeConfig(folder: Folder, url: string, change: object = {}): string {
  mkdirSync(join(folder.path, 'providers'), { recursive: true });
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  writeFileSync(join(folder.path, 'providers/one.json'), JSON.stringify(provider));
  const source = { id: 'one-feed', adapter: 'esimdb', provider: 'one', options: { url }, ...change };
  const file = join(folder.path, 'sources.json');
  writeFileSync(file, JSON.stringify({ providers: 'providers/', sources: [source] }));
  return file;
}

async function inStore<T>({ storeUrl }: Folder, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({
    url: storeUrl,
    mode: 'write',
    clock: Date.now,
    onEvent: () => {},
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The real ingest, allowed to ask this machine itself: what the command never may. */
const ingestHere = (folder: Folder, file: string) =>
  inStore(folder, async (store) =>
    ingest({
      config: await readConfig(file),
      store,
      clock: Date.now,
      random: () => 0.5,
      env: {},
      network: { allowLoopback: true, sleep: async () => {} },
    }),
  );

test('a source that was never good is left out: exit code 1, and sources says why', async (t) => {
  const folder = openFolder(t);
  const env = {
    STORE_URL: folder.storeUrl,
    SOURCES_FILE: writeConfig(folder, 'https://127.0.0.1/feed.json'),
  };
  const ingested = await esim(['ingest'], env);
  assert.equal(ingested.code, 1);
  assert.match(ingested.stdout, /^held one-feed: .*not at a public address \(refused_address\)$/m);
  assert.match(ingested.stdout, /^one-feed +not published /m);
  assert.match(ingested.stderr, /^esim: there are no plans to publish[^\n]*\n$/);
  const sources = await esim(['sources'], env);
  assert.equal(sources.code, 0);
  assert.match(sources.stdout, /^one-feed +one +esimdb +not published +never +0 +0 +in \d+ min$/m);
  assert.match(sources.stdout, /^one-feed: .*\(refused_address\)$/m);
});

test('a source that breaks keeps its last good plans, and a held change goes through once accepted', async (t) => {
  const folder = openFolder(t);
  const provider = await startProvider(t);
  provider.on('/feed.json', json(rows(40)));
  const good = writeConfig(folder, `${provider.origin}/feed.json`);
  assert.equal((await ingestHere(folder, good)).status, 'published');

  const env = {
    STORE_URL: folder.storeUrl,
    SOURCES_FILE: writeConfig(folder, 'https://127.0.0.1/feed.json'),
  };
  const broken = await esim(['ingest', '--only', 'one-feed', '--json'], env);
  assert.equal(broken.code, 1);
  const report = JSON.parse(broken.stdout) as {
    status: string;
    sources: { outcome: string; plans_served: number }[];
  };
  assert.deepEqual(
    [report.status, report.sources[0]?.outcome, report.sources[0]?.plans_served],
    ['published', 'kept', 40],
  );
  const ranked = await esim(['rank', 'TR', '7', 'light'], env);
  assert.match(ranked.stdout, /one\/plan-\d+\?via=api&to=TR$/m);

  provider.on('/feed.json', json(rows(10)));
  writeConfig(folder, `${provider.origin}/feed.json`);
  assert.equal((await ingestHere(folder, good)).sources[0]?.problem?.code, 'halved');
  const accepted = await esim(['accept', 'one-feed'], env);
  assert.equal(accepted.code, 0);
  assert.match(accepted.stdout, /^last problem: 10 plans, less than half of the 40 of last time$/m);
  const isAccepted =
    /^one-feed: accepted, so the next run is not checked; to run it now, use esim ingest --only one-feed/m;
  for (const command of ['sources', 'status']) {
    const { stdout } = await esim([command], { ...env, SOURCES_FILE: good });
    assert.match(stdout.replaceAll(/^(?:Sources)? +(?=one-feed: )/gm, ''), isAccepted, command);
    assert.doesNotMatch(stdout, /esim accept/, command);
  }
  assert.equal((await ingestHere(folder, good)).sources[0]?.outcome, 'ok');
});

test('a source that is not configured is a usage error that names those that are', async (t) => {
  const folder = openFolder(t);
  const env = {
    STORE_URL: folder.storeUrl,
    SOURCES_FILE: writeConfig(folder, 'https://one.example/feed.json'),
  };
  const commands = [
    ['ingest', '--only', 'two'],
    ['accept', 'two'],
  ];
  for (const { code, stderr } of await Promise.all(commands.map((args) => esim(args, env)))) {
    assert.equal(code, 2);
    assert.equal(stderr, 'esim: there is no source "two"; the sources are one-feed\n');
  }
});

test('check lists every problem at once and exits with 1', async (t) => {
  const folder = openFolder(t);
  const file = writeConfig(folder, 'https://one.example/feed.json', { adapter: 'fax', provider: 'two' });
  const checked = await esim(['check', file]);
  assert.equal(checked.code, 1);
  assert.match(
    checked.stderr,
    /^error sources\.json, line 1, column \d+: sources\[0\]\.provider "two" has no file/m,
  );
  assert.match(
    checked.stderr,
    /^error sources\.json, line 1, column \d+: sources\[0\]\.adapter "fax" is not a known adapter/m,
  );
  const started = await esim(['sources'], { SOURCES_FILE: file, STORE_URL: folder.storeUrl });
  assert.equal(started.code, 1);
  assert.match(
    started.stderr,
    /^esim: sources\.json, line 1, column \d+: [^\n]+ \(and 1 more, see esim check\)\n$/,
  );
});

test('check lists the country notes that are due for a review, the oldest first', async (t) => {
  const file = writeConfig(openFolder(t), 'https://one.example/feed.json', {});
  const { stderr } = await esim(['check', file]);
  assert.match(stderr, /country notes due for a review: (?:[\w-]+ \(\d{4}-\d\d-\d\d\)(?:, |$))+$/m);
  const line = stderr.split('\n').find((one) => one.includes('due for a review')) ?? '';
  const days = [...line.matchAll(/\((\d{4}-\d\d-\d\d)\)/g)].map(([, day]) => day ?? '');
  assert.deepEqual(days, days.toSorted());
});

test('check notes a credential that is not set and never shows one that is', async (t) => {
  const folder = openFolder(t);
  const options = {
    url: 'https://one.example/packages',
    tokenUrl: 'https://one.example/token',
    link: 'https://one.example/{slug}/{id}',
  };
  const credentials = { client_id: 'ONE_ID', client_secret: 'ONE_SECRET' };
  const file = writeConfig(folder, '', { adapter: 'airalo', options, credentials });
  const { code, stdout, stderr } = await esim(['check', file], { ONE_SECRET: 'planted-secret-value' });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^note ONE_ID is not set here/m);
  assert.ok(!`${stdout}${stderr}`.includes('planted-secret-value'));
  const missing = await esim(['check', file], { ONE_ID: 'a', ONE_SECRET_FILE: '/no/such/secret' });
  assert.match(
    missing.stderr,
    /^note ONE_SECRET_FILE leads to \/no\/such\/secret, which cannot be used: it does not exist$/m,
  );
});

test('check names addresses that cannot be fetched, values that were not filled in, and amounts without a rate', async (t) => {
  const folder = openFolder(t);
  const problemsOf = async (change: object, more: object = {}, env: Record<string, string> = {}) => {
    const file = writeConfig(folder, 'https://one.example/feed.json', change);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
    return (await esim(['check', file], env)).stderr;
  };
  const at = (url: string) => ({ options: { url } });
  const cases: readonly (readonly [change: object, expected: RegExp])[] = [
    [at('https://me:secret@one.example/'), /^error .* options\.url contains a user or a password/m],
    [at('https://10.0.0.8/feed.json'), /^error .*options\.url is not a public address/m],
    [at('https://localhost/feed.json'), /^error .*options\.url is not a public address/m],
    [
      at('https://one.example/?partner=YOUR_PARTNER_ID'),
      /^error .*options\.url still contains YOUR_PARTNER_ID/m,
    ],
    [
      at('https://one.example/?api_key=abc'),
      /^note the address of the source one-feed contains a credential \(api_key\)/m,
    ],
    [
      at('file:missing.json'),
      new RegExp(
        `^error sources\\.json, line 1, column \\d+: .*url cannot be read: .*\\(${folder.path}/missing\\.json\\)`,
        'm',
      ),
    ],
    [
      { evry: '6h' },
      /^error sources\.json, line 1, column \d+: sources\[0\]\.evry is an unknown field; did you mean "every"\?/m,
    ],
  ];
  for (const [change, expected] of cases) {
    const shown = (await problemsOf(change)).replace('.options', ' options');
    assert.match(shown, expected);
    assert.doesNotMatch(shown, /secret@|=abc/);
  }
  assert.doesNotMatch(await problemsOf(at('https://feeds.yoursim.example/plans')), /still contains/);
  // A paused source is not read, so it may have values that are not filled in.
  assert.doesNotMatch(
    await problemsOf({ ...at('https://one.example/?partner=YOUR_PARTNER_ID'), paused: true }),
    /YOUR_PARTNER_ID/,
  );

  const coupons = [coupon('euro', { code: null, discount: { amount: '5', currency: 'EUR' } })];
  writeFileSync(join(folder.path, 'coupons.json'), JSON.stringify({ coupons }));
  assert.match(
    await problemsOf({}),
    /^note coupons\.json is not read, because sources\.json does not name it: add "coupons": "coupons\.json"$/m,
  );
  const withCoupons = { coupons: 'coupons.json' };
  assert.match(
    await problemsOf({}, withCoupons),
    /^error coupons\.json, line 1, column \d+: coupons\[0\]\.discount is in EUR, and there are no exchange rates/m,
  );
  const rates = { date: new Date().toISOString().slice(0, 10), base: 'USD', rates: { GBP: '0.8' } };
  writeFileSync(join(folder.path, 'rates.json'), JSON.stringify(rates));
  assert.match(
    await problemsOf({}, { ...withCoupons, rates: { file: 'rates.json' } }),
    /^error coupons\.json, line 1, column \d+: coupons\[0\]\.discount is in EUR, which has no exchange rate/m,
  );
  const ended = { ...coupons[0], validUntil: '2025-01-01' };
  writeFileSync(join(folder.path, 'coupons.json'), JSON.stringify({ coupons: [ended] }));
  const withEnded = await problemsOf({}, withCoupons);
  assert.match(withEnded, /^note the coupon euro ended \(2025-01-01\)/m);
  assert.doesNotMatch(withEnded, /EUR/);
  writeFileSync(join(folder.path, 'coupons.json'), JSON.stringify({ coupons }));
  // The rates of an address are not downloaded: those of the last ingest are used.
  const withUrl = { ...withCoupons, rates: { url: 'https://rates.example/daily.xml' } };
  const stored = { STORE_URL: folder.storeUrl };
  assert.match(
    await problemsOf({}, withUrl, stored),
    /^note the currencies of euro were not checked: no exchange rates are stored/m,
  );
  const storeRates = (usdFor: Map<string, string>) =>
    inStore(folder, ({ documents }) => writeStoredRates(documents, { date: rates.date, usdFor }));
  await storeRates(new Map([['GBP', '1.25']]));
  assert.match(
    await problemsOf({}, withUrl, stored),
    /^error coupons\.json, line 1, column \d+: coupons\[0\]\.discount is in EUR, which has no exchange rate/m,
  );
  await storeRates(new Map([['EUR', '1.1']]));
  assert.doesNotMatch(await problemsOf({}, withUrl, stored), /EUR|not checked/);
  const settings = { PORT: '8080', ADMIN_PORT: '8080', TRUST_PROXY: '0.0.0.0/0' };
  const shown = await problemsOf({}, {}, settings);
  assert.match(shown, /^error environment: ADMIN_PORT is 8080, the same as PORT/m);
  assert.match(shown, /^note TRUST_PROXY trusts every address/m);
});

test('check --feeds opens every feed that is not paused', async (t) => {
  const folder = openFolder(t);
  const file = writeConfig(folder, 'file:feed.json');
  writeFileSync(join(folder.path, 'feed.json'), '{"plans": "none"}');
  const failed = await esim(['check', file, '--feeds']);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /^error feeds: one-feed cannot be read: .* \(bad_feed\)$/m);
  writeFileSync(join(folder.path, 'feed.json'), JSON.stringify(rows(3)));
  const opened = await esim(['check', file, '--feeds']);
  assert.equal(opened.code, 0, opened.stderr);
  assert.match(opened.stdout, /^ok {2}feed one-feed: \d+ rows on its first page/m);
});

test('check says which coupons and overrides have no effect, and why', async (t) => {
  const folder = openFolder(t);
  const file = writeConfig(folder, 'https://one.example/feed.json');
  const aged = (id: string, percent: string, ago: number, more: object = {}) =>
    coupon(id, { discount: { percent }, verifiedAt: dayBefore(ago), ...more });
  const coupons = [
    aged('recent', '10', 2),
    aged('large', '61', 2),
    aged('meant', '61', 2, { confirmed: true }),
    aged('old', '10', 40),
    aged('ancient', '10', 100),
    aged('amount', '10', 2, { discount: { amount: '5', currency: 'USD' } }),
    aged('ended', '10', 40, { validUntil: dayBefore(1) }),
    aged('last-day', '10', 2, { validUntil: dayBefore(0) }),
  ];
  const override = (plan: string, until: string) => ({
    provider: 'one',
    plan,
    hide: true,
    reason: 'a test',
    until,
  });
  const overrides = [override('ended', dayBefore(1)), override('last-day', dayBefore(0))];
  writeFileSync(join(folder.path, 'overrides.json'), JSON.stringify({ overrides }));
  writeFileSync(join(folder.path, 'coupons.json'), JSON.stringify({ coupons }));
  const sources = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...sources, coupons: 'coupons.json', overrides: 'overrides.json' }));
  const { code, stderr } = await esim(['check', file], { REFERENCE_FOLDER: folder.path });
  assert.equal(code, 0, stderr);
  assert.deepEqual(stderr.trim().split('\n'), [
    'note the host one.example of the source one-feed is a name for examples: it cannot be read',
    'note the coupon large is not used for a discount above 60%: set "confirmed": true if that is intended',
    `note the coupon old was last confirmed on ${dayBefore(40)}: it is shown, but is not used in prices`,
    `note the coupon ancient was last confirmed on ${dayBefore(100)}: it is not shown`,
    'note the coupon amount is not used for orders that it would reduce by more than 60%: set "confirmed": true if that is intended',
    `note the coupon ended ended (${dayBefore(1)}): renew it or remove it`,
    `note the override of one/ended ended (${dayBefore(1)}): renew it or remove it`,
  ]);
});

test('rollback publishes the previous snapshot again, then the one before it', async (t) => {
  const folder = openFolder(t);
  const priced = (usdCents: number) => ({
    ...PLAIN_PLAN,
    price: { ...PLAIN_PLAN.price, minor: usdCents, usdCents },
  });
  await inStore(folder, async ({ snapshots }) => {
    const now = Date.now();
    for (const cents of [1_000, 1_200, 100]) {
      await publish(snapshots, marketOf([priced(cents)], { observation: observedAt(now) }), now);
    }
  });
  const env = { STORE_URL: folder.storeUrl };
  const price = async () => {
    const { stdout } = await esim(['explain', 'TR', '7', 'normal', 'harbour/tr-10gb-30d', '--json'], env);
    return (JSON.parse(stdout) as { result: { price: { list_usd: number } } }).result.price.list_usd;
  };
  const first = await esim(['snapshots', 'rollback'], env);
  assert.equal(first.code, 0, first.stderr);
  assert.match(
    first.stdout,
    /^snapshot 2 was published again as snapshot 4: 1 plan \(0 added, 0 removed, 1 price changed\)$/m,
  );
  assert.equal(await price(), 12);
  assert.match(
    (await esim(['snapshots', 'rollback'], env)).stdout,
    /^snapshot 1 was published again as snapshot 5/,
  );
  const gone = await esim(['snapshots', 'rollback', '77'], env);
  assert.deepEqual(
    [gone.code, gone.stderr],
    [1, 'esim: there is no snapshot 77; esim snapshots lists the stored snapshots\n'],
  );
  assert.match(
    (await esim(['snapshots'], env)).stdout,
    /^\* +5 +\S+ \S+Z +(now|\d+ s ago) +rollback +1 +0 +0 +1 /m,
  );
});

test('files with a mistake stop only a start that has nothing to serve; mended, they are taken at once', async (t) => {
  const folder = openFolder(t);
  const file = writeConfig(folder, 'https://feed.invalid/plans');
  writeFileSync(file, '{"sources": [');
  const env = { STORE_URL: folder.storeUrl, SOURCES_FILE: file, PORT: '0' };
  const empty = await esimProcess(['serve'], env);
  assert.equal(empty.code, 1);
  assert.match(empty.stderr, /^esim: sources\.json, line \d+, column \d+: is not valid JSON/);

  const now = Date.now();
  await inStore(folder, ({ snapshots }) =>
    publish(snapshots, marketOf([PLAIN_PLAN], { observation: observedAt(now) }), now),
  );
  const service = start(['serve'], env);
  t.after(() => service.child.kill('SIGKILL'));
  const log = await service.waitForOutput('"msg":"listening"');
  assert.match(
    log,
    /"fault":"sources\.json, line \d+, column \d+: is not valid JSON.*","msg":"the source files have an error/,
  );
  const { port } = JSON.parse(log.split('\n').find((line) => line.includes('listening')) ?? '{}') as {
    port: number;
  };
  const health = async () => {
    const answer = await fetch(`http://localhost:${port}/health`);
    const { status: word, reasons } = (await answer.json()) as {
      status: string;
      reasons: { text: string }[];
    };
    return { status: answer.status, word, reasons: reasons.map(({ text }) => text) };
  };
  assert.deepEqual(await health(), {
    status: 200,
    word: 'degraded',
    reasons: [
      '1 of 1 source had no successful read for a week, so their plans were left out: harbour-feed',
      'The operator’s files have a mistake: what was stored before is served',
    ],
  });

  writeConfig(folder, 'https://feed.invalid/plans');
  const taken = await service.waitForOutput('"msg":"a source failed');
  assert.match(
    taken,
    /"source":"one-feed","code":"dns","reason":"the feed's host name could not be resolved"/,
  );
  service.child.kill('SIGTERM');
  assert.equal((await service.finished).code, 0);
});

test('check refuses plain http and rates that cannot be used, all at once, for programs too', async (t) => {
  const folder = openFolder(t);
  const file = writeConfig(folder, 'http://feed.example/plans');
  const config = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...config, rates: { file: 'rates.json' } }));
  writeFileSync(
    join(folder.path, 'rates.json'),
    JSON.stringify({ date: '2020-01-02', base: 'EUR', rates: { USD: 1.1 } }),
  );
  const { code, stdout } = await esim(['check', file, '--json']);
  assert.equal(code, 1);
  const { ok, problems } = JSON.parse(stdout) as {
    ok: boolean;
    problems: { file: string; path: string; message: string }[];
  };
  assert.equal(ok, false);
  assert.deepEqual(
    problems.map(({ file: name, path }) => `${name} ${path}`),
    ['sources.json sources[0].options.url', 'rates.json '],
  );
  assert.match(problems[1]?.message ?? '', /is from 2020-01-02, more than 7 days ago/);
  assert.match(
    (await esim(['check', file])).stderr,
    /^error sources\.json, line 1, column \d+: sources\[0\]\.options\.url is not https/m,
  );
});

test('no command prints a control or invisible character of a feed, or lets a text of it begin a line', async (t) => {
  const folder = testFolder(t);
  const HOSTILE = '\u001b[H\u0007a\u202Eb\u200Bc\u{E0041}\uFE0F\u2028\r\nesim: done';
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const writeFeed = (usd: number) =>
    folder.write(
      'answer.json',
      JSON.stringify(
        rows(40, ({ id, prices }, at) => ({
          id: at < 20 ? `${id}${HOSTILE}` : id,
          planName: `Plan ${at}${HOSTILE}`,
          ...(at === 1 && { coverages: [{ code: `Narnia${HOSTILE}`, networks: [] }] }),
          ...(at === 2 && { link: `https://two${HOSTILE}.example/` }),
          ...(at === 3 && { dataUnit: HOSTILE }),
          prices: at === 6 || at === 27 ? { USD: usd } : prices,
        })),
      ),
    );
  const saved = writeFeed(8);
  const wrong = folder.write('wrong.json', JSON.stringify({ [HOSTILE]: [HOSTILE] }));
  const table = folder.write('table.csv', `${HOSTILE.replace('\r\n', ' ')};b\n"${HOSTILE}";2\n`);
  const assertPlain = async (...args: readonly string[]) => {
    const { stdout, stderr } = await esim(args, env);
    const printed = stdout + stderr;
    assert.notEqual(printed, '', args.join(' '));
    assert.equal(unwantedIn(printed), null, `${args.join(' ')}: ${JSON.stringify(printed)}`);
    assert.doesNotMatch(printed, /^esim: done/m, args.join(' '));
    return printed;
  };
  await assertPlain('ingest', '--explain');
  writeFeed(1.5);
  await assertPlain('ingest', '--explain');
  const plans = JSON.parse((await esim(['quarantine', '--json'], env)).stdout) as { plan: string }[];
  assert.equal(plans.length, 2);
  const rejected = await assertPlain('rejects', 'one-feed');
  assert.match(rejected, /Narnia/);
  const { plan } = plans[0]!;
  for (const args of [
    ['explain', 'TR', '7', plan],
    ['explain', 'TR', '7', 'plan-30', 'plan-33'],
    ['history', plan],
    ['quarantine'],
    ['rank', 'TR', '7'],
    ['try', saved],
    ['try', saved, '--source', 'one-feed'],
    ['try', wrong],
    ['try', table],
  ])
    await assertPlain(...args);
  folder.write('answer.json', JSON.stringify({ [HOSTILE]: HOSTILE }));
  for (const command of ['ingest', 'sources', 'status']) await assertPlain(command);
  await assertPlain('accept', 'one-feed');
});

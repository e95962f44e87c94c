/** `esim status` and `esim check` report what is wrong, with exit code 1 where nothing can be served or counted. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { DAY_MS } from '../../src/domain/freshness.ts';
import { readRun, writeRun } from '../../src/ingest/documents/runs.ts';
import { BUNDLED_REFERENCE } from '../../src/reference/load.ts';
import { VERSION } from '../../src/service/version.ts';
import { openStore } from '../../src/store/open.ts';
import { rows } from '../ingest/support/shop.ts';
import { Server } from '../redis/support.ts';
import { freePort } from '../support/ports.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { coupon, esim, start, temporaryFolder } from './support.ts';

/** An operator's folder with one feed in a file. */
function openOperator(t: TestContext) {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const at = (name: string) => join(folder.path, name);
  mkdirSync(at('providers'));
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  writeFileSync(at('providers/one.json'), JSON.stringify(provider));
  const source = { id: 'one-feed', adapter: 'esimdb', provider: 'one', options: { url: 'file:feed.json' } };
  writeFileSync(at('sources.json'), JSON.stringify({ providers: 'providers/', sources: [source] }));
  // No service listens on port 1.
  const env = { STORE_URL: folder.storeUrl, SOURCES_FILE: at('sources.json'), PORT: '1' };
  const feed = (text: string) => writeFileSync(at('feed.json'), text);
  return { at, env, feed, ingest: () => esim(['ingest'], env) };
}

interface Status {
  readonly status: string;
  readonly version: string;
  readonly reasons: readonly { readonly code: string }[];
  readonly service: { readonly running: boolean };
  readonly catalogue: object | null;
  readonly store: { readonly readable: boolean; readonly fault: string | null };
  readonly limits: { readonly fault: string | null; readonly in_force: boolean | null };
  readonly quarantined: number;
  readonly sources: readonly { readonly source: string; readonly state: string }[];
}

async function statusOf(env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await esim(['status', '--json'], env);
  assert.equal(stderr, '');
  return { code, ...(JSON.parse(stdout) as Status) };
}

/** A disk of four megabytes that a test can fill. null if this user may not mount one. */
function mountSmallDisk(t: TestContext) {
  const path = mkdtempSync(join(tmpdir(), 'esim-disk-'));
  const mounted =
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]).status === 0;
  t.after(() => {
    if (mounted) spawnSync('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
  });
  if (!mounted) {
    t.diagnostic('only root can mount a small disk');
    return null;
  }
  const filler = join(path, 'filler');
  const fill = () => {
    const { bavail, bsize } = statfsSync(path);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  };
  return { storeUrl: `file:${join(path, 'data')}`, fill, free: () => rmSync(filler) };
}

test('a full disk is reported, with exit code 1', async (t) => {
  const disk = mountSmallDisk(t);
  if (disk === null) return;
  const { env: own, ingest, feed } = openOperator(t);
  const env = { ...own, STORE_URL: disk.storeUrl };
  feed(JSON.stringify(rows(30)));
  assert.equal((await esim(['ingest'], env)).code, 0);
  assert.equal((await statusOf(env)).status, 'ok');
  disk.fill();
  for (const command of ['status', 'check']) {
    const { code, stdout, stderr } = await esim([command], env);
    assert.equal(code, 1);
    assert.match(stdout + stderr, /the disk is full/, command);
  }
  const { status, reasons } = await statusOf(env);
  assert.deepEqual([status, reasons.map(({ code }) => code)], ['failing', ['counting_failed']]);
  assert.equal((await ingest()).code, 0, 'another disk still works');
});

test('a service on a full disk logs it once, not per request, and recovers', async (t) => {
  const disk = mountSmallDisk(t);
  if (disk === null) return;
  const { env: own, feed } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
  const env = { ...own, ...ports, STORE_URL: disk.storeUrl };
  const service = start(['serve'], env);
  await service.waitForOutput('"msg":"listening"');
  const ask = (days: number) =>
    fetch(`http://localhost:${ports.PORT}/api/v1/plans?country=JP&days=${days}&need=light`);
  disk.fill();
  for (let days = 1; days <= 20; days += 1) await (await ask(days)).text();
  await service.waitForOutput('the store fails');
  assert.equal((await ask(21)).status, 503);
  const { code, status } = await statusOf(env);
  assert.deepEqual([code, status], [1, 'failing']);
  disk.free();
  await service.waitForOutput('the store works again');
  service.child.kill('SIGTERM');
  const { stdout } = await service.finished;
  const messages = stdout
    .split('\n')
    .filter((line) => /"level":"(?:warn|error)"/.test(line))
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
    // A scheduled ingest may fail meanwhile.
    .filter((message) => !message.startsWith('an ingest failed'));
  assert.deepEqual(messages, ['the store fails: the database cannot be written: disk full']);
});

test('check reports a name that occurs twice in a table of facts, with its position', async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const bundled = join(BUNDLED_REFERENCE, 'activities.json');
  const text = readFileSync(bundled, 'utf8').replace('"unit"', '"unit": "MB per hour",\n"unit"');
  writeFileSync(join(folder.path, 'activities.json'), text);
  const env = { STORE_URL: folder.storeUrl, REFERENCE_FOLDER: folder.path };
  const { code, stderr } = await esim(['check'], env);
  assert.equal(code, 1);
  assert.match(stderr, /activities\.json, line \d+, column \d+: unit occurs twice\n/);
});

test('a Redis that does not answer is named with its address, without its password, and exits with 1', async () => {
  const env = { STORE_URL: 'redis://user:secret@127.0.0.1:1' };
  for (const command of ['check', 'snapshots', 'serve']) {
    const { code, stderr } = await esim([command], { ...env, PORT: '0' });
    assert.equal(code, 1, command);
    assert.match(stderr, /cannot connect to Redis at 127\.0\.0\.1:1$/m, command);
    assert.doesNotMatch(stderr, /secret/);
  }
  const { code, stdout } = await esim(['status'], env);
  assert.equal(code, 1);
  assert.match(stdout, /^Store +Redis: cannot connect to Redis at 127\.0\.0\.1:1$/m);
  assert.doesNotMatch(stdout, /secret/);
});

test('the status exits with 0 only while a service runs, and shows the version', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  const stopped = await statusOf(env);
  assert.deepEqual([stopped.code, stopped.status, stopped.service.running], [1, 'ok', false]);
  assert.equal(stopped.version, VERSION);
  const own = { ...env, PORT: String(await freePort()) };
  const service = start(['serve'], own);
  t.after(() => service.child.kill('SIGKILL'));
  await service.waitForOutput('"msg":"listening"');
  const { code, stdout } = await esim(['status'], own);
  assert.equal(code, 0, stdout);
  assert.ok(stdout.includes(`\nVersion     ${VERSION}\nService     running at`), stdout);
  assert.ok(stdout.includes(`, version ${VERSION}\n`), stdout);
});

test('the status counts what is due for a review and what all callers used of a budget', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  const coupons = [coupon('old-one', { verifiedAt: '2026-01-01' })];
  writeFileSync(at('coupons.json'), JSON.stringify({ coupons }));
  const sources = JSON.parse(readFileSync(at('sources.json'), 'utf8')) as object;
  writeFileSync(at('sources.json'), JSON.stringify({ ...sources, coupons: 'coupons.json' }));
  assert.equal((await ingest()).code, 0);
  const service = await startTestService({
    env: { STORE_URL: env.STORE_URL, SOURCES_FILE: env.SOURCES_FILE },
  });
  t.after(() => service.stop());
  assert.equal((await service.get('/api/v1/plans?country=TR&days=7&need=normal')).status, 200);
  const printed = async () => (await esim(['status'], env)).stdout;
  // The counters of a running service are written within a second.
  await until('the budget is counted', async () => /^Budgets +used today: .*service/m.test(await printed()));
  const status = await printed();
  assert.match(status, /^Budgets .*comparison\.service\.day 1 of 2,000, comparison\.uncached\.day 1 of 250/m);
  assert.match(status, /^Reviews +due for .*1 coupon not confirmed for a month \(old-one\)/m);
});

test('the status of a service whose Redis has stopped states the reason', async (t) => {
  const server = await Server.start('--appendonly', 'yes');
  t.after(() => server.stop());
  const { env: own, feed } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  const env = { ...own, STORE_URL: server.url, PORT: String(await freePort()) };
  const service = start(['serve'], env);
  t.after(() => service.child.kill('SIGKILL'));
  await service.waitForOutput('"msg":"listening"');
  assert.equal((await statusOf(env)).code, 0);
  await server.kill();
  const { code, status, reasons, service: reached, store, sources } = await statusOf(env);
  assert.deepEqual([code, status, reached.running], [1, 'failing', true]);
  assert.deepEqual(
    reasons.map(({ code: reason }) => reason),
    ['counting_failed'],
  );
  assert.deepEqual(store.fault, `cannot connect to Redis at 127.0.0.1:${server.port}`);
  assert.deepEqual(sources, []);
  const { stdout } = await esim(['status'], env);
  assert.match(stdout, /^Catalogue +unknown, because the store cannot be read$/m);
  await server.restart();
});

test('the status of a damaged database states the reason, and still reports the files', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  truncateSync(at('data/esim.db'), 30_000);
  writeFileSync(at('sources.json'), '{');
  const { code, status, reasons, store, catalogue } = await statusOf(env);
  assert.deepEqual([code, status, catalogue, store.readable], [1, 'failing', null, false]);
  assert.match(store.fault ?? '', /is damaged and was not changed/);
  assert.deepEqual(
    reasons.map(({ code: reason }) => reason),
    ['files_broken', 'counting_failed'],
  );
  const { stdout } = await esim(['status'], env);
  assert.match(stdout, /^Sources +the configuration has an error: .*sources\.json/m);
});

test('if no stored snapshot can be used, status and rank say so and do not rank the sample market', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  const db = new DatabaseSync(at('data/esim.db'));
  db.exec("UPDATE blobs SET packed = CAST('damaged' AS BLOB)");
  db.close();
  const { stdout } = await esim(['status'], env);
  assert.match(stdout, /^Catalogue +no stored snapshot can be used: run esim ingest/m);
  for (const settings of [env, { STORE_URL: env.STORE_URL }]) {
    const ranked = await esim(['rank', 'TR', '7'], settings);
    assert.equal(ranked.code, 1);
    assert.match(ranked.stderr, /^esim: no stored snapshot can be used/m);
  }
});

test('a folder that cannot be created fails at once', async () => {
  // A command that waits is ended after a while, without an exit code.
  for (const command of ['check', 'ingest', 'serve']) {
    const { code, stderr } = await esim([command], { STORE_URL: 'file:/proc/x', PORT: '0' });
    assert.equal(code, 1, command);
    assert.match(stderr, /the folder \/proc\/x cannot be (created|used)/, command);
  }
  const { code, stdout } = await esim(['status'], { STORE_URL: 'file:/proc/x' });
  assert.equal(code, 1);
  assert.match(stdout, /^Store +\/proc\/x: the folder \/proc\/x cannot be/m);
});

test('check tells a folder that exists from one that will be created', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  assert.match(
    (await esim(['check'], env)).stdout,
    /^ok {2}store: .* does not exist yet and will be created$/m,
  );
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  assert.match((await esim(['check'], env)).stdout, /^ok {2}store: .* is readable and writable$/m);
});

test('a source that is held after a rollback is reported with what to do', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  feed(JSON.stringify(rows(31)));
  assert.equal((await ingest()).code, 0);
  assert.equal((await esim(['snapshots', 'rollback'], env)).code, 0);
  const { sources, reasons } = await statusOf(env);
  assert.deepEqual(
    [sources.map(({ state }) => state), reasons.map(({ code }) => code)],
    [['held'], ['source_kept']],
  );
  for (const command of ['status', 'sources']) {
    const { stdout } = await esim([command], env);
    assert.match(stdout, /one-feed: held after a rollback; .*run esim accept one-feed/, command);
  }
});

test('an ingest says why a source that was read is held', async (t) => {
  const { feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30, () => ({ prices: { EUR: 9 } }))));
  const empty = await ingest();
  assert.match(
    empty.stdout,
    /^held one-feed: [^\n]*no exchange rate for EUR[^\n]* \(short\); to see the rejected rows: esim rejects one-feed$/m,
  );
  assert.equal(empty.stderr, 'esim: there are no plans to publish, so no snapshot was published\n');
  feed(JSON.stringify(rows(30)));
  assert.doesNotMatch((await ingest()).stdout, /^held/m);
  feed(JSON.stringify(rows(7)));
  const { code, stdout } = await ingest();
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^held one-feed: 7 plans, less than half of the 30 of last time \(halved\); if the change is right: esim accept one-feed$/m,
  );
});

test('a rollback respects the current overrides, explain names one, and a rollback works while their file is broken', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  const own = JSON.parse(readFileSync(at('sources.json'), 'utf8')) as object;
  writeFileSync(at('sources.json'), JSON.stringify({ ...own, overrides: 'overrides.json' }));
  const ends = { reason: 'a test', until: '2099-01-01' };
  const override = (entries: readonly object[]) => {
    const overrides = entries.map((entry) => ({ provider: 'one', ...entry, ...ends }));
    writeFileSync(at('overrides.json'), JSON.stringify({ overrides }));
  };
  const names = async () => {
    const { stdout } = await esim(['rank', 'JP', '7', 'light', '--json'], env);
    const { orders } = JSON.parse(stdout) as {
      orders: { Cheapest: { plan: { id: string; name: string } }[] };
    };
    return new Map(orders.Cheapest.map(({ plan }) => [plan.id, plan.name]));
  };
  const priced = (by: number) =>
    JSON.stringify(rows(30, ({ prices }) => ({ prices: { USD: prices.USD * by } })));
  override([]);
  feed(priced(1));
  assert.equal((await ingest()).code, 0);
  const [hidden = '', changed = ''] = (await names()).keys();
  assert.notEqual(changed, '');
  override([
    { plan: hidden, hide: true },
    { plan: changed, set: { name: 'Corrected' } },
  ]);
  feed(priced(1.1));
  assert.equal((await ingest()).code, 0);
  assert.equal((await esim(['snapshots', 'rollback'], env)).code, 0);
  const after = await names();
  assert.deepEqual([after.has(hidden), after.get(changed)], [false, 'Corrected']);
  const explained = await esim(['explain', 'JP', '7', 'light', `one/${hidden}`], env);
  assert.deepEqual(
    [explained.code, explained.stderr],
    [1, `esim: one/${hidden} is hidden by an override until 2099-01-01: a test\n`],
  );
  // The override was published before the feed was read, so there is one more snapshot to go back to.
  const first = await esim(['snapshots', 'rollback'], env);
  assert.match(
    first.stdout,
    /^snapshot 1 was published again as snapshot 5: 29 plans \(0 added, 0 removed, 0 prices changed\)\nnothing changed: the snapshots differ only in your corrections/,
  );
  assert.deepEqual(await names(), after, 'the overrides still apply');
  const again = await esim(['snapshots', 'rollback'], env);
  assert.match(again.stderr, /there is no earlier snapshot that differs/);

  writeFileSync(at('overrides.json'), '{');
  const broken = await esim(['snapshots', 'rollback', '1'], env);
  assert.equal(broken.code, 0);
  assert.match(broken.stderr, /no override is applied, because the files have an error: overrides\.json/);
});

test('quarantined prices are still reported after a read that failed', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  feed(
    JSON.stringify(
      rows(30, ({ prices }, index) => (index === 0 ? { prices: { USD: prices.USD / 10 } } : {})),
    ),
  );
  assert.match((await esim(['ingest', '--dry-run'], env)).stdout, /^note 1 plan would be quarantined$/m);
  assert.match((await ingest()).stdout, /^note 1 plan is quarantined: esim quarantine shows why$/m);
  assert.equal((await statusOf(env)).quarantined, 1);
  assert.match(
    (await esim(['status'], env)).stdout,
    /^Quarantine +1 plan \(1 fell\), the first (?:now|.+ ago): see esim quarantine$/m,
  );
  feed('this is not JSON');
  assert.equal((await ingest()).code, 1);
  assert.equal((await statusOf(env)).quarantined, 1);
  const { stdout } = await esim(['sources', '--json'], env);
  assert.equal((JSON.parse(stdout) as { quarantined: number }[])[0]?.quarantined, 1);
});

test('explain names a newer price that is quarantined, a plan that never was published for that reason, and a source that keeps its last good plans', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  const explain = (...plans: string[]) => esim(['explain', 'TR', '7', 'light', ...plans], env);
  feed(JSON.stringify(rows(30)));
  assert.equal((await ingest()).code, 0);
  assert.doesNotMatch((await explain('plan-0')).stdout, /Quarantined|Source/);
  feed(
    JSON.stringify(
      rows(31, ({ prices }, at) =>
        at === 0 ? { prices: { USD: prices.USD / 10 } } : at === 30 ? { prices: { USD: 0.1 } } : {},
      ),
    ),
  );
  assert.equal((await ingest()).code, 0);
  const waiting =
    /^Quarantined first seen .+, not published \(fell\): \$0\.30, \$3\.00 before\n +if it is right, run esim accept one-feed plan-0; esim quarantine one-feed lists all of them$/m;
  assert.match((await explain('plan-0')).stdout, waiting);
  assert.match((await explain('plan-3', 'plan-0')).stdout, waiting, 'also with two plans');
  const { stdout } = await esim(['explain', 'TR', '7', 'light', 'plan-0', '--json'], env);
  const { quarantined } = JSON.parse(stdout) as { quarantined: { usd_cents: number; reason: string } };
  assert.deepEqual([quarantined.usd_cents, quarantined.reason], [30, 'fell']);
  const unpublished = await explain('one/plan-30');
  assert.equal(unpublished.code, 1);
  assert.match(
    unpublished.stderr,
    /^esim: plan-30 of one-feed is quarantined: first seen .+ \(implausible\): .+; if it is right, run esim accept one-feed plan-30;/,
  );
  assert.equal((await esim(['accept', 'one-feed', 'plan-0'], env)).code, 0);
  assert.match(
    (await explain('plan-0')).stdout,
    /it is accepted and is published by the next run: esim ingest --only one-feed$/m,
  );
  feed('this is not JSON');
  assert.equal((await ingest()).code, 1);
  assert.match(
    (await explain('plan-3')).stdout,
    /^Source +one-feed: kept last good plans, last success .+ \(bad_feed\)$/m,
  );
});

test('a broken limits file is reported with the rest of the status, and exits with 1', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  await ingest();
  writeFileSync(at('limits.json'), '{"comparison.minute": "many"}');
  const status = await statusOf({ ...env, LIMITS_FILE: at('limits.json') });
  assert.equal(status.code, 1);
  assert.match(status.limits.fault ?? '', /limits\.json/);
  assert.deepEqual([status.status, status.reasons[0]?.code], ['degraded', 'files_broken']);
  assert.equal(status.sources.length, 1);
  assert.equal((await esim(['check'], { ...env, LIMITS_FILE: at('limits.json') })).code, 1);
});

test('the status says whether a running service uses the limits of the file, and what to do if not', async (t) => {
  const { at } = openOperator(t);
  const service = await startTestService({ limits: { 'comparison.minute': 30 } });
  t.after(() => service.stop());
  const { port, hostname } = new URL(service.url);
  const env = {
    STORE_URL: `file:${service.folder}`,
    PORT: port,
    HOST: hostname,
    LIMITS_FILE: at('limits.json'),
  };
  writeFileSync(at('limits.json'), '{"comparison.minute": 30}');
  assert.equal((await statusOf(env)).limits.in_force, true);
  writeFileSync(at('limits.json'), '{"comparison.minute": 30, "burst.capacity": 200}');
  assert.equal((await statusOf(env)).limits.in_force, false);
  // A shell without the settings of the service compares the default limits.
  for (const settings of [env, { ...env, LIMITS_FILE: '' }]) {
    const { stdout } = await esim(['status'], settings);
    assert.match(
      stdout,
      /^Limits +the running service uses other limits than this command: set LIMITS_FILE as for the service; if it is the same, send the service SIGHUP or restart it$/m,
    );
  }
});

test('the differences of a snapshot stay when an equal read follows, and the run itself reports none', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  await ingest();
  feed(JSON.stringify(rows(32)));
  assert.match((await ingest()).stdout, /32 plans \(2 added, 0 removed, 0 prices changed\)/);
  assert.match((await ingest()).stdout, /32 plans \(0 added, 0 removed, 0 prices changed\)/);
  const { stdout } = await esim(['snapshots', '--json'], env);
  const added = (JSON.parse(stdout) as { added: number }[]).map((snapshot) => snapshot.added);
  assert.deepEqual(added, [2, 30]);
});

test('a ranking without any plan exits with 1, as text and as JSON', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(30)));
  await ingest();
  for (const more of [[], ['--json']]) {
    assert.equal((await esim(['rank', 'TR', '7', ...more], env)).code, 0);
    assert.equal((await esim(['rank', 'XX', '7', ...more], env)).code, 1);
    assert.equal((await esim(['rank', 'AQ', '7', ...more], env)).code, 1);
    assert.equal((await esim(['rank', 'AQ', '7', '--then', 'TR:3', ...more], env)).code, 0);
  }
});

test('files that match nothing are named by check, ingest and status, once their feed was read', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(12)));
  const provider = {
    id: 'spare',
    name: 'Spare',
    homepage: 'https://spare.example/',
    hosts: ['spare.example'],
  };
  writeFileSync(at('providers/spare.json'), JSON.stringify(provider));
  const coupons = [coupon('typo', { plans: ['NO-SUCH'] })];
  writeFileSync(at('coupons.json'), JSON.stringify({ coupons }));
  const sources = JSON.parse(readFileSync(at('sources.json'), 'utf8')) as object;
  const files = { coupons: 'coupons.json', overrides: 'overrides.json' };
  writeFileSync(at('sources.json'), JSON.stringify({ ...sources, ...files }));
  const hide = (plan: string) => ({ provider: 'one', plan, hide: true, reason: 'x', until: '2099-12-31' });
  writeFileSync(at('overrides.json'), JSON.stringify({ overrides: [hide('plan-3'), hide('NO-SUCH')] }));
  const lines = [
    'the provider file spare.json matches no plan of the catalogue',
    'the coupon typo names NO-SUCH: the catalogue has no such plan',
    'the override of one/NO-SUCH matches no plan of the catalogue',
  ];
  const before = await esim(['check'], env);
  assert.equal(before.code, 0, before.stderr);
  assert.doesNotMatch(before.stderr, /matches no|no such plan/);
  const ingested = await ingest();
  assert.equal(ingested.code, 0, ingested.stderr);
  const checked = JSON.parse((await esim(['check', '--json'], env)).stdout) as { notes: string[] };
  const { stdout } = await esim(['status', '--json'], env);
  const { unused } = JSON.parse(stdout) as { unused: string[] };
  assert.deepEqual(unused, lines);
  for (const line of lines) {
    assert.ok((ingested.stdout + ingested.stderr).includes(line.replace(/(plan) of the catalogue$/, '$1')));
    assert.ok(checked.notes.includes(line));
  }
  const overrides = JSON.parse((await esim(['overrides', '--json'], env)).stdout) as { state: string }[];
  assert.deepEqual(
    overrides.map(({ state }) => state),
    ['active', 'matches no plan'],
  );
});

test('a misspelt variable is a note of check, also beside an error of the settings', async (t) => {
  const { env } = openOperator(t);
  for (const port of ['8080', 'none']) {
    const variables = { STORE_URL: env.STORE_URL, SOURCE_FILE: env.SOURCES_FILE, PORT: port };
    const { stderr } = await esim(['check'], variables);
    assert.match(stderr, /the variable SOURCE_FILE is not a setting: did you mean SOURCES_FILE\?/);
  }
});

test('rates that cannot be read are named by status, with the first run that failed, until they are read again', async (t) => {
  const { at, env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(12)));
  const sources = JSON.parse(readFileSync(at('sources.json'), 'utf8')) as object;
  writeFileSync(at('sources.json'), JSON.stringify({ ...sources, rates: { file: 'rates.json' } }));
  const date = new Date().toISOString().slice(0, 10);
  const write = (rates: object) =>
    writeFileSync(at('rates.json'), JSON.stringify({ date, base: 'EUR', rates }));
  const status = async () =>
    JSON.parse((await esim(['status', '--json'], env)).stdout) as {
      rates: object;
      rates_problem: { message: string; started_at: string } | null;
    };
  write({ USD: '1.08' });
  await ingest();
  assert.equal((await status()).rates_problem, null);
  write({ GBP: '0.84' });
  await ingest();
  const { rates_problem: first, rates } = await status();
  assert.match(first?.message ?? '', /rates must contain USD/);
  assert.deepEqual(rates, { date, usable: true });
  await ingest();
  assert.deepEqual((await status()).rates_problem, first);
  assert.match(
    (await esim(['status'], env)).stdout,
    /Rates +of \d{4}-\d\d-\d\d\n +cannot be read since .*: rates\.json: .*; correct "rates" in the sources file, then esim ingest/,
  );
  write({ USD: '1.08' });
  await ingest();
  assert.equal((await status()).rates_problem, null);
});

test('a certificate of a feed that expires within two weeks is a review that status names with the next step', async (t) => {
  const { env, feed, ingest } = openOperator(t);
  feed(JSON.stringify(rows(12)));
  await ingest();
  const expiring = async (days: number) => {
    const store = await openStore({ url: env.STORE_URL, mode: 'write', clock: Date.now, onEvent: () => {} });
    const until = Date.now() + days * DAY_MS;
    await writeRun(store.documents, {
      ...(await readRun(store.documents, 'one-feed'))!,
      certificateUntil: until,
    });
    await store.close();
    const { stdout } = await esim(['status'], env);
    return /^.*certificate.*$/m.exec(stdout)?.[0];
  };
  assert.equal(await expiring(20), undefined);
  assert.match(
    (await expiring(13)) ?? '',
    /the certificate of the feed one-feed expires on \d{4}-\d\d-\d\d: ask the seller to renew it, because the feed cannot be read after that$/,
  );
  assert.match((await expiring(-1)) ?? '', /one-feed expired on/);
  const { reviews } = JSON.parse((await esim(['status', '--json'], env)).stdout) as {
    reviews: { certificates: { source: string; until: string }[] };
  };
  assert.deepEqual(
    reviews.certificates.map(({ source }) => source),
    ['one-feed'],
  );
});

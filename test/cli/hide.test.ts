/** `esim hide`, `esim show` and `esim overrides`: corrections are visible at once and cost no computation of the day. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run } from '../../src/cli/main.ts';
import { testDependencies } from '../../src/cli/testing/dependencies.ts';
import { openStore } from '../../src/store/open.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { rows } from '../ingest/support/shop.ts';
import { writeOperatorFiles } from '../support/operator.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { esim, temporaryFolder } from './support.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=light';
const BUDGET = /^esim_limit_budget_left\{window="comparison\.uncached\.day"\} (\d+)$/m;

/** A service of an operator whose feed has ids that are no ids of plans. */
async function serve(t: TestContext) {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const sourcesFile = writeOperatorFiles(folder.path);
  // No plan is better than another one in every fact, so that the lists have all of them.
  const feed = rows(12, (_row, index) => ({
    id: `TRK${index + 1}`,
    validity: 30,
    dataCap: index + 3,
    prices: { USD: 3 + index },
    coverages: [{ code: 'TR', networks: [] }],
  }));
  writeFileSync(join(folder.path, 'feed.json'), JSON.stringify(feed));
  const env = { STORE_URL: folder.storeUrl, SOURCES_FILE: sourcesFile };
  const ingested = await esim(['ingest'], env);
  assert.equal(ingested.code, 0, ingested.stderr);
  const service = await startTestService({
    folder: join(folder.path, 'data'),
    env,
    limits: { 'comparison.service.day': 1_000_000 },
  });
  t.after(() => service.stop({ keepFolder: true }));
  return { env, service, at: (name: string) => join(folder.path, name) };
}

const idsIn = ({ orders }: Comparison): Set<string> =>
  new Set(Object.values(orders).flatMap((list) => list.map(({ plan }) => plan.id)));

async function budgetLeft(service: TestService): Promise<number> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(BUDGET.exec(text)?.[1]);
}

test('a plan is hidden by the id of its feed, its published id and its link, at once and without a computation of the day', async (t) => {
  const { env, service } = await serve(t);
  const before = await service.json<Comparison>(TRIP);
  const plans = Object.values(before.orders).flat();
  const planOf = (feedId: string) =>
    plans.find(({ plan }) => plan.id.startsWith(`${feedId.toLowerCase()}-`))!;
  const left = await budgetLeft(service);
  for (const [feedId, nameOf] of [
    ['TRK1', () => 'TRK1'],
    ['TRK2', () => 'one/TRK2'],
    ['TRK3', (id: string) => `one/${id}`],
    ['TRK4', (id: string) => `https://esim.example/go/one/${id}?via=page&to=TR`],
  ] as const) {
    const { id } = planOf(feedId).plan;
    const done = await esim(['hide', nameOf(id), '--reason', 'wrong amount'], env);
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stdout, new RegExp(`^one/${id} is hidden: 1 plan left the catalogue`));
    await until(`${feedId} is gone`, async () => !idsIn(await service.json<Comparison>(TRIP)).has(id));
    assert.equal((await service.get(`/go/one/${id}`)).status, 410);
    for (const name of [feedId, `one/${feedId}`, nameOf(id)]) {
      const explained = await esim(['explain', 'TR', '7', 'light', name], env);
      assert.equal(explained.code, 1);
      assert.match(explained.stderr, new RegExp(`one/${id} is hidden with esim hide: wrong amount`));
      const earlier = await esim(['history', name], env);
      assert.equal(earlier.code, 0, 'a hidden plan keeps its history');
    }
  }
  const after = await service.json<Comparison>(TRIP);
  assert.equal(after.considered.plans, before.considered.plans - 4);
  assert.equal(after.query.fresh_until, before.query.fresh_until, 'the response expires when it did before');
  assert.notEqual(after.query.catalogue, before.query.catalogue);
  assert.equal(await budgetLeft(service), left, 'computing it again takes no unit of the day');
  const [source] = JSON.parse((await esim(['sources', '--json'], env)).stdout) as { plans: number }[];
  assert.equal(source?.plans, 8, 'sources counts the published plans');
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  assert.match(metrics, /^esim_source_plans\{source="one-feed"\} 8$/m);

  const listed = JSON.parse((await esim(['overrides', '--json'], env)).stdout) as {
    plan: string;
    reason: string;
  }[];
  assert.deepEqual(
    listed.map(({ plan, reason }) => [plan.replace(/-\w+$/, ''), reason]),
    ['one/trk1', 'one/trk2', 'one/trk3', 'one/trk4'].map((plan) => [plan, 'wrong amount']),
  );
  // The next run of the feed does not bring it back.
  assert.equal((await esim(['ingest'], env)).code, 0);
  const shown = await esim(['show', 'TRK1'], env);
  assert.match(shown.stdout, /to read it now, use esim ingest --only one-feed\n$/);
  const again = await esim(['show', 'TRK1'], env);
  assert.match(again.stderr, /TRK1 is not hidden with esim hide/);
  assert.equal((await esim(['ingest'], env)).code, 0);
  const ids = JSON.parse((await esim(['overrides', '--json'], env)).stdout) as unknown[];
  assert.equal(ids.length, 3);
  const { code } = await esim(['explain', 'TR', '7', 'light', 'TRK1'], env);
  assert.equal(code, 0, 'it is in the catalogue again');
  assert.equal((await esim(['explain', 'TR', '7', 'light', 'one/TRK2'], env)).code, 1);
});

test('a mistake in a name hides nothing and says what is possible', async (t) => {
  const { env } = await serve(t);
  for (const [args, message] of [
    [['hide', 'nothing'], /the catalogue has no plan nothing/],
    [['hide', 'other/TRK1'], /there is no provider "other"; the providers are one/],
    [['hide', '--provider', 'other'], /there is no provider "other"; the providers are one/],
    [['hide', '--provider', 'one'], /is every plan of the catalogue, so nothing was hidden/],
    [['hide'], /name one plan, or one provider with --provider/],
    [['hide', 'TRK1', '--provider', 'one'], /name one plan, or one provider/],
    [['show', 'TRK1'], /is not hidden/],
  ] as const) {
    const { code, stderr } = await esim([...args], env);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  }
  assert.equal((await esim(['overrides'], env)).stdout, 'nothing is hidden or corrected\n');
});

test('an edited overrides file with the id of the feed is applied before the feeds are read, and explain never calls a ranked plan hidden', async (t) => {
  const { env, service, at } = await serve(t);
  const before = await service.json<Comparison>(TRIP);
  const left = await budgetLeft(service);
  const sources = JSON.parse(readFileSync(at('sources.json'), 'utf8')) as object;
  const entry = { provider: 'one', plan: 'TRK1', hide: true, reason: 'gone', until: '2099-12-31' };
  writeFileSync(at('overrides.json'), JSON.stringify({ overrides: [entry] }));
  writeFileSync(at('sources.json'), JSON.stringify({ ...sources, overrides: 'overrides.json' }));
  assert.equal((await esim(['ingest'], env)).code, 0);
  await until('TRK1 is gone', async () => {
    const { considered } = await service.json<Comparison>(TRIP);
    return considered.plans === before.considered.plans - 1;
  });
  assert.equal(await budgetLeft(service), left);
  const explained = await esim(['explain', 'TR', '7', 'light', 'one/TRK1'], env);
  assert.match(explained.stderr, /one\/TRK1 is hidden by an override until 2099-12-31: gone/);
  // The file is edited again, so the plan is ranked.
  writeFileSync(at('overrides.json'), JSON.stringify({ overrides: [{ ...entry, plan: 'TRK9' }] }));
  assert.equal((await esim(['ingest'], env)).code, 0);
  await until('TRK1 is back', async () =>
    [...idsIn(await service.json<Comparison>(TRIP))].some((id) => id.startsWith('trk1-')),
  );
  assert.equal((await esim(['explain', 'TR', '7', 'light', 'one/TRK1'], env)).code, 0);
  assert.equal(await budgetLeft(service), left);
});

test('an ingest says that it waits for another one, and then reads the feeds', async (t) => {
  const { env } = await serve(t);
  const store = await openStore({ url: env.STORE_URL, mode: 'write', clock: Date.now, onEvent: () => {} });
  t.after(() => store.close());
  let token: string | null = null;
  await until('no other process ingests', async () => {
    token = await store.leases.acquire('ingest', 60_000);
    return token !== null;
  });
  const notes: string[] = [];
  const deps = testDependencies();
  const err = {
    ...deps.err,
    // The other process ends as soon as the command waits for it.
    write: (text: string) => {
      notes.push(text);
      void store.leases.release('ingest', token!);
    },
  };
  const code = await run(['ingest'], { ...deps, err, clock: Date.now, env });
  assert.deepEqual(notes, ['esim: waiting for another process that is ingesting\n']);
  assert.match(deps.stdout(), /^read one-feed: 12 rows/m);
  assert.equal(code, 0);
});

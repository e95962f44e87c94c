/** Changes of many plans of a large table at once: what is quarantined, what the operator sees, and what `accept` does. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSnapshot } from '../../src/catalogue/read-snapshot.ts';
import type { CountryCode, Plan } from '../../src/domain/plan.ts';
import { acceptNextRun } from '../../src/ingest/documents/acceptance.ts';
import { readQuarantine } from '../../src/ingest/documents/quarantine.ts';
import { openStore } from '../../src/store/open.ts';
import { esim, temporaryFolder } from '../cli/support.ts';
import { configOf, HOUR_MS, openBench } from './support/shop.ts';
import { planId, TABLE_ROWS, type TableRow, tableSource, tableText } from './support/table.ts';

type Change = (row: TableRow, index: number) => Partial<TableRow>;
const changed = (change: Change): readonly TableRow[] =>
  TABLE_ROWS.map((row, index) => ({ ...row, ...change(row, index) }));
const idsWhere = (holds: (row: TableRow, index: number) => boolean): readonly string[] =>
  TABLE_ROWS.filter(holds).map(planId);

/** The folder of an operator whose only source is the table, with the commands that the operator runs. */
function operator(t: TestContext): Operator {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const file = join(folder.path, 'sources.json');
  mkdirSync(join(folder.path, 'providers'));
  writeFileSync(file, JSON.stringify({ providers: 'providers/', sources: [tableSource('file:table.csv')] }));
  const env = { SOURCES_FILE: file, STORE_URL: folder.storeUrl };
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await esim(args, env);
    // No service is running, which `status` reports with exit code 1.
    assert.equal(code, args[0] === 'status' ? 1 : 0, `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    run,
    async ingest(rows) {
      writeFileSync(join(folder.path, 'table.csv'), tableText(rows));
      await run('ingest');
    },
    async listed() {
      return JSON.parse(await run('quarantine', 'table', '--json', '--limit', '10000'));
    },
    async plansFor(country) {
      const store = await openStore({
        url: folder.storeUrl,
        mode: 'read',
        clock: Date.now,
        onEvent: () => {},
      });
      try {
        const { plans } = await readSnapshot(store.snapshots, (await store.snapshots.current())!);
        return plans
          .filter(({ plan }) => plan.coverage.destinations.includes(country))
          .map(({ plan }) => plan.id);
      } finally {
        await store.close();
      }
    },
  };
}

interface Operator {
  readonly run: (...args: readonly string[]) => Promise<string>;
  readonly ingest: (rows: readonly TableRow[]) => Promise<void>;
  readonly listed: () => Promise<readonly { plan: string; reason: string; old: string; new: string }[]>;
  readonly plansFor: (country: CountryCode) => Promise<readonly string[]>;
}

/** The operator accepts one plan, then the source, then all plans of the kind. */
async function acceptsPlaces(
  { run, ingest, listed, plansFor }: Operator,
  rows: readonly TableRow[],
  ids: readonly string[],
  country: CountryCode,
  publishedCount = ids.length,
): Promise<void> {
  const before = (await plansFor(country)).filter((id) => !ids.includes(id));
  assert.deepEqual(
    (await listed()).map(({ plan, reason }) => `${plan} ${reason}`).toSorted(),
    ids.map((id) => `${id} places`).toSorted(),
  );
  assert.equal((await plansFor(country)).length, before.length);
  const status = JSON.parse(await run('status', '--json')) as {
    quarantined: number;
    quarantined_by_kind: object;
  };
  assert.equal(status.quarantined, ids.length);
  assert.deepEqual(status.quarantined_by_kind, { places: ids.length });
  const [first = ''] = ids;
  await run('accept', 'table', first);
  await ingest(rows);
  assert.deepEqual((await plansFor(country)).toSorted(), [...before, first].toSorted());
  assert.match(
    await run('accept', 'table'),
    new RegExp(`^${ids.length - 1} plans of it stay quarantined`, 'm'),
  );
  await ingest(rows);
  assert.equal((await listed()).length, ids.length - 1);
  assert.deepEqual((await plansFor(country)).toSorted(), [...before, first].toSorted());
  await run('accept', 'table', '--kind', 'places');
  await ingest(rows);
  assert.deepEqual(await listed(), []);
  assert.equal((await plansFor(country)).length, before.length + publishedCount);
}

test('if every plan of a country gains another one, no trip there has such a plan until the operator accepts it', async (t) => {
  const table = operator(t);
  await table.ingest(TABLE_ROWS);
  const gained = changed(({ where }) => (where === 'JP' ? { where: 'JP|CN' } : {}));
  await table.ingest(gained);
  const [one] = await table.listed();
  assert.deepEqual([one?.old, one?.new], ['JP', 'CN JP']);
  assert.equal((await table.plansFor('JP')).length, 50);
  await acceptsPlaces(
    table,
    gained,
    idsWhere(({ where }) => where === 'JP'),
    'CN',
  );
});

test('if 30% of the plans move to another country, they stay where they were until the operator accepts them', async (t) => {
  const table = operator(t);
  await table.ingest(TABLE_ROWS);
  const isMoved = ({ where }: TableRow, index: number) => index % 10 < 3 && where.length === 2;
  const moved = changed((row, index) => (isMoved(row, index) ? { where: 'UY' } : {}));
  await table.ingest(moved);
  const [one] = await table.listed();
  assert.deepEqual([one?.old, one?.new], ['AE', 'UY']);
  // Of the moved plans of a seller, those with the same terms are duplicates: three sizes of five sellers remain.
  await acceptsPlaces(table, moved, idsWhere(isMoved), 'UY', 15);
});

/** The table in one process: a run with the usual rows, and then one with changed rows. */
async function secondRun(rows: readonly TableRow[]) {
  const bench = await openBench();
  let text = tableText(TABLE_ROWS);
  const config = configOf([{ ...tableSource('https://unused.example/'), provider: undefined } as never]);
  const pages = async function* () {
    yield { number: 1, body: Buffer.from(text) };
  };
  const rates = { kind: 'text', text: '{"date":"2026-11-09","base":"USD","rates":{"EUR":"0.8"}}' } as const;
  const sources = config.sources.map((one) => ({ ...one, pages }));
  const run = () => bench.run({ ...config, sources, rates });
  const plans = async (): Promise<readonly Plan[]> => (await bench.plans())['table'] ?? [];
  await run();
  const before = await plans();
  text = tableText(rows);
  bench.now += HOUR_MS;
  const report = await run();
  const held = async () => (await readQuarantine(bench.store.documents, 'table'))?.plans ?? [];
  return { bench, run, before, plans, held, source: report.sources[0] ?? assert.fail() };
}

const termsOf = ({ id, allowance, validity, price, coverage }: Plan): string =>
  JSON.stringify([id, allowance, validity, price, coverage.destinations]);
const sortedTerms = (plans: readonly Plan[]) => plans.map(termsOf).toSorted();

const QUARANTINED: readonly {
  name: string;
  kind: string;
  isChanged: (row: TableRow, index: number) => boolean;
  change: Change;
}[] = [
  {
    name: 'amounts ten times as large on a quarter of the rows',
    kind: 'amount',
    isChanged: ({ data }, index) => index % 4 === 0 && data !== '50 GB',
    change: ({ data }) => ({ data: data.replace(/\d+/, (number) => `${number}0`) }),
  },
  {
    name: 'MB and GB swapped on a fifth of the rows',
    kind: 'amount',
    isChanged: ({ data }, index) => index % 5 === 1 && Number.parseInt(data, 10) >= 5,
    change: ({ data }) => ({
      data: data.includes('GB') ? data.replace('GB', 'MB') : data.replace('MB', 'GB'),
    }),
  },
  {
    name: 'the label EUR on 30% of the rows',
    kind: 'currency',
    isChanged: (_row, index) => index % 10 < 3,
    change: () => ({ currency: 'EUR' }),
  },
];

for (const { name, kind, isChanged, change } of QUARANTINED)
  test(`${name}: each keeps its last good terms, and accepting the source publishes none`, async () => {
    const rows = changed((row, index) => (isChanged(row, index) ? change(row, index) : {}));
    const { bench, run, before, plans, held } = await secondRun(rows);
    const ids = idsWhere(isChanged).toSorted();
    assert.ok(ids.length > 200);
    assert.deepEqual((await held()).map(({ plan }) => plan).toSorted(), ids);
    assert.deepEqual(new Set((await held()).map(({ reason }) => reason)), new Set([kind]));
    assert.deepEqual(sortedTerms(await plans()), sortedTerms(before));
    await acceptNextRun(bench.store.documents, 'table', bench.now);
    await run();
    assert.deepEqual(sortedTerms(await plans()), sortedTerms(before));
  });

test('the same ids again with other terms and lower prices: each keeps its last good terms', async () => {
  const isTwice = (_row: TableRow, index: number) => index % 20 === 0;
  const again = TABLE_ROWS.filter(isTwice).map((row) => ({ ...row, days: '90', price: '1.90' }));
  const { before, plans, held } = await secondRun([...TABLE_ROWS, ...again]);
  assert.deepEqual(
    (await held()).map(({ plan, reason }) => `${plan} ${reason}`).toSorted(),
    idsWhere(isTwice)
      .map((id) => `${id} id_reused`)
      .toSorted(),
  );
  assert.deepEqual(sortedTerms(await plans()), sortedTerms(before));
});

test('two sellers that are merged into a third one are held, with the proposal to join them', async () => {
  const rows = changed(({ shop }) => (shop === 'Anka' || shop === 'Huma' ? { shop: 'Roc' } : {}));
  const { before, plans, source } = await secondRun(rows);
  assert.match(
    source.problem?.message ?? '',
    /roc: 630 of the 630 plans of "anka" are now listed as "roc", with the same ids and terms: to join them/,
  );
  assert.deepEqual(sortedTerms(await plans()), sortedTerms(before));
});

test('a seller that is renamed stays one seller until the operator decides', async () => {
  const rows = changed(({ shop }) => (shop === 'Anka' ? { shop: 'Anka Mobile' } : {}));
  const { plans, source } = await secondRun(rows);
  assert.match(source.problem?.message ?? '', /ankamobile: 630 of the 630 plans of "anka" are now listed/);
  const providers = new Set((await plans()).map(({ provider }) => provider));
  assert.deepEqual([providers.has('anka'), providers.has('ankamobile'), providers.size], [true, false, 5]);
});

test('placeholder amounts and lengths of a seller are quarantined, on the first day too', async () => {
  const isPlaceholder = ({ shop }: TableRow, index: number) => shop === 'Kirin' && index % 13 < 1;
  const change: Change = (row, index) =>
    isPlaceholder(row, index) ? (index % 2 === 0 ? { data: '1001 GB' } : { days: '1000' }) : {};
  const rows = changed(change);
  const { held, plans } = await secondRun(rows);
  assert.deepEqual(
    (await held()).map(({ plan, reason }) => `${plan} ${reason}`).toSorted(),
    idsWhere(isPlaceholder)
      .map((id) => `${id} placeholder`)
      .toSorted(),
  );
  assert.equal((await plans()).length, TABLE_ROWS.length);
  const bench = await openBench();
  const config = configOf([{ ...tableSource('https://unused.example/'), provider: undefined } as never]);
  const pages = async function* () {
    yield { number: 1, body: Buffer.from(tableText(rows)) };
  };
  await bench.run({ ...config, sources: config.sources.map((one) => ({ ...one, pages })) });
  assert.equal((await bench.plans())['table']?.length, TABLE_ROWS.length - idsWhere(isPlaceholder).length);
});

/** What programs read: the JSON of every command that prints any. In this process, so that all of them are quick. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createProgram, runProgram } from '../../src/cli/program.ts';
import { pretendDependencies } from '../../src/cli/testing.ts';
import { writeQuarantine } from '../../src/ingest/documents.ts';
import { openStore } from '../../src/store/open.ts';
import { noCounters } from '../../src/store/port.ts';
import { type Folder, temporaryFolder } from './support.ts';

const PLAN = 'driftlark/tr-10gb-30d';
const OTHER = 'pebblefone/tr-10gb-30d';

/** Each command that takes `--json`, in every form that it has. */
const ASKED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // Nothing is written, so that the others find what was put there.
  ingest: [
    ['ingest', '--dry-run'],
    ['ingest', '--dry-run', '--only', 'driftlark'],
    ['ingest', '--due'],
  ],
  status: [['status']],
  limits: [['limits'], ['limits', '--usage']],
  rank: [
    ['rank', 'TR', '7', '--variants'],
    ['rank', 'JP', '5', 'normal', '--then', 'KR:4', '--require', '5g'],
  ],
  explain: [
    ['explain', 'TR', '7', 'normal', PLAN],
    ['explain', 'TR', '7', 'normal', PLAN, OTHER],
    ['explain', 'JP', '7', 'normal', PLAN],
  ],
  sources: [['sources']],
  rejects: [['rejects'], ['rejects', 'oddbeacon']],
  withheld: [['withheld']],
  history: [['history', 'driftlark', 'tr-10gb-30d']],
  editions: [['editions']],
  check: [['check'], ['check', '{folder}/none.json']],
  try: [['try', '{folder}/feed.csv']],
};

let folder: Folder;
before(async () => {
  folder = temporaryFolder();
  writeFileSync(
    join(folder.path, 'feed.csv'),
    'Country,Data,Days,Price\nJapan,3 GB,7,8.00\nNarnia,3 GB,7,8.00\n',
  );
  const agreement = {
    name: 'a partner',
    networks: ['198.51.100.0/24'],
    per: 'subject',
    limits: { 'comparison.minute': 60 },
    together: { 'comparison.day': 900 },
  };
  writeFileSync(join(folder.path, 'agreements.json'), JSON.stringify([agreement]));
  // The first ingest publishes; a price that is held back is put in by hand, since the sample market has none.
  await run('ingest');
  const store = await openStore({
    url: folder.storeUrl,
    mode: 'share',
    clock: Date.now,
    makeCounters: noCounters,
    onEvent: () => {},
  });
  const held = { plan: 'tr-1gb-7d', name: 'TR 1 GB', minor: 100, currency: 'USD', usdCents: 100 };
  const why = { reason: 'fell', detail: '$1.00, $9.00 before', since: Date.now(), accepted: false } as const;
  await writeQuarantine(store.documents, {
    source: 'driftlark',
    at: Date.now(),
    plans: [{ ...held, ...why }],
  });
  await store.close();
});
after(() => folder.remove());

async function run(...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  const around = pretendDependencies();
  const env = {
    STORE_URL: folder.storeUrl,
    AGREEMENTS_FILE: join(folder.path, 'agreements.json'),
    PORT: '1',
  };
  const real = { clock: Date.now, random: Math.random, env };
  const code = await runProgram(
    args.map((text) => text.replace('{folder}', folder.path)),
    { ...around, ...real },
  );
  return { code, stdout: around.stdout() };
}

test('every command that takes --json is looked at here', () => {
  const taking = createProgram(pretendDependencies())
    .commands.filter(({ options }) => options.some(({ long }) => long === '--json'))
    .map((command) => command.name());
  assert.deepEqual(new Set(Object.keys(ASKED)), new Set(taking));
});

/** Not ours to name: orders as REST names them, and an entry in the form of the operator's file. */
const NAMED_ELSEWHERE = [/^rank \.orders\.(Recommended|Cheapest|Fastest)$/, /^try \.source\b/];
const SNAKE_CASE = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const NAMES_A_TIME = /(_at|_until|_success|_attempt|^next_run|^from|^newest|^oldest)$/;

function* faultsIn(command: string, value: unknown, at: string): Generator<string> {
  if (NAMED_ELSEWHERE.some((known) => known.test(`${command} ${at}`)) && command === 'try') return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* faultsIn(command, item, `${at}[${index}]`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const path = `${at}.${name}`;
    const isKnown = NAMED_ELSEWHERE.some((known) => known.test(`${command} ${path}`));
    if (!SNAKE_CASE.test(name) && !isKnown) yield `${path}: the name is not in snake_case`;
    if (NAMES_A_TIME.test(name) && inner !== null && !(typeof inner === 'string' && INSTANT.test(inner)))
      yield `${path}: ${JSON.stringify(inner)} is no time in ISO 8601`;
    if (typeof inner === 'number' && inner > 1e9 && inner < 1e14) yield `${path}: ${inner} may be a time`;
    if (
      typeof inner === 'string' &&
      /^\d{4}-\d\d-\d\d/.test(inner) &&
      !INSTANT.test(inner) &&
      !DAY.test(inner)
    )
      yield `${path}: ${inner} is no time in ISO 8601`;
    yield* faultsIn(command, inner, path);
  }
}

for (const [command, forms] of Object.entries(ASKED)) {
  test(`esim ${command} --json: every name is in snake_case, every time in ISO 8601`, async () => {
    for (const args of forms) {
      const { stdout } = await run(...args, '--json');
      const value = JSON.parse(stdout) as unknown;
      assert.ok(Array.isArray(value) ? value.length > 0 : value !== null, `${args.join(' ')} says something`);
      assert.deepEqual([...faultsIn(command, value, '')], [], args.join(' '));
    }
  });
}

test('status tells everything at a glance: edition, sources, held back, rates, limits, agreements, store, service', async () => {
  const { code, stdout } = await run('status', '--json');
  assert.equal(code, 0);
  const told = JSON.parse(stdout) as {
    status: string;
    service: { running: boolean };
    store: { kind: string; folder: string; state: string };
    catalogue: { edition: number; plans: number };
    sources: { state: string }[];
    rates: { usable: boolean };
    limits: { budgets: { name: string; limit: number; left: number }[] };
    agreements: { name: string }[];
  };
  assert.deepEqual(
    [told.status, told.service.running, told.store.kind, told.store.state, told.catalogue.plans],
    ['ok', false, 'embedded', 'ok', 7000],
  );
  assert.equal(told.store.folder, join(folder.path, 'data'));
  assert.ok(told.catalogue.edition >= 1);
  assert.ok(told.sources.length === 19 && told.sources.every(({ state }) => /^(ok|unchanged)$/.test(state)));
  assert.equal(told.rates.usable, true);
  const budget = told.limits.budgets.find(({ name }) => name === 'comparison.uncached.day');
  assert.deepEqual([budget?.limit, budget?.left], [250, 250]);
  assert.deepEqual(told.agreements, [{ name: 'a partner', networks: '198.51.100.0/24' }]);
});

test('limits and check show the agreements, for people too', async () => {
  const limits = (await run('limits')).stdout;
  assert.match(limits, /^Agreement +Networks +For each +Figures$/m);
  assert.match(
    limits,
    /^a partner +198\.51\.100\.0\/24 +subject +comparison\.minute 60; together comparison\.day 900$/m,
  );
  assert.match((await run('check')).stdout, /^ok {2}agreement "a partner": 198\.51\.100\.0\/24$/m);
});

/** The JSON output of every command that has one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createProgram, runProgram } from '../../src/cli/program.ts';
import { testDependencies } from '../../src/cli/testing/dependencies.ts';
import { writeHidden } from '../../src/ingest/documents/hidden.ts';
import { writeQuarantine } from '../../src/ingest/documents/quarantine.ts';
import { openStore } from '../../src/store/open.ts';
import { copyPublished } from '../support/published.ts';
import { type Folder, temporaryFolder } from './support.ts';

const PLAN = 'driftlark/tr-10gb-30d';
const OTHER = 'pebblefone/tr-10gb-30d';

/** Each command with `--json`, in all of its forms. */
const ASKED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // These forms write nothing, so that the other commands find the prepared store.
  ingest: [
    ['ingest', '--dry-run'],
    ['ingest', '--dry-run', '--only', 'driftlark'],
    ['ingest', '--due'],
  ],
  status: [['status']],
  clicks: [['clicks'], ['clicks', '--months']],
  limits: [['limits'], ['limits', '--usage']],
  rank: [
    ['rank', 'TR', '7'],
    ['rank', 'JP', '5', 'normal', '--then', 'KR:4', '--require', '5g'],
  ],
  explain: [
    ['explain', 'TR', '7', 'normal', PLAN],
    ['explain', 'TR', '7', 'normal', PLAN, OTHER],
    ['explain', 'JP', '7', 'normal', PLAN],
  ],
  sources: [['sources']],
  rejects: [['rejects'], ['rejects', 'oddbeacon']],
  quarantine: [['quarantine']],
  overrides: [['overrides']],
  history: [['history', 'driftlark/tr-10gb-30d']],
  snapshots: [['snapshots']],
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
    per: 'network',
    limits: { 'comparison.minute': 60 },
  };
  writeFileSync(join(folder.path, 'agreements.json'), JSON.stringify([agreement]));
  copyPublished(join(folder.path, 'data'));
  // The sample market has no quarantined price, so one is written directly.
  const store = await openStore({
    url: folder.storeUrl,
    mode: 'write',
    clock: Date.now,
    onEvent: () => {},
  });
  const held = { plan: 'tr-1gb-7d', name: 'TR 1 GB', minor: 100, currency: 'USD', usdCents: 100 };
  const why = {
    reason: 'fell',
    detail: '$1.00, $9.00 before',
    old: '$9.00',
    new: '$1.00',
    oldUsdCents: 900,
    terms: null,
    termsSince: Date.now(),
    priceSince: Date.now(),
    accepted: false,
  } as const;
  await writeQuarantine(store.documents, {
    source: 'driftlark',
    at: Date.now(),
    plans: [{ ...held, ...why }],
  });
  await writeHidden(store.documents, {
    provider: 'driftlark',
    plan: 'tr-1gb-7d',
    reason: 'wrong price',
    at: Date.now(),
  });
  const today = new Date().toISOString().slice(0, 10);
  await store.clicks.add('batch', new Map([[`${today} driftlark page TR click`, 3]]));
  await store.close();
});
after(() => folder.remove());

async function run(...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  const deps = testDependencies();
  const env = {
    STORE_URL: folder.storeUrl,
    AGREEMENTS_FILE: join(folder.path, 'agreements.json'),
    PORT: '1',
  };
  const real = { clock: Date.now, random: Math.random, env };
  const code = await runProgram(
    args.map((text) => text.replace('{folder}', folder.path)),
    { ...deps, ...real },
  );
  return { code, stdout: deps.stdout() };
}

test('every command with --json is tested here', () => {
  const taking = createProgram(testDependencies())
    .commands.filter(({ options }) => options.some(({ long }) => long === '--json'))
    .map((command) => command.name());
  assert.deepEqual(new Set(Object.keys(ASKED)), new Set(taking));
});

/** Names that other formats define: the lists and country codes of the REST API, and an entry of the sources file. */
const NAMED_ELSEWHERE = [
  /^rank \.orders\.(Recommended|Cheapest|Fastest)$/,
  /^rank .*\.networks_by_country\.[A-Z]{2}$/,
  /^try \.source\b/,
];
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
      yield `${path}: ${JSON.stringify(inner)} is not a time in ISO 8601`;
    if (typeof inner === 'number' && inner > 1e9 && inner < 1e14) yield `${path}: ${inner} may be a time`;
    if (
      typeof inner === 'string' &&
      /^\d{4}-\d\d-\d\d/.test(inner) &&
      !INSTANT.test(inner) &&
      !DAY.test(inner)
    )
      yield `${path}: ${inner} is not a time in ISO 8601`;
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

test('status reports the snapshot, sources, rates, store and service', async () => {
  const { code, stdout } = await run('status', '--json');
  assert.equal(code, 1, 'no service runs');
  const status = JSON.parse(stdout) as {
    status: string;
    service: { running: boolean };
    store: { kind: string; folder: string; state: string };
    catalogue: { snapshot: number; plans: number };
    sources: { state: string }[];
    rates: { usable: boolean };
  };
  assert.deepEqual(
    [status.status, status.service.running, status.store.kind, status.store.state, status.catalogue.plans],
    ['ok', false, 'embedded', 'ok', 7000],
  );
  assert.equal(status.store.folder, join(folder.path, 'data'));
  assert.ok(status.catalogue.snapshot >= 1);
  assert.ok(status.sources.length > 1 && status.sources.every(({ state }) => state === 'ok'));
  assert.equal(status.rates.usable, true);
});

test('limits --usage shows each agreement with its own limits and counts', async () => {
  const { agreements } = JSON.parse((await run('limits', '--usage', '--json')).stdout) as {
    agreements: { name: string; limits: { name: string; limit: number; taken: number; callers: number }[] }[];
  };
  assert.deepEqual(
    agreements[0]!.limits.map(({ name, taken, callers }) => [name, taken, callers]),
    ['comparison.minute', 'comparison.day', 'list.minute', 'list.day'].map((name) => [name, 0, 0]),
  );
  assert.match((await run('limits', '--usage')).stdout, /^Agreement +Name +Limit +Used +Share +Callers$/m);
});

test('limits and check show the agreements as text too', async () => {
  const limits = (await run('limits')).stdout;
  assert.match(limits, /^Agreement +Networks +Per +Limits$/m);
  assert.match(limits, /^a partner +198\.51\.100\.0\/24 +network +comparison\.minute 60$/m);
  assert.match((await run('check')).stdout, /^ok {2}agreement "a partner": 198\.51\.100\.0\/24$/m);
});

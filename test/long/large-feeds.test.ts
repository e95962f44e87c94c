/** Feeds within their limit of bytes that would need gigabytes once they are parsed. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readRuns } from '../../src/ingest/documents/runs.ts';
import { esim } from '../cli/support.ts';
import { makeEmptyFolder, NO_LIMITS, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { rows } from '../ingest/support/shop.ts';
import { removeFolder } from '../support/folder.ts';
import { openBeside } from '../support/store.ts';

/** The memory of the container in `deploy/kubernetes.yaml`. */
const CONTAINER_MIB = 768;
/** In a container, Node limits the heap of the process to half of the memory, and we that of the thread for ingests. */
const LIKE_IN_CONTAINER = [
  `--max-old-space-size=${CONTAINER_MIB / 2}`,
  '--import',
  `data:text/javascript,process.constrainedMemory = () => ${CONTAINER_MIB * 1024 * 1024}`,
];
const BYTES = 63_000_000;

const filled = (unit: string, bytes = BYTES) => unit.repeat(Math.floor(bytes / unit.length));
const keys = (count: number) => Array.from({ length: count }, (_, n) => `"key${n}":0`).join();
const lists = (count: number) => `[${filled('{},', 2_997)}{}],`.repeat(count);

const columns = { name: 'name', price: 'price', days: 'days', data: 'data', places: 'places' };
const csv = { format: 'csv', basis: 'retail', id: 'id', columns, constants: { currency: 'USD' } };

/** Each with what its problem says. The last two are as large as parsing allows. */
const FEEDS: Readonly<Record<string, { text: () => string | Buffer; says: RegExp; options?: object }>> = {
  'objects.json': { text: () => `[${filled('{},')}{}]`, says: /more than 300,000 rows/ },
  'objects.json.gz': { text: () => gzipSync(`[${filled('{},')}{}]`), says: /more than 300,000 rows/ },
  'lists.json': { text: () => `[${lists(20_000)}0]`, says: /more than 2,100,000 JSON values/ },
  'keys.json': { text: () => `{${keys(4_000_000)}}`, says: /more than 20,000 different keys/ },
  'rows.csv': {
    text: () => `id,name,price,days,data,places\n${filled('p,Plan,5,7,1 GB,TR\n')}`,
    says: /more than 300,000 rows/,
    options: csv,
  },
  'items.xml': {
    text: () => `<rss><channel>${filled('<item><id>1</id><title>eSIM</title></item>')}</channel></rss>`,
    says: /more than 300,000 rows/,
  },
  'fields.xml': {
    text: () => `<rss><channel><item>${filled('<a>x</a>')}${fieldsOf(2_000)}</item></channel></rss>`,
    says: /more than 1000 fields/,
  },
  'parsed-lists.json': { text: () => `[${lists(1_040)}0]`, says: /has changed: no entry of/ },
  'parsed-keys.json': {
    text: () => `[${`{${keys(19_000)}},`.repeat(105)}0]`,
    says: /has changed: no entry of/,
  },
};

const fieldsOf = (count: number) => Array.from({ length: count }, (_, n) => `<f${n}>x</f${n}>`).join('');

function writeSources(folder: string): string {
  mkdirSync(join(folder, 'providers'), { recursive: true });
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  writeFileSync(join(folder, 'providers/one.json'), JSON.stringify(provider));
  for (const [name, { text }] of Object.entries(FEEDS)) writeFileSync(join(folder, name), text());
  writeFileSync(join(folder, 'good.json'), JSON.stringify(rows(40)));
  const adapterOf = (name: string) =>
    name.endsWith('.csv') ? 'generic' : name.endsWith('.xml') ? 'googlemerchant' : 'esimdb';
  const sources = ['good.json', ...Object.keys(FEEDS)].map((name) => ({
    id: name,
    provider: 'one',
    adapter: adapterOf(name),
    options: { url: `file:${name}`, ...FEEDS[name]?.options },
  }));
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  return file;
}

const SOURCE_COUNT = Object.keys(FEEDS).length + 1;
/** A busy machine may block a feed for so long that its run is lost. It is then read again after five minutes or more. */
const TIMEOUT_MS = 3_600_000;

const peakMib = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('feeds that would need gigabytes fail by themselves, and the service stays within its container', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const [folder, files] = [makeEmptyFolder(), makeEmptyFolder()];
  t.after(() => [folder, files].forEach(removeFolder));
  const SOURCES_FILE = writeSources(files);
  const store = await openBeside(folder);
  t.after(() => store.close());
  const start = async () => {
    const execArgv = LIKE_IN_CONTAINER;
    const service = await startProcess({ folder, limits: NO_LIMITS, env: { SOURCES_FILE }, execArgv });
    t.after(() => service.kill());
    return service;
  };
  /** Waits until every source was read after a time with the expected result, and checks the memory. */
  const checkRuns = async (service: ServiceProcess, after: number) => {
    const { child, adminUrl } = service;
    const checked = new Set<string>();
    for (let status = ''; checked.size < SOURCE_COUNT || status !== 'degraded'; await delay(200)) {
      assert.equal(child.exitCode ?? child.signalCode, null, service.printed().slice(-2_000));
      for (const { source, problem, plansServed, lastAttemptAt } of await readRuns(store.documents)) {
        if (lastAttemptAt <= after || problem?.code === 'unfinished') continue;
        if (source === 'good.json') assert.deepEqual([problem, plansServed], [null, 40]);
        else assert.match(`${source}: ${problem?.message}`, FEEDS[source]!.says);
        checked.add(source);
      }
      ({ status } = (await (await fetch(`${adminUrl}/health`)).json()) as { status: string });
    }
    const peak = peakMib(child.pid!);
    console.log(`peak memory ${peak.toFixed(0)} MiB`);
    assert.ok(peak < CONTAINER_MIB, `${peak} MiB`);
  };

  const first = await start();
  await checkRuns(first, 0);
  await first.stop();

  // Edited files make every source due, in a service that already has a catalogue.
  const before = Math.max(...(await readRuns(store.documents)).map(({ lastAttemptAt }) => lastAttemptAt));
  const edited = readFileSync(SOURCES_FILE, 'utf8').replaceAll('"provider"', '"minimumRows":2,"provider"');
  writeFileSync(SOURCES_FILE, edited);
  const second = await start();
  await checkRuns(second, before);
});

/** Each takes long for its length: places, a character of 18 letters, brackets, excluded places, scripts without spaces. */
const WORST = [
  'Japan/Korea/',
  '\ufdfa',
  '【香港 eSIM】',
  'w/o Guinea-Bissau, ',
  '中国香港澳门台湾',
  'Papua New Guinea Equatorial ',
  '1GB5天',
];
const NAME_LENGTH = 1_000;
const WORST_ROWS = 56_000;
/** The bound of parsing that docs/feeds.md states, and as much again for everything else of both sources. */
const BOUND_SECONDS = 60 + 0.0003 * WORST_ROWS;

test('a feed of 63 MB of the worst names ends within its bound of processor time, and the other source is published', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const folder = makeEmptyFolder();
  t.after(() => removeFolder(folder));
  mkdirSync(join(folder, 'providers'));
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  writeFileSync(join(folder, 'providers/one.json'), JSON.stringify(provider));
  const worst = rows(WORST_ROWS, (_row, index) => ({
    planName: filled(WORST[index % WORST.length]!, NAME_LENGTH),
  }));
  writeFileSync(join(folder, 'worst.json'), JSON.stringify(worst));
  writeFileSync(join(folder, 'good.json'), JSON.stringify(rows(40)));
  const sources = ['worst', 'good'].map((id) => ({
    id,
    provider: 'one',
    adapter: 'esimdb',
    maximumMegabytes: 200,
    options: { url: `file:${id}.json` },
  }));
  const SOURCES_FILE = join(folder, 'sources.json');
  writeFileSync(SOURCES_FILE, JSON.stringify({ sources }));
  const before = process.cpuUsage();
  const { stdout, stderr } = await esim(['ingest'], {
    STORE_URL: `file:${join(folder, 'data')}`,
    SOURCES_FILE,
  });
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1_000_000;
  console.log(`${seconds.toFixed(0)} s of processor time`);
  assert.match(stdout, /^good +ok +40 +40 +0 /m, stderr);
  assert.match(stdout, /^worst +not published /m);
  assert.ok(seconds < 2 * BOUND_SECONDS, `${seconds} s`);
});

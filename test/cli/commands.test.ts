import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { startTestService } from '../support/service.ts';
import { esim, esimProcess, type Finished, type Folder, temporaryFolder } from './support.ts';

describe('esim on the sample market', () => {
  let folder: Folder;
  let ingested: Finished;
  const run = (...args: readonly string[]) =>
    esim(args, { STORE_URL: folder.storeUrl, BASE_URL: 'https://esim.example' });
  const ok = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const json = async <T>(...args: readonly string[]) => JSON.parse(await ok(...args, '--json')) as T;

  before(async () => {
    folder = temporaryFolder();
    ingested = await run('ingest');
  });
  after(() => folder.remove());

  test('ingest prints a line for every source and ends with the snapshot', () => {
    assert.equal(ingested.code, 0, ingested.stderr);
    assert.equal(ingested.stderr, '');
    assert.match(ingested.stdout, /^read driftlark: \d+ rows, 1 page$/m);
    assert.match(ingested.stdout, /^driftlark +ok +\d+ +\d+ +0 +\d+\.\d s$/m);
    assert.match(
      ingested.stdout,
      /^published snapshot 1: 7,000 plans \(7,000 added, 0 removed, 0 prices changed\)/m,
    );
    assert.ok(!ingested.stdout.includes('\u001b'), 'no control characters outside a terminal');
  });

  test('sources, rejects, snapshots and limits are tables, and JSON with --json', async () => {
    const [sources, sourcesJson, rejects, rows, snapshots, limits] = await Promise.all([
      ok('sources'),
      json<{ source: string; state: string; plans: number; rejected: number }[]>('sources'),
      ok('rejects'),
      json<{ total: number; rows: { reason: string }[] }>('rejects', 'oddbeacon'),
      json<{ serial: number; current: boolean; plans: number }[]>('snapshots'),
      ok('limits'),
    ]);
    assert.match(sources, /^Source +Provider +Adapter +State +Last success +Plans +Rejected +Next run$/m);
    assert.match(sources, /^oddbeacon +oddbeacon +generic +ok +(now|\d+ (s|min) ago) .* in [56] h$/m);
    assert.equal(
      sourcesJson.reduce((sum, { plans }) => sum + plans, 0),
      7_000,
    );
    assert.ok(sourcesJson.every(({ state }) => state === 'ok'));
    assert.match(rejects, /^oddbeacon +unknown_place +1$/m);
    assert.equal(rows.total, sourcesJson.find(({ source }) => source === 'oddbeacon')?.rejected);
    assert.equal(rows.rows.length, rows.total);
    assert.deepEqual(
      snapshots.map(({ serial, current, plans }) => [serial, current, plans]),
      [[1, true, 7_000]],
    );
    assert.match(limits, /^comparison\.minute +12 +caller +rolling 60 s +default$/m);
  });

  test('history shows the prices of a plan, and explains an unknown plan or provider', async () => {
    const [text, told, unknown, stranger, ambiguous] = await Promise.all([
      ok('history', 'driftlark/tr-10gb-30d'),
      json<{ lowest_30d_usd: number; highest_30d_usd: number; prices: { from: string; usd: number }[] }>(
        'history',
        'https://esim.example/go/driftlark/tr-10gb-30d?via=page&to=TR',
      ),
      run('history', 'driftlark/no-such-plan'),
      run('history', 'nobody/tr-10gb-30d'),
      run('history', 'tr-10gb-30d'),
    ]);
    assert.match(text, /^From +USD$/m);
    assert.match(text, /^last 30 days: \d+\.\d\d to \d+\.\d\d USD$/m);
    assert.equal(told.prices.length, 1);
    assert.match(told.prices[0]!.from, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual([told.lowest_30d_usd, told.highest_30d_usd], [told.prices[0]!.usd, told.prices[0]!.usd]);
    assert.deepEqual([unknown.code, stranger.code, ambiguous.code], [1, 1, 1]);
    assert.match(unknown.stderr, /the catalogue has no plan driftlark\/no-such-plan/);
    assert.match(stranger.stderr, /there is no provider "nobody"; the providers are .*driftlark/);
    assert.match(ambiguous.stderr, /tr-10gb-30d is the id of plans of several providers/);
  });

  test('rank prints the requested list, and accepts the name of a country', async () => {
    const [recommended, cheapest, { orders }] = await Promise.all([
      ok('rank', 'TR', '7', 'normal'),
      ok('rank', 'turkey', '7', '--sort', 'cheapest'),
      json<Comparison>('rank', 'TR', '7', 'normal'),
    ]);
    const ids = (table: string) =>
      [...table.matchAll(/^ {4}https:\/\/esim\.example\/go\/([a-z\d.-]+\/[a-z\d.-]+)\?via=api&to=TR$/gm)].map(
        ([, id]) => id,
      );
    const idsOf = (list: Comparison['orders']['Cheapest']) =>
      list.map(({ provider, plan }) => `${provider.id}/${plan.id}`);
    assert.deepEqual(ids(recommended), idsOf(orders.Recommended));
    assert.deepEqual(ids(cheapest), idsOf(orders.Cheapest));
    assert.match(recommended, /Sample data: these providers and offers are invented/);
    assert.ok(!recommended.includes('…'), 'outside a terminal no line is shortened');
  });

  test('explain shows the position and the prices of the ranking', async () => {
    const { orders } = await json<Comparison>('rank', 'TR', '7', 'normal');
    const third = orders.Cheapest[2] ?? assert.fail('the sample market has more than three plans');
    const [sheet, elsewhere, explained] = await Promise.all([
      ok('explain', 'TR', '7', 'normal', `${third.provider.id}/${third.plan.id}`),
      ok('explain', 'ZZ', '7', 'normal', `${third.provider.id}/${third.plan.id}`),
      json<{ result: object; positions: { cheapest: { position: number } } }>(
        'explain',
        'TR',
        '7',
        'normal',
        `${third.provider.id}/${third.plan.id}`,
      ),
    ]);
    assert.match(sheet, /^ +cheapest +3 of \d+$/m);
    assert.ok(sheet.includes(`$${third.price.usd.toFixed(2)} for the trip`));
    assert.ok(sheet.includes(`$${third.why.comparable_usd.toFixed(2)} including drawbacks`));
    assert.match(elsewhere, /in no list: it does not cover ZZ/);
    assert.equal(explained.positions.cheapest.position, 3);
    assert.ok(!('rank' in explained.result), 'the lists have different positions');
  });

  test('explain states the terms of the plan and of its shop', async () => {
    const { orders } = await json<Comparison>('rank', 'TR', '7', 'normal');
    const known = orders.Recommended.find(({ provider }) => provider.refund !== null) ?? assert.fail();
    const sheet = await ok('explain', 'TR', '7', 'normal', `${known.provider.id}/${known.plan.id}`);
    assert.match(sheet, /^Terms +hotspot: .+; calls: .+; text messages: .+$/m);
    const { text, url, checked_on } = known.provider.refund ?? assert.fail();
    assert.ok(sheet.includes(`refund: ${text} (read on ${checked_on} at ${url})`));
  });

  test('explain with two plans compares their prices and says what decides the order', async () => {
    const { orders } = await json<Comparison>('rank', 'TR', '7', 'normal');
    const [first, second] = orders.Recommended;
    assert.ok(first !== undefined && second !== undefined);
    const idOf = ({ provider, plan }: typeof first) => `${provider.id}/${plan.id}`;
    const told = await ok('explain', 'TR', '7', 'normal', idOf(second), idOf(first));
    const dollars = (usd: number) => `\\$${usd.toFixed(2).replace('.', '\\.')}`;
    assert.match(
      told,
      new RegExp(
        `^Comparable price +${dollars(second.why.comparable_usd)} +${dollars(first.why.comparable_usd)} `,
        'm',
      ),
    );
    assert.ok(
      told.includes(`Recommended: ${idOf(first)} (1) ranks above ${idOf(second)} (2): its comparable`),
    );
  });

  test('the verify script recomputes a saved response and reports the first wrong figure', async () => {
    const body = await ok('rank', 'TR', '7', 'normal', '--json');
    const verify = (name: string, text: string) => {
      const file = join(folder.path, name);
      writeFileSync(file, text);
      const script = new URL('../../scripts/verify.ts', import.meta.url).pathname;
      return spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
    };
    const unchanged = verify('response.json', body);
    assert.equal(unchanged.status, 0, unchanged.stderr);
    assert.match(unchanged.stdout, /^right: \d+ plans, every comparable price and all three orders\n$/);
    const changed = verify('changed.json', body.replace(/"comparable_usd":[\d.]+/, '"comparable_usd":0.01'));
    assert.equal(changed.status, 1);
    assert.match(changed.stdout, /^wrong: Recommended, position 1, .* comparable_usd is \$0\.01, but /);
    for (const [name, text] of [
      ['cut.json', body.slice(0, -100)],
      ['other.json', '{"orders": {}}'],
    ] as const) {
      const { status, stderr } = verify(name, text);
      assert.equal(status, 2);
      assert.match(stderr, /\.json is not (valid JSON|a response of \/api\/v1\/plans: [^\n]+)\n$/);
    }
  });

  test('while a service runs, rank --json equals the REST response, and limits --usage shows its counts', async () => {
    const data = folder.storeUrl.slice('file:'.length);
    const service = await startTestService({ folder: data, env: { BASE_URL: 'https://esim.example' } });
    let asked: string;
    let printed: string;
    try {
      const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal');
      assert.equal(answer.status, 200);
      asked = await answer.text();
      printed = await ok('rank', 'TR', '7', 'normal', '--json');
      const status = await esim(['status'], {
        STORE_URL: folder.storeUrl,
        HOST: '127.0.0.1',
        ADMIN_HOST: '127.0.0.1',
        PORT: new URL(service.url).port,
        ADMIN_PORT: new URL(service.adminUrl).port,
      });
      assert.match(
        status.stdout,
        /^Service +running at http:\S+, version \d+\.\d+\.\d+\S*; admin port: ready$/m,
      );
    } finally {
      await service.stop({ keepFolder: true });
    }
    // Only the times of the two requests may differ.
    const timeless = (body: string) =>
      body.replaceAll(/"(computed_at|fresh_until|observed_at)":"[^"]+"|"age_seconds":\d+/g, '"$1"');
    assert.equal(timeless(printed.trimEnd()), timeless(asked));
    assert.equal(printed.indexOf('\n'), printed.length - 1);

    const usage = await json<{ limits: { name: string; taken: number | null }[] }>('limits', '--usage');
    const taken = (name: string) => usage.limits.find((window) => window.name === name)?.taken;
    assert.equal(taken('comparison.service.day'), 1);
    assert.equal(taken('comparison.uncached.day'), 1);
    assert.equal(taken('list.service.day'), 0);
  });

  test('check passes, and FORCE_COLOR adds colours outside a terminal', async () => {
    const env = { STORE_URL: folder.storeUrl };
    assert.match(await ok('check'), /^ok {2}settings$/m);
    const forced = await esimProcess(['limits', '--usage'], { ...env, FORCE_COLOR: '1' });
    assert.ok(forced.stdout.includes('\u001b['));
  });
});

test('a failed command is one line on standard error and exit code 1', async () => {
  const folder = temporaryFolder();
  const store = { STORE_URL: folder.storeUrl };
  try {
    const failures = await Promise.all([
      esim(['rank', 'TR', '7'], {
        ...store,
        SOURCES_FILE: fileURLToPath(new URL('../../config/sources.json', import.meta.url)),
      }),
      esim(['snapshots', 'rollback'], store),
      esim(['snapshots'], { STORE_URL: 'ftp://example' }),
      esim(['limits'], { LIMITS_FILE: '/nowhere/limits.json' }),
      esim(['sources'], { ...store, SOURCES_FILE: '/nowhere/sources.json' }),
    ]);
    for (const { code, stdout, stderr } of failures) {
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /^esim: [^\n]+\n$/);
    }
  } finally {
    folder.remove();
  }
});

test('wrong usage exits with 2, help and version with 0', async () => {
  const [wrong, unknown, help, version] = await Promise.all([
    esimProcess(['rank', 'TR', '0']),
    esim(['rank', 'Atlantis', '7']),
    esim(['--help']),
    esim(['--version']),
  ]);
  assert.deepEqual([wrong.code, unknown.code, help.code, version.code], [2, 2, 0, 0]);
  for (const option of ['--require foo', '--max-usd -1', '--then Narnia:3'])
    assert.equal((await esim(['rank', 'TR', '7', ...option.split(' ')])).code, 2, option);
  assert.match(wrong.stderr, /^esim: [^\n]+\n$/);
  assert.match(help.stdout, /^Usage: esim/);
  assert.match(version.stdout, /^\d+\.\d+\.\d+(\+[0-9a-f]{7})?\n$/);
});

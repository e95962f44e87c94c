import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/cli/program.ts';
import { pretendDependencies } from '../../src/cli/testing.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { startTestService } from '../support/service.ts';
import { esim, type Finished, type Folder, temporaryFolder } from './support.ts';

describe('esim on the sample market', () => {
  let folder: Folder;
  let ingested: Finished;
  const run = (...args: readonly string[]) =>
    esim(args, { STORE_URL: folder.storeUrl, BASE_URL: 'https://esim.example' });
  const well = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const json = async <T>(...args: readonly string[]) => JSON.parse(await well(...args, '--json')) as T;

  before(async () => {
    folder = temporaryFolder();
    ingested = await run('ingest');
  });
  after(() => folder.remove());

  test('ingest tells every source in plain lines and ends with the edition', () => {
    assert.equal(ingested.code, 0, ingested.stderr);
    assert.equal(ingested.stderr, '');
    assert.match(ingested.stdout, /^read driftlark: \d+ rows, 1 page, /m);
    assert.match(ingested.stdout, /^driftlark +taken +\d+ +\d+ +0 +\d+\.\d s$/m);
    assert.match(
      ingested.stdout,
      /^published edition 1: 7,000 plans \(7,000 added, 0 removed, 0 prices changed\)/m,
    );
    assert.ok(!ingested.stdout.includes('\u001b'), 'no control characters outside a terminal');
  });

  test('sources, rejects, editions and limits are tables, and JSON with --json', async () => {
    const [sources, sourcesJson, rejects, rows, editions, limits] = await Promise.all([
      well('sources'),
      json<{ source: string; state: string; plans: number; rejected: number }[]>('sources'),
      well('rejects'),
      json<{ total: number; rows: { reason: string }[] }>('rejects', 'oddbeacon'),
      json<{ serial: number; current: boolean; plans: number }[]>('editions'),
      well('limits'),
    ]);
    assert.match(sources, /^Source +Provider +Adapter +State +Last success +Age +Plans +Rejects +Next run$/m);
    assert.match(sources, /^oddbeacon +oddbeacon +generic +ok +\d{4}-\S+Z +\S+.* in [56] h$/m);
    assert.equal(
      sourcesJson.reduce((sum, { plans }) => sum + plans, 0),
      7_000,
    );
    assert.ok(sourcesJson.every(({ state }) => state === 'ok'));
    assert.match(rejects, /^oddbeacon +unknown_place +1$/m);
    assert.equal(rows.total, sourcesJson.find(({ source }) => source === 'oddbeacon')?.rejected);
    assert.equal(rows.rows.length, rows.total);
    assert.deepEqual(
      editions.map(({ serial, current, plans }) => [serial, current, plans]),
      [[1, true, 7_000]],
    );
    assert.match(limits, /^comparison\.minute +12 +caller +rolling 60 s +default$/m);
  });

  test('history tells what a plan cost since it was first seen, and says what an unknown one lacks', async () => {
    const [text, told, unknown, stranger] = await Promise.all([
      well('history', 'driftlark', 'tr-10gb-30d'),
      json<{ lowest_30d_usd: number; highest_30d_usd: number; prices: { from: string; usd: number }[] }>(
        'history',
        'driftlark',
        'tr-10gb-30d',
      ),
      run('history', 'driftlark', 'no-such-plan'),
      run('history', 'nobody', 'tr-10gb-30d'),
    ]);
    assert.match(text, /^From +USD +In its currency$/m);
    assert.match(text, /^last 30 days: \d+\.\d\d to \d+\.\d\d USD$/m);
    assert.equal(told.prices.length, 1);
    assert.match(told.prices[0]!.from, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual([told.lowest_30d_usd, told.highest_30d_usd], [told.prices[0]!.usd, told.prices[0]!.usd]);
    assert.deepEqual([unknown.code, stranger.code], [1, 1]);
    assert.match(unknown.stderr, /no plan no-such-plan of driftlark was ever seen/);
    assert.match(stranger.stderr, /no source is of the provider nobody: it is one of .*driftlark/);
  });

  test('rank prints the list that was asked for; a country may be given by name', async () => {
    const [recommended, cheapest, { orders }] = await Promise.all([
      well('rank', 'TR', '7', 'normal'),
      well('rank', 'turkey', '7', '--sort', 'cheapest', '--variants'),
      json<Comparison>('rank', 'TR', '7', 'normal'),
    ]);
    const ids = (table: string) =>
      [...table.matchAll(/^ {4}https:\/\/esim\.example\/go\/([a-z\d.-]+\/[a-z\d.-]+)$/gm)].map(
        ([, id]) => id,
      );
    const idsOf = (list: Comparison['orders']['Cheapest']) =>
      list.map(({ provider, plan }) => `${provider.id}/${plan.id}`);
    assert.deepEqual(ids(recommended), idsOf(orders.Recommended));
    assert.deepEqual(ids(cheapest), idsOf(orders.Cheapest));
    assert.match(cheapest, /^Days +Cheapest +Difference +Plan$/m);
    assert.match(recommended, /Sample data: these providers and offers are invented/);
  });

  test('explain says where a plan stands, with the same place and prices as the ranking', async () => {
    const { orders } = await json<Comparison>('rank', 'TR', '7', 'normal');
    const third = orders.Cheapest[2] ?? assert.fail('the sample market has more than three plans');
    const [sheet, elsewhere] = await Promise.all([
      well('explain', 'TR', '7', 'normal', `${third.provider.id}/${third.plan.id}`),
      well('explain', 'ZZ', '7', 'normal', `${third.provider.id}/${third.plan.id}`),
    ]);
    assert.match(sheet, /^ +cheapest +3 of \d+$/m);
    assert.ok(sheet.includes(`$${third.price.usd.toFixed(2)} for the trip`));
    assert.ok(sheet.includes(`$${third.why.comparable_usd.toFixed(2)} with every drawback counted`));
    assert.match(elsewhere, /in no list: it does not cover ZZ/);
  });

  test('explain tells of two plans why one stands before the other, in dollars that add up', async () => {
    const { orders } = await json<Comparison>('rank', 'TR', '7', 'normal');
    const [first, second] = orders.Recommended;
    assert.ok(first !== undefined && second !== undefined);
    const idOf = ({ provider, plan }: typeof first) => `${provider.id}/${plan.id}`;
    const told = await well('explain', 'TR', '7', 'normal', idOf(second), idOf(first));
    const dollars = (usd: number) => `\\$${usd.toFixed(2).replace('.', '\\.')}`;
    assert.match(
      told,
      new RegExp(
        `^Comparable price +${dollars(second.why.comparable_usd)} +${dollars(first.why.comparable_usd)} `,
        'm',
      ),
    );
    assert.ok(
      told.includes(`Recommended: ${idOf(first)} (1) stands before ${idOf(second)} (2): its comparable`),
    );
  });

  test('verify recomputes a saved answer, and says in one line what is no answer or does not follow', async () => {
    const save = (name: string, text: string) => {
      const file = join(folder.path, name);
      writeFileSync(file, text);
      return file;
    };
    const body = await well('rank', 'TR', '7', 'normal', '--json');
    const wrong = body.replace(/"comparable_usd":[\d.]+/, '"comparable_usd":0.01');
    const [follows, changed, cut, other, missing] = await Promise.all([
      run('verify', save('answer.json', body)),
      run('verify', save('wrong.json', wrong)),
      run('verify', save('cut.json', body.slice(0, -100))),
      run('verify', save('other.json', '{"orders": {}}')),
      run('verify', join(folder.path, 'none.json')),
    ]);
    assert.match(follows.stdout, /^follows: \d+ plans, every comparable price and all three orders\n$/);
    assert.equal(follows.code, 0);
    assert.match(
      changed.stdout,
      /^does not follow: Recommended, place 1, .* comparable_usd is \$0\.01, but /,
    );
    assert.equal(changed.code, 1);
    for (const [{ code, stderr }, says] of [
      [cut, /cut off or damaged JSON/],
      [other, /is no answer of \/api\/v1\/plans: /],
      [missing, /cannot be read: ENOENT/],
    ] as const) {
      assert.equal(code, 2);
      assert.match(stderr, /^esim: [^\n]+\n$/);
      assert.match(stderr, says);
    }
  });

  test('beside a running service, rank --json is the body that REST answers with, and limits --usage its counts', async () => {
    const data = folder.storeUrl.slice('file:'.length);
    const service = await startTestService({ folder: data, env: { BASE_URL: 'https://esim.example' } });
    let asked: string;
    let printed: string;
    try {
      const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal&include=variants');
      assert.equal(answer.status, 200);
      asked = await answer.text();
      printed = await well('rank', 'TR', '7', 'normal', '--variants', '--json');
      const seen = pretendDependencies();
      const ports = { PORT: new URL(service.url).port, ADMIN_PORT: new URL(service.adminUrl).port };
      const env = { STORE_URL: folder.storeUrl, HOST: '127.0.0.1', ADMIN_HOST: '127.0.0.1', ...ports };
      assert.equal(await runProgram(['status'], { ...seen, clock: Date.now, env }), 0);
      assert.ok(
        seen.stdout().includes(`\nService    runs at ${service.url}/, version 1.0.0; admin port: ready\n`),
        seen.stdout(),
      );
    } finally {
      await service.stop({ keepFolder: true });
    }
    // Only what the moment of asking changes may differ.
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

  test('check passes, colours come only when forced, completion loads in bash', async () => {
    const [checked, forced, script] = await Promise.all([
      well('check'),
      esim(['limits', '--usage'], { STORE_URL: folder.storeUrl, FORCE_COLOR: '1' }),
      well('completion', 'bash'),
    ]);
    assert.match(checked, /^ok {2}settings$/m);
    assert.ok(forced.stdout.includes('\u001b['));
    assert.match(script, /^complete .*-F _esim esim$/m);
  });
});

test('a command that cannot be done is one line on standard error and exit code 1', async () => {
  const folder = temporaryFolder();
  const store = { STORE_URL: folder.storeUrl };
  try {
    const failures = await Promise.all([
      esim(['rank', 'TR', '7'], {
        ...store,
        SOURCES_FILE: fileURLToPath(new URL('../../config/sources.json', import.meta.url)),
      }),
      esim(['rollback'], store),
      esim(['editions'], { STORE_URL: 'ftp://example' }),
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

test('a command that is not understood exits with 2, help and version with 0', async () => {
  const [wrong, unknown, help, version] = await Promise.all([
    esim(['rank', 'TR', '0']),
    esim(['rank', 'Atlantis', '7']),
    esim(['--help']),
    esim(['--version']),
  ]);
  assert.deepEqual([wrong.code, unknown.code, help.code, version.code], [2, 2, 0, 0]);
  assert.match(wrong.stderr, /^esim: [^\n]+\n$/);
  assert.match(help.stdout, /^Usage: esim/);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unwantedIn } from '../../src/operator-files/invisible.ts';
import { rows } from '../ingest/support/shop.ts';
import { esim, type Folder, temporaryFolder } from './support.ts';

const TABLE = `shop;where;data;days;price;url
Anka;Japan;3 GB;7 Days;$8.00;https://anka.example/jp
Simurg;Scotland;1000 MB/day;5 Days;$9.50;https://simurg.example/sc
Anka;Narnia;0 MB;5 Days;$9.50;https://anka.example/na
`;

function open(t: TestContext): Folder & { write: (name: string, text: string) => string } {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const write = (name: string, text: string) => {
    const path = join(folder.path, name);
    writeFileSync(path, text);
    return path;
  };
  return { ...folder, write };
}

function writeSource(folder: ReturnType<typeof open>, source: object): string {
  mkdirSync(join(folder.path, 'providers'), { recursive: true });
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  folder.write('providers/one.json', JSON.stringify(provider));
  const entry = { id: 'one-feed', adapter: 'esimdb', provider: 'one', ...source };
  return folder.write('sources.json', JSON.stringify({ sources: [entry] }));
}

test('a table that nobody described gets a map, and each row is shown as what it would become', async (t) => {
  const folder = open(t);
  const file = folder.write('prices.csv', TABLE);
  const { code, stdout, stderr } = await esim(['try', file], { STORE_URL: folder.storeUrl });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Anka-Japan-3 GB-7 Days +anka +Japan, 3 GB, 7 days +JP +3 GB +7 +8\.00 USD +a plan/);
  assert.match(stdout, /simurg +Scotland, 1 GB a day, 5 days +GB +1 GB\/day/);
  assert.match(stdout, /unknown_place: no country found for "Narnia"/);
  assert.match(stdout, /format "generic"/);
  assert.match(stdout, /"0" in "data" is read as "no limit"/);
  assert.match(stdout, /^days +days +"7 Days", "5 Days"$/m);
  assert.match(stdout, /^price +price +"\$8\.00", "\$9\.50"$/m);
  assert.match(stderr, /2 of 3 rows would become plans; nothing was published/);
  const { source, values, plans } = JSON.parse((await esim(['try', file, '--json'])).stdout) as {
    source: { providers: unknown };
    values: readonly { readonly field: string; readonly columns: unknown; readonly examples: unknown }[];
    plans: number;
  };
  assert.equal(plans, 2);
  const places = values.find(({ field }) => field === 'places');
  assert.deepEqual(places, {
    field: 'places',
    columns: ['where'],
    examples: ['Japan', 'Scotland', 'Narnia'],
  });
  assert.deepEqual(source.providers, { create: { hosts: ['anka.example', 'simurg.example'] } });
});

test('a row is shown as the plan that it becomes, not in the feed’s words', async (t) => {
  const folder = open(t);
  const file = folder.write(
    'plans.csv',
    `id,name,country,data,days,price,url
1,Japan Unlimited / 7 Days,JP,999 GB,7,$24.50,https://one.example/1
2,"Japan 1GB/Day, then 512kbps",JP,1 GB/day,7,$9.50,https://one.example/2
`,
  );
  const { stdout, stderr } = await esim(['try', file]);
  assert.match(stdout, /Japan Unlimited \/ 7 Days +JP +unlimited +7/, stderr);
  assert.match(stdout, /JP +1 GB\/day, then 512 kbps +7/);
});

test('a known format is recognised, a strange file is one line and exit code 1, a missing one 2', async (t) => {
  const folder = open(t);
  const known = await esim(['try', folder.write('plans.json', JSON.stringify(rows(4)))]);
  assert.match(known.stdout, /format "esimdb"/);
  const strange = await esim(['try', folder.write('x.json', '{"hello": [1, 2]}')]);
  assert.deepEqual([strange.code, strange.stdout], [1, '']);
  assert.match(
    strange.stderr,
    /^esim: no known format fits this file, .*: its JSON has no list of objects\n$/,
  );
  assert.equal((await esim(['try', join(folder.path, 'none.csv')])).code, 2);
});

test('with a source, the file is read as that source would read it', async (t) => {
  const folder = open(t);
  const SOURCES_FILE = writeSource(folder, { options: { url: 'https://one.example/feed' } });
  const file = folder.write(
    'answer.json',
    JSON.stringify([...rows(2), { ...rows(1)[0], id: 'x', link: 'https://two.example/' }]),
  );
  const tried = await esim(['try', file, '--source', 'one-feed'], { SOURCES_FILE });
  assert.match(tried.stdout, /bad_link: link leads to two\.example/);
  assert.match(tried.stderr, /2 of 3 rows/);
  const wrong = await esim(['try', folder.write('t.csv', TABLE), '--source', 'one-feed'], { SOURCES_FILE });
  assert.match(wrong.stderr, /this file does not have the format of the source "one-feed": /);
});

test('try counts plans as an ingest does, without duplicates and outliers', async (t) => {
  const folder = open(t);
  const [first, ...others] = rows(40, ({ prices }, at) =>
    at === 9 ? { prices: { USD: 0.04 } } : { prices },
  );
  const file = folder.write('answer.json', JSON.stringify([first, ...others, first]));
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const { stdout, stderr } = await esim(['try', file, '--source', 'one-feed', '--limit', '99'], env);
  assert.match(stdout, /duplicate: same as "plan-0"$/m);
  assert.match(stdout, /price_outlier: /);
  assert.match(stderr, /39 of 41 rows would become plans/);
  assert.match((await esim(['ingest', '--dry-run'], env)).stdout, /it would publish snapshot 1: 39 plans/);
});

/** A source with prices in EUR, and in USD as well for some rows. */
function writeEuroSource(folder: ReturnType<typeof open>, rates: object): string {
  const file = folder.write(
    'euro.csv',
    `id,country,data,days,eur,usd,url
a,JP,3 GB,7,9.00,,https://one.example/a
b,JP,5 GB,7,12.00,11.50,https://one.example/b
`,
  );
  const columns = { places: 'country', data: 'data', days: 'days', link: 'url' };
  const options = { url: `file:${file}`, format: 'csv', basis: 'retail', id: 'id', columns };
  const prices = { EUR: 'eur', USD: 'usd' };
  writeSource(folder, { adapter: 'generic', options: { ...options, prices } });
  const SOURCES_FILE = join(folder.path, 'sources.json');
  const text = JSON.parse(readFileSync(SOURCES_FILE, 'utf8')) as object;
  writeFileSync(SOURCES_FILE, JSON.stringify({ ...text, ...rates }));
  return SOURCES_FILE;
}

test('the price and currency that will be published are shown, with overrides and the rates of the sources', async (t) => {
  const folder = open(t);
  const date = new Date().toISOString().slice(0, 10);
  folder.write('rates.json', JSON.stringify({ date, base: 'EUR', rates: { USD: 1.5 } }));
  const price = { amount: '7.77', currency: 'USD' };
  const override = { provider: 'one', plan: 'b', set: { price }, reason: 'a test', until: '2099-01-01' };
  folder.write('overrides.json', JSON.stringify({ overrides: [override] }));
  const withRates = { rates: { file: 'rates.json' } };
  const env = { SOURCES_FILE: writeEuroSource(folder, withRates), STORE_URL: folder.storeUrl };
  const args = ['try', join(folder.path, 'euro.csv'), '--source', 'one-feed'];
  const shown = await esim(args, env);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /3 GB +7 +13\.50 USD from 9\.00 EUR +a plan/);
  assert.match(shown.stdout, /5 GB +7 +11\.50 USD +a plan/);
  assert.doesNotMatch(shown.stdout, /sample rates/);
  writeEuroSource(folder, { ...withRates, overrides: 'overrides.json' });
  assert.match((await esim(args, env)).stdout, /5 GB +7 +7\.77 USD +a plan/);
});

test('exchange rates that a source needs and does not have are an error of try and check', async (t) => {
  const folder = open(t);
  const env = { SOURCES_FILE: writeEuroSource(folder, {}), STORE_URL: folder.storeUrl };
  const file = join(folder.path, 'euro.csv');
  const tried = await esim(['try', file, '--source', 'one-feed'], env);
  assert.equal(tried.code, 1);
  assert.match(tried.stdout, /unknown_currency: no exchange rate for EUR/);
  assert.match(tried.stderr, /^esim: the source needs exchange rates: add "rates" to the sources file$/m);
  // A price in USD is there for some rows, so the source can be read without rates.
  assert.equal((await esim(['check'], env)).code, 0);
  const source = { adapter: 'kolet', options: { url: 'file:k.json', link: 'https://one.example/{id}' } };
  writeSource(folder, source);
  const checked = await esim(['check'], env);
  assert.equal(checked.code, 1);
  assert.match(
    checked.stderr,
    /^error sources\.json, line 1, column \d+: rates is missing, and the prices of "one-feed" are in EUR: add "rates"/m,
  );
  writeSource(folder, { ...source, paused: true });
  assert.equal((await esim(['check'], env)).code, 0);
});

test('a file: feed needs no credentials', async (t) => {
  const folder = open(t);
  folder.write('saved.json', readFileSync('src/ingest/adapters/fixtures/esimaccess.json', 'utf8'));
  const options = { url: 'file:saved.json', link: 'https://one.example/{id}' };
  const env = {
    SOURCES_FILE: writeSource(folder, { adapter: 'esimaccess', options }),
    STORE_URL: folder.storeUrl,
  };
  const checked = await esim(['check'], env);
  assert.equal(checked.code, 0);
  assert.doesNotMatch(checked.stderr, /credential|variable|not set/);
  const tried = await esim(['try', join(folder.path, 'saved.json'), '--source', 'one-feed'], env);
  assert.equal(tried.code, 0, tried.stderr);
  const { stdout, stderr } = await esim(['ingest', '--dry-run'], env);
  assert.match(stdout, /one-feed/);
  assert.doesNotMatch(stdout + stderr, /credential/);
});

test('a dry run says what would be published and writes nothing; a file: feed is a saved answer', async (t) => {
  const folder = open(t);
  folder.write('answer.json', JSON.stringify(rows(12)));
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const dry = await esim(['ingest', '--dry-run'], env);
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /dry run, nothing was written: it would publish snapshot 1: 12 plans/);
  assert.match((await esim(['sources'], env)).stdout, /never read/);
  const real = await esim(['ingest'], env);
  assert.match(real.stdout, /published snapshot 1: 12 plans/);
  folder.write('answer.json', JSON.stringify(rows(13)));
  assert.match((await esim(['ingest', '--dry-run'], env)).stdout, /snapshot 2: 13 plans \(1 added/);
  const again = JSON.parse((await esim(['snapshots', '--json'], env)).stdout) as unknown[];
  assert.equal(again.length, 1);
  assert.ok(readdirSync(folder.path).length > 0);
});

test('a paused source is named, and is not read even when asked for', async (t) => {
  const folder = open(t);
  folder.write('answer.json', JSON.stringify(rows(12)));
  const SOURCES_FILE = writeSource(folder, { paused: true, options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const asked = await esim(['ingest', '--only', 'one-feed'], env);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /"one-feed" is paused/);
  assert.match((await esim(['sources'], env)).stdout, /paused/);
  const all = await esim(['ingest'], env);
  assert.deepEqual([all.code, all.stdout], [0, 'every source is paused\n']);
  assert.equal((await esim(['rejects'], env)).stdout, 'no source was read yet\n');
});

test('hostile names in a tried file reach neither a terminal nor a program as they are', async (t) => {
  const folder = open(t);
  const names = [
    '<script>alert(1)</script>',
    '![x](https://evil.example/b.png)',
    'a\u202Eb\u200Bc',
    '\u001b[31mred\u0007',
    'hidden\u{E0041}\uFE0F\u{E0100}',
  ];
  const lines = names.map(
    (name, at) => `"${name}",${at === 1 ? name : 'JP'},${at + 1} GB,7 Days,$5,https://a${at}.example/`,
  );
  const file = folder.write('x.csv', `"shop\u202E",where,data,days,price,url\n${lines.join('\n')}\n`);
  const plain = folder.write('y.csv', `shop,where,data,days,price,url\n${lines.join('\n')}\n`);
  for (const args of [
    ['try', plain],
    ['try', plain, '--json'],
    ['try', file, '--json'],
  ]) {
    const { code, stdout } = await esim(args);
    assert.equal(code, 0, args.join(' '));
    assert.equal(unwantedIn(stdout), null);
    assert.doesNotMatch(stdout, /<script>|\]\(https/);
  }
});

test('quarantine lists quarantined plans with their kind, and accept accepts single ones or all of a kind', async (t) => {
  const folder = open(t);
  const answer = (price: number) =>
    folder.write(
      'answer.json',
      JSON.stringify(
        rows(40, ({ prices }, at) => (at === 3 || at === 4 ? { prices: { USD: price } } : { prices })),
      ),
    );
  answer(8);
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  assert.equal((await esim(['ingest'], env)).code, 0);
  assert.equal((await esim(['quarantine'], env)).stdout, 'no plan is quarantined\n');
  answer(1.5);
  assert.equal((await esim(['ingest'], env)).code, 0);
  const held = await esim(['quarantine'], env);
  assert.match(held.stdout, /^Source +Plan +Name +Price +Kind +Reason +Since$/m);
  assert.match(held.stdout, /^one-feed +plan-3 +Plan 3 +\$1\.50 +fell +\$1\.50, \$8\.00 before +\S.*$/m);
  assert.match(
    held.stderr,
    /^to accept a plan, run esim accept <source> <plan>; for all of a kind, esim accept <source> --kind <kind>$/m,
  );
  const listed = JSON.parse((await esim(['quarantine', 'one-feed', '--json'], env)).stdout) as object[];
  assert.deepEqual(
    listed.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'since_at'))),
    ['plan-3', 'plan-4'].map((plan) => ({
      source: 'one-feed',
      plan,
      name: plan.replace('plan-', 'Plan '),
      minor: 150,
      currency: 'USD',
      usd_cents: 150,
      reason: 'fell',
      detail: '$1.50, $8.00 before',
      old: '$8.00',
      new: '$1.50',
      accepted: false,
    })),
  );
  const wrong = await esim(['accept', 'one-feed', 'plan-3', 'plan-77'], env);
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.equal(
    wrong.stderr,
    'esim: one-feed has no quarantined plan plan-77; esim quarantine one-feed lists them\n',
  );
  const accepted = await esim(['accept', 'one-feed', 'plan-3'], env);
  assert.equal(
    accepted.stdout,
    'one-feed: the next run accepts plan-3; to run it now, use esim ingest --only one-feed\n',
  );
  assert.match((await esim(['quarantine'], env)).stdout, /plan-3 .*accepted: \$1\.50/);
  await esim(['ingest'], env);
  const left = JSON.parse((await esim(['quarantine', '--json'], env)).stdout) as { plan: string }[];
  assert.deepEqual(
    left.map(({ plan }) => plan),
    ['plan-4'],
  );
  const unknown = await esim(['accept', 'one-feed', '--kind', 'currency'], env);
  assert.equal(
    unknown.stderr,
    'esim: one-feed has no plan that is quarantined because of currency; esim quarantine one-feed lists them\n',
  );
  assert.match((await esim(['accept', 'one-feed'], env)).stdout, /^1 plan of it stays quarantined/m);
  assert.match(
    (await esim(['accept', 'one-feed', '--kind', 'fell'], env)).stdout,
    /^one-feed: the next run accepts plan-4;/,
  );
  await esim(['ingest'], env);
  assert.equal((await esim(['quarantine'], env)).stdout, 'no plan is quarantined\n');
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rows } from '../ingest/support/shop.ts';
import { testFolder, writeSource } from './one-source.ts';
import { esim } from './support.ts';

/** A source of 40 plans. The prices of plan-3 and plan-4 fell from $8.00 to $1.50, so both are quarantined. */
async function ingestFallenPrices(t: TestContext) {
  const folder = testFolder(t);
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const ingestAt = async (price: number) => {
    const answer = rows(40, ({ prices }, at) => ({ prices: at === 3 || at === 4 ? { USD: price } : prices }));
    folder.write('answer.json', JSON.stringify(answer));
    assert.equal((await esim(['ingest'], env)).code, 0);
  };
  await ingestAt(8);
  assert.equal((await esim(['quarantine'], env)).stdout, 'no plan is quarantined\n');
  await ingestAt(1.5);
  return env;
}

async function quarantinedIn(
  env: Awaited<ReturnType<typeof ingestFallenPrices>>,
): Promise<readonly string[]> {
  const { stdout } = await esim(['quarantine', '--json'], env);
  return (JSON.parse(stdout) as { plan: string }[]).map(({ plan }) => plan);
}

test('quarantine lists quarantined plans with their kind and reason, for people and for programs', async (t) => {
  const env = await ingestFallenPrices(t);
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
});

test('accept accepts single plans, and none if one of them is not quarantined', async (t) => {
  const env = await ingestFallenPrices(t);
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
  assert.deepEqual(await quarantinedIn(env), ['plan-4']);
});

test('accept --kind accepts all plans of a kind, and accept of the source none of them', async (t) => {
  const env = await ingestFallenPrices(t);
  const unknown = await esim(['accept', 'one-feed', '--kind', 'currency'], env);
  assert.equal(
    unknown.stderr,
    'esim: one-feed has no plan that is quarantined because of currency; esim quarantine one-feed lists them\n',
  );
  assert.match((await esim(['accept', 'one-feed'], env)).stdout, /^2 plans of it stay quarantined/m);
  assert.match(
    (await esim(['accept', 'one-feed', '--kind', 'fell'], env)).stdout,
    /^one-feed: the next run accepts plan-3, plan-4;/,
  );
  await esim(['ingest'], env);
  assert.deepEqual(await quarantinedIn(env), []);
});

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { fastMarket } from '../../test/support/fast-market.ts';
import { removeDuplicates } from '../ingest/accept/duplicates.ts';
import { findOutliers, suspicionOf } from '../ingest/accept/outliers.ts';
import { createPlaceResolver } from '../ingest/parse/places.ts';
import { candidateOf, normaliser } from '../ingest/testing/plans.ts';
import type { Candidate, FeedPage, RejectReason, SourceConfig } from '../ingest/types.ts';
import { sampleRates } from './prices.ts';
import { sampleSources } from './sources.ts';

const NOW = Date.UTC(2026, 9, 20, 12);
/** Small enough for a quick test, large enough that every shop sells every kind. */
const SIZE = { plans: 2_500, seed: 3, now: NOW };
const config = sampleSources(SIZE);

interface Read {
  readonly candidates: Candidate[];
  readonly refused: { readonly id: string | null; readonly reason: RejectReason }[];
}

async function pagesOf(source: SourceConfig): Promise<FeedPage[]> {
  return Array.fromAsync(source.pages?.() ?? assert.fail(`${source.id} has no pages`));
}

async function read(source: SourceConfig): Promise<Read> {
  const provider = config.providers.find(({ id }) => id === source.provider) ?? assert.fail(source.id);
  const normalise = normaliser({
    source: source.id,
    provider: provider.id,
    hosts: provider.hosts,
    resolvePlace: createPlaceResolver(source.places),
    rates: { table: sampleRates(NOW), problem: null },
    now: NOW,
  });
  const result: Read = { candidates: [], refused: [] };
  for (const page of await pagesOf(source)) {
    for await (const parsed of source.adapter.parse(page, source.options)) {
      const outcome = parsed.ok ? normalise(parsed.draft) : parsed;
      if (outcome.ok) result.candidates.push(candidateOf(outcome));
      else result.refused.push({ id: parsed.ref.externalId, reason: outcome.reason });
    }
  }
  return result;
}

const results = new Map<string, Promise<Read>>();
function resultOf(source: SourceConfig): Promise<Read> {
  const known = results.get(source.id) ?? read(source);
  results.set(source.id, known);
  return known;
}

for (const source of config.sources) {
  test(`the feed of ${source.id} is read by the ${source.adapter.id} adapter; only deliberate rows are refused`, async () => {
    assert.ok(Value.Check(source.adapter.options as TSchema, source.options), 'options fit the adapter');
    const { candidates, refused } = await resultOf(source);
    const outliers = findOutliers(candidates);
    const refusedIds = [
      ...refused.map(({ id }) => id),
      ...outliers.map(({ index }) => candidates[index]?.plan.id),
    ];
    for (const id of refusedIds) assert.match(id ?? '', /^odd-/);
    assert.equal(suspicionOf(candidates, outliers.length), null);
    assert.deepEqual(removeDuplicates(candidates).duplicates, []);
  });
}

test('at least 99% of all rows are taken, and the refused ones show several reasons', async () => {
  const all = await Promise.all(config.sources.map(resultOf));
  const taken = all.reduce((sum, { candidates }) => sum + candidates.length, 0);
  const reasons = new Set(all.flatMap(({ refused }) => refused.map(({ reason }) => reason)));
  const refused = all.reduce((sum, result) => sum + result.refused.length, 0);
  assert.ok(taken / (taken + refused) >= 0.99);
  const expected = [
    'unknown_place',
    'retired_place',
    'top_up',
    'ambiguous_title',
    'out_of_stock',
    'pay_as_you_go',
  ];
  for (const reason of [...expected, 'retail_below_wholesale'] as RejectReason[])
    assert.ok(reasons.has(reason), reason);
});

test('what the pipeline reads from the feeds is what the market made directly says', async () => {
  const direct = new Map(fastMarket(SIZE).plans.map((plan) => [`${plan.provider}/${plan.id}`, plan]));
  let compared = 0;
  for (const source of config.sources) {
    for (const { plan } of (await resultOf(source)).candidates) {
      if (plan.id.startsWith('odd-')) continue;
      const expected = direct.get(`${plan.provider}/${plan.id}`) ?? assert.fail(plan.id);
      compared += 1;
      for (const part of ['coverage', 'allowance', 'validity', 'price', 'facts'] as const)
        assert.deepEqual(plan[part], expected[part], `${plan.provider}/${plan.id} ${part}`);
    }
  }
  assert.equal(compared, direct.size);
});

test('the same seed gives the same bytes, as often as the pages are asked for', async () => {
  // Hashes, because a difference between megabytes takes minutes to print.
  const digests = async (source: SourceConfig) =>
    (await pagesOf(source)).map(({ number, body }) => `${number} ${hash('sha256', body)}`);
  const again = sampleSources(SIZE);
  for (const [index, source] of config.sources.entries()) {
    const first = await digests(source);
    assert.deepEqual(await digests(source), first);
    assert.deepEqual(await digests(again.sources[index] ?? assert.fail()), first);
    assert.deepEqual(
      first.map((digest) => Number(digest.split(' ')[0])),
      first.map((_, at) => at + 1),
    );
  }
});

test('a feed needs no credential and every address in it is an .example host', async () => {
  for (const source of config.sources) {
    assert.deepEqual(source.credentials, {});
    for (const [, value] of Object.entries(source.options))
      if (typeof value === 'string' && value.includes('://')) assert.match(new URL(value).host, /\.example$/);
  }
});

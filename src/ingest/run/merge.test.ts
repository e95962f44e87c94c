import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { observedAt, PLAIN_PLAN } from '../../catalogue/testing/market.ts';
import type { SourceConfig } from '../config/load.ts';
import { mergeSources, type SourceResult } from './merge.ts';
import { type CurrentMarket, NOTHING } from './published.ts';

const NOW = 1_800_000_000_000;
const provider = (id: string) => ({ id, name: id, homepage: `https://${id}.example/`, brand: id, hosts: [] });
const source = (id: string, of: string) => ({ id, provider: of }) as SourceConfig;
const plansOf = (owner: string, ...ids: string[]) =>
  ids.map((id) => ({ ...PLAIN_PLAN, provider: owner, id }));
const fresh = (owner: string, ...ids: string[]): SourceResult => {
  const plans = plansOf(owner, ...ids);
  return { kind: 'fresh', plans, observations: plans.map(() => observedAt(NOW)) };
};

describe('a merged market', () => {
  it('has each plan of a provider once, from the source that stands first', () => {
    const config = {
      sources: [source('a1', 'a'), source('b1', 'b'), source('a2', 'a')],
      providers: [provider('a'), provider('b'), provider('c')],
      sample: false,
    };
    const results = new Map([
      ['a1', fresh('a', 'x', 'y')],
      ['b1', fresh('b', 'x')],
      ['a2', fresh('a', 'y', 'z')],
    ]);
    const { market, plansBySource, lost } = mergeSources(config, results, NOTHING, [], NOW);
    assert.deepEqual(
      market.plans.map((plan) => `${plan.provider}/${plan.id}`),
      ['a/x', 'a/y', 'b/x', 'a/z'],
    );
    assert.equal(market.observations.length, 4);
    assert.deepEqual(market.observations.at(3), observedAt(NOW));
    assert.deepEqual([...plansBySource.values(), lost.size], [2, 1, 1, 0]);
    // Who sells nothing is not named.
    assert.deepEqual(
      market.providers.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('keeps what a failed source has now, sees an unchanged one again, and asks for their own plans only', () => {
    const asked: string[] = [];
    const current: CurrentMarket = {
      ...NOTHING,
      plansOf(id, owner) {
        asked.push(`${id} ${owner}`);
        return { plans: plansOf(owner ?? '', id), observations: [observedAt(NOW - 1_000)] };
      },
      stateOf: (id) => ({ id, status: 'ok', lastSuccess: NOW - 1_000, plans: 1 }),
    };
    const config = {
      sources: [source('failed', 'a'), source('same', 'b')],
      providers: [provider('a'), provider('b')],
      sample: false,
    };
    const results = new Map<string, SourceResult>([
      ['failed', { kind: 'failed' }],
      ['same', { kind: 'unchanged', history: new Map() }],
    ]);
    const { market } = mergeSources(config, results, current, [], NOW);
    assert.deepEqual(asked, ['failed a', 'same b']);
    assert.deepEqual(
      [market.observations.at(0)?.observedAt, market.observations.at(1)?.observedAt],
      [NOW - 1_000, NOW],
    );
    assert.deepEqual(
      market.sources.map(({ status, lastSuccess }) => [status, lastSuccess]),
      [
        ['kept', NOW - 1_000],
        ['ok', NOW],
      ],
    );
  });
});

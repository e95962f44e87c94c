import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { observedAt, PLAIN_PLAN } from '../../catalogue/testing/market.ts';
import type { SourceConfig } from '../config/load.ts';
import { mergeSources } from './merge.ts';
import { NOTHING_PUBLISHED } from './published.ts';

const NOW = 1_800_000_000_000;
const provider = (id: string) => ({ id, name: id, homepage: `https://${id}.example/`, brand: id, hosts: [] });
const source = (id: string, owner: string) => ({ id, provider: owner }) as SourceConfig;
const plansOf = (owner: string, ...ids: string[]) =>
  ids.map((id) => ({ ...PLAIN_PLAN, provider: owner, id }));
const observed = (at: number, owner: string, ...ids: string[]) =>
  plansOf(owner, ...ids).map((plan) => ({ plan, observation: observedAt(at) }));

type Input = Parameters<typeof mergeSources>[0];
type Run = NonNullable<ReturnType<Input['runs']['get']>>;
const ready = (owner: string, ...ids: string[]): Run => ({
  stage: 'ready',
  plans: observed(NOW, owner, ...ids),
  providers: [],
  problem: null,
});
const FAILED: Run = { stage: 'failed' };
const merge = (config: Input['config'], runs: Input['runs'], published: Input['published']) =>
  mergeSources({
    config,
    runs,
    published,
    coupons: [],
    hides: () => false,
    isUnfinished: () => false,
    now: NOW,
  });

describe('mergeSources', () => {
  it('publishes each plan of a provider once, from the first source of the configuration', () => {
    const config = {
      sources: [source('a1', 'a'), source('b1', 'b'), source('a2', 'a')],
      providers: [provider('a'), provider('b'), provider('c')],
      sample: false,
    };
    const results = new Map([
      ['a1', ready('a', 'x', 'y')],
      ['b1', ready('b', 'x')],
      ['a2', ready('a', 'y', 'z')],
    ]);
    const { market, plansBySource, conflicts } = merge(config, results, NOTHING_PUBLISHED);
    assert.deepEqual(
      market.plans.map(({ plan }) => `${plan.provider}/${plan.id}`),
      ['a/x', 'a/y', 'b/x', 'a/z'],
    );
    assert.deepEqual(market.plans.at(3)?.observation, observedAt(NOW));
    assert.deepEqual([...plansBySource.values(), conflicts.size], [2, 1, 1, 0]);
    // The provider c has no plans.
    assert.deepEqual(
      market.providers.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('publishes the last good plans of sources that failed or were not read, if their provider is still the same', () => {
    const config = {
      sources: [source('failed', 'a'), source('read', 'b'), source('not-read', 'c')],
      providers: [provider('a'), provider('b'), provider('c')],
      sample: false,
    };
    const before = NOW - 1_000;
    const published = {
      ...NOTHING_PUBLISHED,
      // a/y is from the time when the operator had configured another provider for this source.
      bySource: new Map([
        ['failed', observed(before, 'a', 'x')],
        ['not-read', [...observed(before, 'c', 'x'), ...observed(before, 'a', 'y')]],
      ]),
      states: new Map(
        ['failed', 'read', 'not-read'].map((id) => [
          id,
          { id, status: 'ok' as const, lastSuccess: before, plans: 1 },
        ]),
      ),
    };
    const runs = new Map<string, Run>([
      ['failed', FAILED],
      ['read', ready('b', 'x')],
    ]);
    const { market } = merge(config, runs, published);
    assert.deepEqual(
      market.plans.map(({ plan }) => `${plan.provider}/${plan.id}`),
      ['a/x', 'b/x', 'c/x'],
    );
    assert.deepEqual(
      market.plans.slice(0, 2).map(({ observation }) => observation.observedAt),
      [before, NOW],
    );
    assert.deepEqual(
      market.sources.map(({ status, lastSuccess }) => [status, lastSuccess]),
      [
        ['kept', before],
        ['ok', NOW],
        ['ok', before],
      ],
    );
  });
});

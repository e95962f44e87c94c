/** Ingest reads the committed feeds of the sample market like any other feed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Plan } from '../../src/domain/plan.ts';
import type { RejectReason } from '../../src/ingest/draft.ts';
import type { IngestReport } from '../../src/ingest/run/report.ts';
import { sampleConfig } from '../../src/sample/sample-market.ts';
import { openBench } from '../ingest/support/shop.ts';
import { fastMarket } from '../support/fast-market.ts';

describe('the sample market', () => {
  let report: IngestReport;
  let plans: readonly Plan[] = [];
  let destinations = 0;
  const rejected: { readonly externalId: string | null; readonly reason: RejectReason }[] = [];
  const now = Date.UTC(2026, 9, 20, 12);

  before(async () => {
    const bench = await openBench();
    bench.now = now;
    report = await bench.run(await sampleConfig({ now }), {
      explain: true,
      onEvent: (event) => void (event.type === 'reject' && rejected.push(event)),
    });
    plans = Object.values(await bench.plans()).flat();
    destinations = new Set(plans.flatMap(({ coverage }) => coverage.destinations)).size;
  });

  test('has 7,000 plans of 19 providers for 227 destinations', () => {
    assert.equal(plans.length, 7_000);
    assert.equal(new Set(plans.map(({ provider }) => provider)).size, 19);
    assert.equal(destinations, 227);
  });

  test('is read from all of its sources without a problem', () => {
    assert.equal(report.status, 'published');
    assert.deepEqual(report.warnings, []);
    for (const { source, outcome, problem } of report.sources)
      assert.deepEqual([outcome, problem], ['ok', null], source);
  });

  test('has rejected rows for several reasons, and only those that the generator made for this', () => {
    // Two plans for one cent are quarantined instead.
    assert.equal(rejected.length, 13);
    for (const { externalId } of rejected) assert.match(externalId ?? '', /^odd-/);
    assert.deepEqual([...new Set(rejected.map(({ reason }) => reason))].toSorted(), [
      'name_contradicts',
      'out_of_stock',
      'pay_as_you_go',
      'retail_below_wholesale',
      'retired_place',
      'top_up',
      'unknown_place',
    ]);
  });

  test('has the plans that the generator made, with every fact', () => {
    const generated = new Map(
      fastMarket({ now }).plans.map(({ plan }) => [`${plan.provider}/${plan.id}`, plan]),
    );
    assert.equal(plans.length, generated.size);
    for (const plan of plans) {
      const key = `${plan.provider}/${plan.id}`;
      const expected = generated.get(key) ?? assert.fail(key);
      for (const part of ['coverage', 'allowance', 'validity', 'price', 'facts', 'extras'] as const)
        assert.deepEqual(plan[part], expected[part], `${key} ${part}`);
    }
  });

  test('has a few plans with calls, with text messages and with a cap of the hotspot', () => {
    const few = (isOne: (plan: Plan) => boolean) => {
      const count = plans.filter(isOne).length;
      return count >= 5 && count <= 100;
    };
    assert.ok(few(({ facts }) => facts.calls === true));
    assert.ok(few(({ facts }) => facts.sms === true));
    assert.ok(few(({ extras }) => extras.callMinutes !== null));
    assert.ok(few(({ extras }) => extras.hotspotBytes !== null));
  });

  test('has destinations with and without unlimited plans', () => {
    const unlimited = new Set(
      plans
        .filter(({ allowance }) => allowance.model === 'unlimited')
        .flatMap(({ coverage }) => coverage.destinations),
    );
    assert.ok(unlimited.size > 0 && unlimited.size < destinations);
  });

  test('has plans that are also sold under a second name at a higher price', () => {
    const prices = new Map(plans.map(({ provider, id, price }) => [`${provider}/${id}`, price.minor]));
    const twins = plans.filter(({ id }) => id.endsWith('-plus'));
    assert.ok(twins.length > 0);
    for (const { provider, id, price } of twins) {
      const original = prices.get(`${provider}/${id.replace(/-plus$/, '')}`) ?? assert.fail(id);
      assert.ok(price.minor > original, id);
    }
  });
});

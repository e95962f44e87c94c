import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encode } from './encode.ts';
import { MarketError } from './errors.ts';
import { compareStrings } from './head.ts';
import { createPacker } from './pack.ts';
import { anyMarket, observedAt, PLAIN_PLAN } from './testing/market.ts';

describe('packed plans', () => {
  it('are the plans that went in, by id, with their observations; any number of packs at once', () => {
    fc.assert(
      fc.property(anyMarket, (market) => {
        const { pack } = createPacker(0);
        const rows = market.plans.map((plan, index) => ({ plan, seen: market.observations[index]! }));
        const packs = market.providers.map(({ id }) => {
          const own = rows.filter(({ plan }) => plan.provider === id);
          const packed = pack(
            id,
            own.map(({ plan }) => plan),
            own.map(({ seen }) => seen),
          );
          return { packed, own: own.toSorted((a, b) => compareStrings(a.plan.id, b.plan.id)) };
        });
        // Row by row across all packs: each has been closed again in between where there are many.
        for (let row = 0; row < rows.length; row += 1) {
          for (const { packed, own } of packs) {
            assert.equal(packed.plans.length, own.length);
            if (row >= own.length) continue;
            assert.deepEqual(packed.plans.at(row), own[row]?.plan);
            assert.deepEqual(packed.observations.at(row), own[row]?.seen);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('give the same snapshot as the plans themselves', () => {
    const plans = ['c', 'a', 'b'].map((id) => ({ ...PLAIN_PLAN, id }));
    const observations = plans.map((_, at) => observedAt(at * 1_000));
    const rest = {
      coupons: [],
      providers: [{ id: 'harbour', name: 'Harbour', homepage: 'https://harbour.example/', brand: 'harbour' }],
      sources: [],
      sample: false,
    };
    const packed = createPacker(0).pack('harbour', plans, observations);
    assert.deepEqual(encode({ ...packed, ...rest }), encode({ plans, observations, ...rest }));
  });

  it('are refused where no snapshot could hold one of them', () => {
    const twice = [PLAIN_PLAN, PLAIN_PLAN];
    assert.throws(
      () =>
        createPacker().pack(
          'harbour',
          twice,
          twice.map(() => observedAt(0)),
        ),
      MarketError,
    );
  });

  it('are packed only beyond the rows that may stay loose, whatever their source', () => {
    const { pack } = createPacker(3);
    const rowsOf = (...ids: string[]) => ids.map((id) => ({ ...PLAIN_PLAN, id }));
    const packed = (...ids: string[]) => {
      const plans = rowsOf(...ids);
      return (
        pack(
          'harbour',
          plans,
          plans.map(() => observedAt(0)),
        ).plans !== plans
      );
    };
    assert.deepEqual(
      [packed('a', 'b'), packed('c', 'd'), packed('e'), packed('f')],
      [false, true, false, true],
    );
  });

  it('can be given back while others still hold their number, and are not to be had from then on', () => {
    const packer = createPacker(0);
    const { plans, observations } = packer.pack('harbour', [PLAIN_PLAN], [observedAt(0)]);
    assert.deepEqual(plans.at(0), PLAIN_PLAN);
    packer.release();
    assert.equal(plans.length, 1);
    assert.throws(() => plans.at(0), /released/);
    assert.throws(() => observations.at(0), /released/);
  });
});

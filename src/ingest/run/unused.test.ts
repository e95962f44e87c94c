import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CouponEntry, OverrideEntry } from '../config/schema.ts';
import { planId } from '../parse/plan-id.ts';
import { unusedEntries } from './unused.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const PLANS = [{ provider: 'anka', id: planId('TRK10'), coverage: { destinations: ['TR'] } }];

const coupon = (changes: Partial<CouponEntry>): CouponEntry =>
  ({ id: 'SALE', provider: 'anka', verifiedAt: '2026-11-01', ...changes }) as CouponEntry;
const override = (changes: Partial<OverrideEntry>): OverrideEntry =>
  ({
    provider: 'anka',
    plan: 'TRK10',
    set: { hotspot: true },
    reason: 'x',
    until: '2026-12-31',
    ...changes,
  }) as OverrideEntry;

test('coupons, overrides and provider files that match nothing are named, with all names of a plan', () => {
  const nothing = { sources: [{ id: 'feed', provider: 'anka' }], providers: [], coupons: [], overrides: [] };
  const isRead = (source: string) => source === 'feed';
  const unused = (entries: Partial<Parameters<typeof unusedEntries>[0]>) =>
    unusedEntries({ ...nothing, ...entries }, PLANS, new Set(['hidden']), isRead, NOW);
  assert.deepEqual(
    unused({
      providers: [{ id: 'anka' }],
      coupons: [
        coupon({}),
        coupon({ countries: ['JP', 'TR'] }),
        coupon({
          plans: ['TRK10', planId('TRK10'), `https://esim.example/go/anka/${planId('TRK10')}?via=page`],
        }),
        coupon({ provider: 'nobody', validUntil: '2026-01-01' }),
      ],
      overrides: [
        override({}),
        override({ plan: planId('TRK10') }),
        override({ plan: 'gone', until: '2026-01-01' }),
        override({ plan: 'hidden', hide: true }),
      ],
    }),
    [],
  );
  assert.deepEqual(
    unused({
      providers: [{ id: 'nobody' }],
      coupons: [
        coupon({ provider: 'nobody' }),
        coupon({ id: 'TYPO', plans: ['TRK10', 'TRK11'] }),
        coupon({ id: 'ASIA', countries: ['JP'] }),
      ],
      overrides: [
        override({ plan: 'TRK11' }),
        override({ plan: 'https://esim.example/go/anka/TRK12', hide: true }),
      ],
    }),
    [
      'the provider file nobody.json matches no plan of the catalogue',
      'the coupon SALE matches nothing: the catalogue has no plan of nobody',
      'the coupon TYPO names TRK11: the catalogue has no such plan',
      'the coupon ASIA matches nothing: no plan of anka covers JP',
      'the override of anka/TRK11 matches no plan of the catalogue',
      'the override of anka/TRK12 matches no plan of the catalogue',
    ],
  );
  assert.deepEqual(
    unused({
      sources: [{ id: 'new', provider: 'nobody' }, { id: 'many' }],
      providers: [{ id: 'nobody' }],
      coupons: [coupon({ provider: 'nobody' })],
    }),
    [],
    'a source that was not read yet may have the plans',
  );
});

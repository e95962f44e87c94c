import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gainsOf } from '../../src/web/results/versus.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { TRIPS } from '../support/page-truth.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** Whatever the page says that a plan adds is what the API gives as the reasons of a pick. */
test('the page and the API give the same reasons for a pick', async () => {
  let compared = 0;
  for (const trip of TRIPS.slice(0, 40)) {
    const { picks } = await service.json<Comparison>(`/api/v1/plans?${trip}&limit=1`);
    const cheapest = picks.find(({ picks: titles }) => titles.includes('cheapest'));
    for (const pick of picks) {
      if (cheapest === undefined || pick === cheapest) continue;
      const told = pick.reasons.filter(({ code }) => code !== 'costs_more_than_cheapest');
      assert.deepEqual(
        gainsOf(pick.result, cheapest.result).map(({ code, value }) => ({
          code,
          value: code === 'more_gb' ? value / 1000 : value,
        })),
        told.map(({ code, value }) => ({ code, value })),
        trip,
      );
      compared += told.length;
    }
  }
  assert.ok(compared > 0);
});

/** The rankings of three trips are stored in `test/golden/`. A change of these files is a change of the ranking to review. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TRIPS = [
  'country=TR&days=7&need=normal',
  'country=JP&days=14&need=unlimited',
  'country=US&days=30&need=heavy',
];
const NOW = Date.UTC(2026, 10, 15, 12);

/** One line for each position of a list. */
const line = ({ rank, provider, plan, copies, price, fits, why }: Result): string =>
  [
    String(rank).padStart(2),
    `${provider.id}/${plan.id}`,
    `${copies}×`,
    `$${price.usd.toFixed(2)}`,
    fits.meets_need ? '' : `short ${fits.short_by_gb} GB ${fits.short_by_days} d`,
    `compares $${why.comparable_usd.toFixed(2)}`,
    why.drawbacks.map(({ code, percent }) => `${code} ${percent}`).join(' '),
    why.reasons.map(({ code }) => code).join(','),
  ]
    .filter((part) => part !== '')
    .join('  ');

function page(query: string, { orders, variants }: Comparison): string {
  const lists = Object.entries(orders).map(([name, list]) => [`${name}`, ...list.map(line)].join('\n'));
  const lengths = (variants ?? []).map(
    ({ days, best }) => `${days} d  ${best?.provider.id}/${best?.plan.id}  $${best?.price.usd.toFixed(2)}`,
  );
  return `${[`# ${query}`, ...lists, ['Variants', ...lengths].join('\n')].join('\n\n')}\n`;
}

describe('golden trips', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ clock: () => NOW });
  });
  after(() => service.stop());

  for (const query of TRIPS) {
    test(`the ranking of ${query} is the one in test/golden/`, async () => {
      const got = page(query, await service.json<Comparison>(`/api/v1/plans?${query}&include=variants`));
      const file = new URL(
        `../golden/${query.replaceAll(/\w+=/g, '').replaceAll('&', '-')}.txt`,
        import.meta.url,
      );
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, got);
      assert.equal(got, readFileSync(file, 'utf8'));
    });
  }
});

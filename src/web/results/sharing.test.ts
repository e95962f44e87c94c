import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, createSite, exampleComparison, exampleResult, TRIP, wordsOf } from '../testing/harness.ts';

test('a plan to share states its amount with what follows it, and what to know, beside the price', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    Object.assign(made.data, { model: 'total', gb: 10, after_cap: 'throttle', throttle_kbps: 384 });
    Object.assign(made.features, { hotspot: true, hotspot_gb: 5 });
    made.speed.generation = '5G';
  });
  const split = {
    ...{ data_gb: 14, usd: 12, comparable_usd: 13, further_purchases_usd: 0, purchases: 1 },
    legs: [{ stops: [{ country: 'TR', days: 7 }], result }],
  };
  comparison.sharing = { recommended: split, cheapest: split } as NonNullable<typeof comparison.sharing>;
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&travellers=2`);
  const tile = wordsOf(text.split('class="pick-tile shared"')[1]?.split('</li>')[0] ?? '');
  assert.match(tile, /10 GB, then 384 kbit\/s · 30 days · 5G · Hotspot up to 5 GB/);
  assert.match(tile, /What to know: /);
  const details = wordsOf(text.split('class="sharing"')[1] ?? '');
  assert.match(details, /10 GB, then 384 kbit\/s · 30 days/);
});

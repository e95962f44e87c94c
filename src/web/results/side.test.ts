import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, createSite, exampleComparison, exampleResult, TRIP } from '../testing/harness.ts';

test('side by side, a value is better only if both plans state one', async () => {
  const comparison = exampleComparison();
  const [first, second] = [
    exampleResult((result) => {
      result.plan.id = 'once';
      result.validity.days = 30;
    }),
    exampleResult((result) => {
      result.plan.id = 'thrice';
      result.validity.days = 7;
      result.copies = 3;
      result.speed.advertised_max_mbps = 5;
    }),
  ];
  comparison.orders.Recommended = [first, second];
  const picks = [first, second].map(({ provider, plan }) => `&pick=${provider.id}/${plan.id}`).join('');
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}${picks}`);
  const rowOf = (name: string) =>
    new RegExp(`<tr><th scope="row">${name}</th>(.*?)</tr>`).exec(text)?.[1] ?? '';
  assert.match(rowOf('Purchases'), /^<td>–<\/td><td>/);
  assert.match(rowOf('Advertised top speed'), /^<td>.*<\/td><td>5 Mbit\/s<\/td>$/);
  assert.match(rowOf('Valid for'), /^<td class="better">/);
});

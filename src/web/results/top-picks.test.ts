import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { answered, createSite, exampleComparison, exampleResult, TRIP, wordsOf } from '../testing/harness.ts';

test('the card of a pick names its two dearest drawbacks, also those of the best value', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, ...drawbacks: readonly (readonly [DrawbackCode, number])[]) =>
    exampleResult((result) => {
      result.plan.id = id;
      result.why.drawbacks = drawbacks.map(([code, usd]) => ({ code, percent: 1, usd, text: code }));
    });
  const best = planWith('best', ['tax_unknown', 0.1], ['exit_elsewhere', 0.61], ['low_top_speed', 1.52]);
  // What is unknown stands in a line of its own.
  const cheapest = planWith('cheapest', ['exit_unknown', 0.2]);
  comparison.picks = [
    { ...comparison.picks[0]!, picks: ['best_value'], difference_usd: 2, result: best },
    { ...comparison.picks[0]!, picks: ['cheapest'], difference_usd: 0, result: cheapest },
    { ...comparison.picks[0]!, picks: ['fewest_unknowns'], difference_usd: 3, result: planWith('clear') },
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const tiles = [...text.matchAll(/<li class="pick-tile plan">[\s\S]*?<a class="out/g)].map(([tile]) => ({
    label: tile.includes('What to know'),
    isRoutePraised: tile.includes('a known internet route'),
    drawbacks: /<p class="faults">.*?<\/b> (.*?)<\/p>/.exec(tile)?.[1] ?? '',
  }));
  assert.deepEqual(tiles, [
    {
      label: true,
      isRoutePraised: false,
      drawbacks: 'Slow: less than 10 Mbit/s; Internet runs through another country',
    },
    { label: false, isRoutePraised: false, drawbacks: '' },
    { label: false, isRoutePraised: true, drawbacks: '' },
  ]);
});

test('the headline and the picks say how much of unlimited data is fast, in every language', async () => {
  const comparison = exampleComparison();
  const result = exampleResult(({ data }) => {
    Object.assign(data, { model: 'unlimited', gb: null, gb_for_trip: null, full_speed_gb_per_day: 1 });
  });
  comparison.orders.Recommended = [result];
  comparison.picks = [{ ...comparison.picks[0]!, result }];
  const site = createSite(() => answered(comparison));
  for (const [language, headline, pick] of [
    ['en', 'Unlimited (1 GB/day fast) for $', 'Unlimited, 1 GB/day fast · 30 days'],
    ['de', 'Unbegrenzt (1 GB/Tag schnell) für', 'Unbegrenzt, 1 GB/Tag schnell · 30 Tage'],
    ['es', 'Ilimitado (1 GB/día a máxima velocidad) por', 'Ilimitado, 1 GB/día a máxima velocidad · 30 días'],
    ['tr', 'Sınırsız (1 GB/gün hızlı), $', 'Sınırsız, 1 GB/gün hızlı · 30 gün'],
  ] as const) {
    const text = wordsOf((await site.get(`${TRIP}&lang=${language}`)).text).replaceAll('\u00a0', ' ');
    assert.ok(text.includes(headline), `${headline}: ${text.slice(0, 600)}`);
    assert.ok(text.includes(pick), pick);
  }
});

test('every pick says all that it leaves open, once, and each pick says what it is compared with', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, name: string, usd: number, ...codes: readonly DrawbackCode[]) =>
    exampleResult((result) => {
      result.plan.id = id;
      result.provider.name = name;
      result.price.usd = usd;
      result.why.drawbacks = codes.map((code) => ({ code, percent: 1, usd: 0.1, text: code }));
    });
  const best = planWith('best', 'Larkspan', 10, 'hotspot_unknown', 'tax_unknown', 'generation_unknown');
  const clear = planWith('clear', 'Moonferry', 12, 'hotspot_unknown', 'generation_4g');
  comparison.picks = [
    { ...comparison.picks[0]!, picks: ['best_value', 'cheapest'], difference_usd: 0, result: best },
    { ...comparison.picks[0]!, picks: ['fewest_unknowns'], difference_usd: 2, result: clear },
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const [first = '', second = ''] = [
    ...text.matchAll(/<li class="pick-tile plan">[\s\S]*?<a class="out/g),
  ].map(([tile]) => wordsOf(tile));
  assert.match(first, /\$2\.00 less than Moonferry/);
  assert.match(first, /Not stated: 4G or 5G, hotspot, tax/);
  assert.match(second, /\$2\.00 more than the cheapest, with .*Not stated: hotspot What to know: 4G, not 5G/);
});

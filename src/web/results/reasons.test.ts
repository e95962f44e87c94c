import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REASON_CODES } from '../../domain/ranking/ranked.ts';
import { reasonOnWire } from '../../wire/sentences/offers.ts';
import { formatFor } from '../format.ts';
import { exampleResult } from '../testing/harness.ts';
import { en } from '../texts/en.ts';
import { tr } from '../texts/tr.ts';
import { reasonText } from './reasons.ts';

test('each reason has the same figures on the page as in the API', () => {
  const values: Record<string, number> = {
    short_of_days: 3,
    short_of_data: 2_500,
    short_of_full_speed_data: 2_500,
    several_purchases: 2,
    above_cheapest: 7,
    spare_data: 3_500,
    little_spare_data: 500,
    spare_data_daily: 1_000,
    part_at_reduced_speed: 512,
    full_speed_daily: 3_000,
    several_networks: 2,
    covers_trip: 30,
  };
  const result = exampleResult((made) => {
    made.why.reasons = REASON_CODES.map((code) => reasonOnWire({ code, value: values[code] ?? null }));
  });
  const figures = (text: string) => text.replaceAll(',', '.').match(/\d+(?:\.\d+)?(?!G)/g) ?? [];
  const wire = result.why.reasons;
  for (const format of [formatFor(en), formatFor(tr)]) {
    for (const [index, reason] of result.why.reasons.entries()) {
      const text = reasonText(reason, format);
      assert.deepEqual(figures(text), figures(wire[index]?.text ?? ''), text);
    }
  }
});

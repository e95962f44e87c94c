import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { marketFiles } from '../../scripts/sample-market/files.ts';
import { sampleMarket } from '../../scripts/sample-market/market.ts';
import { dateProblem, parseRates } from '../ingest/config/rates.ts';
import { SAMPLE_FOLDER, sampleConfig, sampleRates } from './sample-market.ts';

const MS_PER_DAY = 86_400_000;
const SUNDAY_EVENING = Date.UTC(2026, 9, 4, 23, 59);
const isMonday = (day: string) => new Date(day).getUTCDay() === 1;

describe('the dates of the sample market', () => {
  const days = Array.from({ length: 28 }, (_, day) => SUNDAY_EVENING + day * MS_PER_DAY);

  test('exchange rates are of the latest Monday (today included), are never too old, and are those of the ingest', async () => {
    const dates = new Set<string>();
    for (const now of days) {
      const rates = await sampleRates(now);
      assert.equal(dateProblem(rates, now), null);
      assert.ok(isMonday(rates.date) && Date.parse(rates.date) <= now);
      dates.add(rates.date);
      const { rates: given } = await sampleConfig({ now });
      assert.ok(given?.kind === 'text');
      assert.deepEqual(parseRates(given.text), rates);
    }
    // 28 days from a Sunday on are in five weeks.
    assert.equal(dates.size, 5);
  });

  test('coupons are confirmed on the same Monday, and a stated first or last day is at least two weeks after today', async () => {
    for (const now of days) {
      const { date } = await sampleRates(now);
      const { coupons } = await sampleConfig({ now });
      assert.deepEqual(new Set(coupons.map(({ verifiedAt }) => verifiedAt)), new Set([date]));
      const starts = coupons.flatMap(({ validFrom }) => validFrom ?? []);
      const ends = coupons.flatMap(({ validUntil }) => validUntil ?? []);
      assert.ok(starts.length > 0 && ends.length > 0);
      for (const day of [...starts, ...ends]) assert.ok(Date.parse(day) > now + 14 * MS_PER_DAY, day);
    }
  });

  test('a euro is worth the same dollars on every day', async () => {
    for (const now of [0, SUNDAY_EVENING]) assert.equal((await sampleRates(now)).usdFor.get('EUR'), '1.17');
  });
});

test('every source has its pages in files and is read again every six hours, so that no price grows old', async () => {
  const { sources, sample } = await sampleConfig({ now: SUNDAY_EVENING });
  assert.equal(sample, true);
  assert.equal(sources.length, 19);
  for (const { everyMs, pages } of sources) {
    assert.equal(everyMs, 6 * 60 * 60 * 1000);
    assert.ok(pages !== undefined);
  }
});

test('the committed files are what the generator writes: run node scripts/sample-market/write.ts', () => {
  const unpacked = (path: string, content: Uint8Array) =>
    path.endsWith('.gz') ? gunzipSync(content) : Buffer.from(content);
  const paths: string[] = [];
  for (const { path, content } of marketFiles(sampleMarket(), { isCompressed: true })) {
    const committed = unpacked(path, readFileSync(join(SAMPLE_FOLDER, path)));
    assert.ok(committed.equals(unpacked(path, Buffer.from(content))), path);
    paths.push(path);
  }
  const files = globSync('**/*.*', { cwd: SAMPLE_FOLDER });
  assert.deepEqual(files.toSorted(), paths.toSorted());
});

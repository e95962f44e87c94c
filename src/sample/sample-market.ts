/**
 * The bundled sample market, which is served where no sources file is configured. Its files in `sample-market/` are like
 * those of an operator, and the same code reads them. `scripts/sample-market/` generates them. This module adds current
 * dates and never changes a file.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoDay } from '../domain/calendar.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { type IngestConfig, readConfig } from '../ingest/config/load.ts';
import type { RateTable } from '../ingest/config/rates.ts';
import { parseRates } from '../ingest/config/rates.ts';
import type { CouponEntry } from '../ingest/config/schema.ts';

export const SAMPLE_FOLDER = join(import.meta.dirname, '../../sample-market');

/** 1970-01-01 was a Thursday, which is three days after a Monday. */
const DAYS_AFTER_MONDAY = 3;

/**
 * The sample market as ingest reads it. Exchange rates older than a week are rejected, so they are dated to the latest
 * Monday. With the current day instead, every day would give a new catalogue although no price has changed.
 */
export async function sampleConfig({
  now,
  folder = SAMPLE_FOLDER,
}: {
  readonly now: number;
  readonly folder?: string;
}): Promise<IngestConfig> {
  const [config, rates] = await Promise.all([
    readConfig(join(folder, 'sources.json')),
    readFile(join(folder, 'rates.json'), 'utf8'),
  ]);
  return {
    ...config,
    coupons: config.coupons.map((coupon) => datedCoupon(coupon, now)),
    rates: { kind: 'text', text: datedRates(rates, now) },
    sample: true,
  };
}

/** The exchange rates of the sample market. */
export async function sampleRates(now: number): Promise<RateTable> {
  return parseRates(datedRates(await readFile(join(SAMPLE_FOLDER, 'rates.json'), 'utf8'), now));
}

function datedRates(text: string, now: number): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), date: latestMonday(now) });
}

/** The coupon as if it had been confirmed on the latest Monday. Its first and last day keep their distance from that day. */
export function datedCoupon(coupon: CouponEntry, now: number): CouponEntry {
  const { validFrom, validUntil, verifiedAt } = coupon;
  const monday = latestMonday(now);
  const movedMs = Date.parse(monday) - Date.parse(verifiedAt);
  const moved = (day: string) => isoDay(Date.parse(day) + movedMs);
  return {
    ...coupon,
    ...(validFrom !== undefined && { validFrom: moved(validFrom) }),
    ...(validUntil !== undefined && { validUntil: moved(validUntil) }),
    verifiedAt: monday,
  };
}

/** The latest Monday in UTC, which may be today. */
export function latestMonday(now: number): string {
  const days = Math.floor(now / DAY_MS);
  return isoDay((days - ((days + DAYS_AFTER_MONDAY) % 7)) * DAY_MS);
}

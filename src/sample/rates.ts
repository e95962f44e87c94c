/** The sample market's exchange rates: always the same ones, so that the same seed gives the same dollars for ever. */
import { parseRates, type RateTable } from '../ingest/rates.ts';

/** Units for one EUR, as the European Central Bank writes them. Near the truth of 2026; nothing rests on it. */
const PER_EUR = { USD: '1.17', GBP: '0.8731' };

const MS_PER_DAY = 86_400_000;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 3;

/**
 * Dated to the Monday before, because the pipeline refuses rates that are older than a week. Were the date today's,
 * every day would bring a new catalogue although no price had changed.
 */
export function sampleRatesText(now: number): string {
  const days = Math.floor(now / MS_PER_DAY);
  const monday = days - ((days + THURSDAY) % 7);
  const date = new Date(monday * MS_PER_DAY).toISOString().slice(0, 10);
  return JSON.stringify({ date, base: 'EUR', rates: PER_EUR });
}

export function sampleRates(now: number): RateTable {
  return parseRates(sampleRatesText(now));
}

/** USD for one unit, for whoever needs the figures without a day. */
export const SAMPLE_USD_FOR: ReadonlyMap<string, string> = sampleRates(0).usdFor;

/**
 * Uncached comparison: whole answers with variants and JSON, beside the ranking alone (three lists of 20 by `rank()`).
 *
 * node bench/uncached.ts [--quick]
 */
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { rank } from '../src/domain/ranking/rank.ts';
import { NEEDS, type Trip } from '../src/domain/trip.ts';
import { serialiseComparison } from '../src/wire/comparison.ts';
import { catalogueOf } from './compare/market.ts';
import { type Line, tableOf } from './compare/table.ts';
import { quantile, timeEach } from './compare/timing.ts';
import { bandsOf, tripsFor } from './compare/trips.ts';
import { median, spread } from './load.ts';

const SMALL = 100_000;
const LARGE = 300_000;
const IDENTITY = { serviceName: 'Eşim', baseUrl: 'http://localhost:8080' };
/** The number of calls before the measurement, so that the code is compiled. */
const WARM_UP = 3_000;
/** Of whole answers, over all destinations of the small market. */
const GOALS_MS = { p50: 6, p99: 25 } as const;
const SHARES = { p50: 0.5, p99: 0.99 } as const;

export interface Effort {
  readonly rounds: number;
  /** Comparisons of each contestant in each round. */
  readonly asked: number;
}

const ms = (value: number) => `${value.toFixed(3)} ms`;

const byRank = (catalogue: Catalogue, now: number) => (trip: Trip) =>
  rank(catalogue.destination(trip.country)!, trip, now);

function bySerialising(catalogue: Catalogue, now: number) {
  const options = { identity: IDENTITY, now, freshUntil: now + 900_000 };
  return (trip: Trip) => JSON.stringify(serialiseComparison(catalogue, trip, options));
}

function warmUp(catalogue: Catalogue, now: number): void {
  const trips = tripsFor(bandsOf(catalogue)[3]!, WARM_UP, 7);
  timeEach(trips, byRank(catalogue, now));
  timeEach(trips.slice(0, WARM_UP / 10), bySerialising(catalogue, now));
}

/** Every size of destination; the median over the rounds of each. */
function bandLines(plans: number, catalogue: Catalogue, { rounds, asked }: Effort): Line[] {
  const now = Date.now();
  const whole = bySerialising(catalogue, now);
  return bandsOf(catalogue).flatMap((band) => {
    const turns = Array.from({ length: rounds }, (_, round) =>
      timeEach(tripsFor(band, asked >> 3, round), whole),
    );
    const ranking = timeEach(tripsFor(band, asked), byRank(catalogue, now));
    const isGoal = plans === SMALL && band.countries.length > 100;
    return (['p50', 'p99'] as const).map((name): Line => {
      const taken = turns.map((turn) => quantile(turn, SHARES[name]));
      return {
        what: `Whole answer among ${plans} plans, ${band.name} (${band.plans} plans)`,
        ours: name,
        against: `the ranking alone ${ms(quantile(ranking, SHARES[name]))}`,
        value: median(taken),
        unit: 'ms',
        spread: spread(taken),
        goal: isGoal ? { atMost: GOALS_MS[name] } : null,
      };
    });
  });
}

const STOPS = ['JP', 'KR', 'TW', 'TH', 'VN', 'MY'];
const SIX_STOPS_GOAL_MS = 40;

function sixStopsLine(catalogue: Catalogue, { rounds }: Effort): Line {
  const [country = '', ...then] = STOPS;
  const trips = Array.from({ length: 40 }, (_, index): Trip => {
    const days = 1 + (index % 10);
    const need = NEEDS[index % NEEDS.length]!;
    return { country, days, need, then: then.map((code) => ({ country: code, days })) };
  });
  const whole = bySerialising(catalogue, Date.now());
  const taken = Array.from({ length: rounds }, () => quantile(timeEach(trips, whole), SHARES.p50));
  return {
    what: `Whole answer among ${SMALL} plans, six stops`,
    ours: 'p50',
    against: '',
    value: median(taken),
    unit: 'ms',
    spread: spread(taken),
    goal: { atMost: SIX_STOPS_GOAL_MS },
  };
}

const EUROPE_GOAL_MS = 50;

function europeLine(catalogue: Catalogue, { rounds, asked }: Effort): Line {
  const plans = catalogue.destination('EU')?.entries.length ?? 0;
  const band = { name: 'Europe', countries: ['EU'], plans };
  const whole = bySerialising(catalogue, Date.now());
  const taken = Array.from({ length: rounds }, (_, round) =>
    quantile(timeEach(tripsFor(band, asked >> 3, round), whole), SHARES.p99),
  );
  return {
    what: `Whole answer among ${SMALL} plans, Europe as a destination (${plans} plans)`,
    ours: 'p99',
    against: '',
    value: median(taken),
    unit: 'ms',
    spread: spread(taken),
    goal: { atMost: EUROPE_GOAL_MS },
  };
}

export async function uncachedLines(effort: Effort): Promise<Line[]> {
  const lines: Line[] = [];
  for (const plans of [SMALL, LARGE]) {
    const catalogue = await catalogueOf(plans);
    warmUp(catalogue, Date.now());
    lines.push(...bandLines(plans, catalogue, effort));
    if (plans === SMALL) lines.push(sixStopsLine(catalogue, effort), europeLine(catalogue, effort));
  }
  return lines;
}

export const effortOf = (quick: boolean): Effort =>
  quick ? { rounds: 3, asked: 400 } : { rounds: 10, asked: 800 };

if (import.meta.main) {
  console.log(tableOf(await uncachedLines(effortOf(process.argv.includes('--quick')))));
}

/**
 * Uncached comparison: three lists of 20 by `rank()`, and the whole JSON apart; against SQLite, which ranks by the same
 * rules and answers with the ids of the same lists, asked in turns in the same run.
 *
 * node bench/uncached.ts [--quick] [--alone]      `--alone` leaves SQLite out
 */
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { rank } from '../src/domain/ranking/rank.ts';
import type { Trip } from '../src/domain/trip.ts';
import { serialiseComparison } from '../src/wire/comparison.ts';
import { catalogueOf } from './compare/market.ts';
import { type Line, ratioOf, tableOf } from './compare/table.ts';
import { quantile, timeEach } from './compare/timing.ts';
import { type Band, bandNear, bandsOf, tripsFor } from './compare/trips.ts';
import { median, spread } from './load.ts';
import { openSqlite } from './peers/sql/sqlite.ts';

const SMALL = 100_000;
const LARGE = 1_000_000;
const IDENTITY = { serviceName: 'Eşim', baseUrl: 'http://localhost:8080' };
/** The compilers have seen enough by then. */
const WARM_UP = 3_000;
const P99_GOAL_MS = 0.5;
const SQLITE_GOAL = 8;
/** As many plans as the largest destinations of the small market have. */
const SAME_SIZE = 2_200;
/** Clocks and caches differ by this much between two runs of the same thing. */
const NOT_SLOWER = 1.1;

export interface Effort {
  readonly rounds: number;
  /** Comparisons of each contestant in each round. */
  readonly asked: number;
}

const ms = (value: number) => `${value.toFixed(3)} ms`;

const byRank = (catalogue: Catalogue, now: number) => (trip: Trip) =>
  rank(catalogue.view(trip.country)!, trip, now);

function bySerialising(catalogue: Catalogue, now: number) {
  const options = { identity: IDENTITY, now, freshUntil: now + 900_000 };
  return (trip: Trip) => JSON.stringify(serialiseComparison(catalogue, trip, options));
}

function warmUp(catalogue: Catalogue, now: number): void {
  const trips = tripsFor(bandsOf(catalogue)[3]!, WARM_UP, 7);
  timeEach(trips, byRank(catalogue, now));
  timeEach(trips.slice(0, WARM_UP / 10), bySerialising(catalogue, now));
}

/** p50 and p99 of every size of destination; the median over the rounds of each. */
function bandLines(plans: number, catalogue: Catalogue, { rounds, asked }: Effort): Line[] {
  const now = Date.now();
  const run = byRank(catalogue, now);
  const serialise = bySerialising(catalogue, now);
  return bandsOf(catalogue).map((band): Line => {
    const turns = Array.from({ length: rounds }, (_, round) => timeEach(tripsFor(band, asked, round), run));
    const serialising = timeEach(tripsFor(band, asked >> 2), serialise);
    const p99 = turns.map((taken) => quantile(taken, 0.99));
    const isGoal = plans === SMALL && band.countries.length > 100;
    return {
      what: `Ranking among ${plans} plans, ${band.name} (${band.plans} plans): p99`,
      ours: `p50 ${ms(median(turns.map((taken) => quantile(taken, 0.5))))}`,
      against: `with its JSON p50 ${ms(quantile(serialising, 0.5))}, p99 ${ms(quantile(serialising, 0.99))}`,
      value: median(p99),
      unit: 'ms',
      spread: spread(p99),
      goal: isGoal ? { atMost: P99_GOAL_MS } : null,
    };
  });
}

/** The same trips in turns, so that both saw the same machine. */
function peerLine(plans: number, catalogue: Catalogue, { rounds, asked }: Effort): Line {
  const now = Date.now();
  const band = bandsOf(catalogue)[3]!;
  // SQLite takes milliseconds, so it is asked less often than we are elsewhere.
  const few = Math.max(20, asked >> 4);
  const sqlite = openSqlite(catalogue);
  try {
    const own: number[] = [];
    const theirs: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const trips = tripsFor(band, few, round + 1);
      // Several times over, because a few dozen rankings are over before the clock has settled.
      const ours = [1, 2, 3].flatMap(() => timeEach(trips, byRank(catalogue, now)));
      const taken = timeEach(trips, (trip) => sqlite.rank(trip, now));
      // The first round only warms both up.
      if (round < 0) continue;
      own.push(quantile(ours, 0.5));
      theirs.push(quantile(taken, 0.5));
    }
    return {
      what: `Ranking among ${plans} plans`,
      ours: `p50 ${ms(median(own))}`,
      against: `SQLite: p50 ${ms(median(theirs))}`,
      ...ratioOf(theirs, own),
      unit: '×',
      goal: { atLeast: SQLITE_GOAL },
    };
  } finally {
    sqlite.close();
  }
}

/** A destination with the same number of plans in ten times the market. */
function sameSizeLine(small: Catalogue, large: Catalogue, { rounds, asked }: Effort): Line {
  const now = Date.now();
  const sides: readonly [Catalogue, Band][] = [
    [large, bandNear(large, SAME_SIZE)],
    [small, bandNear(small, SAME_SIZE)],
  ];
  const taken = sides.map(([catalogue, band]) => {
    timeEach(tripsFor(band, asked, 99), byRank(catalogue, now));
    return { catalogue, band, medians: [] as number[] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { catalogue, band, medians } of taken) {
      medians.push(quantile(timeEach(tripsFor(band, asked, round), byRank(catalogue, now)), 0.5));
    }
  }
  const [inLarge, inSmall] = taken;
  // No two markets have destinations of exactly the same size, so the time is compared by the plan.
  const perPlan = ({ band, medians }: (typeof taken)[number]) => medians.map((value) => value / band.plans);
  return {
    what: `A destination of like size in ${LARGE} as in ${SMALL} plans, by the plan`,
    ours: `${inLarge!.band.plans} plans: p50 ${ms(median(inLarge!.medians))}`,
    against: `${inSmall!.band.plans} plans: p50 ${ms(median(inSmall!.medians))}`,
    ...ratioOf(perPlan(inLarge!), perPlan(inSmall!)),
    unit: '×',
    goal: { atMost: NOT_SLOWER },
  };
}

export function uncachedLines(effort: Effort, withPeer: boolean): Line[] {
  const lines: Line[] = [];
  const small = catalogueOf(SMALL);
  const large = catalogueOf(LARGE);
  for (const [plans, catalogue] of [
    [SMALL, small],
    [LARGE, large],
  ] as const) {
    warmUp(catalogue, Date.now());
    lines.push(...bandLines(plans, catalogue, effort));
    if (withPeer) lines.push(peerLine(plans, catalogue, effort));
  }
  lines.push(sameSizeLine(small, large, effort));
  return lines;
}

export const effortOf = (quick: boolean): Effort =>
  quick ? { rounds: 3, asked: 400 } : { rounds: 10, asked: 800 };

if (import.meta.main) {
  const isQuick = process.argv.includes('--quick');
  console.log(tableOf(uncachedLines(effortOf(isQuick), !process.argv.includes('--alone'))));
}

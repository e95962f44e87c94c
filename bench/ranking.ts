/**
 * How long a whole uncached answer takes, by size of the destination, and with six stops. Nothing else is served
 * meanwhile, so the longest is how long a request may hold the serving thread.
 * Run by hand: node bench/ranking.ts [plans, 100,000 without a number]
 */
import { cheapestFor, rank } from '../src/domain/ranking/rank.ts';
import { NEEDS, type Trip } from '../src/domain/trip.ts';
import { serialiseComparison } from '../src/wire/comparison.ts';
import { catalogueOf } from './compare/market.ts';
import { quantile, timeEach } from './compare/timing.ts';
import { bandsOf, tripsFor } from './compare/trips.ts';

const PLANS = Number(process.argv[2] ?? 100_000);
const TRIPS = 200;
const STOPS = ['JP', 'KR', 'TW', 'TH', 'VN', 'MY'];
/** Whole answers: the figures that are promised. */
const GOALS = { one: { p50: 6, p99: 25 }, six: { p50: 40 } };

const catalogue = await catalogueOf(PLANS);
const now = Date.now();
const options = {
  identity: { serviceName: 'Eşim', baseUrl: 'http://localhost:8080' },
  now,
  freshUntil: now + 900_000,
};
const whole = (trip: Trip) => JSON.stringify(serialiseComparison(catalogue, trip, options));

/**
 * The first round only warms up. Of every trip the quickest of three rounds beside what one round shows: where others
 * share the machine, the same trip takes twice as long a moment later, and that is not ours.
 */
function measure(name: string, trips: readonly Trip[], run: (trip: Trip) => unknown): void {
  timeEach(trips, run);
  const rounds = Array.from({ length: 3 }, () => timeEach(trips, run));
  const quickest = trips.map((_, trip) => Math.min(...rounds.map((round) => round[trip]!)));
  const told = (taken: readonly number[]) =>
    ['p50', 'p99', 'longest']
      .map((label, at) => `${label} ${quantile(taken, [0.5, 0.99, 1][at]!).toFixed(2).padStart(7)}`)
      .join('  ');
  console.log(`${name.padEnd(38)} ${told(quickest)}  (one round: ${told(rounds[0]!)})`);
}

console.log(`${PLANS} plans; milliseconds; goals of whole answers: ${JSON.stringify(GOALS)}`);
for (const band of bandsOf(catalogue)) {
  const trips = tripsFor(band, TRIPS);
  const size = `${band.name}, ${band.plans} plans`;
  measure(`rank: ${size}`, trips, (trip) => rank(catalogue.destination(trip.country)!, trip, now));
  measure(`cheapest: ${size}`, trips, (trip) => cheapestFor(catalogue.destination(trip.country)!, trip, now));
  measure(`whole: ${size}`, trips, whole);
}
const sixStops = Array.from({ length: 40 }, (_, index): Trip => {
  const [country = '', ...then] = STOPS;
  const days = 1 + (index % 10);
  return {
    country,
    days,
    need: NEEDS[index % NEEDS.length]!,
    then: then.map((code) => ({ country: code, days })),
  };
});
measure('whole: six stops', sixStops, whole);

/**
 * Measures complete uncached responses, by size of the destination and with six stops. The longest time is how long one
 * request can block the serving thread.
 * node bench/ranking.ts [plans, 100,000 by default]
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
/** The goals for complete responses. */
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
 * The first round is a warm-up. Prints the fastest of three rounds of every trip, and the result of one round, because
 * other work on the machine can double the time of a trip.
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

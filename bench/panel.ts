/**
 * Compares the ranking with trips that people rated without knowing the ranking, if the folder of those trips is next to
 * the project: how often our first plan is among their best three, is their first, or was rated wrong. Run it when a
 * percentage changes: node bench/panel.ts [--all]      `--all` also shows the trips that agree
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rank } from '../src/domain/ranking/rank.ts';
import type { Listing } from '../src/domain/testing/builders.ts';
import { destinationOf } from '../src/domain/testing/destination.ts';
import type { Need } from '../src/domain/trip.ts';
import { EUROPE, hasSharedPlans, SHARED_FOLDER, sharedPlans } from '../test/support/shared-plans.ts';

interface JudgedTrip {
  readonly days: number;
  readonly need: Need;
  readonly pool: readonly string[];
  readonly top: readonly string[];
  readonly wrong_first: readonly string[];
  readonly why: string;
}

const FILE = join(SHARED_FOLDER, 'panel', 'trips.json');
const NOW = Date.UTC(2026, 5, 1, 12);

if (!existsSync(FILE) || !hasSharedPlans()) {
  console.log('There is no folder of rated trips next to the project.');
} else {
  const plans = new Map((await sharedPlans(NOW)).map((listing) => [listing.plan.id, listing]));
  const trips = Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, JudgedTrip>);
  const rated = trips.map(([name, trip]) => rate(name, trip, plans));
  for (const { line, isTop } of rated) if (!isTop || process.argv.includes('--all')) console.log(line);
  const count = (holds: (one: (typeof rated)[number]) => boolean) => rated.filter(holds).length;
  console.log(
    `first among their best three ${count(({ isTop }) => isTop)}, their first ${count(({ isFirst }) => isFirst)}, called wrong ${count(({ isWrong }) => isWrong)}, of ${rated.length}`,
  );
}

function rate(name: string, trip: JudgedTrip, plans: ReadonlyMap<string, Listing>) {
  const pool = trip.pool.flatMap((id) => plans.get(id) ?? []);
  const country = EUROPE[0]!;
  const asked = { country, days: trip.days, need: trip.need };
  const { recommended } = rank(destinationOf(pool, [], country), asked, NOW);
  const first = recommended[0]?.entry.plan.id;
  const place = trip.top.indexOf(first ?? '');
  const isWrong = first !== undefined && trip.wrong_first.includes(first);
  const say = (id: string | undefined) => {
    const ranked = recommended.find(({ entry }) => entry.plan.id === id);
    if (ranked === undefined) return `${id} is not listed`;
    const { plan } = ranked.entry;
    const drawbacks = ranked.drawbacks.map(({ code, cents }) => `${code} ${cents}`).join(', ');
    return `"${plan.name}" ${ranked.fit.copies}x ${ranked.price.cents}, compares ${ranked.comparableCents} (${drawbacks})`;
  };
  const missing = trip.pool.length - pool.length;
  const line = [
    `${name}: ${isWrong ? 'WRONG' : place < 0 ? 'not theirs' : `their number ${place + 1}`}${missing > 0 ? `, ${missing} plans could not be read` : ''}`,
    `  ours   ${say(first)}`,
    `  theirs ${say(trip.top[0])}`,
    `  ${trip.why}`,
  ].join('\n');
  return { line, isTop: place >= 0, isFirst: place === 0, isWrong };
}

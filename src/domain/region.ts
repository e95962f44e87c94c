/**
 * A region as a destination: the plans that cover at least half of its core countries, with the worst facts of the core
 * countries that they cover. Section 12 of docs/ranking.md.
 */
import { compareIds, type Destination, type DestinationEntry, type Naming } from './destination.ts';
import { type DestinationOf, worstOf } from './itinerary/stops.ts';
import { fold } from './places/fold.ts';
import { isEnoughOf, type RegionDestination, regionOf } from './places/region-destinations.ts';
import type { Breakout, CountryCode, Coverage, Plan } from './plan.ts';

/** `destinationOf` returns the destination of a country. null if no plan covers at least half of the core countries. */
export function regionDestination(
  region: RegionDestination,
  destinationOf: DestinationOf,
): Destination | null {
  const found = new Map<Plan, { worst: DestinationEntry; readonly covered: Set<CountryCode> }>();
  let coupons: Destination['coupons'] = new Map();
  for (const country of region.core) {
    const destination = destinationOf(country);
    if (destination === null) continue;
    ({ coupons } = destination);
    for (const entry of destination.entries) {
      const known = found.get(entry.plan);
      if (known === undefined) {
        found.set(entry.plan, { worst: entry, covered: new Set([country]) });
      } else {
        known.worst = worstOf(known.worst, entry);
        known.covered.add(country);
      }
    }
  }
  const entries = [...found.values()]
    .filter(({ covered }) => isEnoughOf(region.core, covered.size))
    .map(({ worst, covered }): DestinationEntry => {
      const missing = region.core.filter((country) => !covered.has(country));
      return {
        ...worst,
        breakout: breakoutIn(region, worst.plan.coverage),
        naming: namingIn(region, worst),
        cover: { missing, of: region.core.length },
      };
    })
    .sort((a, b) => compareIds(a.plan, b.plan));
  return entries.length === 0 ? null : { entries, coupons };
}

function breakoutIn({ countries }: RegionDestination, { exits, breakout }: Coverage): Breakout {
  if (exits === null) return breakout;
  return exits.some((exit) => countries.has(exit)) ? 'local' : 'roaming';
}

/** A name that names the region names the destination, whatever else it names. */
function namingIn({ names }: RegionDestination, { plan, naming }: DestinationEntry): Naming {
  if (naming !== 'elsewhere') return naming;
  const words = ` ${fold(plan.name)} `;
  return names.some((name) => words.includes(isSpaced(name) ? ` ${name} ` : name)) ? 'country' : 'elsewhere';
}

/** Scripts such as the Chinese one have no spaces between words. */
const isSpaced = (name: string): boolean =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek} ]+$/u.test(name);

/** Whether a plan with this coverage may be a result for the code of a country or a region. */
export function isCoveredDestination(
  { destinations }: Pick<Coverage, 'destinations'>,
  code: string,
): boolean {
  const region = regionOf(code);
  if (region === null) return destinations.includes(code);
  return isEnoughOf(region.core, region.core.filter((country) => destinations.includes(country)).length);
}

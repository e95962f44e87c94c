/**
 * A region as a destination: the plans that cover at least half of its core countries, with the worst facts of the core
 * countries that they cover. Section 12 of docs/ranking.md.
 */
import { compareIds, type DestinationEntry, type Naming, namingOf, placeFactsOf } from './destination.ts';
import { worseNaming, worstFactsOf } from './itinerary/stops.ts';
import { fold } from './places/fold.ts';
import { isEnoughOf, type RegionDestination, regionOf } from './places/region-destinations.ts';
import type { Breakout, CountryCode, Coverage, Plan } from './plan.ts';

/** Plans with equal coverage, whose facts of a place are the same. */
type PlansOfCoverage = readonly [
  coverage: Coverage,
  plans: readonly Pick<DestinationEntry, 'plan' | 'observation'>[],
];

/**
 * The entries of a region, sorted like those of a country. They are created without the entries of its countries, which
 * are many times as many.
 */
export function regionEntries(
  region: RegionDestination,
  coverages: Iterable<PlansOfCoverage>,
  brandOf: (plan: Plan) => string,
): DestinationEntry[] {
  const entries: DestinationEntry[] = [];
  for (const [coverage, plans] of coverages) {
    const covered = coveredCore(region, coverage);
    if (!isEnoughOf(region.core, covered.length)) continue;
    const facts = covered.map((country) => placeFactsOf(coverage, country)).reduce(worstFactsOf);
    const inRegion = {
      ...facts,
      breakout: breakoutIn(region, coverage),
      cover: {
        missing: region.core.filter((country) => !covered.includes(country)),
        of: region.core.length,
      },
    };
    for (const { plan, observation } of plans) {
      const naming = covered.map((country) => namingOf(plan.named, country)).reduce(worseNaming);
      entries.push({
        plan,
        observation,
        brand: brandOf(plan),
        ...inRegion,
        naming: namingIn(region, plan, naming),
      });
    }
  }
  return entries.sort((a, b) => compareIds(a.plan, b.plan));
}

function coveredCore({ core }: RegionDestination, { destinations }: Coverage): readonly CountryCode[] {
  // Most plans are for one country.
  if (!isEnoughOf(core, destinations.length)) return [];
  return core.filter((country) => destinations.includes(country));
}

function breakoutIn({ countries }: RegionDestination, { exits, breakout }: Coverage): Breakout {
  if (exits === null) return breakout;
  return exits.some((exit) => countries.has(exit)) ? 'local' : 'roaming';
}

/** A name that names the region names the destination, whatever else it names. */
function namingIn({ names }: RegionDestination, plan: Plan, naming: Naming): Naming {
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

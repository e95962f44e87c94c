/**
 * What pages and lists say about the plans of destinations and regions: how many use each network, how many work in a part
 * of a region, and how many are compared for a region. The figures are counted once while the catalogue is loaded, because
 * these requests compute nothing. Plans with equal coverage share one object, so they are counted together.
 */
import { addTo } from '../domain/lists.ts';
import {
  isEnoughOf,
  REGION_DESTINATIONS,
  type RegionDestination,
} from '../domain/places/region-destinations.ts';
import { GROUPS, type Region } from '../domain/places/regions.ts';
import type { CountryCode, Coverage } from '../domain/plan.ts';

/** The name of a network, and the number of plans that use it. */
export type NetworkUse = readonly [name: string, plans: number];

/** The groups of countries that each country belongs to. */
const REGIONS_OF = new Map<CountryCode, Region[]>();
for (const region of GROUPS) {
  for (const code of region.countries) addTo(REGIONS_OF, code, region);
}

/** The regions whose core each country belongs to. */
const CORES_OF = new Map<CountryCode, RegionDestination[]>();
for (const region of REGION_DESTINATIONS) {
  for (const code of region.core) addTo(CORES_OF, code, region);
}

export class CoverageCounts {
  readonly #networks = new Map<CountryCode, Map<string, number>>();
  /** At position n of a list: the number of plans that work in n countries of the region. */
  readonly #regions = new Map<Region, number[]>(GROUPS.map((region) => [region, []]));

  readonly #compared = new Map<CountryCode, number>();

  /** `plans`: the number of plans with this coverage. */
  add({ destinations, networks }: Coverage, plans: number): void {
    const countries = new Map<Region, number>();
    const covered = new Map<RegionDestination, number>();
    for (const code of destinations) {
      for (const region of CORES_OF.get(code) ?? []) covered.set(region, (covered.get(region) ?? 0) + 1);
      for (const region of REGIONS_OF.get(code) ?? [])
        countries.set(region, (countries.get(region) ?? 0) + 1);
      const ofCountry = this.#networks.get(code) ?? new Map<string, number>();
      this.#networks.set(code, ofCountry);
      for (const name of new Set(networks[code]?.map((network) => network.name)))
        ofCountry.set(name, (ofCountry.get(name) ?? 0) + plans);
    }
    for (const [{ code, core }, number] of covered)
      if (isEnoughOf(core, number)) this.#compared.set(code, (this.#compared.get(code) ?? 0) + plans);
    for (const [region, number] of countries) {
      const byNumber = this.#regions.get(region)!;
      byNumber[number] = (byNumber[number] ?? 0) + plans;
    }
  }

  /** The networks that most plans of a destination use. */
  networksIn(country: CountryCode, max: number): NetworkUse[] {
    return [...(this.#networks.get(country) ?? [])].sort(([, a], [, b]) => b - a).slice(0, max);
  }

  /** The number of plans that are compared for the code of a region. */
  plansFor(code: CountryCode): number {
    return this.#compared.get(code) ?? 0;
  }

  /** The number of plans that work in at least `minimum` countries of a region. */
  plansInRegion(region: Region, minimum: number): number {
    return (this.#regions.get(region) ?? []).reduce(
      (sum, plans, number) => (number >= minimum ? sum + plans : sum),
      0,
    );
  }
}

/**
 * The generator of the sample market, which `docs/sample-market.md` describes. Only tests, benchmarks and `write.ts`
 * use it. This file generates the offers of each shop. The same seed always gives the same offers.
 */
import { countryName } from '../../src/domain/countries.ts';
import type { CountryCode, Network, Scope } from '../../src/domain/plan.ts';
import type { Offer } from './offers.ts';
import {
  DESTINATIONS,
  GLOBAL_REACHES,
  GLOBAL_TIER,
  networksOf,
  type PriceTier,
  REGIONS,
  TIERS,
  tierOf,
} from './places.ts';
import { listPriceUsd, shelfPriceMinor } from './prices.ts';
import { drawProducts, ladderOf, type Product } from './products.ts';
import { providerCount, type SampleProvider, sampleProvidersOf } from './providers.ts';
import { hash32, type Random, seeded } from './random.ts';
import { STATEMENTS, type Statements } from './statements.ts';
import { fairUse, newCustomersOnly, type Terms, terms } from './terms.ts';

/** Enough for more than 200 destinations with several plans each, and small enough to be read at every start. */
export const SAMPLE_PLANS = 7_000;
export const SAMPLE_SEED = 1;

export interface SampleSize {
  readonly plans?: number;
  readonly seed?: number;
}

export interface SampleMarket {
  readonly plans: number;
  readonly providers: readonly SampleProvider[];
  offersOf(provider: SampleProvider): Iterable<Offer>;
}

/** The terms of a shop for a territory. All sizes that it sells there have them. */
type Contract = Pick<Offer, 'networks' | 'generation' | 'breakout'> & Terms;

interface Territory {
  readonly slug: string;
  readonly name: string;
  readonly scope: Scope;
  readonly tier: PriceTier;
  readonly destinations: readonly CountryCode[];
}

/**
 * The share of regional or global plans. It falls in large markets: otherwise a single country would have tens of
 * thousands of candidates in a market of a million plans.
 */
function shareOfPlans(share: number, plans: number): number {
  return plans <= 10_000 ? share : share * Math.sqrt(10_000 / plans);
}

/** Whole numbers in proportion to the weights that add up to exactly `total`. */
function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let due = 0;
  let given = 0;
  return weights.map((weight) => {
    due += (total * weight) / sum;
    const count = Math.round(due) - given;
    given += count;
    return count;
  });
}

const COUNTRIES_SOLD: readonly Territory[] = DESTINATIONS.map((code) => {
  const tier = TIERS[tierOf(code)];
  // Each country has its own price level within its tier.
  const level = 0.88 + (hash32(`level ${code}`) % 1000) / 4000;
  return {
    slug: code.toLowerCase(),
    name: countryName(code),
    scope: 'country',
    tier: {
      ...tier,
      firstGbUsd: tier.firstGbUsd * level,
      unlimitedDayUsd: tier.unlimitedDayUsd * level,
      gbDayUsd: tier.gbDayUsd * level,
    },
    destinations: [code],
  };
});
const REGIONS_SOLD: readonly Territory[] = REGIONS.map((region) => ({ ...region, scope: 'region' }));
const GLOBALS_SOLD: readonly Territory[] = GLOBAL_REACHES.map((destinations) => ({
  slug: `global-${destinations.length}`,
  name: `Global ${destinations.length}+`,
  scope: 'global',
  tier: GLOBAL_TIER,
  destinations,
}));

export function sampleMarket({ plans = SAMPLE_PLANS, seed = SAMPLE_SEED }: SampleSize = {}): SampleMarket {
  const providers = sampleProvidersOf(providerCount(plans), seed);
  const sizes = providers.map(({ size }) => size);
  const quotas = apportion(plans, sizes);
  const regional = shareOfPlans(0.08, plans);
  const global = shareOfPlans(0.015, plans);
  return {
    plans,
    providers,
    *offersOf(provider) {
      const quota = quotas[providers.indexOf(provider)] ?? 0;
      const random = seeded(`${seed} ${provider.id}`);
      const [regions = 0, globals = 0, countries = 0] = STATEMENTS[provider.states].regions
        ? apportion(quota, [regional, global, 1 - regional - global])
        : [0, 0, quota];
      const sell = shopOf(provider, random);
      const evenly = GLOBALS_SOLD.map(() => 1);
      yield* sell(GLOBALS_SOLD, evenly, globals);
      const crowds = REGIONS.map(({ crowd }) => crowd);
      yield* sell(REGIONS_SOLD, crowds, regions);
      // Each shop has its own order, so that shops leave out different small countries.
      const territories = random.shuffled(COUNTRIES_SOLD);
      const crowded = territories.map(({ tier }) => tier.crowd);
      yield* sell(territories, crowded, countries);
    },
  };
}

/** Shops that sell some plans twice: under a second name, at a higher price and without stating the hotspot. */
const TWIN_SHOPS: ReadonlySet<string> = new Set(['pebblefone', 'driftlark']);
const TWINS_FROM = 4;

function twinOf(offer: Offer): Offer {
  return {
    ...offer,
    id: `${offer.id}-plus`,
    name: `${offer.name} Plus`,
    priceMinor: Math.ceil(offer.priceMinor * 1.04),
    hotspot: null,
    link: `${offer.link}-plus`,
  };
}

/** Returns the function that makes the offers of one shop. */
function shopOf(provider: SampleProvider, random: Random) {
  const states: Statements = STATEMENTS[provider.states];
  const ladder = ladderOf(states);

  const contractFor = ({ scope, destinations }: Territory): Contract => {
    const best = random.chance(provider.share5g) ? '5G' : '4G';
    const local = scope === 'country' && random.chance(0.18);
    const known = states.breakout && random.chance(0.5);
    const networks: Record<CountryCode, readonly Network[]> = {};
    if (states.networks) {
      // Regional plans name one network for each country, which keeps the feeds small.
      const count = scope === 'country' ? 1 + random.below(3) : 1;
      for (const code of destinations) networks[code] = networksOf(code, count, best);
    }
    return {
      networks,
      generation: states.generation ? best : null,
      breakout: known ? (local ? 'local' : 'roaming') : 'unknown',
      ...terms(states, random),
    };
  };

  const offerOf = (
    { slug, name, scope, tier, destinations }: Territory,
    product: Product,
    contract: Contract,
  ): Offer => {
    const usd = listPriceUsd(tier, product) * provider.priceLevel * random.between(0.96, 1.05);
    const fair = fairUse(product, states, random);
    return {
      ...contract,
      id: `${slug}-${product.slug}`,
      name: `${name} ${product.label}`,
      scope,
      place: name,
      placeSlug: slug,
      destinations,
      model: product.model,
      gb: product.gb,
      afterCap: fair.afterCap,
      throttleKbps: fair.throttleKbps,
      fullSpeedGbPerDay: fair.fullSpeedGbPerDay,
      uncapped: fair.uncapped,
      maxKbps: fair.maxKbps,
      days: product.days,
      soldPerDay: product.soldPerDay,
      priceMinor: shelfPriceMinor(usd, provider),
      newCustomersOnly: newCustomersOnly(states, random),
      link: `${provider.homepage}esim/${slug}/${product.slug}`,
      flaw: null,
    };
  };

  return function* sell(
    territories: readonly Territory[],
    weights: readonly number[],
    count: number,
  ): Generator<Offer> {
    const counts = apportion(count, weights);
    for (const [i, territory] of territories.entries()) {
      const wanted = counts[i] ?? 0;
      if (wanted === 0) continue;
      const contract = contractFor(territory);
      const offers = drawProducts(ladder, wanted, random).map((product) =>
        offerOf(territory, product, contract),
      );
      const [first] = offers;
      if (first?.hotspot === true && wanted >= TWINS_FROM && TWIN_SHOPS.has(provider.id)) {
        offers[offers.length - 1] = twinOf(first);
      }
      yield* offers;
    }
  };
}

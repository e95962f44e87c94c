/** The sample market as plans, without feeds in between: for tests and for benchmarks of any size. */
import { sampleCoupons } from '../../scripts/sample-market/coupons.ts';
import { type SampleSize, sampleMarket } from '../../scripts/sample-market/market.ts';
import { exitOf, hotspotCapGb, type Offer, telephonyOf } from '../../scripts/sample-market/offers.ts';
import { SAMPLE_USD_FOR } from '../../scripts/sample-market/prices.ts';
import type { SampleProvider } from '../../scripts/sample-market/providers.ts';
import { STATEMENTS, type Statements } from '../../scripts/sample-market/statements.ts';
import type { Market, SourceState } from '../../src/catalogue/catalogue.ts';
import { minorToUsdCents } from '../../src/domain/money.ts';
import type {
  Allowance,
  Coverage,
  Extras,
  Facts,
  Observation,
  Plan,
  Price,
  Validity,
} from '../../src/domain/plan.ts';
import { UNKNOWN_EXTRAS, UNKNOWN_FACTS } from '../../src/domain/testing/builders.ts';

import { convertCoupons } from '../../src/ingest/config/coupons.ts';
import { datedCoupon, latestMonday } from '../../src/sample/sample-market.ts';

const BYTES_PER_GB = 1_000_000_000;

/** One object for equal values: a million plans share a few hundred allowances, validities and sets of facts. */
function createPool<T extends object>(): (value: T) => T {
  const pool = new Map<string, T>();
  return (value) => {
    const key = Object.values(value).join('|');
    const known = pool.get(key);
    if (known !== undefined) return known;
    pool.set(key, value);
    return value;
  };
}

function createPlanner(rateDate: string): (offer: Offer, provider: SampleProvider) => Plan {
  // All sizes of one contract share their networks object, so it stands for the whole coverage.
  const coverages = new WeakMap<object, Coverage>();
  const allowances = createPool<Allowance>();
  const validities = createPool<Validity>();
  const factSets = createPool<Facts>();
  const extraSets = createPool<Extras>();
  return (offer, provider) => {
    const states = STATEMENTS[provider.states];
    let coverage = coverages.get(offer.networks);
    if (coverage === undefined) {
      coverage = coverageOf(offer);
      coverages.set(offer.networks, coverage);
    }
    return {
      id: offer.id,
      provider: provider.id,
      source: provider.id,
      externalId: offer.id,
      name: offer.name,
      named: [],
      coverage,
      allowance: allowances(allowanceOf(offer)),
      validity: validities({
        days: offer.days,
        starts: offer.starts,
        installWithinDays: offer.installWithinDays,
        soldPerDay: offer.soldPerDay,
      }),
      price: samplePrice(offer.priceMinor, provider.currency, states, rateDate),
      facts: factSets(factsOf(offer, states, provider)),
      extras: extraSets(extrasOf(offer, provider)),
      link: offer.link,
    };
  };
}

function coverageOf(offer: Offer): Coverage {
  const { scope, destinations, networks, generation, breakout } = offer;
  const exit = exitOf(offer);
  return {
    scope,
    destinations,
    exclusions: [],
    networks,
    generation,
    breakout,
    exits: exit === null ? null : [exit],
  };
}

function allowanceOf(offer: Offer): Allowance {
  const { model, gb, afterCap, throttleKbps, fullSpeedGbPerDay, uncapped, maxKbps } = offer;
  return {
    model,
    bytes: gb === null ? null : gb * BYTES_PER_GB,
    periodDays: null,
    afterCap,
    throttleKbps,
    fullSpeedBytesPerDay: fullSpeedGbPerDay === null ? null : fullSpeedGbPerDay * BYTES_PER_GB,
    uncapped,
    maxKbps,
  };
}

function samplePrice(
  minor: number,
  currency: SampleProvider['currency'],
  { basis, tax }: Statements,
  rateDate: string,
): Price {
  if (currency === 'USD')
    return { minor, currency, basis, tax, usdCents: minor, rate: null, rateDate: null, promoUsdCents: null };
  const rate = SAMPLE_USD_FOR.get(currency) ?? '1';
  return {
    minor,
    currency,
    basis,
    tax,
    usdCents: minorToUsdCents(minor, currency, rate) ?? 0,
    rate,
    rateDate,
    promoUsdCents: null,
  };
}

/** Feeds for comparison sites state neither the amounts nor the cap of the hotspot. */
function extrasOf(offer: Offer, { format }: SampleProvider): Extras {
  if (format === 'esimdb') return UNKNOWN_EXTRAS;
  const { callMinutes, textMessages } = telephonyOf(offer);
  const cap = hotspotCapGb(offer);
  return { hotspotBytes: cap === null ? null : cap * BYTES_PER_GB, callMinutes, textMessages };
}

function factsOf(offer: Offer, { stock }: Statements, { format }: SampleProvider): Facts {
  const { hotspot, identityCheck, topUp, phoneNumber, newCustomersOnly, ads } = offer;
  // This format states for a plan with data only that it has neither.
  const { calls, sms } = format === 'airalo' ? { calls: false, sms: false } : telephonyOf(offer);
  return {
    ...UNKNOWN_FACTS,
    calls,
    sms,
    hotspot,
    identityCheck,
    topUp,
    phoneNumber,
    newCustomersOnly,
    ads,
    inStock: stock ? true : null,
  };
}

const observedFrom = ({ price }: Plan, now: number): Observation => ({
  observedAt: now,
  firstSeenAt: now,
  priceChangedAt: null,
  lowestCents: price.usdCents,
  highestCents: price.usdCents,
});

export function fastMarket({ now, ...size }: SampleSize & { readonly now: number }): Market {
  const market = sampleMarket(size);
  const rates = { date: latestMonday(now), usdFor: SAMPLE_USD_FOR };
  const planOf = createPlanner(rates.date);
  const plans: Plan[] = [];
  const sources: SourceState[] = [];
  for (const provider of market.providers) {
    const before = plans.length;
    for (const offer of market.offersOf(provider)) plans.push(planOf(offer, provider));
    sources.push({ id: provider.id, status: 'ok', lastSuccess: now, plans: plans.length - before });
  }
  return {
    plans: plans.map((plan) => ({ plan, observation: observedFrom(plan, now) })),
    coupons: convertCoupons(
      sampleCoupons(market).map((coupon) => datedCoupon(coupon, now)),
      rates,
      now,
    ).coupons,
    providers: market.providers.map(({ id, name, homepage, brand, refund }) => {
      return { id, name, homepage, brand, ...(refund && { refund }) };
    }),
    sources,
    sample: true,
  };
}

/** One trip's whole answer, from a catalogue and a clock: the same for REST, MCP, page and command line. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { countryOf, suggestCountry } from '../domain/countries.ts';
import { centsToUsd } from '../domain/money.ts';
import type { Instant } from '../domain/plan.ts';
import { dataNeededMb } from '../domain/ranking/need.ts';
import { cheapestFor, rank } from '../domain/ranking/rank.ts';
import type { Ranked, Ranking } from '../domain/ranking/ranked.ts';
import { variantDays } from '../domain/ranking/variants.ts';
import type { Trip } from '../domain/trip.ts';
import { attributionOf } from './attribution.ts';
import { iso, type ResultContext, spellResult } from './result.ts';
import type { Comparison, NoticeCode, Variant } from './schemas/comparison.ts';
import type { Result } from './schemas/result.ts';
import { noticeSentence } from './sentences.ts';

export interface Identity {
  readonly serviceName: string;
  readonly baseUrl: string;
}

export interface SpellOptions {
  readonly identity: Identity;
  readonly now: Instant;
  readonly freshUntil: Instant;
}

/** Whole, `variants` included; the plain form leaves those out. It holds until `query.fresh_until`. */
export function spellComparison(
  catalogue: Catalogue,
  trip: Trip,
  { identity, now, freshUntil }: SpellOptions,
): Comparison {
  const view = catalogue.view(trip.country);
  const context = view && { catalogue, view, trip, now, baseUrl: identity.baseUrl };
  const spell = context === null ? () => [] : speller(context);
  const ranking = view && rank(view, trip, now);
  const needed = dataNeededMb(trip.need, trip.days);
  const country = countryOf(trip.country);
  const codes = noticeCodes(catalogue.sample, country !== null, ranking);
  const endsAt = Math.min(freshUntil, ranking?.changesAt ?? freshUntil);
  return {
    attribution: attributionOf(identity.serviceName, identity.baseUrl),
    country: trip.country,
    destination: { code: trip.country, name: country?.name ?? null, region: country?.region ?? null },
    query: {
      country: trip.country,
      days: trip.days,
      need: trip.need,
      include: 'variants',
      then: [],
      require: [],
      days_total: trip.days,
      data_needed_gb: needed === null ? null : needed / 1000,
      computed_at: iso(now),
      fresh_until: iso(endsAt),
      catalogue: catalogue.version,
    },
    considered: {
      plans: ranking?.considered.plans ?? 0,
      meet_the_need: ranking?.considered.meetTheNeed ?? 0,
      left_out_by_require: { no: 0, unknown: 0 },
    },
    orders: {
      Recommended: spell(ranking?.recommended ?? []),
      Cheapest: spell(ranking?.cheapest ?? []),
      Fastest: spell(ranking?.fastest ?? []),
    },
    variants: context === null ? [] : spellVariants(context, ranking?.cheapest[0] ?? null),
    notices: codes.map((code) => noticeSentence(code, noticeFacts(trip.country, country?.name ?? null))),
    notice_codes: codes,
  };
}

/** A plan that stands in several lists is put into words once; only its place differs. */
function speller(context: ResultContext): (list: readonly Ranked[]) => Result[] {
  const spelled = new Map<Ranked, Result>();
  return (list) =>
    list.map((ranked, index) => {
      const known = spelled.get(ranked);
      if (known !== undefined) return { ...known, rank: index + 1 };
      const result = spellResult(ranked, index + 1, context);
      spelled.set(ranked, result);
      return result;
    });
}

function noticeCodes(sample: boolean, isCountry: boolean, ranking: Ranking | null): NoticeCode[] {
  const codes: NoticeCode[] = [];
  if (sample) codes.push('sample_data');
  if (!isCountry) codes.push('not_a_country');
  else if (ranking === null) codes.push('no_plans_for_country');
  else {
    if (ranking.considered.meetTheNeed === 0) codes.push('nothing_meets_need');
    if (!ranking.statesGenerations) codes.push('fastest_means_little');
    codes.push('keep_conditions', 'speeds_are_advertised');
  }
  codes.push('prices_are_estimates');
  return codes;
}

function noticeFacts(code: string, name: string | null) {
  const near = name === null ? suggestCountry(code) : null;
  const nearName = near === null ? null : countryOf(near)?.name;
  return { country: code, name, suggestion: near && nearName ? { code: near, name: nearName } : null };
}

function spellVariants(context: ResultContext, asked: Ranked | null): Variant[] {
  return variantDays(context.trip.days).map((days) => {
    const trip = { ...context.trip, days };
    const best = days === context.trip.days ? asked : cheapestFor(context.view, trip, context.now);
    return {
      days,
      best: best && spellResult(best, 1, { ...context, trip }),
      difference_usd: best && asked && centsToUsd(best.price.cents - asked.price.cents),
    };
  });
}

/** The same answer without the duration comparison. */
export function withoutVariants(comparison: Comparison): Comparison {
  const plain = { ...comparison, query: { ...comparison.query, include: null } };
  delete plain.variants;
  return plain;
}

/** `esim explain`: the position of a plan for a trip and the reasons for it, or why no list contains the plan. */
import type { Catalogue, ObservedPlan } from '../../catalogue/catalogue.ts';
import { countryName } from '../../domain/countries.ts';
import { type Explanation, explainPair, explainPlan } from '../../domain/explanation.ts';
import { freshnessAt } from '../../domain/freshness.ts';
import { centsToUsd } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import { dataNeededMb } from '../../domain/ranking/need.ts';
import type { RankedOffer, ShownFit, TripPrice } from '../../domain/ranking/ranked.ts';
import { LIST_MAX, SORTS, type Trip } from '../../domain/trip.ts';
import { readSettings } from '../../settings.ts';
import {
  couponConditions,
  discountText,
  drawbackSentence,
  money,
  PROMOTION_CONDITIONS,
  reasonOnWire,
} from '../../wire/sentences.ts';
import { countryFrom, type PlanName } from '../arguments.ts';
import { type Dependencies, type Paint, painter } from '../dependencies.ts';
import { CommandError } from '../errors.ts';
import { ago, gigabytes, type JsonOption, labelled, moment, plural, printJson, toJson } from '../output.ts';
import { withCatalogue } from '../store.ts';
import { oneLine } from '../table.ts';
import { printPair } from './explain-pair.ts';

export async function explain(
  place: string,
  stay: Omit<Trip, 'country'>,
  names: readonly PlanName[],
  { json }: JsonOption,
  deps: Dependencies,
): Promise<void> {
  const trip = { country: countryFrom(place, (notice) => deps.err.write(`${notice}\n`)), ...stay };
  const settings = readSettings(deps.env);
  await withCatalogue(settings, deps, (catalogue) => {
    const found = names.map((name) => {
      const plan = catalogue.find(name.provider, name.plan);
      if (plan === null) throw new CommandError(unknownPlan(catalogue, name));
      return plan;
    });
    const now = deps.clock();
    const destination = catalogue.destination(trip.country);
    const [first, second] = found.map(({ plan }) => plan);
    const pair = destination && second && explainPair(destination, [first!, second], trip, now);
    if (pair) {
      const keys = [nameOf(first!), nameOf(second)] as const;
      if (json)
        printJson(deps.out, toJson({ plans: keys, trip, ...pair, ranked: pair.ranked.map(figuresOf) }));
      else printPair(deps.out, keys, tripTitle(trip), pair);
      return;
    }
    // Plans that are in no list cannot be compared, so each plan is explained by itself.
    const explanations = found.map(({ plan }) => explainPlan(destination, plan, trip, now));
    if (json) {
      const all = found.map(({ plan }, index) => asJson(plan, trip, explanations[index]!));
      printJson(deps.out, toJson(all.length === 1 ? all[0] : all));
      return;
    }
    for (const [index, observed] of found.entries()) {
      if (index > 0) deps.out.write('\n');
      printExplanation(catalogue, observed, trip, explanations[index]!, deps);
    }
  });
}

function tripTitle({ country, days, need }: Trip): string {
  const needed = dataNeededMb(need, days);
  const asked = `${plural(days, 'day')} in ${countryName(country)}, ${need}`;
  return `${asked}: ${needed === null ? 'unlimited data' : gigabytes(needed / 1000)}`;
}

function unknownPlan(catalogue: Catalogue, { provider, plan }: PlanName): string {
  const known = catalogue.providers.map(({ id }) => id);
  return known.includes(provider)
    ? `${provider} has no plan "${plan}"; the id of a plan is the last part of its /go/ link in esim rank`
    : `there is no provider "${provider}"; the providers are ${known.join(', ')}`;
}

const nameOf = ({ provider, id }: Plan): string => `${provider}/${id}`;

/** The computed figures of an offer, without the plan itself. */
function figuresOf({ entry: _entry, ...figures }: RankedOffer) {
  return figures;
}

function asJson(plan: Plan, trip: Trip, explanation: Explanation): object {
  const base = { plan: nameOf(plan), trip, kind: explanation.kind };
  if (explanation.kind === 'out') return { ...base, reason: explanation.reason };
  const known = { ...base, ...figuresOf(explanation.ranked) };
  return explanation.kind === 'placed'
    ? { ...known, among: explanation.among, places: explanation.places }
    : { ...known, dominatedBy: { plan: nameOf(explanation.by.plan), cents: explanation.by.cents } };
}

function printExplanation(
  catalogue: Catalogue,
  observed: ObservedPlan,
  trip: Trip,
  explanation: Explanation,
  { out, clock }: Dependencies,
): void {
  const paint = painter(out.colour);
  const { plan } = observed;
  const title = paint('bold', oneLine(`${catalogue.providerName(plan.provider)} · ${plan.name}`));
  out.write(`${title} ${paint('dim', nameOf(plan))}\n${tripTitle(trip)}\n\n`);
  labelled(out, 'Position', positionLines(plan, trip, explanation, paint));
  if (explanation.kind !== 'out') {
    const { fit, price, comparableCents, drawbacks, reasons } = explanation.ranked;
    labelled(
      out,
      'Reasons',
      reasons.map((reason) => reasonOnWire(reason).text),
    );
    labelled(out, 'Fit', fitLines(fit, trip));
    labelled(out, 'Price', priceLines(price));
    labelled(out, 'Comparable', [
      `${money(comparableCents)} including drawbacks`,
      ...drawbacks.map(
        ({ code, percent, cents }) =>
          `${money(cents).padStart(8)}  ${`${percent}%`.padStart(4)}  ${drawbackSentence(code)}`,
      ),
    ]);
  }
  labelled(out, 'Observed', observationLines(observed, clock()));
}

function positionLines(plan: Plan, trip: Trip, explanation: Explanation, paint: Paint): readonly string[] {
  if (explanation.kind === 'out')
    return [paint('yellow', `in no list: ${OUT[explanation.reason](plan, trip)}`)];
  if (explanation.kind === 'dominated') {
    const { plan: by, cents } = explanation.by;
    const price = `${money(cents)} for the trip instead of ${money(explanation.ranked.price.cents)}`;
    return [
      paint('yellow', `in no list: ${nameOf(by)} of the same brand dominates it`),
      `it costs ${price} and is at least as good in every other fact`,
    ];
  }
  return SORTS.map((sort) => {
    const { place, listed } = explanation.places[sort];
    const note = listed ? '' : `not listed, because a list has ${LIST_MAX} plans`;
    return `${sort.padEnd(12)} ${String(place).padStart(4)} of ${explanation.among}  ${note}`;
  });
}

const OUT: Readonly<
  Record<Extract<Explanation, { kind: 'out' }>['reason'], (plan: Plan, trip: Trip) => string>
> = {
  not_covered: ({ coverage }, { country }) => {
    const excluded = coverage.exclusions.includes(country) ? ' (the plan excludes it)' : '';
    const codes = coverage.destinations;
    const covered = codes.length > 8 ? `${codes.length} countries` : codes.join(', ');
    return `it does not cover ${countryName(country)}${excluded}; it covers ${covered}`;
  },
  sold_out: () => 'it is out of stock',
  not_unlimited: () => 'it is not an unlimited plan, and the need is unlimited',
  expired: () => 'its price is older than a week',
};

function fitLines(
  { copies, meetsNeed, shortByMb, shortByDays, mbForTrip, fullSpeed }: ShownFit,
  { days }: Trip,
): string[] {
  const data = mbForTrip === null ? 'no stated data limit' : `${gigabytes(mbForTrip / 1000)} at full speed`;
  const missing = [
    shortByMb > 0 ? `${gigabytes(shortByMb / 1000)} short` : '',
    shortByDays > 0 ? `${plural(shortByDays, 'day')} short of ${days}` : '',
  ].filter((text) => text !== '');
  const met = fullSpeed
    ? 'meets the need at full speed'
    : 'meets the need, but not with stated full-speed data alone';
  return [
    meetsNeed ? met : `does not meet the need: ${missing.join(', ')}`,
    `${data} over the trip, ${copies === 1 ? 'one copy' : `${copies} copies`}`,
  ];
}

function priceLines({ cents, listCents, offers }: TripPrice): string[] {
  const list = cents === listCents ? 'the list price' : `list price ${money(listCents)}`;
  return [
    `${money(cents)} for the trip, ${list}`,
    ...offers.map(({ coupon, cents: with_, applied }) => {
      const code = coupon?.code ?? 'no code';
      const off = coupon === null ? 'promotional price' : `${discountText(coupon)} off`;
      const conditions = coupon === null ? PROMOTION_CONDITIONS : couponConditions(coupon);
      const counted = applied ? 'included' : 'not included';
      return `${code}, ${off}: ${money(with_)}, ${counted} (${conditions.join(', ')})`;
    }),
  ];
}

function observationLines({ plan: { source, price }, observation }: ObservedPlan, now: number): string[] {
  const { observedAt, firstSeenAt, priceChangedAt } = observation;
  const freshness = freshnessAt(observedAt, now);
  const changed = priceChangedAt === null ? '' : `, price changed ${moment(priceChangedAt)}`;
  const rate =
    price.rate === null ? '' : `; converted from ${price.currency} at ${price.rate} of ${price.rateDate}`;
  return [
    `${ago(observedAt, now)} in ${source} (${freshness})${rate}`,
    `first seen ${moment(firstSeenAt)}${changed}, ${centsToUsd(price.usdCents).toFixed(2)} USD each`,
  ];
}

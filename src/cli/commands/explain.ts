/** `esim explain`: why a plan stands where it stands for a trip, or why it is in no list. */
import type { Catalogue, ObservedPlan } from '../../catalogue/catalogue.ts';
import { countryName } from '../../domain/countries.ts';
import { freshnessAt } from '../../domain/freshness.ts';
import { centsToUsd } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import { type Explanation, explainPair, explainPlan } from '../../domain/ranking/explanation.ts';
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
import { type Dependencies, painter } from '../dependencies.ts';
import { ago, forPrograms, gigabytes, type JsonOption, moment, plural, printJson } from '../display.ts';
import { CommandError } from '../failure.ts';
import { withCatalogue } from '../store.ts';
import { oneLine } from '../text/table.ts';
import { printPair } from './explain-pair.ts';

export async function explain(
  place: string,
  stay: Omit<Trip, 'country'>,
  names: readonly PlanName[],
  { json }: JsonOption,
  around: Dependencies,
): Promise<void> {
  const trip = { country: countryFrom(place, (notice) => around.err.write(`${notice}\n`)), ...stay };
  const settings = readSettings(around.env);
  await withCatalogue(settings, around, (catalogue) => {
    const found = names.map((name) => {
      const plan = catalogue.find(name.provider, name.plan);
      if (plan === null) throw new CommandError(unknownPlan(catalogue, name));
      return plan;
    });
    const now = around.clock();
    const destination = catalogue.destination(trip.country);
    const [first, second] = found.map(({ plan }) => plan);
    const pair = destination && second && explainPair(destination, [first!, second], trip, now);
    if (pair) {
      const keys = [nameOf(first!), nameOf(second)] as const;
      if (json)
        printJson(around.out, forPrograms({ plans: keys, trip, ...pair, ranked: pair.ranked.map(shown) }));
      else printPair(around.out, keys, tripTitle(trip), pair);
      return;
    }
    // A plan that is in no list has nothing to compare, so each is explained on its own.
    const explanations = found.map(({ plan }) => explainPlan(destination, plan, trip, now));
    if (json) {
      const all = found.map(({ plan }, index) => asJson(plan, trip, explanations[index]!));
      printJson(around.out, forPrograms(all.length === 1 ? all[0] : all));
      return;
    }
    const sheets = found.map((plan, index) =>
      sheetOf(catalogue, plan, trip, explanations[index]!, now, around.out.colour),
    );
    around.out.write(sheets.join('\n'));
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
    ? `${provider} has no plan "${plan}" in the catalogue: its id is the end of a /go/ link of esim rank`
    : `there is no provider "${provider}" in the catalogue; there are ${known.join(', ')}`;
}

const nameOf = ({ provider, id }: Plan): string => `${provider}/${id}`;

/** What is computed of an offer, without the plan itself. */
function shown(ranked: RankedOffer) {
  const { entry: _entry, ...figures } = ranked;
  return figures;
}

function asJson(plan: Plan, trip: Trip, explanation: Explanation): object {
  const base = { plan: nameOf(plan), trip, kind: explanation.kind };
  if (explanation.kind === 'out') return { ...base, reason: explanation.reason };
  const known = { ...base, ...shown(explanation.ranked) };
  const { kind } = explanation;
  return kind === 'placed'
    ? { ...known, among: explanation.among, places: explanation.places }
    : { ...known, dominatedBy: { plan: nameOf(explanation.by.plan), cents: explanation.by.cents } };
}

const LABEL_WIDTH = 11;

function sheetOf(
  catalogue: Catalogue,
  observed: ObservedPlan,
  trip: Trip,
  explanation: Explanation,
  now: number,
  colour: boolean,
): string {
  const paint = painter(colour);
  const { plan } = observed;
  const provider = catalogue.providerName(plan.provider);
  const section = (label: string, lines: readonly string[]) =>
    lines.map(
      (line, index) =>
        (index === 0 ? paint('cyan', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH)) + line,
    );
  const lines = [
    `${paint('bold', oneLine(`${provider} · ${plan.name}`))} ${paint('dim', nameOf(plan))}`,
    tripTitle(trip),
    '',
    ...section('Standing', standingLines(plan, trip, explanation, colour)),
    ...(explanation.kind === 'out' ? [] : rankedSections(explanation.ranked, trip, section)),
    ...section('Seen', seenLines(observed, now)),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function standingLines(plan: Plan, trip: Trip, explanation: Explanation, colour: boolean): readonly string[] {
  const paint = painter(colour);
  if (explanation.kind === 'out')
    return [paint('yellow', `in no list: ${OUT[explanation.reason](plan, trip)}`)];
  if (explanation.kind === 'dominated') {
    const { plan: by, cents } = explanation.by;
    const price = `${money(cents)} for the trip against ${money(explanation.ranked.price.cents)}`;
    return [
      paint('yellow', `in no list: ${nameOf(by)} of the same brand dominates it`),
      `which costs ${price} and is no worse in anything`,
    ];
  }
  return SORTS.map((sort) => {
    const { place, listed } = explanation.places[sort];
    const note = listed ? '' : `not listed: only the first ${LIST_MAX} are`;
    return `${sort.padEnd(12)} ${String(place).padStart(4)} of ${explanation.among}  ${note}`;
  });
}

const OUT: Readonly<
  Record<Extract<Explanation, { kind: 'out' }>['reason'], (plan: Plan, trip: Trip) => string>
> = {
  not_covered: ({ coverage }, { country }) => {
    const excluded = coverage.exclusions.includes(country) ? ' (it names it as left out)' : '';
    return `it does not cover ${countryName(country)}${excluded}; it covers ${coveredText(coverage.destinations)}`;
  },
  sold_out: () => 'the provider says that it is not in stock',
  not_unlimited: () => 'it is not sold as unlimited, and unlimited was asked for',
  expired: () => 'its price was last read more than a week ago',
};

/** As many as fit a line; the number of the others. */
const COVERED_SHOWN = 8;
function coveredText(codes: readonly string[]): string {
  const more = codes.length - COVERED_SHOWN;
  return codes.slice(0, COVERED_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

type Section = (label: string, lines: readonly string[]) => string[];

function rankedSections(
  { fit, price, comparableCents, drawbacks, reasons }: RankedOffer,
  trip: Trip,
  section: Section,
): string[] {
  return [
    ...section(
      'Why',
      reasons.map((reason) => reasonOnWire(reason).text),
    ),
    ...section('Fit', fitLines(fit, trip)),
    ...section('Price', priceLines(price)),
    ...section('Compares', [
      `${money(comparableCents)} with every drawback counted`,
      ...drawbacks.map(
        ({ code, percent, cents }) =>
          `${money(cents).padStart(8)}  ${`${percent}%`.padStart(4)}  ${drawbackSentence(code)}`,
      ),
    ]),
  ];
}

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
    : 'meets the need, not by stated full-speed data alone';
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
      const counted = applied ? 'counted' : 'not counted';
      return `${code}, ${off}: ${money(with_)}, ${counted} (${conditions.join(', ')})`;
    }),
  ];
}

function seenLines({ plan: { source, price }, observation }: ObservedPlan, now: number): string[] {
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

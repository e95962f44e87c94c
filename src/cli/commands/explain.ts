/** `esim explain`: why a plan stands where it stands for a trip, or why it is in no list. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { countryName } from '../../domain/countries.ts';
import { ageSecondsOf, freshnessOf } from '../../domain/freshness.ts';
import { centsToUsd } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import { dataNeededMb } from '../../domain/ranking/need.ts';
import type { Fit, Ranked, TripPrice } from '../../domain/ranking/ranked.ts';
import { explainPair, type Standing, standingOf } from '../../domain/ranking/standing.ts';
import { LIST_MAX, SORTS, type Trip } from '../../domain/trip.ts';
import { readSettings } from '../../settings.ts';
import {
  couponConditions,
  discountText,
  drawbackSentence,
  money,
  PROMOTION_CONDITIONS,
  reasonSentence,
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
  const trip = { country: countryFrom(place), ...stay };
  const settings = readSettings(around.env);
  await withCatalogue(settings, around, (catalogue) => {
    const rows = names.map((name) => {
      const row = catalogue.find(name.provider, name.plan);
      if (row === null) throw new CommandError(unknownPlan(catalogue, name));
      return row;
    });
    const now = around.clock();
    const view = catalogue.view(trip.country);
    const [first, second] = rows;
    const pair = view && second !== undefined && explainPair(view, [first!, second], trip, now);
    if (pair) {
      const keys = [nameOf(catalogue, first!), nameOf(catalogue, second)] as const;
      if (json) printJson(around.out, forPrograms({ plans: keys, trip, ...pair }));
      else printPair(around.out, keys, tripTitle(trip), pair);
      return;
    }
    // A plan that is in no list has nothing to compare, so each is explained on its own.
    const standings = rows.map((row) => ({ row, standing: standingOf(view, row, trip, now) }));
    if (json) {
      const all = standings.map(({ row, standing }) => asJson(catalogue, row, trip, standing));
      printJson(around.out, forPrograms(all.length === 1 ? all[0] : all));
      return;
    }
    const sheets = standings.map(({ row, standing }) =>
      sheetOf(catalogue, row, trip, standing, now, around.out.colour),
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

const nameOf = (catalogue: Catalogue, row: number): string => {
  const { provider, id } = catalogue.plan(row);
  return `${provider}/${id}`;
};

function asJson(catalogue: Catalogue, row: number, trip: Trip, standing: Standing): object {
  const base = { plan: nameOf(catalogue, row), trip, kind: standing.kind };
  if (standing.kind === 'out') return { ...base, reason: standing.reason };
  const { fit, price, comparableCents, drawbacks, reasons } = standing.ranked;
  const known = { ...base, fit, price, comparableCents, drawbacks, reasons };
  return standing.kind === 'placed'
    ? { ...known, among: standing.among, places: standing.places }
    : { ...known, pointlessBy: { plan: nameOf(catalogue, standing.by.row), cents: standing.by.cents } };
}

const LABEL_WIDTH = 11;

function sheetOf(
  catalogue: Catalogue,
  row: number,
  trip: Trip,
  standing: Standing,
  now: number,
  colour: boolean,
): string {
  const paint = painter(colour);
  const plan = catalogue.plan(row);
  const provider = catalogue.providers.find(({ id }) => id === plan.provider)?.name ?? plan.provider;
  const section = (label: string, lines: readonly string[]) =>
    lines.map(
      (line, index) =>
        (index === 0 ? paint('cyan', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH)) + line,
    );
  const lines = [
    `${paint('bold', oneLine(`${provider} · ${plan.name}`))} ${paint('dim', nameOf(catalogue, row))}`,
    tripTitle(trip),
    '',
    ...section('Standing', standingLines(catalogue, plan, trip, standing, colour)),
    ...(standing.kind === 'out' ? [] : rankedSections(standing.ranked, trip, section)),
    ...section('Seen', seenLines(catalogue, row, plan, now)),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function standingLines(
  catalogue: Catalogue,
  plan: Plan,
  trip: Trip,
  standing: Standing,
  colour: boolean,
): readonly string[] {
  const paint = painter(colour);
  if (standing.kind === 'out') return [paint('yellow', `in no list: ${OUT[standing.reason](plan, trip)}`)];
  if (standing.kind === 'pointless') {
    const { row, cents } = standing.by;
    const price = `${money(cents)} for the trip against ${money(standing.ranked.price.cents)}`;
    return [
      paint('yellow', `in no list: ${nameOf(catalogue, row)} of the same brand makes it pointless`),
      `which costs ${price} and is no worse in anything`,
    ];
  }
  return SORTS.map((sort) => {
    const { place, listed } = standing.places[sort];
    const note = listed ? '' : `not listed: only the first ${LIST_MAX} are`;
    return `${sort.padEnd(12)} ${String(place).padStart(4)} of ${standing.among}  ${note}`;
  });
}

const OUT: Readonly<
  Record<Extract<Standing, { kind: 'out' }>['reason'], (plan: Plan, trip: Trip) => string>
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
  { fit, price, comparableCents, drawbacks, reasons }: Ranked,
  trip: Trip,
  section: Section,
): string[] {
  return [
    ...section('Why', reasons.map(reasonSentence)),
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
  { copies, meetsNeed, shortByMb, shortByDays, mbForTrip, fullSpeed }: Fit,
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

function seenLines(catalogue: Catalogue, row: number, { source, price }: Plan, now: number): string[] {
  const { observedAt, firstSeenAt, priceChangedAt } = catalogue.observation(row);
  const freshness = freshnessOf(ageSecondsOf(Math.floor(observedAt / 1000), now));
  const changed = priceChangedAt === null ? '' : `, price changed ${moment(priceChangedAt)}`;
  const rate =
    price.rate === null ? '' : `; converted from ${price.currency} at ${price.rate} of ${price.rateDate}`;
  return [
    `${ago(observedAt, now)} in ${source} (${freshness})${rate}`,
    `first seen ${moment(firstSeenAt)}${changed}, ${centsToUsd(price.usdCents).toFixed(2)} USD each`,
  ];
}

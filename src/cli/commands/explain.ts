/** `esim explain`: the position of a plan for a trip and the reasons for it, or why no list contains the plan. */
import { fullId, type ObservedPlan } from '../../catalogue/catalogue.ts';
import { countryName } from '../../domain/countries.ts';
import { type Explanation, explainPair, explainPlan } from '../../domain/explanation.ts';
import { freshnessAt } from '../../domain/freshness.ts';
import { dollars, dollarsOfCents } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import type { Fit } from '../../domain/ranking/fit.ts';
import { dataNeededMb } from '../../domain/ranking/need.ts';
import { LIST_MAX, SORTS, type Trip } from '../../domain/trip.ts';
import type { IngestConfig } from '../../ingest/config/load.ts';
import { readHidden } from '../../ingest/documents/hidden.ts';
import { endOf } from '../../ingest/parse/days.ts';
import { planKeys } from '../../ingest/parse/plan-names.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Store } from '../../store/port.ts';
import { type ResultContext, unlistedResultOf } from '../../wire/result.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { gigabytes } from '../../wire/sentences/offers.ts';
import { countryFrom } from '../arguments.ts';
import { type Dependencies, type Output, type Paint, painter } from '../dependencies.ts';
import { CommandError } from '../errors.ts';
import { findNamedPlan, isNamed, plansNamed, unknownPlan } from '../named-plan.ts';
import { ago, type JsonOption, labelled, plural, printJson, toJson } from '../output.ts';
import { withCatalogue } from '../store.ts';
import { oneLine } from '../table.ts';
import { printPair } from './explain-pair.ts';
import { quarantinedLines, quarantinedPlan, readSourceFacts, type SourceFacts } from './explain-source.ts';
import { quarantineJson } from './quarantine.ts';
import { couponText } from './rank.ts';
import { problemText } from './sources.ts';

export async function explain(
  place: string,
  tripWithoutCountry: Omit<Trip, 'country'>,
  names: readonly string[],
  { json }: JsonOption,
  deps: Dependencies,
): Promise<void> {
  const trip = {
    country: countryFrom(place, (notice) => deps.err.write(`${notice}\n`)),
    ...tripWithoutCountry,
  };
  const settings = readSettings(deps.env);
  await withCatalogue(settings, deps, async (catalogue, store) => {
    const now = deps.clock();
    // Without usable files, only the store says something about the sources.
    const config =
      settings.sourcesFile === null ? null : await configFor(settings.sourcesFile, now).catch(() => null);
    const found: ObservedPlan[] = [];
    const facts: SourceFacts[] = [];
    for (const name of names) {
      const plan = findNamedPlan(catalogue, name);
      if (plan === null)
        throw (
          (await hiddenPlan(store, config, now, name)) ??
          (config && (await quarantinedPlan(store.documents, config, name, now))) ??
          unknownPlan(catalogue, name)
        );
      found.push(plan);
      facts.push(await readSourceFacts(store.documents, config, catalogue, plan.plan));
    }
    const context = { catalogue, trip, now, baseUrl: settings.baseUrl };
    const destination = catalogue.destination(trip.country);
    const [first, second] = found.map(({ plan }) => plan);
    const pair = destination && second && explainPair(destination, [first!, second], trip, now);
    if (pair) {
      const plans = [fullId(first!), fullId(second)] as const;
      const results = pair.ranked.map((ranked) => unlistedResultOf(ranked, context));
      if (json) {
        const quarantined = facts.map(quarantinedJson);
        printJson(deps.out, toJson({ plans, trip, ...pair, ranked: results, quarantined }));
        return;
      }
      printPair(deps.out, plans, tripTitle(trip), pair);
      for (const [index, { plan }] of found.entries()) printSource(plan, facts[index]!, now, deps.out);
      return;
    }
    // Plans that are in no list cannot be compared, so each plan is explained by itself.
    const explanations = found.map(({ plan }) => explainPlan(destination, plan, trip, now));
    if (json) {
      const all = found.map(({ plan }, index) => ({
        ...asJson(plan, explanations[index]!, context),
        quarantined: quarantinedJson(facts[index]!),
      }));
      printJson(deps.out, toJson(all.length === 1 ? all[0] : all));
      return;
    }
    for (const [index, observed] of found.entries()) {
      if (index > 0) deps.out.write('\n');
      printExplanation(observed, explanations[index]!, context, deps.out);
      printSource(observed.plan, facts[index]!, now, deps.out);
    }
  });
}

function tripTitle({ country, days, need }: Trip): string {
  const needed = dataNeededMb(need, days);
  const stay = `${plural(days, 'day')} in ${countryName(country)}, ${need}`;
  return `${stay}: ${needed === null ? 'unlimited data' : gigabytes(needed / 1000)}`;
}

/** Says why a plan is hidden that the catalogue does not have; null if it is not hidden. */
async function hiddenPlan(
  { documents }: Store,
  config: IngestConfig | null,
  now: number,
  name: string,
): Promise<CommandError | null> {
  for (const { provider, plan, reason } of await readHidden(documents)) {
    if (plan !== null && isNamed(name, { provider, plan }))
      return new CommandError(
        `${provider}/${plan} is hidden with esim hide: ${reason}; esim show ${provider}/${plan} ends it`,
      );
    // An id alone does not say that the plan is one of this provider.
    if (plan === null && plansNamed(name, []).some((ref) => ref.provider === provider))
      return new CommandError(
        `every plan of ${provider} is hidden with esim hide: ${reason}; esim show --provider ${provider} ends it`,
      );
  }
  const inFile = config?.overrides.find(
    ({ provider, plan, hide, until }) =>
      hide === true &&
      endOf(until) > now &&
      plansNamed(name, [provider]).some((ref) => {
        const keys = planKeys(ref.provider, ref.plan);
        return planKeys(provider, plan).some((key) => keys.includes(key));
      }),
  );
  return inFile === undefined
    ? null
    : new CommandError(
        `${inFile.provider}/${inFile.plan} is hidden by an override until ${inFile.until}: ${inFile.reason}`,
      );
}

/** `result`: the plan as the REST API describes it, without a rank, because the lists have different positions. */
function asJson(plan: Plan, explanation: Explanation, context: ResultContext): object {
  const base = { plan: fullId(plan), trip: context.trip, kind: explanation.kind };
  if (explanation.kind === 'out') return { ...base, reason: explanation.reason };
  const known = { ...base, result: unlistedResultOf(explanation.ranked, context) };
  return explanation.kind === 'placed'
    ? { ...known, among: explanation.among, positions: explanation.positions }
    : { ...known, dominatedBy: { plan: fullId(explanation.by.plan), cents: explanation.by.cents } };
}

function printExplanation(
  observed: ObservedPlan,
  explanation: Explanation,
  context: ResultContext,
  out: Output,
): void {
  const paint = painter(out.colour);
  const { catalogue, trip, now } = context;
  const { plan } = observed;
  const title = paint('bold', oneLine(`${catalogue.providerName(plan.provider)} · ${plan.name}`));
  out.write(`${title} ${paint('dim', fullId(plan))}\n${tripTitle(trip)}\n\n`);
  labelled(out, 'Position', positionLines(plan, trip, explanation, paint));
  if (explanation.kind !== 'out') {
    const result = unlistedResultOf(explanation.ranked, context);
    const { why, price } = result;
    const list = price.usd === price.list_usd ? 'the list price' : `list price ${dollars(price.list_usd)}`;
    const reasons = why.reasons.map(({ text }) => text);
    const drawbacks = why.drawbacks.map(
      ({ usd, percent, text }) => `${dollars(usd).padStart(8)}  ${`${percent}%`.padStart(4)}  ${text}`,
    );
    labelled(out, 'Reasons', reasons);
    labelled(out, 'Fit', fitLines(explanation.ranked.fit, trip));
    labelled(out, 'Price', [
      `${dollars(price.usd)} for the trip, ${list}`,
      ...(price.group_usd === null ? [] : [`${dollars(price.group_usd)} for ${trip.travellers} travellers`]),
      ...result.coupons.map(couponText),
    ]);
    labelled(out, 'Terms', termLines(result));
    labelled(out, 'Comparable', [`${dollars(why.comparable_usd)} including drawbacks`, ...drawbacks]);
  }
  labelled(out, 'Observed', [observedLine(observed, now)]);
}

/** The price above is the published one. This is what the source states besides, and why its price may be old. */
function printSource(plan: Plan, { quarantined, troubled }: SourceFacts, now: number, out: Output): void {
  if (quarantined !== null)
    labelled(out, 'Quarantined', quarantinedLines(plan, quarantined, now).map(oneLine));
  if (troubled !== null) labelled(out, 'Source', [oneLine(problemText(troubled, now))]);
}

const quarantinedJson = ({ quarantined }: SourceFacts): object | null =>
  quarantined && quarantineJson(quarantined);

function positionLines(plan: Plan, trip: Trip, explanation: Explanation, paint: Paint): readonly string[] {
  if (explanation.kind === 'out')
    return [paint('yellow', `in no list: ${WHY_IN_NO_LIST[explanation.reason](plan, trip)}`)];
  if (explanation.kind === 'dominated') {
    const { plan: by, cents } = explanation.by;
    const price = `${dollarsOfCents(cents)} for the trip instead of ${dollarsOfCents(explanation.ranked.price.cents)}`;
    return [
      paint('yellow', `in no list: ${fullId(by)} of the same brand dominates it`),
      `it costs ${price} and is at least as good in every other fact`,
    ];
  }
  return SORTS.map((sort) => {
    const { position, listed } = explanation.positions[sort];
    const note = listed ? '' : `not listed, because a list has ${LIST_MAX} plans`;
    return `${sort.padEnd(12)} ${String(position).padStart(4)} of ${explanation.among}  ${note}`;
  });
}

/** A longer list does not fit into a line. */
const CODES_SHOWN = 8;

const WHY_IN_NO_LIST: Readonly<
  Record<Extract<Explanation, { kind: 'out' }>['reason'], (plan: Plan, trip: Trip) => string>
> = {
  not_covered: ({ coverage }, { country }) => {
    const excluded = coverage.exclusions.includes(country) ? ' (the plan excludes it)' : '';
    const codes = coverage.destinations;
    const covered = codes.length > CODES_SHOWN ? `${codes.length} countries` : codes.join(', ');
    return `it does not cover ${countryName(country)}${excluded}; it covers ${covered}`;
  },
  sold_out: () => 'it is out of stock',
  not_unlimited: () => 'it is not an unlimited plan, and the need is unlimited',
  expired: () => 'its price is older than a week',
};

/** Rounded up to two decimals, so that a shortage is never shown as 0. */
const shortage = (mb: number): string => gigabytes(Math.ceil(mb / 10) / 100);

export function fitLines(fit: Fit, { days }: Trip): string[] {
  const { meetsNeed, isTooSlow, shortByMb, shortByDays, mbForTrip, copies } = fit;
  const amount = mbForTrip === null ? 'no stated data limit' : `${gigabytes(mbForTrip / 1000)} at full speed`;
  const missing = [
    // A plan that is too slow counts as short of all data, whatever data it has.
    isTooSlow ? 'too slow for this need' : shortByMb > 0 ? `${shortage(shortByMb)} short` : '',
    shortByDays > 0 ? `${plural(shortByDays, 'day')} short of ${days}` : '',
  ].filter((text) => text !== '');
  return [
    meetsNeed ? 'meets the need' : `does not meet the need: ${missing.join(', ')}`,
    `${amount} over the trip, ${copies === 1 ? 'one copy' : `${copies} copies`}`,
  ];
}

function termLines({
  features: { hotspot, hotspot_gb, calls, sms },
  provider: { refund },
}: Omit<Result, 'rank'>): string[] {
  const stated = (value: boolean | null): string => (value === null ? 'not stated' : value ? 'yes' : 'no');
  const cap = hotspot_gb === null ? '' : `, at most ${gigabytes(hotspot_gb)}`;
  return [
    `hotspot: ${stated(hotspot)}${cap}; calls: ${stated(calls)}; text messages: ${stated(sms)}`,
    `refund: ${refund === null ? 'not known' : `${refund.text} (read on ${refund.checked_on} at ${refund.url})`}`,
  ];
}

function observedLine({ plan: { source, price }, observation }: ObservedPlan, now: number): string {
  const { observedAt } = observation;
  const rate =
    price.rate === null ? '' : `; converted from ${price.currency} at ${price.rate} of ${price.rateDate}`;
  return `${ago(observedAt, now)} in ${source} (${freshnessAt(observedAt, now)})${rate}`;
}

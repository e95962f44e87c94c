/** `esim rank`: the ranking of the service, as a table or as the JSON of the REST API. */
import { TTL_MS } from '../../answers/queries.ts';
import { countryName } from '../../domain/countries.ts';
import { EXPIRED_AFTER_SECONDS } from '../../domain/freshness.ts';
import { dollars } from '../../domain/money.ts';
import type { Sort, Stop, Trip } from '../../domain/trip.ts';
import { readTripQuery } from '../../http/query.ts';
import { loadReference } from '../../reference/load.ts';
import { readSettings } from '../../service/settings.ts';
import { serialiseComparison, shortened, withoutVariants } from '../../wire/comparison.ts';
import { withPhone } from '../../wire/facts.ts';
import { type Comparison, LIST_OF, type SharingOnWire } from '../../wire/schemas/comparison.ts';
import type { GoodToKnow } from '../../wire/schemas/facts.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { gigabytes } from '../../wire/sentences/offers.ts';
import { countryFrom } from '../arguments.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { CommandError, EXIT, UsageError } from '../errors.ts';
import { type Field, plural, tableText } from '../output.ts';
import { withCatalogue } from '../store.ts';
import { oneLine } from '../table.ts';

export interface RankOptions {
  readonly sort: Sort;
  readonly limit: number;
  readonly json?: true;
  readonly then?: string;
  readonly require?: string;
  readonly dataGb?: string;
  readonly travellers?: string;
  readonly maxUsd?: string;
  readonly avoidExits?: string;
  readonly providers?: string;
  readonly avoidProviders?: string;
  readonly phone?: string;
}

export async function rankTrip(
  place: string,
  stay: Omit<Trip, 'country'>,
  options: RankOptions,
  deps: Dependencies,
): Promise<number> {
  const { trip, filters, limit, phone } = readTrip(
    countryFrom(place, (notice) => deps.err.write(`${notice}\n`)),
    stay,
    options,
  );
  const settings = readSettings(deps.env);
  const comparison = await withCatalogue(settings, deps, (catalogue) => {
    const now = deps.clock();
    if (catalogue.newest === null || now - catalogue.newest > EXPIRED_AFTER_SECONDS * 1000) {
      throw new CommandError('every price is older than a week; run esim ingest first');
    }
    const { notes, phones, guide } = loadReference(settings.referenceFolder);
    const whole = serialiseComparison(catalogue, trip, {
      identity: settings,
      now,
      freshUntil: now + TTL_MS.comparison,
      filters,
      notes,
      hasGuide: guide !== null,
    });
    const shown = shortened(withoutVariants(whole), limit);
    return phone === null ? shown : withPhone(shown, phones, phone);
  });
  if (options.json) deps.out.write(`${JSON.stringify(comparison)}\n`);
  else printComparison(comparison, options, settings.baseUrlIsSet, deps);
  return hasPlans(comparison) ? EXIT.ok : EXIT.failure;
}

/** A plan for the whole trip, or for one of its stops. */
const hasPlans = ({ considered, itinerary }: Comparison): boolean =>
  considered.plans > 0 || itinerary?.recommended?.legs.some(({ result }) => result !== null) === true;

/** Parsed by the code of the REST API, so that both reject the same input. */
function readTrip(country: string, { days, need }: Omit<Trip, 'country'>, options: RankOptions) {
  const query = new URLSearchParams({ country, days: String(days), need, limit: String(options.limit) });
  const { then, require, dataGb, travellers, maxUsd, avoidExits, providers, avoidProviders, phone } = options;
  const given = {
    then,
    require,
    data_gb: dataGb,
    travellers,
    max_usd: maxUsd,
    avoid_exits: avoidExits,
    providers,
    avoid_providers: avoidProviders,
    phone,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value);
  const parsed = readTripQuery(query.toString());
  if (!parsed.ok) throw new UsageError(parsed.faults.map(({ message }) => message).join('\n'));
  return parsed.value;
}

function printComparison(
  comparison: Comparison,
  { sort }: RankOptions,
  hasBaseUrl: boolean,
  { out }: Dependencies,
): void {
  const paint = painter(out.colour);
  const { query, destination, attribution } = comparison;
  const list = comparison.orders[LIST_OF[sort]];
  const needed = query.data_needed_gb === null ? 'unlimited data' : gigabytes(query.data_needed_gb);
  const places = [destination.code, ...query.then.map(({ country }) => country)].map(countryName).join(', ');
  const title = `${places}, ${plural(query.days_total, 'day')}, ${query.need}: ${needed}`;
  const note = (text: string) => out.write(`${paint('dim', text)}\n`);
  out.write(`${paint('bold', title)} ${paint('dim', `· ${LIST_OF[sort]}`)}\n\n`);
  if (list.length > 0) {
    printPlans(list, out);
    note('~ This price is converted, suggested, not fresh, or includes a coupon.');
    if (!hasBaseUrl) note('The links work while esim serve is running.');
    out.write('\n');
  }
  if (comparison.closest) printClosest(comparison.closest, out);
  if (comparison.itinerary) printItinerary(comparison.itinerary, sort, out);
  if (comparison.sharing) printSharing(comparison.sharing, sort, out);
  if (comparison.phone) out.write(`${comparison.phone.text}\n\n`);
  for (const fact of comparison.good_to_know) out.write(`${noteText(fact)}\n`);
  if (comparison.good_to_know.length > 0) out.write('\n');
  for (const { text } of comparison.notices) note(text);
  note(`${attribution.text}: ${attribution.url}`);
}

/** With its date, its caveat and a source, as every interface shows it. */
function noteText({ country, text, caveat, checked_on, may_have_changed, sources }: GoodToKnow): string {
  const age = may_have_changed ? `reported ${checked_on}, may have changed` : `reported ${checked_on}`;
  const words = caveat === null ? text : `${text} ${caveat}`;
  return `Good to know for ${countryName(country)}: ${words} (${age}) ${sources[0]?.url ?? ''}`.trimEnd();
}

const DETAIL_INDENT = '    ';

/** A line for each plan. Below it are its coupons with all conditions, and its link. */
function printPlans(list: readonly Result[], out: Dependencies['out']): void {
  const paint = painter(out.colour);
  const isGroup = list.some(({ price }) => price.group_usd !== null);
  const fields = FIELDS.filter((field) => isGroup || field !== GROUP);
  const [head = '', ...rows] = tableText(out, list, fields).trimEnd().split('\n');
  out.write(`${head}\n`);
  for (const [at, { coupons, url }] of list.entries()) {
    out.write(`${rows[at] ?? ''}\n`);
    for (const coupon of coupons) out.write(`${DETAIL_INDENT}${paint('dim', couponText(coupon))}\n`);
    out.write(`${DETAIL_INDENT}${paint('cyan', url)}\n`);
  }
}

export function couponText({ code, usd, ...coupon }: Result['coupons'][number]): string {
  const name = code === null ? 'promotion' : `coupon ${code}`;
  const effect = coupon.applied_to_price ? 'included in the price' : `${dollars(usd)} with it`;
  return oneLine(`${name}, ${coupon.discount} off, ${effect}: ${coupon.conditions.join(', ')}`);
}

/** Only for several travellers. */
const GROUP: Field<Result> = {
  title: 'For all',
  align: 'right',
  dropOrder: 2,
  cell: ({ price }) => (price.group_usd === null ? '' : dollars(price.group_usd)),
};

const FIELDS: readonly Field<Result>[] = [
  { title: '#', align: 'right', cell: ({ rank }) => String(rank) },
  { title: 'Plan', shrinkTo: 22, cell: ({ plan }) => plan.name },
  { title: 'Provider', shrinkTo: 10, dropOrder: 5, cell: ({ provider }) => provider.name },
  { title: 'Data', align: 'right', cell: dataOf },
  {
    title: 'Valid',
    align: 'right',
    dropOrder: 4,
    cell: ({ validity }) => (validity.days === null ? 'no end' : `${validity.days} d`),
  },
  { title: '×', align: 'right', cell: ({ copies }) => String(copies) },
  {
    title: 'Price',
    align: 'right',
    cell: ({ price, fits }) => ({
      text: `${dollars(price.usd)}${price.caveats.length > 0 ? '~' : ' '}`,
      tone: fits.meets_need ? 'green' : 'yellow',
    }),
  },
  { title: 'Net', dropOrder: 3, cell: ({ speed }) => speed.generation ?? '?' },
  GROUP,
  // The recommended list is sorted by this column, so it is also shown in 80 columns.
  { title: 'Comparable', align: 'right', dropOrder: 5, cell: ({ why }) => dollars(why.comparable_usd) },
  { title: 'Why', shrinkTo: 20, dropOrder: 1, cell: ({ why }) => why.reasons[0]?.text ?? '' },
];

const stopsText = (stops: readonly Stop[]): string =>
  stops.map(({ country, days }) => `${country} ${plural(days, 'day')}`).join(', ');

function printClosest({ result, fails }: NonNullable<Comparison['closest']>, out: Dependencies['out']): void {
  out.write(`closest without ${fails.join(', ')}:\n`);
  printPlans([result], out);
  out.write('\n');
}

/** The cheapest split for the cheapest list, and the recommended split for the other lists. */
function printItinerary(
  itinerary: NonNullable<Comparison['itinerary']>,
  sort: Sort,
  out: Dependencies['out'],
): void {
  const split = itinerary[sort === 'cheapest' ? 'cheapest' : 'recommended'];
  if (split === null) return;
  for (const { stops, result } of split.legs) {
    const plan =
      result === null
        ? 'no plan available'
        : `${dollars(result.price.usd)}, ${result.copies} × ${result.provider.name} ${result.plan.name}`;
    out.write(`${stopsText(stops)}: ${oneLine(plan)}\n`);
  }
  const group = split.group_usd === null ? '' : `, ${dollars(split.group_usd)} for all travellers`;
  out.write(`total ${dollars(split.usd)}${group}, comparable price ${dollars(split.comparable_usd)}\n\n`);
}

/** Every leg of `sharing` has a plan. */
function printSharing(sharing: SharingOnWire, sort: Sort, out: Dependencies['out']): void {
  const { data_gb, usd, legs } = sharing[sort === 'cheapest' ? 'cheapest' : 'recommended'];
  const data = data_gb === null ? 'unlimited data' : gigabytes(data_gb);
  out.write(`shared by all travellers by hotspot, ${data}: ${dollars(usd)} for all\n`);
  for (const { stops, result } of legs) {
    if (result === null) continue;
    const plan = oneLine(`${result.copies} × ${result.provider.name} ${result.plan.name}`);
    out.write(`${stopsText(stops)}: ${dollars(result.price.usd)}, ${plan}\n${result.url}\n`);
  }
  out.write('\n');
}

function dataOf({ data }: Result): string {
  if (data.model === 'unlimited') {
    return data.full_speed_gb_per_day === null
      ? 'unlimited'
      : `∞ (${gigabytes(data.full_speed_gb_per_day)}/d)`;
  }
  return `${gigabytes(data.gb ?? 0)}${data.model === 'per_day' ? '/d' : ''}`;
}

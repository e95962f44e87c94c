/** `esim rank`: the service's own comparison, as a table or as the very JSON that REST answers with. */
import { TTL_MS } from '../../comparison/comparison.ts';
import { countryName } from '../../domain/countries.ts';
import { STALE_SECONDS } from '../../domain/freshness.ts';
import type { Sort, Trip } from '../../domain/trip.ts';
import { readTripQuery } from '../../http/query.ts';
import { readSettings } from '../../settings.ts';
import { serialiseComparison, withoutVariants } from '../../wire/comparison.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { countryFrom } from '../arguments.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { dollars, type Field, gigabytes, plural, printTable, tableText } from '../display.ts';
import { CommandError } from '../failure.ts';
import { withCatalogue } from '../store.ts';
import { oneLine, wrap } from '../text/table.ts';

export interface RankOptions {
  readonly sort: Sort;
  readonly limit: number;
  readonly json?: true;
  readonly variants?: true;
  readonly then?: string;
  readonly require?: string;
}

export async function rankTrip(
  place: string,
  stay: Omit<Trip, 'country'>,
  options: RankOptions,
  around: Dependencies,
): Promise<void> {
  const { trip, require } = asked(
    countryFrom(place, (notice) => around.err.write(`${notice}\n`)),
    stay,
    options,
  );
  const settings = readSettings(around.env);
  const whole = await withCatalogue(settings, around, (catalogue) => {
    const now = around.clock();
    if (catalogue.newest === null || now - catalogue.newest > STALE_SECONDS * 1000) {
      throw new CommandError('every price is older than a week: run esim ingest first');
    }
    const freshUntil = now + TTL_MS.plans;
    return serialiseComparison(catalogue, trip, { identity: settings, now, freshUntil, require });
  });
  const comparison = options.variants ? whole : withoutVariants(whole);
  if (options.json) around.out.write(`${JSON.stringify(comparison)}\n`);
  else printComparison(comparison, options, settings.baseUrlIsSet, around);
}

/** Read as REST reads it, so that both refuse the same. */
function asked(country: string, { days, need }: Omit<Trip, 'country'>, { then, require }: RankOptions) {
  const query = new URLSearchParams({ country, days: String(days), need });
  if (then !== undefined) query.set('then', then);
  if (require !== undefined) query.set('require', require);
  const reading = readTripQuery(query.toString());
  if (!reading.ok) throw new CommandError(reading.faults.map(({ message }) => message).join('\n'));
  return reading.value;
}

function printComparison(
  comparison: Comparison,
  { sort, limit }: RankOptions,
  linksAreServed: boolean,
  { out }: Dependencies,
): void {
  const paint = painter(out.colour);
  const { query, destination, attribution } = comparison;
  const list = comparison.orders[LIST_OF[sort]].slice(0, limit);
  const needed = query.data_needed_gb === null ? 'unlimited data' : gigabytes(query.data_needed_gb);
  const title = `${[destination.name ?? destination.code, ...query.then.map(({ country }) => countryName(country))].join(', ')}, ${plural(query.days_total, 'day')}, ${query.need}: ${needed}`;
  const aside = (text: string) => {
    for (const line of wrap(text, out.columns)) out.write(`${paint('dim', line)}\n`);
  };
  out.write(`${paint('bold', title)} ${paint('dim', `· ${LIST_OF[sort]}`)}\n\n`);
  if (list.length > 0) {
    printPlans(list, out);
    aside('~ converted, suggested, not fresh or with a coupon');
    if (!linksAreServed) aside('Links lead through the service: they open while esim serve runs.');
    out.write('\n');
  }
  if (comparison.itinerary) printItinerary(comparison.itinerary, sort, out);
  if (comparison.variants?.length) printVariants(comparison.variants, out);
  for (const { text } of comparison.notices) aside(text);
  aside(`${attribution.text}: ${attribution.url}`);
}

const DETAIL_INDENT = '    ';

/** A line for each plan; below it every coupon with its conditions, which are part of its price, and the link. */
function printPlans(list: readonly Result[], out: Dependencies['out']): void {
  const paint = painter(out.colour);
  const [head = '', ...rows] = tableText(out, list, FIELDS).trimEnd().split('\n');
  out.write(`${head}\n`);
  const width = out.columns === null ? null : out.columns - DETAIL_INDENT.length;
  for (const [at, { coupons, url }] of list.entries()) {
    out.write(`${rows[at] ?? ''}\n`);
    for (const line of coupons.flatMap((coupon) => wrap(couponText(coupon), width)))
      out.write(`${DETAIL_INDENT}${paint('dim', line)}\n`);
    out.write(`${DETAIL_INDENT}${paint('cyan', url)}\n`);
  }
}

function couponText({
  code,
  discount,
  applied_to_price,
  usd,
  conditions,
}: Result['coupons'][number]): string {
  const name = code === null ? 'without a code' : `coupon ${code}`;
  const counted = applied_to_price ? 'in the price' : `${dollars(usd)} with it`;
  return oneLine(`${name}, ${discount} off, ${counted}: ${conditions.join(', ')}`);
}

const FIELDS: readonly Field<Result>[] = [
  { title: '#', align: 'right', cell: ({ rank }) => String(rank) },
  { title: 'Plan', shrinkTo: 22, cell: ({ plan }) => plan.name },
  { title: 'Provider', shrinkTo: 10, leave: 1, cell: ({ provider }) => provider.name },
  { title: 'Data', align: 'right', cell: dataOf },
  {
    title: 'Valid',
    align: 'right',
    leave: 2,
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
  { title: 'Net', leave: 3, cell: ({ speed }) => speed.generation ?? '?' },
  // Recommended is sorted by it, so it is there in 80 columns, too.
  { title: 'Compares', align: 'right', leave: 1, cell: ({ why }) => dollars(why.comparable_usd) },
  {
    title: 'Why',
    shrinkTo: 20,
    leave: 8,
    cell: ({
      why: {
        reasons: [reason],
      },
      fits,
    }) => (fits.meets_need ? (reason?.text ?? '') : { text: reason?.text ?? '', tone: 'yellow' }),
  },
];

/** The cheapest way beside the cheapest list, the recommended one beside the others. */
function printItinerary(
  itinerary: NonNullable<Comparison['itinerary']>,
  sort: Sort,
  out: Dependencies['out'],
): void {
  const way = itinerary[sort === 'cheapest' ? 'cheapest' : 'recommended'];
  printTable(out, way.legs, [
    {
      title: 'Leg',
      cell: ({ stops }) => stops.map(({ country, days }) => `${country} ${days} d`).join(', '),
    },
    {
      title: 'Price',
      align: 'right',
      cell: ({ result }) => (result === null ? '' : dollars(result.price.usd)),
    },
    { title: 'Provider', shrinkTo: 10, cell: ({ result }) => result?.provider.name ?? '' },
    {
      title: 'Plan',
      shrinkTo: 22,
      cell: ({ result }) =>
        result === null
          ? 'nothing is sold'
          : `${result.copies > 1 ? `${result.copies} × ` : ''}${result.plan.name}`,
    },
  ]);
  out.write(`${dollars(way.usd)} in all, compares as ${dollars(way.comparable_usd)}\n\n`);
}

function dataOf({ data }: Result): string {
  if (data.model === 'unlimited') {
    return data.full_speed_gb_per_day === null
      ? 'unlimited'
      : `∞ (${gigabytes(data.full_speed_gb_per_day)}/d)`;
  }
  return `${gigabytes(data.gb ?? 0)}${data.model === 'per_day' ? '/d' : ''}`;
}

function printVariants(variants: NonNullable<Comparison['variants']>, out: Dependencies['out']): void {
  printTable(out, variants, [
    { title: 'Days', align: 'right', cell: ({ days }) => String(days) },
    { title: 'Cheapest', align: 'right', cell: ({ best }) => (best === null ? '' : dollars(best.price.usd)) },
    {
      title: 'Difference',
      align: 'right',
      cell: ({ difference_usd: usd }) =>
        usd === null ? '' : `${usd < 0 ? '-' : '+'}${dollars(Math.abs(usd))}`,
    },
    { title: 'Plan', shrinkTo: 20, cell: ({ best }) => best?.plan.name ?? 'none' },
  ]);
  out.write('\n');
}

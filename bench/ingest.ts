/**
 * Measures how fast drafts are normalised and checked on one core, and how fast feeds are read by a map until their rows
 * are plans: node bench/ingest.ts [rows | --maps]
 */
import { COUNTRIES } from '../src/domain/countries.ts';
import { checkRows } from '../src/ingest/accept/check-rows.ts';
import { ADAPTERS } from '../src/ingest/config/adapters.ts';
import { parseRates } from '../src/ingest/config/rates.ts';
import type { Draft } from '../src/ingest/draft.ts';
import type { Candidate } from '../src/ingest/normalise/normalise.ts';
import { createPlaceResolver } from '../src/ingest/parse/places.ts';
import { candidateFrom, normaliser } from '../src/ingest/testing/plans.ts';
import { median } from './load.ts';

const [mode] = process.argv.slice(2);
const ROWS = mode === '--maps' ? 0 : Number(mode ?? 200_000);
const ROUNDS = 5;
const MAPPED_ROUNDS = 3;

const codes = COUNTRIES.map(({ code }) => code);
const region = (size: number, start: number) =>
  Array.from({ length: size }, (_, i) => codes[(start + i * 7) % codes.length] ?? 'TR');

/** As in real feeds: 90% of the plans for one country, 8% regional, 2% global. A third in euros, all with networks. */
function draftOf(index: number): Draft {
  const places =
    index % 50 === 0 ? region(100, index % 3) : index % 12 === 0 ? region(35, index % 40) : region(1, index);
  const gb = [1, 3, 5, 10, 20, 50][index % 6] ?? 1;
  const price = (2 + gb * 0.9 + (index % 97) / 50).toFixed(2);
  return {
    externalId: index % 2 === 0 ? `plan-${index}` : `Plan ${index} / V2`,
    name: index % 4 === 0 ? `Europe &amp; more ${gb} GB n° ${index}` : `Country ${gb} GB number ${index}`,
    places,
    networks: places.map((place) => ({ place, name: `Net ${place}`, generation: '5G' })),
    model: index % 3 === 0 ? 'per_day' : 'total',
    data: gb * 1_000_000_000,
    throttleKbps: index % 3 === 0 ? 512 : null,
    days: [1, 3, 7, 15, 30][index % 5] ?? 30,
    prices: index % 3 === 0 ? { EUR: price, GBP: price } : { USD: price, EUR: price },
    basis: 'retail',
    hotspot: true,
    topUp: null,
    link: `https://www.shop.example/plans/${index}?aff=4711&utm_source=feed`,
    updatedAt: '2026-11-10T08:00:00Z',
  };
}

/** Rows come page by page, as from a feed. Their creation is not measured. */
const PAGE_ROWS = 1000;
const table = parseRates('{"date":"2026-11-09","base":"EUR","rates":{"USD":"1.0712","GBP":"0.8421"}}');

const newNormaliser = () =>
  normaliser({
    source: 'bench',
    provider: 'shop',
    hosts: ['shop.example'],
    resolvePlace: createPlaceResolver(),
    rates: { table, problem: null },
    leaks: () => false,
    now: Date.parse('2026-11-10T12:00:00Z'),
  });

/** The processor time of this thread, so that other work on the machine does not count. */
const now = () => process.threadCpuUsage().user / 1_000_000;

function round(): { seconds: number; plans: number; rejected: number } {
  const normalise = newNormaliser();
  const candidates: Candidate[] = [];
  let rejected = 0;
  let seconds = 0;
  for (let start = 0; start < ROWS; start += PAGE_ROWS) {
    const page = Array.from({ length: PAGE_ROWS }, (_, i) => draftOf(start + i));
    const began = now();
    page.forEach((draft, row) => {
      const read = normalise(draft);
      if (read.ok) candidates.push(candidateFrom(read, row));
      else rejected += 1;
    });
    seconds += now() - began;
  }
  const began = now();
  const checked = checkRows(candidates);
  seconds += now() - began;
  return { seconds, plans: checked.candidates.length, rejected };
}

interface MappedFeed {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rows: number;
  readonly text: (rows: number) => string;
}

const countryAt = (index: number) => COUNTRIES[(index * 7) % COUNTRIES.length]!;
const gbAt = (index: number) => [1, 3, 5, 10, 20, 50][index % 6]!;
const daysAt = (index: number) => [1, 3, 7, 15, 30][index % 5]!;
const linesOf = (rows: number, lineOf: (index: number) => string) =>
  Array.from({ length: rows }, (_, index) => lineOf(index)).join('\n');
const common = { url: 'https://shop.example/feed', basis: 'retail', id: 'id' } as const;

const MAPPED_FEEDS: readonly MappedFeed[] = [
  {
    name: 'JSON with columns of codes and numbers',
    rows: 5_000,
    options: {
      ...common,
      format: 'json',
      rows: 'data.plans',
      columns: {
        name: 'title',
        places: 'places',
        data: 'mb',
        days: 'days',
        price: 'price.amount',
        currency: 'price.currency',
        networks: 'networks',
        hotspot: 'hotspot',
        link: 'link',
      },
      constants: { dataUnit: 'MB' },
    },
    text: (rows) =>
      JSON.stringify({
        data: {
          plans: Array.from({ length: rows }, (_, at) => ({
            id: `plan-${at}`,
            title: `${countryAt(at).name} ${gbAt(at)} GB`,
            places: at % 12 === 0 ? region(35, at % 40) : [countryAt(at).code],
            mb: gbAt(at) * 1_000,
            days: daysAt(at),
            price: { amount: (2 + gbAt(at) * 0.9 + (at % 97) / 50).toFixed(2), currency: 'USD' },
            networks: [{ name: `Net ${at % 300}`, generation: '5G' }],
            hotspot: at % 2 === 0,
            link: `https://shop.example/plans/${at}`,
          })),
        },
      }),
  },
  {
    name: 'a table with amounts and lengths as text',
    rows: 5_000,
    options: {
      ...common,
      format: 'csv',
      columns: {
        name: 'title',
        places: 'where',
        data: 'data',
        days: 'length',
        price: 'price',
        networks: 'networks',
        link: 'link',
      },
      constants: { currency: 'USD' },
      separator: '|',
    },
    text: (rows) =>
      `id,title,where,data,length,price,networks,link\n${linesOf(
        rows,
        (at) =>
          `plan-${at},${countryAt(at).code} ${gbAt(at)} GB,${region(at % 12 === 0 ? 35 : 1, at % 40).join('|')},${gbAt(at)} GB,${daysAt(at)} days,$${(2 + gbAt(at)).toFixed(2)},Net ${at % 300} (5G)|Net ${at % 40},https://shop.example/plans/${at}`,
      )}`,
  },
  {
    name: 'products whose title says everything',
    rows: 1_000,
    options: {
      ...common,
      format: 'csv',
      products: true,
      columns: { name: 'title', price: 'price', link: 'link' },
      constants: { currency: 'USD' },
    },
    text: (rows) =>
      `id,title,price,link\n${linesOf(
        rows,
        (at) =>
          `plan-${at},${countryAt(at).aliases[0]?.replaceAll(',', ' ') ?? countryAt(at).name} eSIM ${gbAt(at)}GB ${daysAt(at)} Days | hotspot | offer ${at},${(2 + gbAt(at)).toFixed(2)},https://shop.example/plans/${at}`,
      )}`,
  },
];

async function readMapped({ options, text, rows }: MappedFeed) {
  const page = { number: 1, body: Buffer.from(text(rows)) };
  const normalise = newNormaliser();
  const adapter = ADAPTERS['generic']!;
  const reasons: Record<string, number> = {};
  let plans = 0;
  const began = now();
  for await (const row of adapter.parse(page, options, { goods: 'any', columns: 'seller' })) {
    const read = row.ok ? normalise(row.draft) : row;
    if (read.ok) plans += 1;
    else reasons[read.reason] = (reasons[read.reason] ?? 0) + 1;
  }
  return { seconds: now() - began, plans, reasons };
}

for (const feed of MAPPED_FEEDS) {
  const speeds: number[] = [];
  let read: Awaited<ReturnType<typeof readMapped>>;
  for (let i = 0; i < MAPPED_ROUNDS; i++) {
    read = await readMapped(feed);
    speeds.push(feed.rows / read.seconds);
  }
  console.log(
    `${feed.name}: median ${Math.round(median(speeds)).toLocaleString('en')} rows/s, ${read!.plans} plans of ${feed.rows} rows`,
    read!.reasons,
  );
}

const rates: number[] = [];
for (let i = 0; i < (ROWS === 0 ? 0 : ROUNDS); i++) {
  const { seconds, plans, rejected } = round();
  rates.push(ROWS / seconds);
  console.log(
    `round ${i + 1}: ${ROWS} rows in ${seconds.toFixed(2)} s, ${plans} plans, ${rejected} rejected: ${Math.round(ROWS / seconds).toLocaleString('en')} rows/s`,
  );
}
if (rates.length > 0) console.log(`median ${Math.round(median(rates)).toLocaleString('en')} rows/s`);

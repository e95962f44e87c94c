/** Measures how fast rows are normalised and checked on one core: node bench/ingest.ts [rows] */
import { COUNTRIES } from '../src/domain/countries.ts';
import { checkRows } from '../src/ingest/accept/check-rows.ts';
import { parseRates } from '../src/ingest/config/rates.ts';
import type { Draft } from '../src/ingest/draft.ts';
import type { Candidate } from '../src/ingest/normalise/normalise.ts';
import { createPlaceResolver } from '../src/ingest/parse/places.ts';
import { candidateOf, normaliser } from '../src/ingest/testing/plans.ts';

const ROWS = Number(process.argv[2] ?? 200_000);
const ROUNDS = 5;

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

function round(): { seconds: number; plans: number; rejected: number } {
  const normalise = normaliser({
    source: 'bench',
    provider: 'shop',
    hosts: ['shop.example'],
    resolvePlace: createPlaceResolver(),
    rates: { table, problem: null },
    leaks: () => false,
    now: Date.parse('2026-11-10T12:00:00Z'),
  });
  const candidates: Candidate[] = [];
  let rejected = 0;
  // The processor time of this thread, so that other work on the machine does not count.
  const now = () => process.threadCpuUsage().user / 1_000_000;
  let seconds = 0;
  for (let start = 0; start < ROWS; start += PAGE_ROWS) {
    const page = Array.from({ length: PAGE_ROWS }, (_, i) => draftOf(start + i));
    const began = now();
    page.forEach((draft, row) => {
      const read = normalise(draft);
      if (read.ok) candidates.push(candidateOf(read, row));
      else rejected += 1;
    });
    seconds += now() - began;
  }
  const began = now();
  const checked = checkRows(candidates);
  seconds += now() - began;
  return { seconds, plans: checked.candidates.length, rejected };
}

const rates: number[] = [];
for (let i = 0; i < ROUNDS; i++) {
  const { seconds, plans, rejected } = round();
  rates.push(ROWS / seconds);
  console.log(
    `round ${i + 1}: ${ROWS} rows in ${seconds.toFixed(2)} s, ${plans} plans, ${rejected} rejected: ${Math.round(ROWS / seconds).toLocaleString('en')} rows/s`,
  );
}
const middle = rates.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
console.log(`median ${Math.round(middle).toLocaleString('en')} rows/s`);

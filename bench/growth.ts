/**
 * How each cost grows: a ranking with the plans of a destination, a load with the plans of a catalogue, a decision with
 * the callers that are remembered, and cached answers with the connections that ask. Prints the figures and draws
 * `docs/speed-growth.svg`. `node bench/growth.ts [--quick]`
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlobs } from '../src/catalogue/testing/load.ts';
import { rank } from '../src/domain/ranking/rank.ts';
import { createMemoryCounters, NO_JOURNAL } from '../src/limits/memory.ts';
import { parseLimits } from '../src/operator-files/limits.ts';
import { catalogueOf, marketBlobs } from './compare/market.ts';
import { drawPanels, type Panel, type Point } from './compare/plot.ts';
import { capture, startService, stop } from './compare/servers.ts';
import { quantile, timeEach } from './compare/timing.ts';
import { bandNear, tripsFor } from './compare/trips.ts';
import { load, median } from './load.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 3 : 10;
const PICTURE = new URL('../docs/speed-growth.svg', import.meta.url);
/** Prime, so that steps of it meet every caller. */
const STRIDE = 7_919;
const MARKETS = [10_000, 100_000, 300_000];

const medianOf = (rounds: number, once: () => number): number =>
  median(Array.from({ length: rounds }, () => once()));

async function rankingGrowth(): Promise<Panel> {
  const sizes = [125, 250, 500, 1_000, 2_000, 4_000];
  const [small, large] = [await catalogueOf(100_000), await catalogueOf(300_000)];
  const now = Date.now();
  const points = (catalogue: typeof small): Point[] =>
    sizes.flatMap((size) => {
      const band = bandNear(catalogue, size, 3);
      if (Math.abs(band.plans - size) > size / 4) return [];
      const trips = tripsFor(band, isQuick ? 100 : 400);
      const once = () =>
        quantile(
          timeEach(trips, (trip) => rank(catalogue.destination(trip.country)!, trip, now)),
          0.5,
        );
      once();
      return [{ x: band.plans, y: medianOf(ROUNDS, once) }];
    });
  points(small);
  const series = [
    { name: 'of 300,000', points: points(large) },
    { name: 'of 100,000', points: points(small) },
  ];
  return { title: 'One ranking, milliseconds', x: 'plans of the destination', series };
}

async function loadGrowth(): Promise<Panel> {
  const points: Point[] = [];
  for (const plans of MARKETS) {
    const blobs = marketBlobs(plans);
    const taken: number[] = [];
    for (let round = -1; round < Math.min(ROUNDS, 5); round++) {
      const start = performance.now();
      await loadBlobs(blobs);
      // The first round only warms up.
      if (round >= 0) taken.push(performance.now() - start);
    }
    points.push({ x: plans, y: median(taken) });
  }
  return { title: 'Loading a catalogue, milliseconds', x: 'plans', series: [{ name: '', points }] };
}

/** As a caller's real key: 32 hexadecimal digits that look random. */
const keyOf = (index: number) => createHash('md5').update(String(index)).digest('hex');

async function decisionGrowth(): Promise<Panel> {
  const { policies } = parseLimits(
    JSON.stringify({
      'comparison.minute': 1_000_000,
      'comparison.day': 1_000_000_000,
      'comparison.service.day': 1_000_000_000,
    }),
  );
  const asked = isQuick ? 100_000 : 400_000;
  const points: Point[] = [];
  for (const callers of [1_000, 10_000, 100_000]) {
    let now = 1_800_000_000_000;
    const counters = await createMemoryCounters({
      policies,
      clock: () => now,
      journal: NO_JOURNAL,
      secret: new Uint8Array(32).fill(7),
      schedule: () => () => {},
    });
    const keys = Array.from({ length: callers }, (_, index) => keyOf(index));
    const passes = Math.max(1, Math.round(asked / callers));
    const once = () => {
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) {
        // So the rolling window holds some 12 units of a caller, as many as the table of limits allows.
        now += 5_000;
        // In steps that jump through the table, as real callers come in no order.
        for (let index = 0; index < callers; index++)
          void counters.take('comparison', keys[(index * STRIDE) % callers]!);
      }
      return ((performance.now() - start) * 1e6) / (passes * callers);
    };
    once();
    points.push({ x: callers, y: medianOf(3, once) });
    await counters.close();
  }
  return {
    title: 'One decision of three windows, nanoseconds',
    x: 'callers remembered',
    series: [{ name: '', points }],
  };
}

async function connectionGrowth(): Promise<Panel> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-growth-'));
  const service = await startService(folder, 'growth');
  try {
    const url = `http://127.0.0.1:${service.port}/api/v1/plans?country=TR&days=7&need=normal`;
    const headers = { 'Accept-Encoding': 'br' };
    for (let index = 0; index < 3; index++) await capture(url, headers);
    await load({ url, seconds: 1, headers });
    const points: Point[] = [];
    for (const connections of [1, 4, 16, 64, 256, 1_024]) {
      const rates: number[] = [];
      for (let round = 0; round < (isQuick ? 1 : 3); round++) {
        rates.push(await load({ url, seconds: isQuick ? 1 : 2, connections, headers }));
      }
      points.push({ x: connections, y: median(rates) });
    }
    return { title: 'Cached comparisons a second', x: 'connections', series: [{ name: '', points }] };
  } finally {
    await stop(service);
    rmSync(folder, { recursive: true, force: true });
  }
}

const panels = [await rankingGrowth(), await loadGrowth(), await decisionGrowth(), await connectionGrowth()];
for (const { title, x, series } of panels) {
  for (const { name, points } of series) {
    const figures = points.map((point) => `${point.x}: ${Number(point.y.toPrecision(3))}`).join(', ');
    console.log(`${title} by ${x}${name === '' ? '' : ` (${name})`}: ${figures}`);
  }
}
writeFileSync(PICTURE, drawPanels('How costs grow with plans, callers and connections', panels));

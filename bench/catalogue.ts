/**
 * Encode and load times, size and memory of snapshots: `node bench/catalogue.ts [plans…]` (default 10k, 100k, 1M).
 * Loading is measured in a process of its own, so that the memory is that of a serving process; the last columns
 * set each figure against its limit (5 s and 1 GB for a million plans) and against JSON in the same run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Market } from '../src/catalogue/catalogue.ts';
import { decode } from '../src/catalogue/decode.ts';
import { encode } from '../src/catalogue/encode.ts';
import { COUNTRIES } from '../src/domain/countries.ts';
import type { Coverage, Plan } from '../src/domain/plan.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const PROVIDERS = 150;
const LOAD_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 1_000;

const mb = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Seven of ten plans cover one country, two a region of 35, one 120: some 20 destinations each on average. */
function coverageOf(codes: readonly string[], provider: number, kind: number, place: number): Coverage {
  const size = kind < 7 ? 1 : kind < 9 ? 35 : 120;
  const start = place % (codes.length - size + 1);
  const destinations = codes.slice(start, start + size).toSorted();
  const networks = destinations.map((code) => [
    code,
    [
      { name: `Mobile ${code} ${provider % 5}`, generation: '5G' as const },
      { name: `Tele ${code}`, generation: '4G' as const },
    ],
  ]);
  return {
    scope: kind < 7 ? 'country' : kind < 9 ? 'region' : 'global',
    destinations,
    exclusions: [],
    networks: Object.fromEntries(networks),
    generation: '4G',
    breakout: 'unknown',
    exits: null,
    roaming: null,
  };
}

function generate(count: number): Market {
  const codes = COUNTRIES.map(({ code }) => code).toSorted();
  const coverages = new Map<string, Coverage>();
  const plans: Plan[] = [];
  for (let index = 0; index < count; index += 1) {
    const provider = index % PROVIDERS;
    const number = Math.floor(index / PROVIDERS);
    const kind = number % 10;
    const place = kind < 7 ? number % codes.length : number % 8;
    const key = `${provider} ${kind} ${place}`;
    const coverage = coverages.get(key) ?? coverageOf(codes, provider, kind, place);
    coverages.set(key, coverage);
    const gigabytes = 1 + (number % 50);
    const days = 1 + (number % 30);
    const externalId = `HX-${(index * 7_919).toString(36)}`;
    const id = `${coverage.destinations[0]!.toLowerCase()}-${gigabytes}gb-${days}d-${number.toString(36)}`;
    const cents = 150 + ((index * 37) % 9_000);
    plans.push({
      id,
      provider: `provider-${provider}`,
      source: `feed-${provider % 40}`,
      externalId,
      name: `${coverage.destinations[0]} ${gigabytes} GB / ${days} days ${number % 997}`,
      named: [],
      coverage,
      allowance: {
        model: 'total',
        bytes: gigabytes * 1e9,
        periodDays: null,
        afterCap: 'stop',
        throttleKbps: null,
        fullSpeedBytesPerDay: null,
        uncapped: null,
        reset: 'unknown',
        maxKbps: null,
      },
      validity: { days, starts: 'first_use', installWithinDays: null, soldPerDay: false },
      price: {
        minor: cents,
        currency: 'EUR',
        basis: 'retail',
        tax: 'included',
        usdCents: Math.round(cents * 1.08),
        rate: '1.08',
        rateDate: '2026-01-14',
        promoUsdCents: null,
      },
      facts: {
        hotspot: true,
        identityCheck: null,
        topUp: number % 2 === 0,
        phoneNumber: false,
        subscription: false,
        newCustomersOnly: null,
        ads: null,
        inStock: true,
      },
      link: `https://shop-${provider}.example/esim/plans/${externalId}?partner=esim&utm_medium=comparison`,
    });
  }
  return {
    plans,
    observations: plans.map((_, index) => ({
      observedAt: NOON - (index % 40) * 60_000,
      sourceUpdatedAt: null,
      firstSeenAt: NOON - 86_400_000,
      priceChangedAt: null,
      lowestCents: 150,
      highestCents: 9_150,
    })),
    coupons: [],
    providers: Array.from({ length: PROVIDERS }, (_, index) => ({
      id: `provider-${index}`,
      name: `Provider ${index}`,
      homepage: `https://shop-${index}.example/`,
      brand: `provider-${index}`,
    })),
    sources: [],
    sample: true,
  };
}

/** Runs in a child: what a serving process pays. */
function measureLoad(folder: string): void {
  const before = process.memoryUsage.rss();
  const content = readFileSync(join(folder, 'content'));
  const observations = readFileSync(join(folder, 'observations'));
  const started = performance.now();
  const catalogue = decode(content, observations, 1);
  const loadMs = performance.now() - started;
  const postings = catalogue.destinations.reduce((sum, { plans }) => sum + plans, 0);
  const shownAt = performance.now();
  for (let row = 0; row < 60; row += 1) {
    catalogue.plan(Math.floor((row * (catalogue.planCount - 1)) / 59));
  }
  const showMs = performance.now() - shownAt;
  const rss = process.memoryUsage.rss();
  console.log(JSON.stringify({ loadMs, showMs, rss, grown: rss - before, postings }));
}

function measure(count: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'esim-bench-'));
  try {
    const market = generate(count);
    const started = performance.now();
    const { content, observations } = encode(market);
    const encodeMs = performance.now() - started;
    writeFileSync(join(folder, 'content'), content);
    writeFileSync(join(folder, 'observations'), observations);
    const child = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--load', folder], {
      encoding: 'utf8',
    });
    const { loadMs, showMs, rss, grown, postings } = JSON.parse(child) as Record<string, number>;
    console.log(`${count} plans, ${postings} postings`);
    console.log(`  encode ${encodeMs.toFixed(0)} ms`);
    console.log(`  content ${mb(content.length)} MB, observations ${mb(observations.length)} MB`);
    const perPlan = (content.length + observations.length + postings! * 6) / count;
    console.log(`  ${perPlan.toFixed(0)} bytes a plan with its postings`);
    console.log(
      `  load ${loadMs!.toFixed(0)} ms (limit/${((LOAD_LIMIT_MS * count) / 1e6 / loadMs!).toFixed(1)} pro rata)`,
    );
    console.log(`  60 whole plans ${showMs!.toFixed(2)} ms`);
    console.log(
      `  memory of the process ${mb(rss!)} MB (grown ${mb(grown!)}; ${MEMORY_LIMIT_MB} MB is the limit)`,
    );
    if (count <= 100_000) {
      const json = JSON.stringify(market.plans);
      const at = performance.now();
      JSON.parse(json);
      const jsonMs = performance.now() - at;
      console.log(
        `  JSON of the plans: ${mb(json.length)} MB, parse alone ${jsonMs.toFixed(0)} ms = ${(jsonMs / loadMs!).toFixed(1)} × load`,
      );
    }
    for (const level of [1, 3]) {
      const at = performance.now();
      const packed = zstdCompressSync(content, { params: { 100: level } });
      const between = performance.now();
      zstdDecompressSync(packed);
      const end = performance.now();
      const ratio = (content.length / packed.length).toFixed(1);
      console.log(
        `  zstd level ${level}: 1/${ratio}, ${(between - at).toFixed(0)} ms in, ${(end - between).toFixed(0)} ms out`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[2] === '--load') measureLoad(process.argv[3]!);
else {
  const counts = process.argv.slice(2).map(Number);
  for (const count of counts.length > 0 ? counts : [10_000, 100_000, 1_000_000]) measure(count);
}

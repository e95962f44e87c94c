/** Sends mixed traffic while the catalogue is replaced every few seconds, and measures memory and handles. */
import { setTimeout as delay } from 'node:timers/promises';
import { publish } from '../../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../../src/catalogue/testing/market.ts';
import { openBeside } from '../../support/store.ts';
import type { ServiceProcess, Usage } from './process.ts';

interface SoakReport {
  readonly requests: number;
  readonly swaps: number;
  /** The first wrong responses. */
  readonly failed: readonly string[];
  /** Samples of the second half of the run, each after a garbage collection. */
  readonly usages: readonly Usage[];
}

interface SoakOptions {
  readonly service: ServiceProcess;
  readonly folder: string;
  readonly seconds: number;
  readonly swapEveryMs: number;
  readonly onSample?: (usage: Usage) => void;
}

const LANES = 8;
const SAMPLES = 6;
const PLANS = 2_000;
const COUNTRIES = ['TR', 'JP', 'US', 'FR', 'QQ'] as const;

const mcp = (message: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
});

/** A request of a traveller, a program or an assistant, with its expected status. */
function requestFor(count: number): { path: string; init: RequestInit; status: number } {
  const country = COUNTRIES[count % COUNTRIES.length]!;
  const days = 1 + (count % 30);
  const plans = `/api/v1/plans?country=${country}&days=${days}&need=normal`;
  const call = { name: 'search_esim_plans', arguments: { country, days, need: 'light' } };
  switch (count % 8) {
    case 0:
      return { path: '/api/v1/countries', init: {}, status: 200 };
    case 1:
      return { path: '/api/v1/health', init: {}, status: 200 };
    case 2:
      return { path: '/mcp', init: mcp({ method: 'tools/call', params: call }), status: 200 };
    case 3:
      return { path: '/mcp', init: mcp({ method: 'tools/list' }), status: 200 };
    case 4:
      return { path: '/api/v1/plans?country=tr', init: {}, status: 422 };
    case 5:
      return { path: '/go/nobody/nothing', init: {}, status: 404 };
    default:
      return { path: `${plans}${count % 16 === 7 ? '&include=variants' : ''}`, init: {}, status: 200 };
  }
}

export async function soak({
  service,
  folder,
  seconds,
  swapEveryMs,
  onSample,
}: SoakOptions): Promise<SoakReport> {
  const endsAt = performance.now() + seconds * 1_000;
  const failed: string[] = [];
  let requests = 0;
  let swaps = 0;
  let isOver = false;
  const lane = async () => {
    while (!isOver && performance.now() < endsAt) {
      requests += 1;
      const { path, init, status } = requestFor(requests);
      try {
        const response = await fetch(service.url + path, { redirect: 'manual', ...init });
        const text = await response.text();
        if (response.status !== status && failed.length < 10)
          failed.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
      } catch (error) {
        if (failed.length < 10) failed.push(`${path}: ${String(error)}`);
      }
    }
  };
  const publisher = async () => {
    const store = await openBeside(folder);
    try {
      while (!isOver && performance.now() < endsAt) {
        await publish(store.snapshots, marketAt(swaps), Date.now());
        swaps += 1;
        await delay(swapEveryMs);
      }
    } finally {
      await store.close();
    }
  };
  const usages: Usage[] = [];
  const watcher = async () => {
    // The first sample is taken after half of the time, because caches must be full and code compiled before.
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const at = endsAt - seconds * 1_000 * (0.5 - (0.5 * sample) / SAMPLES);
      await delay(Math.max(0, at - performance.now()));
      const usage = await service.usage('collect');
      usages.push(usage);
      onSample?.(usage);
    }
  };
  try {
    await Promise.all([watcher(), publisher(), ...Array.from({ length: LANES }, lane)]);
  } finally {
    isOver = true;
  }
  return { requests, swaps, failed, usages };
}

/** Each market has other prices, so that each publish changes the catalogue. */
function marketAt(round: number) {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const plans = Array.from({ length: PLANS }, (_, index) => {
    const cents = 500 + ((index * 37 + round * 13) % 4_000);
    const destination = COUNTRIES[index % 4]!;
    return {
      ...PLAIN_PLAN,
      id: `plan-${index}`,
      coverage: { ...PLAIN_PLAN.coverage, destinations: [destination], networks: {} },
      price: { ...PLAIN_PLAN.price, minor: cents, usdCents: cents },
    };
  });
  const sources = [{ id: PLAIN_PLAN.source, status: 'ok' as const, lastSuccess: now, plans: PLANS }];
  return marketOf(plans, { observation: observedAt(now), sources });
}

/** The share by which memory grew from the first samples to the last. It uses medians, which ignore single outliers. */
export function growth(usages: readonly Usage[]): number {
  const middle = (values: readonly Usage[]) =>
    values.map(({ heapUsed, external }) => heapUsed + external).toSorted((a, b) => a - b)[
      values.length >> 1
    ] ?? 0;
  const half = usages.length >> 1;
  return middle(usages.slice(half)) / middle(usages.slice(0, half)) - 1;
}

/** Causes a fault under load and checks the service before, during and after it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { until } from '../../support/until.ts';
import { TRIP } from './crash.ts';
import type { ServiceProcess } from './process.ts';
import { DAY_LIMIT, Traffic } from './traffic.ts';

/** The service must recover within this time after the store is back. */
export const BACK_WITHIN_MS = 5_000;
/** The service notices a failure at once, but a busy machine may be slow. */
const NOTICED_WITHIN_MS = 5_000;
/** The number of counted responses before, during and after a fault. */
const SOME = 100;

export interface Fault {
  readonly begin: () => Promise<void>;
  /** Resolves when the store is back. */
  readonly end: () => Promise<void>;
  /** Whether callers must notice the fault: true, false, or null if they may. */
  readonly isNoticed?: boolean | null;
  /** How far a limit may be exceeded, because the store lost counts. */
  readonly overBy?: number;
}

/** Enough for an ingest and the start of two processes on a busy machine. */
const START_MS = 60_000;

export const serialsOf = (services: readonly ServiceProcess[]): Promise<number[]> =>
  Promise.all(
    services.map(async ({ adminUrl }) => {
      const text = await (await fetch(`${adminUrl}/metrics`)).text();
      return Number(/^esim_catalogue_serial (\d+)$/m.exec(text)?.[1] ?? -1);
    }),
  );

/** Waits until both processes serve the catalogue that the first one published. */
export async function untilQuiet(services: readonly ServiceProcess[]): Promise<void> {
  await until(
    'both serve that snapshot',
    async () => (await serialsOf(services)).every((serial) => serial === 1),
    START_MS,
  );
  for (const service of services) assert.equal((await fetch(service.url + TRIP)).status, 200);
}

/** Each fault has its own callers. */
let round = 0;

export async function surviveFault(
  t: TestContext,
  services: readonly ServiceProcess[],
  { begin, end, isNoticed = true, overBy = 0 }: Fault,
): Promise<void> {
  round += 1;
  const traffic = new Traffic(services, round);
  try {
    await traffic.more(SOME);
    await traffic.until([200], BACK_WITHIN_MS);
    await begin();
    if (isNoticed === true) await traffic.until([503], NOTICED_WITHIN_MS);
    await traffic.more(SOME);
    await end();
    const backMs = await traffic.until([200, 429], BACK_WITHIN_MS);
    await traffic.more(SOME);
    await traffic.stop();
    await traffic.exhaust();
    const { slowestMs, refusedMs, unavailable } = traffic.check();
    const most = Math.max(...traffic.served());
    t.diagnostic(
      `${traffic.responses.length} responses, ${unavailable} of them 503, the slowest of those ${refusedMs.toFixed(0)} ms; ` +
        `slowest of all ${slowestMs.toFixed(0)} ms; back ${backMs.toFixed(0)} ms after the store; ` +
        `at most ${most} of ${DAY_LIMIT} for one caller`,
    );
    assert.ok(most <= DAY_LIMIT + overBy, `${most} of ${DAY_LIMIT} served`);
    // On a busy machine, a decision may be late without a fault of the store.
    if (isNoticed === false) assert.ok(unavailable < traffic.responses.length / 20, `${unavailable} noticed`);
  } finally {
    await traffic.stop();
  }
}

/** One fault under load: what holds before, during and after it, whatever it is. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { until } from '../../redis/support.ts';
import { TRIP } from './crash.ts';
import type { ServiceProcess } from './process.ts';
import { DAY_LIMIT, Traffic } from './traffic.ts';

/** Full service is promised within this time after the store is back. */
export const BACK_WITHIN_MS = 5_000;
/** The loss is noticed at once; a busy machine takes its time to get there. */
const NOTICED_WITHIN_MS = 5_000;
/** Counted answers before, during and after a fault. */
const SOME = 100;

export interface Fault {
  readonly begin: () => Promise<void>;
  /** Resolves when the store is back. */
  readonly end: () => Promise<void>;
  /** False where nobody should notice anything; null where some may. */
  readonly isNoticed?: boolean | null;
  /** More than the limit by so much, where the store lost some of what it had counted. */
  readonly overBy?: number;
}

/** A whole ingest and the start of two processes, on a machine that may be busy. */
const START_MS = 60_000;

export const serialsOf = (services: readonly ServiceProcess[]): Promise<number[]> =>
  Promise.all(
    services.map(async ({ adminUrl }) => {
      const text = await (await fetch(`${adminUrl}/metrics`)).text();
      return Number(/^esim_catalogue_serial (\d+)$/m.exec(text)?.[1] ?? -1);
    }),
  );

/** The first of two processes makes the catalogue, the second finds it; after that nothing else is going on. */
export async function untilQuiet(services: readonly ServiceProcess[]): Promise<void> {
  await until(
    'both serve that snapshot',
    async () => (await serialsOf(services)).every((serial) => serial === 1),
    START_MS,
  );
  for (const service of services) assert.equal((await fetch(service.url + TRIP)).status, 200);
}

/** Keeps the callers of one fault apart from those of the next. */
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
      `${traffic.answers.length} answers, ${unavailable} of them 503, the slowest of those ${refusedMs.toFixed(0)} ms; ` +
        `slowest of all ${slowestMs.toFixed(0)} ms; back ${backMs.toFixed(0)} ms after the store; ` +
        `${most} of ${DAY_LIMIT} for the caller who got most`,
    );
    assert.ok(most <= DAY_LIMIT + overBy, `${most} of ${DAY_LIMIT} served`);
    // A machine that is busy with something else may keep a decision waiting by itself.
    if (isNoticed === false) assert.ok(unavailable < traffic.answers.length / 20, `${unavailable} noticed`);
  } finally {
    await traffic.stop();
  }
}

/** Kills the service at a random moment, starts it again, and reports the state after the restart. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NO_LIMITS, type ServiceProcess, startProcess } from './process.ts';

export const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
/** The daily limit of a caller, which is far more than a round uses. */
export const DAY_LIMIT = 100_000_000;
const LIMITS = { ...NO_LIMITS, 'comparison.day': DAY_LIMIT };

/** The service is killed while another process publishes, or while it serves alone. Its first ingest may run in both. */
export const PHASES = ['publishing', 'serving'] as const;
export type Phase = (typeof PHASES)[number];

export interface RoundReport {
  readonly phase: Phase;
  readonly afterMs: number;
  /** The serial of the snapshot before the kill and after the restart. */
  readonly before: number;
  readonly after: number;
  /** Requests that were counted more than a second before the kill, and the count after the restart. */
  readonly leastCount: number;
  readonly count: number;
  readonly healthy: boolean;
}

/** The service must recover within five seconds. */
const BACK_TRIES = 25;
const BACK_PAUSE_MS = 200;

const remainingOf = (response: Response): number => Number(response.headers.get('x-ratelimit-remaining'));

async function request(service: ServiceProcess): Promise<Response> {
  const response = await fetch(service.url + TRIP, {
    headers: { 'x-forwarded-for': '192.0.2.77', connection: 'close' },
  });
  await response.arrayBuffer();
  return response;
}

async function serialOf(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(/^esim_catalogue_serial (\d+)$/m.exec(text)?.[1] ?? -1);
}

export const startCrashing = (folder: string): Promise<ServiceProcess> =>
  startProcess({ folder, limits: LIMITS, execArgv: [] });

/** Runs one round and returns the restarted service. `random`: from 0 to 1. */
export async function crashRound(
  folder: string,
  service: ServiceProcess,
  phase: Phase,
  random: number,
): Promise<{ report: RoundReport; service: ServiceProcess }> {
  const before = await serialOf(service);
  const afterMs = Math.round(random * (phase === 'publishing' ? 900 : 1_600));
  const publisher = phase === 'publishing' ? await startPublisher(folder) : null;
  const used: { at: number; count: number }[] = [];
  const killAt = performance.now() + afterMs;
  while (performance.now() < killAt) {
    const response = await request(service);
    used.push({ at: performance.now(), count: DAY_LIMIT - remainingOf(response) });
    await delay(5);
  }
  const killedAt = performance.now();
  await Promise.all([service.kill(), publisher?.kill()]);

  const next = await startCrashing(folder);
  let response = await request(next);
  // On a busy machine, the service may refuse requests for a moment. A refused request takes no quota.
  for (let tries = 0; tries < BACK_TRIES && response.status === 503; tries += 1) {
    await delay(BACK_PAUSE_MS);
    response = await request(next);
  }
  const leastCount = used.findLast(({ at }) => killedAt - at > 1_000)?.count ?? 0;
  const health = (await (await fetch(`${next.url}/api/v1/health`)).json()) as { status: string };
  const report: RoundReport = {
    phase,
    afterMs,
    before,
    after: await serialOf(next),
    leastCount,
    count: DAY_LIMIT - remainingOf(response) - 1,
    healthy: response.status === 200 && health.status === 'ok',
  };
  return { report, service: next };
}

/** Returns null if the round found no fault. */
export function faultOf({ before, after, leastCount, count, healthy }: RoundReport): string | null {
  if (!healthy) return 'the service was not healthy after the restart';
  if (after < before) return `snapshot ${after} after the restart, snapshot ${before} before it`;
  if (count < leastCount)
    return `${count} counted requests after the restart, at least ${leastCount} before it`;
  return null;
}

/** Starts a process that publishes in a loop, next to the service. */
async function startPublisher(folder: string): Promise<{ kill(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'publisher.ts'), [folder], { execArgv: [], stdio: 'inherit' });
  await once(child, 'message');
  return {
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

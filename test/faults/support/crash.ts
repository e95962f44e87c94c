/** Kills the service at a random moment of its work, starts it again, and says what it came back with. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NO_LIMITS, type ServiceProcess, startProcess } from './process.ts';

export const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
/** What a caller has per day in these rounds; far more than a round uses. */
export const DAY_LIMIT = 100_000_000;
const LIMITS = { ...NO_LIMITS, 'comparison.day': DAY_LIMIT };

/** While another process publishes, or while it serves alone; its own first ingest runs beside both. */
export const PHASES = ['publishing', 'serving'] as const;
export type Phase = (typeof PHASES)[number];

export interface RoundReport {
  readonly phase: Phase;
  readonly afterMs: number;
  /** The snapshot before the kill, and the one that it came back with. */
  readonly before: number;
  readonly after: number;
  /** Counted before the last second, and found after the restart. */
  readonly mustRemember: number;
  readonly remembered: number;
  readonly healthy: boolean;
}

/** Full service is promised within five seconds. */
const BACK_TRIES = 25;
const BACK_PAUSE_MS = 200;

const remainingOf = (answer: Response): number => Number(answer.headers.get('x-ratelimit-remaining'));

async function ask(service: ServiceProcess): Promise<Response> {
  const answer = await fetch(service.url + TRIP, {
    headers: { 'x-forwarded-for': '192.0.2.77', connection: 'close' },
  });
  await answer.arrayBuffer();
  return answer;
}

async function editionOf(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(/^esim_catalogue_serial (\d+)$/m.exec(text)?.[1] ?? -1);
}

export const startCrashing = (folder: string): Promise<ServiceProcess> =>
  startProcess({ folder, limits: LIMITS, execArgv: [] });

/** One round; the service that it gives back runs. `random` is from 0 to 1. */
export async function crashRound(
  folder: string,
  service: ServiceProcess,
  phase: Phase,
  random: number,
): Promise<{ report: RoundReport; service: ServiceProcess }> {
  const before = await editionOf(service);
  const afterMs = Math.round(random * (phase === 'publishing' ? 900 : 1_600));
  const publisher = phase === 'publishing' ? await startPublisher(folder) : null;
  const used: { at: number; count: number }[] = [];
  const diesAt = performance.now() + afterMs;
  while (performance.now() < diesAt) {
    const answer = await ask(service);
    used.push({ at: performance.now(), count: DAY_LIMIT - remainingOf(answer) });
    await delay(5);
  }
  const diedAt = performance.now();
  await Promise.all([service.kill(), publisher?.kill()]);

  const next = await startCrashing(folder);
  let answer = await ask(next);
  // A machine that is busy with something else may make it refuse for a moment; that takes nothing.
  for (let tries = 0; tries < BACK_TRIES && answer.status === 503; tries += 1) {
    await delay(BACK_PAUSE_MS);
    answer = await ask(next);
  }
  const mustRemember = used.findLast(({ at }) => diedAt - at > 1_000)?.count ?? 0;
  const health = (await (await fetch(`${next.url}/api/v1/health`)).json()) as { status: string };
  const report: RoundReport = {
    phase,
    afterMs,
    before,
    after: await editionOf(next),
    mustRemember,
    remembered: DAY_LIMIT - remainingOf(answer) - 1,
    healthy: answer.status === 200 && health.status === 'ok',
  };
  return { report, service: next };
}

/** null: the round kept every promise. */
export function faultOf({ before, after, mustRemember, remembered, healthy }: RoundReport): string | null {
  if (!healthy) return 'it did not come back healthy';
  if (after < before) return `it came back with snapshot ${after}, it had ${before}`;
  if (remembered < mustRemember) return `it remembers ${remembered} requests, it had ${mustRemember}`;
  return null;
}

/** A command that publishes in a loop beside the service. */
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

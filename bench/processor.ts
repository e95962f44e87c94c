/** Reads the processor time of another process, which does not depend on other work of the machine. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Contest } from './load.ts';

/** Linux counts in hundredths of a second. */
const TICK_MICROS = 10_000;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Microseconds so far of one thread, or of the whole process; NaN if the system does not provide it. */
export function cpuMicros(pid: number | undefined, thread?: number): number {
  const file = thread === undefined ? `/proc/${pid}/stat` : `/proc/${pid}/task/${thread}/stat`;
  try {
    const stat = readFileSync(file, 'utf8');
    // The name of the program may contain any character, so the fields are counted after it.
    const figures = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(figures[USER_TIME]) + Number(figures[SYSTEM_TIME])) * TICK_MICROS;
  } catch {
    return Number.NaN;
  }
}

/** Records the processor time of the serving thread per request, in addition to the rates. */
export class Costs {
  readonly #costs = new Map<string, number[]>();

  /** `measure` loads the server for a number of seconds and returns the rate. */
  contestant(name: string, { pid }: ChildProcess, seconds: number, measure: () => Promise<number>): Contest {
    return {
      name,
      once: async () => {
        const before = cpuMicros(pid, pid);
        const rate = await measure();
        const cost = (cpuMicros(pid, pid) - before) / (rate * seconds);
        this.#costs.set(name, [...this.of(name), cost]);
        return rate;
      },
    };
  }

  /** Microseconds a request, round by round. */
  of(name: string): readonly number[] {
    return this.#costs.get(name) ?? [];
  }

  /** Called after the warm-up round. */
  forget(): void {
    this.#costs.clear();
  }
}

const nanosIn = (file: string): number => Number(readFileSync(file, 'utf8').split(' ')[0]);

/** Nanoseconds so far of the main thread of a process. */
export const threadNanos = (pid: number | undefined): number => nanosIn(`/proc/${pid}/task/${pid}/schedstat`);

/** Nanoseconds so far of all threads of a process. */
export const processNanos = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + nanosIn(`/proc/${pid}/task/${thread}/schedstat`),
    0,
  );

/** An idle service uses less than a hundredth of a processor. */
const IDLE_MS = 500;
const IDLE_MAX_NANOS = 5_000_000;

/** Waits until the service has rendered its pages in the background: it then needs almost no processor time. */
export async function untilIdle(pid: number | undefined): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > IDLE_MAX_NANOS; ) {
    const before = processNanos(pid);
    await delay(IDLE_MS);
    used = processNanos(pid) - before;
  }
}

/** Processor time of a process's first thread, the one that serves: what a request costs, however busy the machine is. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MICROS = 10_000;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Microseconds so far; NaN where the system does not tell. */
export function servingMicros(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The name of the program may hold anything, so the figures are counted from behind it.
    const figures = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(figures[USER_TIME]) + Number(figures[SYSTEM_TIME])) * TICK_MICROS;
  } catch {
    return Number.NaN;
  }
}

/**
 * One visit on a connection of its own, and how much of the time that it took is the service's. A machine with other work
 * lets a process wait for a processor, often for longer than the service works; the kernel tells how long each did.
 */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { ServiceProcess } from './process.ts';

export interface Visit {
  readonly status: number;
  /** By the clock. */
  readonly ms: number;
  /** Processor time of the serving thread meanwhile, whoever it worked for. */
  readonly workMs: number;
  /** By the clock, less the time for which the service or the visitor had work to do and no processor. */
  readonly ownMs: number;
}

/** `from`: a loopback address of its own, to be a caller of its own. */
export async function visit(
  { child, port }: Pick<ServiceProcess, 'child' | 'port'>,
  path: string,
  from: string,
): Promise<Visit> {
  const [service, visitor] = [mainThread(child.pid!), mainThread(process.pid)];
  const started = performance.now();
  const status = await new Promise<number>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, localAddress: from, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    }).on('error', reject);
  });
  const ms = performance.now() - started;
  const [served, visited] = [mainThread(child.pid!), mainThread(process.pid)];
  // Both may have waited at once: not the sum, which would take away too much.
  const waitedMs = Math.max(served.waitedMs - service.waitedMs, visited.waitedMs - visitor.waitedMs);
  return { status, ms, workMs: served.workedMs - service.workedMs, ownMs: ms - waitedMs };
}

/** Where the system does not tell, all time by the clock counts as work. */
function mainThread(pid: number): { workedMs: number; waitedMs: number } {
  try {
    const [worked, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
    return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 };
  } catch {
    return { workedMs: performance.now(), waitedMs: 0 };
  }
}

/** Generates load on one URL from a separate process, for a limited time: `wrk` if it is installed, else autocannon. */
import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const run = promisify(execFile);
const hasWrk = spawnSync('which', ['wrk']).status === 0;

export interface Load {
  readonly url: string;
  readonly seconds: number;
  readonly connections?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a POST with this body. It uses autocannon, because wrk needs a script file for it. */
  readonly body?: string;
}

/** Requests a second. */
export async function load(options: Load): Promise<number> {
  const { url, seconds, connections = 32, headers = {}, body } = options;
  const pairs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  if (hasWrk && body === undefined) {
    const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...pairs, url]);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0);
  }
  const cannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const posted = body === undefined ? [] : ['-m', 'POST', '-b', body];
  const args = [
    cannon,
    '-j',
    '-n',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    ...pairs,
    ...posted,
    url,
  ];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 });
  return (JSON.parse(stdout) as { requests: { average: number } }).requests.average;
}

/** Sends an exact number of requests with autocannon. Throws if one of them fails. */
export async function loadCount({
  url,
  headers = {},
  body,
  amount,
}: Omit<Load, 'seconds'> & { readonly amount: number }) {
  const cannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
  const pairs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const posted = body === undefined ? [] : ['-m', 'POST', '-b', body];
  const args = [cannon, '-j', '-n', '-c', '32', '-a', String(amount), ...pairs, ...posted, url];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 });
  const { errors } = JSON.parse(stdout) as { errors: number };
  if (errors > 0) throw new Error(`${url}: ${errors} errors`);
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Half the distance between the quartiles, as a share of the median. */
export const spread = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return (at(0.75) - at(0.25)) / 2 / median(sorted);
};

export interface Contest {
  readonly name: string;
  readonly once: () => Promise<number>;
}

/** Every round measures each server once, because the speed of a machine changes over time. */
export async function contest(
  contestants: readonly Contest[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const results = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, once } of contestants) results.get(name)?.push(await once());
  }
  return results;
}

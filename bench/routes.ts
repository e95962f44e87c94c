/**
 * The processor time of every route that takes no quota, with 100,000 plans, in one service process. It measures each
 * route with each parameter left out, usual, longest, with most entries, repeated and misspelt, and then a request with
 * the dearest value of every parameter. It prints the ten dearest requests, each with the median of 1,000 repetitions,
 * and fails if one needs more than 1 ms on two idle cores. A route without a case fails it too.
 *
 * node bench/routes.ts [--all] [text in the name of the inputs]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idleSource, publishInChild } from './compare/published.ts';
import { startService, stop } from './compare/servers.ts';
import { quantile } from './compare/timing.ts';
import { processNanos, untilIdle } from './processor.ts';
import { inputsOf, type Measured, routesWithoutCase } from './routes/inputs.ts';
import { knownRoutes } from './routes/known-routes.ts';
import { type Choice, type Input, numbered, withQuery } from './routes/values.ts';

const PLANS = 100_000;
const FREE_MAX_MICROS = 1_000;
/** Before these, functions are still being compiled. */
const WARM_UP = 20;
/** To find the dearest inputs. */
const TRIALS = 31;
const REPETITIONS = 1_000;
const DEAREST = 10;

interface Cost extends Measured {
  readonly micros: number;
  readonly status: number;
  readonly isCounted: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Sent {
  readonly status: number;
  /** Whether the response took quota. */
  readonly isCounted: boolean;
}

function send(port: number, { path, headers = {}, post }: Input): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const method = post === undefined ? 'GET' : 'POST';
    request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      response.resume();
      const isCounted = response.headers['x-ratelimit-limit'] !== undefined;
      response.once('end', () => resolve({ status: response.statusCode ?? 0, isCounted }));
    })
      .once('error', reject)
      .end(post);
  });
}

/** The median processor time of all threads for one request. */
async function measure(measured: Measured, repetitions: number): Promise<Cost> {
  const { port, child } = service;
  const micros: number[] = [];
  let sent: Sent = { status: 0, isCounted: false };
  for (let count = -WARM_UP; count < repetitions; count += 1) {
    const input = numbered(measured.input, ++index);
    const before = processNanos(child.pid);
    sent = await send(port, input);
    if (count >= 0) micros.push((processNanos(child.pid) - before) / 1_000);
  }
  return { ...measured, ...sent, micros: quantile(micros, 0.5) };
}

/** A request with the dearest free value of every parameter, the shorter values first, because an address has a maximum. */
function combinedInput(route: string, costs: readonly Cost[]): Measured[] {
  const byParameter = Map.groupBy(
    costs.filter(({ parameter, isCounted }) => parameter !== undefined && !isCounted),
    ({ parameter }) => parameter!,
  );
  const dearest = [...byParameter.values()].map(
    (all): Choice => all.reduce((a, b) => (b.micros > a.micros ? b : a)).choice!,
  );
  if (dearest.length < 2) return [];
  const path = inputsOf(route)[0]!.input.path;
  const queries = dearest.map(({ query }) => query).sort((a, b) => a.length - b.length);
  return [
    {
      name: `${route}, the dearest value of every parameter`,
      route,
      input: { path: withQuery(path, queries) },
    },
  ];
}

const print = ({ micros, status, name, isCounted }: Cost): void =>
  console.log(`${micros.toFixed(0).padStart(6)} µs  ${status}  ${name}${isCounted ? ' (counted)' : ''}`);

const missing = routesWithoutCase(knownRoutes());
if (missing.length > 0) {
  console.log(`Routes without a case: ${missing.join(', ')}`);
  process.exit(1);
}
const showsAll = process.argv.includes('--all');
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '';
const folder = mkdtempSync(join(tmpdir(), 'esim-routes-'));
await publishInChild(join(folder, 'routes'), PLANS);
const service = await startService(folder, 'routes', {}, idleSource(folder));
let index = 0;
try {
  await untilIdle(service.child.pid);
  const costs: Cost[] = [];
  for (const route of knownRoutes()) {
    const ofRoute: Cost[] = [];
    for (const input of inputsOf(route).filter(({ name }) => name.includes(wanted)))
      ofRoute.push(await measure(input, TRIALS));
    for (const input of combinedInput(route, ofRoute)) ofRoute.push(await measure(input, TRIALS));
    if (showsAll) for (const cost of ofRoute) print(cost);
    costs.push(...ofRoute);
  }
  const free = costs.filter(({ isCounted }) => !isCounted).sort((a, b) => b.micros - a.micros);
  const dearest: Cost[] = [];
  for (const cost of free.slice(0, DEAREST)) dearest.push(await measure(cost, REPETITIONS));
  console.log(
    `${costs.length} inputs with ${PLANS} plans. The ten dearest of ${free.length} that take no quota:`,
  );
  for (const cost of dearest.sort((a, b) => b.micros - a.micros)) print(cost);
  const tooDear = dearest.filter(({ micros }) => micros > FREE_MAX_MICROS);
  if (tooDear.length > 0) console.log(`${tooDear.length} need more than ${FREE_MAX_MICROS} µs.`);
  process.exitCode = tooDear.length > 0 ? 1 : 0;
} finally {
  agent.destroy();
  await stop(service);
  rmSync(folder, { recursive: true, force: true });
}

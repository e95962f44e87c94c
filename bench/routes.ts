/**
 * The processor time of every route that takes no quota, with 100,000 plans, in one service process. It measures each
 * route with each parameter left out, usual, longest, with most entries, repeated and misspelt, and then a request with
 * the dearest value of every parameter. It prints the ten dearest requests, each with the median of 1,000 repetitions,
 * and fails if one needs more than 1 ms on two idle cores. A batch counts as many requests as it has messages. It also fails
 * if a route has no case, if the first request of an input that takes no quota delays another client by more than 100 ms, or
 * if a document is made again after a crawler has requested the pages of all destinations.
 *
 * node bench/routes.ts [--all] [text in the name of the inputs]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idleSource, publishInChild } from './compare/published.ts';
import { startService, stop } from './compare/servers.ts';
import { quantile } from './compare/timing.ts';
import { processNanos, untilIdle } from './processor.ts';
import { countryPages, documents } from './routes/crawl.ts';
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
const OTHERS_MAX_MS = 100;
/** A document that is made again takes many times as long as one that is sent again. */
const CRAWLED_MAX_RATIO = 4;

interface Cost extends Measured {
  readonly micros: number;
  readonly status: number;
  readonly isCounted: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const otherAgent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Sent {
  readonly status: number;
  /** Whether the response took quota. */
  readonly isCounted: boolean;
}

function send(port: number, { path, headers = {}, post, bytes, ...input }: Input, by = agent): Promise<Sent> {
  if (bytes !== undefined) return sendBytes(port, bytes);
  return new Promise((resolve, reject) => {
    const { method = post === undefined ? 'GET' : 'POST' } = input;
    request({ host: '127.0.0.1', port, path, method, headers, agent: by }, (response) => {
      response.resume();
      const isCounted = response.headers['x-ratelimit-limit'] !== undefined;
      response.once('end', () => resolve({ status: response.statusCode ?? 0, isCounted }));
    })
      .once('error', reject)
      .end(post);
  });
}

/** The status is 0 if the server closed the connection before it read everything. */
function sendBytes(port: number, bytes: string): Promise<Sent> {
  return new Promise((resolve) => {
    let received = '';
    connect(port, '127.0.0.1')
      .on('data', (chunk) => {
        received += chunk.toString('latin1');
      })
      // A reset; `close` follows.
      .on('error', () => {})
      .on('close', () => resolve({ status: Number(received.split(' ')[1] ?? 0), isCounted: false }))
      .write(bytes);
  });
}

/** The median processor time of all threads for one request. */
async function measure(measured: Measured, repetitions: number): Promise<Cost> {
  const { messages = 1 } = measured.input;
  const { port, child } = service;
  const micros: number[] = [];
  let sent: Sent = { status: 0, isCounted: false };
  for (let count = -WARM_UP; count < repetitions; count += 1) {
    const input = numbered(measured.input, ++index);
    const before = processNanos(child.pid);
    sent = await send(port, input);
    if (count >= 0) micros.push((processNanos(child.pid) - before) / 1_000 / messages);
  }
  return { ...measured, ...sent, micros: quantile(micros, 0.5) };
}

/** The longest wait of another client, in milliseconds, while an input is requested for the first time. */
async function delayOfOthers({ input }: Measured): Promise<number> {
  let isOver = false;
  const sending = send(service.port, numbered(input, ++index)).finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const sentAt = performance.now();
    await send(service.port, { path: '/robots.txt' }, otherAgent);
    longest = Math.max(longest, performance.now() - sentAt);
  }
  await sending;
  return longest;
}

/** The processor time in milliseconds of all requests together. */
async function timeOf(inputs: readonly Input[]): Promise<number> {
  const before = processNanos(service.child.pid);
  for (const input of inputs) await send(service.port, input);
  return (processNanos(service.child.pid) - before) / 1_000_000;
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
  const delaying: string[] = [];
  for (const route of knownRoutes()) {
    const ofRoute: Cost[] = [];
    for (const input of inputsOf(route).filter(({ name }) => name.includes(wanted))) {
      const delay = await delayOfOthers(input);
      const cost = await measure(input, TRIALS);
      if (delay > OTHERS_MAX_MS && !cost.isCounted) delaying.push(`${input.name}: ${delay.toFixed(0)} ms`);
      ofRoute.push(cost);
    }
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
  for (const name of delaying) console.log(`The first request delays others: ${name}`);
  const all = documents(knownRoutes());
  await timeOf(all);
  await timeOf(countryPages());
  const [afterCrawl, again] = [await timeOf(all), await timeOf(all)];
  const isMadeAgain = afterCrawl > again * CRAWLED_MAX_RATIO;
  console.log(
    `${all.length} documents after a crawl: ${afterCrawl.toFixed(0)} ms, and again ${again.toFixed(0)} ms`,
  );
  process.exitCode = tooDear.length > 0 || delaying.length > 0 || isMadeAgain ? 1 : 0;
} finally {
  agent.destroy();
  otherAgent.destroy();
  await stop(service);
  rmSync(folder, { recursive: true, force: true });
}

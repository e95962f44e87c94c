/**
 * Checks over HTTP that limits are exact: `node scripts/exact.ts`. 200 clients send 0.9 to 10 times as many requests as
 * a limit allows, to four processes on one Redis and to one process with the embedded store. The service must admit
 * exactly as many requests as the limit allows.
 */
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder, NO_LIMITS, type ServiceProcess, startProcess } from '../test/faults/support/process.ts';
import { awayFromMidnight, Server } from '../test/redis/support.ts';
import { removeFolder } from '../test/support/folder.ts';

const CLIENTS = 200;
const FACTORS = [0.9, 1, 1.1, 2, 5, 10];
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
/** All rounds of one caller must end within a minute. */
const LIMITS = { ...NO_LIMITS, 'comparison.minute': 400, 'list.service.day': 1_000 };

/** In a longer round, units leave the window before it ends. */
const MINUTE_MS = 60_000;

/** The service may return 503 on a busy machine. That uses no quota, so the client tries again. */
const TRIES = 100;
const PAUSE_MS = 50;

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

function statusOf(service: ServiceProcess, path: string, caller: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(service.url + path, { agent, headers: { 'x-forwarded-for': caller } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

/** Sends requests with 200 clients at the same time and counts the status codes. */
async function send(
  services: readonly ServiceProcess[],
  count: number,
  path: string,
  callerOf: (at: number) => string,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let sent = 0;
  const client = async () => {
    while (sent < count) {
      const at = sent++;
      let status = 503;
      for (let tries = 0; tries < TRIES && status === 503; tries += 1) {
        status = await statusOf(services[at % services.length]!, path, callerOf(at));
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 503) await delay(PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return statuses;
}

function report(what: string, statuses: Record<number, number>, sent: number, limit: number): void {
  const admitted = Math.min(sent, limit);
  const isExact = (statuses[200] ?? 0) === admitted && (statuses[429] ?? 0) === sent - admitted;
  console.log(
    `${isExact ? 'exact' : 'WRONG'}: ${what}, ${sent} sent, limit ${limit}: ${JSON.stringify(statuses)}`,
  );
  if (!isExact) process.exitCode = 1;
}

async function run(store: string, services: readonly ServiceProcess[]): Promise<void> {
  // Computes the response before the measurement, because only the limits are tested.
  for (const service of services) await statusOf(service, TRIP, '192.0.2.1');
  for (const [round, factor] of FACTORS.entries()) {
    const limit = LIMITS['comparison.minute'];
    const sent = Math.round(limit * factor);
    const startedAt = performance.now();
    const statuses = await send(services, sent, TRIP, () => `198.51.100.${round + 1}`);
    if (performance.now() - startedAt > MINUTE_MS)
      console.log('too slow: this round took more than its window');
    report(`${store}, minute of a caller, ${factor} times the limit`, statuses, sent, limit);
  }
  const limit = LIMITS['list.service.day'];
  const statuses = await send(services, limit * 10, '/api/v1/countries', (at) => `203.0.113.${at % 250}`);
  report(`${store}, day of the service, 10 times the limit, 250 callers`, statuses, limit * 10, limit);
}

await awayFromMidnight();
const folder = makeFolder();
const redis = await Server.start();
const running: ServiceProcess[] = [];
try {
  const options = { folder, limits: LIMITS, execArgv: [] };
  running.push(await startProcess(options));
  await run('embedded, 1 process', running);
  await running.pop()!.stop();
  for (let count = 0; count < 4; count += 1) {
    running.push(await startProcess({ ...options, env: { STORE_URL: redis.url, LOG_LEVEL: 'error' } }));
  }
  await run('Redis, 4 processes', running);
} finally {
  agent.destroy();
  await Promise.all(running.map((service) => service.kill()));
  await redis.stop();
  removeFolder(folder);
}

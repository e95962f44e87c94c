/**
 * Cached comparison and refusal over HTTP, with limits and all headers, against bare `node:http` sending the same bytes.
 * `node bench/http.ts [rounds] [seconds]`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contest, load, median, ratios, spread } from './load.ts';
import { servingMicros } from './processor.ts';

const rounds = Number(process.argv[2] ?? 10);
const seconds = Number(process.argv[3] ?? 3);
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const HEADERS = { 'Accept-Encoding': 'br' };
const folder = mkdtempSync(join(tmpdir(), 'esim-bench-'));

function start(file: string, env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env }, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ child, port: port as number }));
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${file} ended early`)));
  });
}

/** One answer as it is on the wire, for the bare server to repeat. */
function capture(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { headers: HEADERS }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _keep, ...headers } = answer.headers;
        resolve(
          JSON.stringify({
            status: answer.statusCode,
            headers,
            body: Buffer.concat(chunks).toString('base64'),
          }),
        );
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Named limits raised out of the way, or set so that every request is refused. */
async function measure(
  name: string,
  limits: Record<string, number>,
  warm: number,
  manyCallers: boolean,
): Promise<number> {
  const limitsFile = join(folder, `${name}.json`);
  writeFileSync(
    limitsFile,
    JSON.stringify({ 'burst.capacity': 1_000_000, 'burst.perSecond': 1_000_000, ...limits }),
  );
  const env = {
    STORE_URL: `file:${join(folder, name)}`,
    LIMITS_FILE: limitsFile,
    PORT: '0',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
  };
  const service = await start('./serve.ts', env);
  const url = `http://127.0.0.1:${service.port}${TRIP}`;
  for (let index = 0; index < warm; index++) await capture(url);
  const bare = await start('./bare.ts', { BARE_ANSWER: await capture(url) });
  const bareUrl = `http://127.0.0.1:${bare.port}${TRIP}`;
  const costs = new Map<string, number[]>([
    ['service', []],
    ['bare node:http', []],
  ]);
  const turn = (who: string, { pid }: ChildProcess, address: string) => ({
    name: who,
    once: async () => {
      const before = servingMicros(pid);
      const rate = await load({ url: address, seconds, headers: HEADERS, manyCallers });
      costs.get(who)?.push((servingMicros(pid) - before) / (rate * seconds));
      return rate;
    },
  });
  const contestants = [turn('service', service.child, url), turn('bare node:http', bare.child, bareUrl)];
  // Once unmeasured: compilers warm up.
  await contest(contestants, 1);
  for (const each of costs.values()) each.length = 0;
  const results = await contest(contestants, rounds);
  for (const child of [service.child, bare.child]) child.removeAllListeners('exit').kill('SIGKILL');
  const ratio = ratios(results, 'bare node:http').get('service') ?? 0;
  for (const [who, values] of results) {
    console.log(
      `${name.padEnd(10)} ${who.padEnd(16)} ${Math.round(median(values))}/s ±${(spread(values) * 100).toFixed(1)}%, ${median(costs.get(who) ?? []).toFixed(1)} µs of the serving thread`,
    );
  }
  const byCost = median(
    (costs.get('bare node:http') ?? []).map((cost, round) => cost / costs.get('service')![round]!),
  );
  console.log(`${name.padEnd(10)} ratio ${ratio.toFixed(2)} by rate, ${byCost.toFixed(2)} by processor time`);
  return ratio;
}

const ENOUGH = 1_000_000_000;
const RAISED = {
  'comparison.minute': ENOUGH,
  'comparison.day': ENOUGH,
  'comparison.service.day': ENOUGH,
  'comparison.uncached.day': ENOUGH,
};
const cached = await measure('cached', RAISED, 3, false);
const crowd = await measure('crowd', RAISED, 3, true);
const refused = await measure('refused', { ...RAISED, 'comparison.minute': 1 }, 2, false);
rmSync(folder, { recursive: true, force: true });
console.log(`cached comparison: ${cached.toFixed(2)} of bare node:http (goal 0.85)`);
console.log(`cached comparison, 20,000 callers in turn: ${crowd.toFixed(2)} of bare node:http`);
console.log(`429: ${refused.toFixed(2)} of bare node:http (goal 0.90)`);

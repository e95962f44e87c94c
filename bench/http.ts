/**
 * Cached comparison and refusal over HTTP, with limits and all headers, against bare `node:http` sending the same bytes.
 * `node bench/http.ts [rounds] [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, startBare, startService, stop } from './compare/servers.ts';
import { ratioOf } from './compare/table.ts';
import { contest, load, median, spread } from './load.ts';
import { Costs } from './processor.ts';

const rounds = Number(process.argv[2] ?? 10);
const seconds = Number(process.argv[3] ?? 3);
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const HEADERS = { 'Accept-Encoding': 'br' };
const BARE = 'bare node:http';
const folder = mkdtempSync(join(tmpdir(), 'esim-bench-'));

async function measure(name: string, limits: Record<string, number>, manyCallers: boolean): Promise<number> {
  const service = await startService(folder, name, limits, { TRUST_PROXY: '127.0.0.1' });
  const url = `http://127.0.0.1:${service.port}${TRIP}`;
  for (let index = 0; index < 3; index++) await capture(url, HEADERS);
  const bare = await startBare(await capture(url, HEADERS));
  const bareUrl = `http://127.0.0.1:${bare.port}${TRIP}`;
  const costs = new Costs();
  const loadOn = (address: string) => () => load({ url: address, seconds, headers: HEADERS, manyCallers });
  const contestants = [
    costs.contestant('service', service.child, seconds, loadOn(url)),
    costs.contestant(BARE, bare.child, seconds, loadOn(bareUrl)),
  ];
  // The first round is not measured, because code is still being compiled.
  await contest(contestants, 1);
  costs.forget();
  const results = await contest(contestants, rounds);
  await Promise.all([stop(service), stop(bare)]);
  for (const [who, values] of results) {
    console.log(
      `${name.padEnd(10)} ${who.padEnd(16)} ${Math.round(median(values))}/s ±${(spread(values) * 100).toFixed(1)}%, ${median(costs.of(who)).toFixed(1)} µs of the serving thread`,
    );
  }
  const byRate = ratioOf(results.get('service')!, results.get(BARE)!).value;
  const byCost = ratioOf(costs.of(BARE), costs.of('service')).value;
  console.log(
    `${name.padEnd(10)} ratio ${byRate.toFixed(2)} by rate, ${byCost.toFixed(2)} by processor time`,
  );
  return byRate;
}

const cached = await measure('cached', {}, false);
const crowd = await measure('crowd', {}, true);
const refused = await measure('refused', { 'comparison.minute': 1 }, false);
rmSync(folder, { recursive: true, force: true });
console.log(`cached comparison: ${cached.toFixed(2)} of bare node:http (goal 0.75)`);
console.log(`cached comparison, 20,000 callers in turn: ${crowd.toFixed(2)} of bare node:http`);
console.log(`429: ${refused.toFixed(2)} of bare node:http (goal 0.75)`);

/** Over HTTP: cached comparison, refusal and MCP call, against bare `node:http`, the official SDK and the Express peer. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALL, CALL_HEADERS } from '../call.ts';
import { type Contest, contest, load, median } from '../load.ts';
import { Costs } from '../processor.ts';
import { loadByPost } from './post.ts';
import { capture, type Running, start, startBare, startService, stop } from './servers.ts';
import { type Line, ratioOf } from './table.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const GET = { 'Accept-Encoding': 'br' };
/** As deployed behind a proxy: all addresses are trusted. */
const BEHIND_A_PROXY = { TRUST_PROXY: '127.0.0.1' };

/** With bare `node:http` for each round with the others. */
const TURNS = 3;
/** Of each turn. */
const SECONDS = 1;

/** The SDK's server for each request with a ready result, as `bench/mcp.ts` has it. */
function startSdk(body: string): Promise<Running> {
  const child = fork(new URL('../mcp.ts', import.meta.url), ['--peer']);
  child.send({ name: 'sdk', answer: { headers: {}, body } });
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve({ child, port: Number(new URL(url as string).port) }));
    child.once('exit', () => reject(new Error('the SDK peer ended early')));
  });
}

const urlOf = ({ port }: Running, path: string) => `http://127.0.0.1:${port}${path}`;
const perSecond = (values: readonly number[]) => `${Math.round(median(values))}/s`;

export async function httpLines(rounds: number): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-compare-'));
  const running: Running[] = [];
  const up = async (starting: Promise<Running>) => {
    const server = await starting;
    running.push(server);
    return server;
  };
  try {
    const service = await up(startService(folder, 'cached', {}, BEHIND_A_PROXY));
    const direct = await up(startService(folder, 'direct'));
    const refusing = await up(startService(folder, 'refused', { 'comparison.minute': 1 }, BEHIND_A_PROXY));
    for (const server of [service, direct, refusing]) {
      for (let index = 0; index < 3; index++) await capture(urlOf(server, TRIP), GET);
    }
    const mcpAnswer = await capture(urlOf(service, '/mcp'), CALL_HEADERS, CALL);
    const bare = await up(startBare(await capture(urlOf(service, TRIP), GET)));
    const bareRefusing = await up(startBare(await capture(urlOf(refusing, TRIP), GET)));
    const bareMcp = await up(startBare(mcpAnswer));
    const sdk = await up(startSdk(mcpAnswer.body.toString()));
    const peer = await up(start('peers/express.ts', {}));
    const keeping = await up(start('peers/express.ts', { PEER_CACHE: '1' }));
    const peerRefusing = await up(start('peers/express.ts', { PEER_LIMIT: '1' }));
    await capture(urlOf(peerRefusing, TRIP), GET);

    const costs = new Costs();
    const contestant = (name: string, { child }: Running, measure: () => Promise<number>) =>
      costs.contestant(name, child, SECONDS, measure);
    const get = (name: string, server: Running): Contest =>
      contestant(name, server, () => load({ url: urlOf(server, TRIP), seconds: SECONDS, headers: GET }));
    const post = (name: string, server: Running): Contest =>
      contestant(name, server, () =>
        loadByPost(
          { url: urlOf(server, '/mcp'), seconds: SECONDS, headers: CALL_HEADERS, body: CALL },
          folder,
        ),
      );
    const [cached, refused, mcp] = [get('cached', service), get('refused', refusing), post('mcp', service)];
    const besideBare = [
      [cached, get('bare', bare), get('direct', direct)],
      [refused, get('bare refused', bareRefusing)],
      [mcp, post('bare mcp', bareMcp)],
    ];
    const besidePeers = [
      cached,
      get('express', peer),
      get('express keeping', keeping),
      refused,
      get('express refused', peerRefusing),
      mcp,
      post('sdk', sdk),
      post('express mcp', peer),
      post('express mcp keeping', keeping),
    ];
    // The first round is not measured, because code is still being compiled.
    await contest([...besideBare.flat(), ...besidePeers], 1);
    const peers = await contest(besidePeers, rounds);
    costs.forget();
    // These results are close to each other, so they are measured alternately and more often.
    const limits = new Map<string, number[]>();
    for (const neighbours of besideBare) {
      for (const [name, rates] of await contest(neighbours, TURNS * rounds)) limits.set(name, rates);
    }
    const line = (
      what: string,
      ours: string,
      peerName: string,
      against: string,
      atLeast: number | null,
    ): Line => {
      const results = limits.has(peerName) ? limits : peers;
      const [own, other] = [results.get(ours)!, results.get(peerName)!];
      return {
        what,
        ours: perSecond(own),
        against: `${against}: ${perSecond(other)}`,
        ...ratioOf(own, other),
        unit: '×',
        goal: atLeast === null ? null : { atLeast },
      };
    };
    const byProcessor = (what: string, ours: string, peerName: string): Line => {
      const [own, other] = [costs.of(ours), costs.of(peerName)];
      return {
        what: `${what}, by processor time`,
        ours: `${median(own).toFixed(0)} µs`,
        against: `bare node:http, same bytes: ${median(other).toFixed(0)} µs`,
        ...ratioOf(other, own),
        unit: '×',
        goal: null,
      };
    };
    const [comparison, call] = ['Cached comparison', 'MCP call, cached trip'];
    return [
      byProcessor(comparison, 'cached', 'bare'),
      byProcessor('Refusal (429)', 'refused', 'bare refused'),
      byProcessor(call, 'mcp', 'bare mcp'),
      line(comparison, 'cached', 'bare', 'bare node:http, same bytes', 0.65),
      line(`${comparison}, no proxy`, 'direct', 'bare', 'bare node:http, same bytes', null),
      line('Refusal (429)', 'refused', 'bare refused', 'bare node:http, same bytes', 0.65),
      line(call, 'mcp', 'bare mcp', 'bare node:http, same bytes', 0.5),
      line(call, 'mcp', 'sdk', 'official SDK, ready result', 5),
      line(comparison, 'cached', 'express', 'Express peer', 5),
      line(comparison, 'cached', 'express keeping', 'Express peer that keeps answers', 5),
      line('Refusal (429)', 'refused', 'express refused', 'Express peer', null),
      line(call, 'mcp', 'express mcp', 'Express peer', 5),
      line(call, 'mcp', 'express mcp keeping', 'Express peer that keeps answers', 5),
    ];
  } finally {
    await Promise.all(running.map(stop));
    rmSync(folder, { recursive: true, force: true });
  }
}

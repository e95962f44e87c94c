import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { get as httpGet } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { until } from '../redis/support.ts';
import { startTestService } from '../support/service.ts';
import { makeFolder, NO_LIMITS, removeFolder, type ServiceProcess, startProcess } from './support/process.ts';
import { exchange, get, openClient, readAnswers } from './support/socket.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const FLOOD = new URL('./support/pipeline.ts', import.meta.url);
/** As many sockets as the burst guard allows requests. */
const HELD_MAX = 100;
const ATTEMPTS = 1_000;

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;

/** One visit from an address of its own, on a connection of its own. */
function visit(port: number, localAddress: string): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path: TRIP, localAddress, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }));
    }).on('error', reject);
  });
}

describe('one caller', () => {
  const folder = makeFolder();
  let service: ServiceProcess;
  before(async () => {
    // Nobody here is a trusted proxy: a caller is the address that it connects from.
    const limits = { ...NO_LIMITS, 'burst.capacity': HELD_MAX, 'burst.perSecond': 10 };
    service = await startProcess({ folder, limits, env: { TRUST_PROXY: '192.0.2.1' } });
  });
  after(async () => {
    await service.stop();
    removeFolder(folder);
  });

  test('that opens all the sockets it can holds as many as the burst guard allows, and others are served within 100 ms', async (t) => {
    await visit(service.port, '127.0.1.1');
    const sockets: Socket[] = [];
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    const refusals: string[] = [];
    let closed = 0;
    for (let count = 0; count < ATTEMPTS; count += 1) {
      const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: '127.0.0.1' });
      socket.on('error', () => {});
      socket.once('connect', () => socket.write(get('/api/v1/nothing')));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
      });
      socket.once('close', () => {
        closed += 1;
        if (answer.startsWith('HTTP/1.1 429')) refusals.push(answer);
      });
      sockets.push(socket);
    }
    await until('all but what one caller may hold are closed', () => closed === ATTEMPTS - HELD_MAX);
    // The machine may have other work to do in one of them.
    const rounds: number[] = [];
    for (let round = 0; round < 3 && Math.min(...rounds) > 100; round += 1) {
      const times: number[] = [];
      for (let count = 0; count < 100; count += 1) {
        const { status, ms } = await visit(service.port, `127.0.2.${count + 1}`);
        assert.equal(status, 200);
        times.push(ms);
      }
      rounds.push(p99(times));
    }
    t.diagnostic(`p99 of others ${rounds.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    assert.ok(Math.min(...rounds) <= 100, `others waited ${Math.min(...rounds)} ms`);
    assert.ok((await service.usage()).sockets <= HELD_MAX + 5);

    const [told = ''] = refusals;
    assert.match(told, /\r\nConnection: close\r\n/);
    assert.match(told, /\r\nRetry-After: \d+\r\n/);
    assert.match(told, /\r\nX-Request-Id: /);
    assert.match(told, /"limit":\{"name":"burst"/);
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    assert.match(metrics, /esim_http_connections_refused_total\{held_by="caller"\} 900/);
    assert.match(metrics, /^esim_http_connections \d+$/m);
  });

  test('that holds too many is told on /mcp in JSON-RPC', async (t) => {
    const held = await Promise.all(Array.from({ length: HELD_MAX }, () => openClient(service.port)));
    t.after(() => {
      for (const { socket } of held) socket.destroy();
    });
    const [answer] = await exchange(
      service.port,
      'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
    );
    assert.equal(answer?.status, 429);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    assert.equal((JSON.parse(answer.body) as { jsonrpc: string }).jsonrpc, '2.0');
  });

  test('that sends thousands of requests ahead is refused once and closed, and others notice nothing', async (t) => {
    const answered = async () => {
      const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
      const counts = metrics.matchAll(/^esim_http_answers_total\{area="api"[^}]*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await answered();
      const flood = fork(FLOOD, [String(service.port), '10', '1000', `127.0.5.${round + 1}`]);
      let statuses: number[][] | null = null;
      flood.once('message', (made) => {
        statuses = made as number[][];
      });
      const times: number[] = [];
      for (let count = 0; statuses === null || count < 100; count += 1) {
        const { status, ms } = await visit(service.port, `127.0.3.${(count % 200) + 1}`);
        assert.equal(status, 200);
        times.push(ms);
      }
      const refused = (statuses as number[][]).map((each) => each.filter((status) => status === 429).length);
      assert.equal(Math.max(...refused), 1, `refused ${refused.join()} times`);
      // Of the 10,000 that were sent ahead, as many are looked at as the burst guard allows, and one more on each socket.
      const looked = (await answered()) - before - times.length;
      assert.ok(looked <= HELD_MAX * 1.5 + 10, `${looked} requests of a flood were looked at`);
      rounds.push(p99(times));
    }
    t.diagnostic(`p99 of others ${rounds.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    // By the clock, so that the machine's other work is in it: what we promise is what the best round shows.
    assert.ok(Math.min(...rounds) <= 50, `others waited ${rounds.join(', ')} ms`);
  });
});

test('the last request that a socket may send is answered in our words and says that it was the last', async (t) => {
  // In this very process, which refuses nothing for want of time.
  const service = await startTestService({ limits: NO_LIMITS });
  t.after(() => service.stop());
  const client = await openClient(Number(new URL(service.url).port));
  const [most, batch] = [10_000, 500];
  let sent = 0;
  const send = () => {
    client.socket.write(get('/robots.txt').repeat(batch));
    sent += batch;
  };
  let answered = 0;
  let tail = '';
  client.socket.on('data', (chunk) => {
    const text = tail + chunk.toString('latin1');
    answered += text.split('HTTP/1.1 200 OK').length - 1;
    // Where the mark is cut in two it must be counted once.
    tail = text.slice(-14);
    if (answered >= sent && sent < most + batch) send();
  });
  send();
  await client.closed;
  const answers = readAnswers(client.received());
  assert.equal(answers.length, most);
  assert.ok(answers.every(({ status, headers }) => status === 200 && headers['x-request-id'] !== undefined));
  assert.deepEqual(
    answers.flatMap(({ headers }, at) => (headers['connection'] === 'close' ? [at] : [])),
    [most - 1],
  );
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  assert.match(metrics, /esim_http_answers_total\{area="page",status="200"\} 10000/);
});

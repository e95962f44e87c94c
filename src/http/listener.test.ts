import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { Connections } from './connections.ts';
import { headerSets } from './headers.ts';
import { createListener } from './listener.ts';
import { createRouter, type RequestFacts } from './router.ts';
import { Turns } from './turns.ts';

/** Keeps each task until the test runs it. */
class HeldTurns extends Turns {
  readonly callers: string[] = [];
  readonly #tasks: (() => void)[] = [];

  override run(caller: string, task: () => void): void {
    this.callers.push(caller);
    this.#tasks.push(task);
  }

  /** Runs the oldest task and everything that it does before it waits again. */
  async next(): Promise<void> {
    this.#tasks.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const ANN = 'ann';

function setUp() {
  const turns = new HeldTurns();
  const connections = new Connections({
    maxPerCaller: 10,
    peerOf: (address) => ({ address, caller: { key: ANN }, isProxy: false, agreements: [] }),
    onCrowded: () => {},
    turns,
  });
  const handled: string[] = [];
  const handle = async ({ method, body }: RequestFacts) => {
    handled.push(`${method} ${body.toString()}`);
    return { status: 200, headers: {}, body: null };
  };
  const find = createRouter([
    { path: '/', method: 'GET', errorFormat: 'page', handle },
    { path: '/', method: 'POST', errorFormat: 'page', handle },
  ]);
  const window = { name: 'burst', seconds: 10, limit: 100, remaining: 99, resetAt: 0 } as const;
  const listener = createListener({
    site: () => ({ find, render: () => assert.fail() }),
    limiter: { identify: ({ caller }) => caller, burst: () => ({ admitted: true, window, now: 0 }) },
    headers: headerSets('https://esim.example'),
    connections,
    blocked: { code: 'blocked', detail: '' },
    isOverloaded: () => false,
    requestId: () => 'id',
    onFault: (error) => assert.fail(String(error)),
    observe: () => {},
  });
  /** Handles a request whose body has arrived. */
  const receive = (method: string, body: string) => {
    const socket = new Socket();
    connections.admit(socket);
    const request = new IncomingMessage(socket);
    const headers = { host: 'a', 'content-length': String(body.length) };
    Object.assign(request, { method, url: '/', httpVersion: '1.1', headers });
    if (body !== '') request.push(body);
    request.push(null);
    listener(request, new ServerResponse(request));
  };
  return { turns, handled, receive };
}

test('a request is handled in a turn of its caller, and not before', async () => {
  const { turns, handled, receive } = setUp();
  receive('GET', '');
  assert.deepEqual([turns.callers, handled], [[ANN], []]);
  await turns.next();
  assert.deepEqual([turns.callers, handled], [[ANN], ['GET ']]);
});

test('a request with a body waits for another turn after its body has arrived', async () => {
  const { turns, handled, receive } = setUp();
  receive('POST', 'hello');
  await turns.next();
  assert.deepEqual([turns.callers, handled], [[ANN, ANN], []]);
  await turns.next();
  assert.deepEqual(handled, ['POST hello']);
});

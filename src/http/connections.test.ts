import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { Connections } from './connections.ts';
import { Turns } from './turns.ts';

/** The parts of a socket that are used. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  constructor(address: string) {
    super();
    this.remoteAddress = address;
  }
  destroy(): void {
    this.emit('close');
  }
  destroySoon(): void {
    this.destroy();
  }
}

class RecordedTurns extends Turns {
  connectedCount = 0;
  override connected(): void {
    this.connectedCount += 1;
  }
}

const MAX_BLOCKED = 2;

function setUp({ max = 1_000, maxPerCaller = 100 } = {}) {
  const crowded: number[] = [];
  const turns = new RecordedTurns();
  let now = 1_000;
  const connections = new Connections({
    max,
    maxPerCaller,
    peerOf: (address = '') => ({
      address,
      caller: { key: address },
      isProxy: address === 'proxy',
      agreements: [],
    }),
    onCrowded: (open) => crowded.push(open),
    maxBlocked: MAX_BLOCKED,
    now: () => now,
    turns,
  });
  const open = (address: string, count = 1) =>
    Array.from({ length: count }, () => {
      const socket = new FakeSocket(address) as unknown as Socket;
      return { socket, isAdmitted: connections.admit(socket) };
    });
  const isAdmitted = (address: string) => open(address)[0]!.isAdmitted;
  const pass = (ms: number) => {
    now += ms;
  };
  return { connections, open, isAdmitted, crowded, turns, pass };
}

test('a caller has at most its allowed number of connections, and others are admitted', () => {
  const { connections, open, isAdmitted } = setUp({ maxPerCaller: 3 });
  assert.deepEqual(
    open('a', 5).map((each) => each.isAdmitted),
    [true, true, true, false, false],
  );
  assert.ok(isAdmitted('b'));
  assert.equal(connections.open, 4);
  assert.deepEqual(connections.refused, { caller: 2, total: 0 });
});

test('every new connection, also one that is dropped, shortens the turn so that further ones are accepted quickly', () => {
  const { open, turns } = setUp({ maxPerCaller: 2 });
  open('a', 3);
  assert.equal(turns.connectedCount, 3);
});

test('a connection that closes makes room for its caller', () => {
  const { connections, open, isAdmitted } = setUp({ maxPerCaller: 2 });
  const [first] = open('a', 2);
  assert.ok(!isAdmitted('a'));
  first!.socket.destroy();
  assert.equal(connections.of(first!.socket), undefined);
  assert.ok(isAdmitted('a'));
});

test('the limit per caller does not apply to a trusted proxy', () => {
  const { open } = setUp({ maxPerCaller: 2 });
  assert.ok(open('proxy', 50).every((each) => each.isAdmitted));
});

test('beyond the total limit every connection is dropped, and reaching half of it is reported once', () => {
  const { connections, open, isAdmitted, crowded } = setUp({ max: 10 });
  open('a', 4);
  assert.deepEqual(crowded, []);
  open('b', 4);
  assert.deepEqual(crowded, [5]);
  open('proxy', 2);
  assert.ok(!isAdmitted('d'));
  assert.ok(!isAdmitted('proxy'));
  assert.deepEqual(connections.refused, { caller: 0, total: 2 });
  connections.closeAll();
  open('e', 5);
  assert.deepEqual(crowded, [5, 5], 'reported again after most were closed');
});

test('a block closes idle connections of the caller and drops new ones for 30 seconds', () => {
  const { connections, open, isAdmitted, pass } = setUp();
  const [flooding, pending, idle] = open('a', 3);
  const [other] = open('b');
  const flood = connections.of(flooding!.socket)!;
  flood.latest = {} as ServerResponse;
  connections.of(pending!.socket)!.latest = {} as ServerResponse;
  connections.block(flood);
  assert.deepEqual(
    [flooding, pending, idle, other].map((each) => connections.of(each!.socket) !== undefined),
    [true, true, false, true],
  );
  assert.ok(!isAdmitted('a'));
  assert.ok(isAdmitted('b'));
  assert.equal(connections.refused.caller, 1);
  pass(29_999);
  assert.ok(!isAdmitted('a'));
  pass(2);
  assert.ok(isAdmitted('a'), 'after more than 30 seconds');
});

test('a trusted proxy is never blocked', () => {
  const { connections, open, isAdmitted } = setUp();
  const [first] = open('proxy', 2);
  connections.block(connections.of(first!.socket)!);
  assert.equal(connections.open, 2);
  assert.ok(isAdmitted('proxy'));
});

test('the number of blocked callers is bounded: the one that was blocked first is admitted again', () => {
  const { connections, open, isAdmitted } = setUp();
  // One more than MAX_BLOCKED.
  for (const name of ['a', 'b', 'c']) connections.block(connections.of(open(name)[0]!.socket)!);
  assert.deepEqual(['a', 'b', 'c'].map(isAdmitted), [true, false, false]);
});

test('idle connections are closed, those with a pending response stay, and the last close is reported', async () => {
  const { connections, open } = setUp({ max: 10 });
  const [pending] = open('a', 3);
  connections.of(pending!.socket)!.latest = {} as ServerResponse;
  connections.closeIdle();
  assert.equal(connections.open, 1);
  const empty = connections.whenEmpty();
  connections.closeAll();
  await empty;
});

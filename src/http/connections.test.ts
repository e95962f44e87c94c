import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { Connections } from './connections.ts';

/** As much of a socket as is looked at. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  bytesRead = 0;
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

function setUp(max: number, maxPerCaller: number) {
  const crowded: number[] = [];
  const connections = new Connections({
    max,
    maxPerCaller,
    peerOf: (address = '') => ({ caller: { key: address }, isProxy: address === 'proxy', agreements: [] }),
    onCrowded: (open) => crowded.push(open),
  });
  const open = (address: string, count = 1) =>
    Array.from({ length: count }, () => {
      const socket = new FakeSocket(address) as unknown as Socket;
      return { socket, admitted: connections.admit(socket) };
    });
  return { connections, open, crowded };
}

test('a caller holds as many sockets as it may, is told as often again, and is then dropped; others are served', () => {
  const { connections, open } = setUp(1_000, 3);
  assert.deepEqual(
    open('a', 8).map(({ admitted }) => admitted),
    ['serve', 'serve', 'serve', 'refuse', 'refuse', 'refuse', 'drop', 'drop'],
  );
  assert.equal(open('b')[0]?.admitted, 'serve');
  assert.equal(connections.open, 7);
  assert.deepEqual(connections.refused, { caller: 5, total: 0 });
});

test('a socket that closes makes room for its caller', () => {
  const { connections, open } = setUp(1_000, 2);
  const [first] = open('a', 2);
  assert.equal(open('a')[0]?.admitted, 'refuse');
  connections.closeAll();
  assert.equal(connections.open, 0);
  assert.equal(open('a')[0]?.admitted, 'serve');
  assert.equal(connections.of(first!.socket), undefined, 'what is gone is not served');
});

test('a trusted proxy is not counted as one caller', () => {
  const { open } = setUp(1_000, 2);
  assert.ok(open('proxy', 50).every(({ admitted }) => admitted === 'serve'));
});

test('beyond the total everybody is dropped, and half-way there it is said once', () => {
  const { connections, open, crowded } = setUp(10, 100);
  open('a', 4);
  assert.deepEqual(crowded, []);
  open('b', 4);
  assert.deepEqual(crowded, [5]);
  open('c', 2);
  assert.equal(open('d')[0]?.admitted, 'drop');
  assert.deepEqual(connections.refused, { caller: 0, total: 1 });
  connections.closeAll();
  open('e', 5);
  assert.deepEqual(crowded, [5, 5], 'said again after it was quiet');
});

test('idle sockets are closed, those with a request are left, and the end is told', async () => {
  const { connections, open } = setUp(10, 100);
  const [busy, begun, answered] = open('a', 4);
  connections.of(busy!.socket)!.owed = {} as ServerResponse;
  Object.assign(begun!.socket, { bytesRead: 10 });
  Object.assign(answered!.socket, { bytesRead: 20 });
  connections.of(answered!.socket)!.answeredBytes = 20;
  connections.closeIdle();
  assert.equal(connections.open, 2);
  const empty = connections.empty();
  connections.closeAll();
  await empty;
});

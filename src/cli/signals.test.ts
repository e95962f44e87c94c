import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { processSignals, type SignalHost } from './signals.ts';

/** A process whose clock and signals the test controls. */
function fakeProcess() {
  const events = new EventEmitter();
  const exits: number[] = [];
  let now = 5_000;
  const host = {
    on: (name: string, listener: () => void) => events.on(name, listener),
    exit: (code: number) => exits.push(code),
  } as unknown as SignalHost;
  let stops = 0;
  processSignals(host, () => now).onStop(() => {
    stops += 1;
  });
  return {
    send: (signal: string) => events.emit(signal),
    pass: (ms: number) => {
      now += ms;
    },
    stops: () => stops,
    exits,
  };
}

test('two signals within a second are one request to stop', () => {
  for (const second of ['SIGINT', 'SIGTERM']) {
    const host = fakeProcess();
    host.send('SIGINT');
    host.pass(999);
    host.send(second);
    assert.deepEqual([host.stops(), host.exits], [1, []]);
  }
});

test('a signal a second after the first one ends the process with 1', () => {
  const host = fakeProcess();
  host.send('SIGTERM');
  host.pass(500);
  host.send('SIGTERM');
  host.pass(500);
  host.send('SIGTERM');
  assert.deepEqual([host.stops(), host.exits], [1, [1]]);
});

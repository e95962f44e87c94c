import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMessage, serialiseAnswer } from './jsonrpc.ts';

test('any JSON value is read as a message of one of three kinds, and nothing throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.ok(['request', 'silent', 'invalid'].includes(readMessage(value).kind));
    }),
  );
});

test('an id comes back exactly as it was sent', () => {
  const ids = fc.oneof(fc.string(), fc.maxSafeInteger());
  fc.assert(
    fc.property(ids, (id) => {
      const sent = JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
      const message = readMessage(sent);
      assert.equal(message.kind, 'request');
      const own = message.kind === 'request' ? message.id : null;
      const answer = JSON.parse(serialiseAnswer(own, 'result', Buffer.from('{}')).join(''));
      assert.deepEqual(answer, { jsonrpc: '2.0', id: sent.id, result: {} });
    }),
  );
});

test('an id that a double cannot hold is refused, not changed', () => {
  for (const id of ['12345678901234567890', '1e999', '-9007199254740993']) {
    assert.equal(readMessage(JSON.parse(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).kind, 'invalid');
  }
});

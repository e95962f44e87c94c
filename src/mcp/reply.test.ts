import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rpcErrorOf } from './reply.ts';

test('a malformed message is an invalid request, any other problem is a refusal, and unknown members are left out', () => {
  const detail = 'Why.';
  for (const [code, status, rpcCode] of [
    ['bad_request', 400, -32600],
    ['not_acceptable', 406, -32600],
    ['payload_too_large', 413, -32600],
    ['unsupported_media_type', 415, -32600],
    ['forbidden_origin', 403, -32000],
  ] as const) {
    assert.deepEqual(rpcErrorOf({ code, detail }), { code: rpcCode, message: detail, data: { status } });
  }
  assert.deepEqual(rpcErrorOf({ code: 'unavailable', detail, retryAfterSeconds: 5 }).data, {
    status: 503,
    retry_after: 5,
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rpcErrorOf } from './reply.ts';
import { acceptRule, contentRule, originRule } from './rules.ts';

const JSON_HINT = {
  code: 'unsupported_media_type',
  detail: 'Send one JSON-RPC message as Content-Type: application/json, in UTF-8, not compressed.',
} as const;

test('JSON in UTF-8 is taken however its type is spelled', () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json ',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ;  charset=utf8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf-8 ',
    'application/json; charset="utf-8"  ',
    'application/json; foo=bar',
    'application/json;foo="b";charset=utf-8',
    'application/json; charset=utf-8; q=1',
    'application/json;xcharset=latin1',
    'application/json; charset=',
    'application/json; charset=""',
  ]) {
    assert.equal(contentRule({ 'content-type': type }), null, type);
  }
  for (const encoding of ['identity', 'Identity'])
    assert.equal(contentRule({ 'content-type': 'application/json', 'content-encoding': encoding }), null);
});

test('every other type, another charset and a compressed body are refused with what to send', () => {
  for (const type of [
    '',
    'text/json',
    'xapplication/json',
    'application/jsonx',
    'application/json-rpc',
    'application/json; charset=latin1',
    'application/json; charset=utf-8x',
    'application/json; foo=bar; charset=utf-16',
    'text/plain, application/json',
  ]) {
    assert.deepEqual(contentRule({ 'content-type': type }), JSON_HINT, type);
  }
  assert.deepEqual(contentRule({}), JSON_HINT);
  for (const encoding of ['gzip', 'br', '']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    assert.deepEqual(contentRule(headers), JSON_HINT, encoding);
  }
});

test('what Accept excludes is said, and an Accept that names nothing excludes nothing', () => {
  assert.deepEqual(acceptRule({ accept: 'text/html' }), {
    code: 'not_acceptable',
    detail: 'Answers are application/json; let Accept include it.',
  });
  for (const accept of [
    undefined,
    '',
    ' , ',
    ',;q=0',
    'APPLICATION/JSON',
    'application/json;version=1;q=0.5',
    'application/json; charset=utf-8, text/event-stream',
  ]) {
    assert.equal(acceptRule(accept === undefined ? {} : { accept }), null, accept);
  }
  for (const accept of [
    'application/json;q=x',
    '*/*;q=0',
    'application/*;q=0, */*',
    'text/html, application/json;q=0.0',
    'application/xml, ,',
  ]) {
    assert.notEqual(acceptRule({ accept }), null, accept);
  }
});

test('a page of another origin is told that only our own may call', () => {
  const rule = originRule({ baseUrl: 'https://esim.example', baseUrlIsSet: true, port: () => 8080 });
  assert.equal(rule({}), null);
  assert.deepEqual(rule({ origin: 'https://other.example' }), {
    code: 'forbidden_origin',
    detail: 'Browsers may call this endpoint from its own origin only.',
  });
});

test('a message to be written otherwise is an invalid request, all else is refused, and only what is known is told', () => {
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

test('of a base URL with a path the origin alone is compared', () => {
  const rule = originRule({ baseUrl: 'https://esim.example/travel', baseUrlIsSet: true, port: () => 8080 });
  assert.equal(rule({ origin: 'https://esim.example' }), null);
  assert.notEqual(rule({ origin: 'https://esim.example/travel' }), null);
});

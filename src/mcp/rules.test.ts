import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptRule, contentRule, originRule } from './rules.ts';

const UNSUPPORTED = {
  code: 'unsupported_media_type',
  detail: 'Send one JSON-RPC message as Content-Type: application/json, in UTF-8, not compressed.',
} as const;

test('JSON in UTF-8 is accepted in every spelling of its type', () => {
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

test('another type, another charset and a compressed body are refused with a sentence about what to send', () => {
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
    assert.deepEqual(contentRule({ 'content-type': type }), UNSUPPORTED, type);
  }
  assert.deepEqual(contentRule({}), UNSUPPORTED);
  for (const encoding of ['gzip', 'br', '']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    assert.deepEqual(contentRule(headers), UNSUPPORTED, encoding);
  }
});

test('an Accept header that excludes JSON is refused, and one that names nothing excludes nothing', () => {
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
  assert.notEqual(acceptRule({ accept: 'application/json;q=x' }), null, 'a quality that is no number is 0');
  for (const accept of [
    '*/*;q=0',
    'application/*;q=0, */*',
    'text/html, application/json;q=0.0',
    'application/xml, ,',
  ]) {
    assert.notEqual(acceptRule({ accept }), null, accept);
  }
});

test('a page of another origin is refused with the rule, and a client without an origin may call', () => {
  const rule = originRule({ baseUrl: 'https://esim.example', baseUrlIsSet: true, port: () => 8080 });
  assert.equal(rule({}), null);
  assert.deepEqual(rule({ origin: 'https://other.example' }), {
    code: 'forbidden_origin',
    detail: 'Browsers may call this endpoint from its own origin only.',
  });
});

test('only the origin of a base URL with a path is compared', () => {
  const rule = originRule({ baseUrl: 'https://esim.example/travel', baseUrlIsSet: true, port: () => 8080 });
  assert.equal(rule({ origin: 'https://esim.example' }), null);
  assert.notEqual(rule({ origin: 'https://esim.example/travel' }), null);
});

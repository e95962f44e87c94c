import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from './caller.ts';

const read = (text: string): string | null => parseAddress(text)?.toString() ?? null;

test('the zone of an IPv6 address is removed, and an invalid zone makes the address invalid', () => {
  for (const zone of ['eth0', 'eth-0', 'et.h', '_x', '25lo'])
    assert.equal(read(`fe80::1%${zone}`), 'fe80::1', zone);
  // Node accepts a colon in a zone, but ipaddr.js throws.
  for (const zone of ['', 'a:b', ':', 'a%b', 'é', 'eth 0']) assert.equal(read(`fe80::1%${zone}`), null, zone);
  for (const text of ['%eth0', '%::1', '1.2.3.4%eth0', '1.2.3.4%a:b', '[1.2.3.4%a:b]']) {
    assert.equal(read(text), null, text);
  }
});

test('text before or after an address makes it invalid', () => {
  for (const text of [
    'x[::1]',
    '[::1]x',
    '[::1]:80x',
    '[::1]:123456',
    '[::1]80',
    '1.2.3.4:80x',
    '1.2.3.4:123456',
    'x1.2.3.4:80',
    '::1]',
    '[::1',
  ]) {
    assert.equal(read(text), null, text);
  }
  assert.equal(read('[::1]:65535'), '::1');
  assert.equal(read('1.2.3.4:65535'), '1.2.3.4');
});

test('a text of 100 characters is parsed, a longer one is not', () => {
  const address = 'fe80::1%';
  assert.equal(read(address.padEnd(100, 'a')), 'fe80::1');
  assert.equal(read(address.padEnd(101, 'a')), null);
});

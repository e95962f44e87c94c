import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { addressKind } from '../config/address-kind.ts';
import { checkedLookup, checkUrl } from './address.ts';
import { backoffMs, retryAfterMs } from './fault.ts';

test('only public addresses are public', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(addressKind(address), 'public', address);
});

test('addresses inside networks, of machines themselves and of cloud metadata are not', () => {
  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.170',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '2002:a00:1::',
    '::8.8.8.8',
    '::5db8:d70e',
    '1000::1',
    '4000::1',
    'a000::1',
    '2001:db8::1',
    'not an address',
  ])
    assert.equal(addressKind(address), 'other', address);
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    assert.equal(addressKind(address), 'loopback', address);
});

/** What a connection to a URL would find, if its host name has these addresses. */
const codeOf = async (url: string, allowLoopback: boolean, ...addresses: readonly string[]) => {
  const { hostname } = new URL(url);
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  try {
    checkUrl(new URL(url), allowLoopback);
    // Node does not look up addresses that are written as numbers.
    if (isIP(hostname) === 0)
      await promisify(checkedLookup(async () => found, allowLoopback))(hostname, { all: true });
    return 'fine';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a host is rejected as soon as one of its addresses is not public', async () => {
  assert.equal(await codeOf('https://feed.example/', false, '8.8.8.8'), 'fine');
  assert.equal(await codeOf('https://feed.example/', false, '8.8.8.8', '10.0.0.1'), 'refused_address');
  assert.equal(await codeOf('https://feed.example/', false, '127.0.0.1'), 'refused_address');
  assert.equal(await codeOf('https://feed.example/', false), 'dns');
});

test('addresses written as numbers in any spelling are checked too', async () => {
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '10.1',
    '169.254.169.254',
  ])
    assert.equal(await codeOf(`https://${host}/`, false, '8.8.8.8'), 'refused_address', host);
});

test('loopback and plain http are open to tests alone', async () => {
  assert.equal(await codeOf('http://127.0.0.1:80/', true), 'fine');
  assert.equal(await codeOf('http://feed.example/', false, '8.8.8.8'), 'bad_address');
  assert.equal(await codeOf('https://10.0.0.1/', true), 'refused_address');
  assert.equal(await codeOf('https://feed.example/', true, '127.0.0.1', '8.8.8.8'), 'refused_address');
});

test('an address with a password or another scheme is no address of a feed', async () => {
  assert.equal(await codeOf('https://u:p@feed.example/', false, '8.8.8.8'), 'bad_address');
  assert.equal(await codeOf('ftp://feed.example/', true, '127.0.0.1'), 'bad_address');
  assert.equal(await codeOf('file:///etc/passwd', true), 'bad_address');
});

test('Retry-After is read as seconds or as a date', () => {
  const after = (text: string) =>
    retryAfterMs({ headers: { 'retry-after': text } }, Date.parse('2026-11-10T12:00:00Z'));
  assert.equal(after('30'), 30_000);
  assert.equal(after('Tue, 10 Nov 2026 12:01:00 GMT'), 60_000);
  assert.equal(after('Tue, 10 Nov 2026 11:00:00 GMT'), 0);
  assert.equal(after('soon'), null);
  assert.equal(after('-5'), null);
  assert.equal(retryAfterMs({ headers: {} }, 0), null);
});

test('waits double, and chance spreads them', () => {
  assert.deepEqual(
    [1, 2, 3].map((n) => backoffMs(n, () => 1)),
    [1000, 2000, 4000],
  );
  assert.deepEqual(
    [1, 2, 3].map((n) => backoffMs(n, () => 0)),
    [500, 1000, 2000],
  );
});

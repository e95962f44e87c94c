import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { checkedLookup, checkUrl } from './address.ts';

type Case = { readonly addresses?: readonly string[]; readonly allowLoopback?: boolean };

/** The code of the fault if a connection to this URL is opened and its host name has these addresses, or 'fine'. */
const codeOf = async (url: string, { addresses = [], allowLoopback = false }: Case) => {
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
  assert.equal(await codeOf('https://feed.example/', { addresses: ['8.8.8.8'] }), 'fine');
  assert.equal(
    await codeOf('https://feed.example/', { addresses: ['8.8.8.8', '10.0.0.1'] }),
    'refused_address',
  );
  assert.equal(await codeOf('https://feed.example/', { addresses: ['127.0.0.1'] }), 'refused_address');
  assert.equal(await codeOf('https://feed.example/', {}), 'dns');
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
    assert.equal(await codeOf(`https://${host}/`, { addresses: ['8.8.8.8'] }), 'refused_address', host);
});

test('only tests may use loopback addresses and plain http, and even they no private address', async () => {
  assert.equal(await codeOf('http://127.0.0.1:80/', { allowLoopback: true }), 'fine');
  assert.equal(await codeOf('http://feed.example/', { addresses: ['8.8.8.8'] }), 'bad_address');
  assert.equal(await codeOf('https://10.0.0.1/', { allowLoopback: true }), 'refused_address');
  assert.equal(
    await codeOf('https://feed.example/', { addresses: ['127.0.0.1', '8.8.8.8'], allowLoopback: true }),
    'refused_address',
  );
});

test('an address with a password or another scheme is no address of a feed', async () => {
  assert.equal(await codeOf('https://u:p@feed.example/', { addresses: ['8.8.8.8'] }), 'bad_address');
  assert.equal(
    await codeOf('ftp://feed.example/', { addresses: ['127.0.0.1'], allowLoopback: true }),
    'bad_address',
  );
  assert.equal(await codeOf('file:///etc/passwd', { allowLoopback: true }), 'bad_address');
});

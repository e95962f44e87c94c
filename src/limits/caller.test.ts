import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  callerKey,
  callerName,
  clientAddress,
  createIdentify,
  parseAddress,
  parseTrustProxy,
  trustsEverybody,
} from './caller.ts';

const PROXIES = parseTrustProxy('10.0.0.0/8, 2001:db8:ffff::/48');

const callerAddress = (...request: Parameters<typeof clientAddress>): string =>
  callerName(clientAddress(...request));
/** The caller of a direct connection from this address. */
const networkOf = (text: string) => callerAddress(text, undefined, []);

test('an IPv4 address stays as it is, an IPv6 address becomes its /64 network', () => {
  for (const [text, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5555', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['[fe80::1%25eth0]:80', 'fe80::/64'],
    [' 203.0.113.7 ', '203.0.113.7'],
  ] as const) {
    assert.equal(networkOf(text), network, text);
  }
});

test('a text that is not an address is the unknown caller', () => {
  const garbage = [
    '',
    'unknown',
    '1.2.3',
    '0x7f.0.0.1',
    '010.0.0.1',
    '1.2.3.256',
    '1.2.3.4:',
    '[1.2.3.4]',
    '::1::',
    '_x',
  ];
  for (const text of [...garbage, '9'.repeat(5000)])
    assert.equal(networkOf(text), 'unknown', text.slice(0, 20));
  assert.equal(callerAddress(undefined, undefined, []), 'unknown');
});

test('the right-most hop that is not trusted is the caller', () => {
  for (const [peer, header, caller] of [
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.1,10.9.9.9', '198.51.100.1'],
    ['10.0.0.1', ['6.6.6.6, 198.51.100.1', '10.9.9.9:1234'], '198.51.100.1'],
    ['2001:db8:ffff::1', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ] as const) {
    assert.equal(callerAddress(peer, header, PROXIES), caller, `${peer} < ${JSON.stringify(header)}`);
  }
});

test('if every hop is trusted, the left-most is the caller; if a trusted peer names none, it is the peer', () => {
  assert.equal(callerAddress('10.0.0.1', '10.0.0.2, 10.0.0.3', PROXIES), '10.0.0.2');
  for (const header of [undefined, '', []])
    assert.equal(callerAddress('10.0.0.1', header, PROXIES), '10.0.0.1', JSON.stringify(header));
});

test('at most 20 hops are read: after as many trusted ones, the caller is the peer, which no header can choose', () => {
  const trustedHops = (count: number) =>
    Array.from({ length: count }, (_, n) => `10.0.1.${n % 256}`).join(', ');
  for (const [trusted, caller] of [
    [19, '198.51.100.1'],
    [20, '10.0.0.1'],
    [1_900, '10.0.0.1'],
  ] as const)
    assert.equal(callerAddress('10.0.0.1', `198.51.100.1, ${trustedHops(trusted)}`, PROXIES), caller);
  assert.equal(callerAddress('10.0.0.1', trustedHops(20), PROXIES), '10.0.1.0');
});

test('without a trusted proxy the socket’s peer is the caller, and the header is ignored', () => {
  assert.equal(callerAddress('203.0.113.7', '6.6.6.6', []), '203.0.113.7');
  assert.equal(callerAddress('203.0.113.7', ['6.6.6.6'], []), '203.0.113.7');
});

test('hops to the left of an invalid hop are ignored', () => {
  for (const header of ['6.6.6.6, junk', '6.6.6.6, ', '6.6.6.6,,', '6.6.6.6, unknown', '6.6.6.6, 1.2.3']) {
    assert.equal(callerAddress('10.0.0.1', header, PROXIES), '10.0.0.1', header);
  }
  assert.equal(callerAddress('10.0.0.1', '6.6.6.6, junk, 10.0.0.9', PROXIES), '10.0.0.9');
});

test('10,000 forged headers, sent directly or through a proxy, are one caller', () => {
  const forged = Array.from(
    { length: 10_000 },
    (_, n) => `${n % 223}.${n >> 8}.${n & 255}.1, ${n % 250}.7.7.${n & 255}`,
  );
  const direct = new Set(forged.map((header) => callerAddress('203.0.113.7', header, PROXIES)));
  assert.deepEqual([...direct], ['203.0.113.7']);
  const proxied = new Set(
    forged.map((header) => callerAddress('10.0.0.1', `${header}, 203.0.113.7`, PROXIES)),
  );
  assert.deepEqual([...proxied], ['203.0.113.7']);
});

test('10,000 addresses of one /64 are one caller', () => {
  const addresses = Array.from(
    { length: 10_000 },
    (_, n) => `2001:db8:1:2:${(n * 7919).toString(16).slice(-4)}::${n.toString(16)}`,
  );
  assert.deepEqual([...new Set(addresses.map(networkOf))], ['2001:db8:1:2::/64']);
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
});

/** Addresses and texts that resemble them. */
const hop = fc.oneof(
  fc.string(),
  fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
  fc.ipV4(),
  fc.ipV4Extended(),
  fc.ipV6(),
  fc.ipV6().map((address) => `[${address}]:99999`),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.%[], '.split('')) }),
);

test('no text makes the parsing of addresses throw', () => {
  fc.assert(
    fc.property(hop, fc.array(hop), (peer, header) => {
      parseAddress(peer);
      assert.equal(typeof callerAddress(peer, header, PROXIES), 'string');
    }),
    { numRuns: 500 },
  );
});

test('several headers mean the same as one header that joins them with commas', () => {
  fc.assert(
    fc.property(fc.array(hop, { minLength: 1 }), (headers) =>
      assert.equal(
        callerAddress('10.0.0.1', headers, PROXIES),
        callerAddress('10.0.0.1', headers.join(','), PROXIES),
      ),
    ),
    { numRuns: 500 },
  );
});

test('the hop that the trusted proxy added is the caller, whatever precedes it', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.ipV4(), (forged, address) => {
      fc.pre(!address.startsWith('10.'));
      assert.equal(callerAddress('10.0.0.1', [...forged, address], PROXIES), address);
    }),
    { numRuns: 300 },
  );
});

test('TRUST_PROXY accepts addresses and ranges, and the error lists every invalid entry', () => {
  const ranges = parseTrustProxy(' 127.0.0.1,::1\t192.168.0.0/16 ::ffff:172.16.0.0/108 ');
  assert.deepEqual(
    ranges.map(([address, bits]) => `${address.toString()}/${bits}`),
    ['127.0.0.1/32', '::1/128', '192.168.0.0/16', '172.16.0.0/12'],
  );
  assert.throws(
    () => parseTrustProxy('10.0.0.0/33, ::1, nowhere, 1.2.3.4:80, ::1/129, [::1]'),
    (error: Error) => {
      assert.ok(!error.message.includes('\n'));
      for (const entry of ['10.0.0.0/33', 'nowhere', '1.2.3.4:80', '::1/129', '[::1]']) {
        assert.ok(error.message.includes(JSON.stringify(entry)), entry);
      }
      return true;
    },
  );
});

test('a range of TRUST_PROXY that contains every address is detected', () => {
  for (const [list, everybody] of [
    ['10.0.0.0/8, ::1', false],
    ['10.0.0.0/8, 0.0.0.0/0', true],
    ['::/0', true],
    ['::ffff:0.0.0.0/96', true],
    ['0.0.0.0', false],
  ] as const) {
    assert.equal(trustsEverybody(parseTrustProxy(list)), everybody, list);
  }
});

test('TRUST_PROXY accepts every prefix length, and an IPv6 address that looks like one with a port', () => {
  const ranges = parseTrustProxy('0.0.0.0/0,::/0,::ffff:0.0.0.0/96,2001:db8::1:2,2001:10::/32');
  assert.deepEqual(
    ranges.map(([address, bits]) => `${address.toString()}/${bits}`),
    ['0.0.0.0/0', '::/0', '0.0.0.0/0', '2001:db8::1:2/128', '2001:10::/32'],
  );
});

test('TRUST_PROXY rejects malformed ranges with a short error', () => {
  for (const entry of [
    '/8',
    '/10.0.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/8x',
    '10.0.0.0/',
    '::ffff:1.2.3.4/95',
  ]) {
    assert.throws(() => parseTrustProxy(entry), {
      message: `give addresses or CIDR ranges, such as 10.0.0.0/8, ::1; not usable: ${JSON.stringify(entry)}`,
    });
  }
  assert.throws(() => parseTrustProxy(' , '), {
    message: 'give addresses or CIDR ranges, such as 10.0.0.0/8, ::1',
  });
  assert.throws(
    () => parseTrustProxy(`bad,${'x'.repeat(61)}`),
    (error: Error) => error.message.endsWith(`not usable: "bad", "${'x'.repeat(60)}"`),
  );
});

test('a key depends on address and secret, and contains neither', () => {
  const secret = new Uint8Array(32).fill(1);
  const key = callerKey('203.0.113.7', secret);
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.deepEqual(createIdentify(secret, [])('203.0.113.7', '198.51.100.1'), { key });
  assert.notEqual(callerKey('203.0.113.7', new Uint8Array(32).fill(2)), key);
  assert.notEqual(callerKey('203.0.113.8', secret), key);
});

test('a caller is the keyed hash of its network, with and without a proxy', () => {
  const secret = new Uint8Array(32).fill(5);
  const identify = createIdentify(secret, PROXIES);
  for (const [peer, forwarded] of [
    ['203.0.113.7', undefined],
    ['10.0.0.1', '203.0.113.7'],
    ['10.0.0.1', ['6.6.6.6', '203.0.113.7']],
    ['203.0.113.7', '6.6.6.6'],
    ['10.0.0.1', `${'6.6.6.6, '.repeat(100)}203.0.113.7`],
    [undefined, undefined],
  ] as const) {
    assert.deepEqual(identify(peer, forwarded), {
      key: callerKey(callerAddress(peer, forwarded, PROXIES), secret),
    });
  }
});

test('a caller with an agreement has its limits, for each address or for the whole network together', () => {
  const networks = parseTrustProxy('198.51.100.0/24');
  const limits = { 'comparison.minute': 60 };
  for (const per of ['address', 'network'] as const) {
    const identify = createIdentify(new Uint8Array(32), [], () => [{ name: 'desk', networks, per, limits }]);
    const { key: _, ...agreed } = identify('198.51.100.7', undefined);
    assert.deepEqual(agreed, { limits, per });
    assert.deepEqual(Object.keys(identify('203.0.113.7', undefined)), ['key']);
  }
});

const parsed = (text: string): string | null => parseAddress(text)?.toString() ?? null;

test('the zone of an IPv6 address is removed, and an invalid zone makes the address invalid', () => {
  for (const zone of ['eth0', 'eth-0', 'et.h', '_x', '25lo'])
    assert.equal(parsed(`fe80::1%${zone}`), 'fe80::1', zone);
  // Node accepts a colon in a zone, but ipaddr.js throws.
  for (const zone of ['', 'a:b', ':', 'a%b', 'é', 'eth 0'])
    assert.equal(parsed(`fe80::1%${zone}`), null, zone);
  for (const text of ['%eth0', '%::1', '1.2.3.4%eth0', '1.2.3.4%a:b', '[1.2.3.4%a:b]']) {
    assert.equal(parsed(text), null, text);
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
    assert.equal(parsed(text), null, text);
  }
  assert.equal(parsed('[::1]:65535'), '::1');
  assert.equal(parsed('1.2.3.4:65535'), '1.2.3.4');
});

test('a text of 100 characters is parsed, a longer one is not', () => {
  const address = 'fe80::1%';
  assert.equal(parsed(address.padEnd(100, 'a')), 'fe80::1');
  assert.equal(parsed(address.padEnd(101, 'a')), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFeedClient, type FeedClientOptions } from '../../src/ingest/fetch.ts';
import { faultOf } from '../ingest/support/faults.ts';
import { redirect, startProvider, text } from '../ingest/support/provider.ts';

const OPTIONS: FeedClientOptions = {
  clock: () => 0,
  random: () => 0.5,
  sleep: async () => {},
  paceMs: 0,
  timeoutMs: 60_000,
  maxBytes: 100_000,
};

/** Where a feed's address, or a redirect from it, must never lead. */
const INSIDE = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  'ff02::1',
] as const;

test('a name that resolves to an inside address is refused before anything is sent', async (t) => {
  for (const address of INSIDE) {
    const client = createFeedClient({
      ...OPTIONS,
      lookup: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
    });
    t.after(client.close);
    assert.equal(await faultOf(client.request({ url: 'https://feed.example/' })), 'refused_address', address);
  }
});

test('an inside address written out is refused, in every spelling', async (t) => {
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  const spellings = [
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::ffff:7f00:1]',
    '[::1]',
    '169.254.169.254',
  ];
  for (const host of spellings) {
    assert.equal(await faultOf(client.request({ url: `https://${host}/` })), 'refused_address', host);
  }
  for (const url of [
    'file:///etc/passwd',
    'ftp://feed.example/',
    'http://feed.example/',
    'data:,x',
    'https://u:p@feed.example/',
  ]) {
    assert.equal(await faultOf(client.request({ url })), 'bad_address', url);
  }
});

test('a redirect into the network is not followed, and a credential does not leave its origin', async (t) => {
  const provider = await startProvider(t);
  const { port } = new URL(provider.origin);
  for (const [index, target] of [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
  ].entries())
    provider.on(`/to-${index}`, redirect(target));
  provider.on('/elsewhere', redirect(`http://other.example:${port}/caught`));
  provider.on('/caught', text(200, 'caught'));
  const client = createFeedClient({
    ...OPTIONS,
    allowLoopback: true,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  t.after(client.close);
  for (const index of [0, 1, 2]) {
    const fault = await faultOf(client.request({ url: `${provider.origin}/to-${index}` }));
    assert.ok(['refused_address', 'bad_address'].includes(fault), fault);
  }
  await client.request({
    url: `http://feed.example:${port}/elsewhere`,
    headers: {
      authorization: 'Bearer planted',
      'x-api-key': 'planted',
      cookie: 'planted',
      accept: 'text/plain',
    },
  });
  const caught = provider.requests.find(({ url }) => url === '/caught');
  assert.equal(caught?.headers.accept, 'text/plain');
  assert.doesNotMatch(JSON.stringify(caught), /planted/);
});

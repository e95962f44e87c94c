/** `rediss://`: a real server with a real certificate; the store works over it, and only where the certificate is right. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { type Authority, createAuthority } from '../support/certificates.ts';
import { freePort } from '../support/ports.ts';
import { openStore, PATIENT, Server } from './support.ts';

describe('Redis over TLS', () => {
  let authority: Authority;
  let server: Server;
  let port: number;
  const usual = tls.getCACertificates('default');

  before(async () => {
    authority = createAuthority();
    const { certFile, keyFile } = authority.issue('localhost');
    port = await freePort();
    const files = [
      '--tls-cert-file',
      certFile,
      '--tls-key-file',
      keyFile,
      '--tls-ca-cert-file',
      authority.file,
    ];
    server = await Server.start('--tls-port', `${port}`, ...files, '--tls-auth-clients', 'no');
  });
  after(async () => {
    tls.setDefaultCACertificates(usual);
    await server.stop();
    authority.remove();
  });

  test('decides, publishes and hears news where the certificate is vouched for and names the host', async (t) => {
    tls.setDefaultCACertificates([...usual, authority.cert]);
    const url = `rediss://localhost:${port}`;
    const [here, there] = [await openStore(url, PATIENT), await openStore(url, PATIENT)];
    t.after(() => Promise.all([here.store.close(), there.store.close()]));
    assert.equal((await here.store.counters.take('comparison', callerNamed('c'))).admitted, true);
    const heard = new Promise<number | undefined>((resolve) => {
      there.store.snapshots.watch((snapshot) => resolve(snapshot?.serial));
    });
    const blob = await here.store.snapshots.putBlob(new Uint8Array(3_000_000).fill(7));
    const summary = { plans: 0, added: 0, removed: 0, priceChanges: 0 };
    const draft = { publishedAt: 1, content: blob, observations: blob, reason: 'publish' as const, summary };
    const { serial } = await here.store.snapshots.announce(draft);
    assert.equal(await heard, serial);
    assert.equal((await there.store.snapshots.getBlob(blob)).length, 3_000_000);
    // Every connection was encrypted: the plain port saw none but this one.
    const clients = String(await server.ask('CLIENT', 'LIST')).split('\n');
    const plain = clients.filter((line) => line.includes(`laddr=127.0.0.1:${server.port} `));
    assert.equal(plain.length, 1);
  });

  test('does not open where nobody vouches for the certificate, or where it names another host', async () => {
    tls.setDefaultCACertificates(usual);
    await assert.rejects(openStore(`rediss://localhost:${port}`), {
      name: 'StoreError',
      message: /its certificate is of an unknown authority; .*NODE_EXTRA_CA_CERTS/,
    });
    tls.setDefaultCACertificates([...usual, authority.cert]);
    await assert.rejects(openStore(`rediss://127.0.0.1:${port}`), {
      name: 'StoreError',
      message: /its certificate is for another name/,
    });
  });
});

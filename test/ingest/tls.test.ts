/** Fetching over real TLS: the connection goes to the address that was checked, and the certificate must name the host. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { readRun } from '../../src/ingest/documents/runs.ts';
import { createFeedClient } from '../../src/ingest/read/client.ts';
import { FetchFault } from '../../src/ingest/read/fault.ts';
import { type Authority, type Certificate, createAuthority } from '../support/certificates.ts';
import { configOf, openBench, rows } from './support/shop.ts';

const HOST = 'feed.example';

describe('a feed over https', () => {
  let authority: Authority;
  const usual = tls.getCACertificates('default');
  before(() => {
    authority = createAuthority();
  });
  after(() => {
    tls.setDefaultCACertificates(usual);
    authority.remove();
  });
  /** As `NODE_EXTRA_CA_CERTS` would, without a process of its own. */
  const trust = (trusted: boolean) =>
    tls.setDefaultCACertificates(trusted ? [...usual, authority.cert] : usual);

  /** A server on this machine; the name is looked up once, by us, and leads to it. */
  async function serve(t: TestContext, { cert, key }: Certificate) {
    const names: (string | false | undefined)[] = [];
    const server = https.createServer({ cert, key }, (request, response) => {
      names.push((request.socket as tls.TLSSocket & { servername?: string | false }).servername);
      if (request.url === '/away') response.writeHead(302, { location: `http://${HOST}/` }).end();
      else response.end(request.url === '/plans' ? JSON.stringify(rows(12)) : '[]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const looked: string[] = [];
    const certificates: number[] = [];
    const client = createFeedClient({
      clock: Date.now,
      random: () => 0,
      sleep: async () => {},
      paceMs: 0,
      timeoutMs: 60_000,
      maxBytes: 1_000,
      allowLoopback: true,
      onCertificate: (until) => certificates.push(until),
      lookup: async (host) => {
        looked.push(host);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    t.after(async () => {
      client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const ask = (path = '/') => client.request({ url: `https://${HOST}:${port}${path}` });
    return { ask, names, looked, certificates, port };
  }

  const refusesToAsk = async (ask: () => Promise<unknown>, names: readonly unknown[]) => {
    await assert.rejects(ask, (error: unknown) => {
      assert.ok(error instanceof FetchFault, String(error));
      assert.equal(error.code, 'tls');
      assert.doesNotMatch(error.message, /127\.0\.0\.1/);
      return true;
    });
    assert.equal(names.length, 0, 'no request was sent');
  };

  test('is read from the address that was looked up once, under the name that was asked for', async (t) => {
    trust(true);
    const issued = authority.issue(HOST);
    const { ask, names, looked, certificates } = await serve(t, issued);
    const { status, body } = await ask();
    assert.deepEqual([status, Buffer.from(body).toString()], [200, '[]']);
    assert.deepEqual([names, looked], [[HOST], [HOST]]);
    assert.deepEqual(certificates, [Date.parse(new X509Certificate(issued.cert).validTo)]);
  });

  test('has the end of its certificate in the record of its run, also after a later read that reached no host', async (t) => {
    trust(true);
    const issued = authority.issue(HOST);
    const { port } = await serve(t, issued);
    const until = Date.parse(new X509Certificate(issued.cert).validTo);
    const bench = await openBench();
    t.after(() => bench.store.close());
    const config = configOf([{ id: 'feed', options: { url: `https://${HOST}:${port}/plans` } }]);
    const reached = async (address: string) => {
      const lookup = async () => [{ address, family: 4 }];
      const { sources } = await bench.run(config, {
        network: { allowLoopback: true, lookup, sleep: async () => {} },
      });
      return [sources[0]?.problem?.code, (await readRun(bench.store.documents, 'feed'))?.certificateUntil];
    };
    assert.deepEqual(await reached('127.0.0.1'), [undefined, until]);
    assert.deepEqual(await reached('10.0.0.1'), ['refused_address', until]);
  });

  test('is not asked where its certificate names another host', async (t) => {
    trust(true);
    const { ask, names } = await serve(t, authority.issue('other.example'));
    await refusesToAsk(ask, names);
  });

  test('is not asked where nobody vouches for its certificate', async (t) => {
    trust(false);
    const { ask, names } = await serve(t, authority.issue(HOST));
    await refusesToAsk(ask, names);
  });

  test('is not followed to where nothing is encrypted', async (t) => {
    trust(true);
    const { ask } = await serve(t, authority.issue(HOST));
    await assert.rejects(ask('/away'), FetchFault);
  });
});

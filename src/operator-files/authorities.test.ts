import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import tls from 'node:tls';
import { createAuthority } from '../../test/support/certificates.ts';
import { trustExtraAuthorities } from './authorities.ts';

test('an authority that an environment file names is trusted, and a file without a certificate is an error', async (t) => {
  const usual = tls.getCACertificates('default');
  const authority = createAuthority();
  const folder = mkdtempSync(join(tmpdir(), 'esim-authority-'));
  const { cert, key } = authority.issue('localhost');
  const server = https.createServer({ cert, key }, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    tls.setDefaultCACertificates(usual);
    authority.remove();
    rmSync(folder, { recursive: true });
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const status = () =>
    new Promise((resolve) => {
      https
        .get({ host: '127.0.0.1', servername: 'localhost', port, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .on('error', ({ message }) => resolve(message));
    });
  assert.match(String(await status()), /unable to verify/);
  writeFileSync(join(folder, 'empty.pem'), '');
  assert.throws(() => trustExtraAuthorities({ NODE_EXTRA_CA_CERTS: join(folder, 'empty.pem') }));
  trustExtraAuthorities({ NODE_EXTRA_CA_CERTS: authority.file });
  assert.equal(await status(), 200);
});

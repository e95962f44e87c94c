import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../support/ports.ts';
import { copyPublished } from '../support/published.ts';
import { until } from '../support/until.ts';
import { ask, esim, esimProcess, type Folder, type Started, start, temporaryFolder } from './support.ts';

describe('esim serve', () => {
  let folder: Folder;
  before(() => {
    folder = temporaryFolder();
    copyPublished(join(folder.path, 'data'));
  });
  after(() => folder.remove());
  const env = () => ({ STORE_URL: folder.storeUrl, PORT: '0', HOST: '127.0.0.1' });

  async function serving(): Promise<Started & { readonly port: number }> {
    const service = start(['serve'], env());
    const lines = (await service.waitForOutput('"msg":"listening"')).split('\n');
    const line = lines.find((text) => text.includes('"listening"')) ?? '{}';
    return { ...service, port: (JSON.parse(line) as { port: number }).port };
  }

  test('serves, rejects a second service on its folder, and exits with 0 on SIGTERM', async () => {
    const { child, finished, port } = await serving();
    try {
      const answer = await ask(`http://127.0.0.1:${port}/api/v1/health`);
      assert.equal(answer.status, 200);
      const second = await esimProcess(['serve'], env());
      assert.equal(second.code, 1);
      assert.match(second.stderr, /^esim: another process serves from this folder[^\n]+\n$/);
      child.kill('SIGTERM');
      const { code, stdout } = await finished;
      assert.equal(code, 0);
      assert.match(stdout, /"msg":"stopped"\}\n$/);
    } finally {
      child.kill('SIGKILL');
      await finished;
    }
  });

  test('a later signal ends the process with exit code 1 while a slow request is still open', async () => {
    const { child, finished, waitForOutput, port } = await serving();
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    try {
      await once(socket, 'connect');
      // The service waits for the rest of this request before it stops.
      const head = [
        'POST /mcp HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 99',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n{`);
      // A response on another connection shows that the service has also read the first one.
      await fetch(`http://127.0.0.1:${port}/robots.txt`).then((answer) => answer.text());
      child.kill('SIGINT');
      await waitForOutput('"msg":"stopping"');
      // A second after the first one, a signal is taken as another request.
      const repeated = setInterval(() => child.kill('SIGINT'), 200);
      const { code, stdout } = await finished.finally(() => clearInterval(repeated));
      assert.equal(code, 1);
      assert.doesNotMatch(stdout, /"msg":"stopped"/);
    } finally {
      socket.destroy();
      child.kill('SIGKILL');
      await finished;
    }
  });

  test('SIGHUP during the start does not stop the service, and is obeyed when it has started', async () => {
    const empty = temporaryFolder();
    const limits = join(empty.path, 'limits.json');
    writeFileSync(limits, '{}');
    const adminPort = await freePort();
    const { child, finished, waitForOutput } = start(['serve'], {
      ...env(),
      // Without a catalogue, the start reads the sample market first.
      STORE_URL: empty.storeUrl,
      LIMITS_FILE: limits,
      ADMIN_PORT: String(adminPort),
    });
    try {
      const livez = () => fetch(`http://localhost:${adminPort}/livez`);
      await until('the admin port is open', () =>
        livez().then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      child.kill('SIGHUP');
      await waitForOutput('"msg":"the limits were reloaded"');
    } finally {
      child.kill('SIGKILL');
      await finished;
      empty.remove();
    }
  });

  test('a wrong setting stops the start with one line and exit code 1', async () => {
    const { code, stdout, stderr } = await esim(['serve'], { ...env(), PORT: 'eighty' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^esim: PORT "eighty" is not valid: [^\n]+\n$/);
  });
});

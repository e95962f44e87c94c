/** Clicks that are in the database survive a kill. A process that is stopped writes the others before it ends. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyPublished } from '../support/published.ts';
import { until } from '../support/until.ts';
import { ask, esim, start, temporaryFolder } from './support.ts';

test('clicks of a data folder are exact after a kill that follows their write, and after a stop', async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  copyPublished(join(folder.path, 'data'));
  const env = { STORE_URL: folder.storeUrl, PORT: '0', HOST: '127.0.0.1' };
  const clicks = async (): Promise<number> => {
    const { stdout } = await esim(['clicks', '--by', 'via', '--json'], { STORE_URL: folder.storeUrl });
    return (JSON.parse(stdout) as { others: number }[]).reduce((sum, { others }) => sum + others, 0);
  };
  let expected = 0;
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const service = start(['serve'], env);
    t.after(() => service.child.kill('SIGKILL'));
    const line = (await service.waitForOutput('"msg":"listening"'))
      .split('\n')
      .find((text) => text.includes('"listening"'));
    const url = `http://127.0.0.1:${(JSON.parse(line!) as { port: number }).port}`;
    for (let number = 0; number < 20; number += 1) {
      const { status } = await ask(`${url}/go/driftlark/tr-10gb-30d?via=api&to=TR`, { redirect: 'manual' });
      assert.equal(status, 302);
    }
    expected += 20;
    if (signal === 'SIGKILL')
      await until('the clicks are written', async () => (await clicks()) === expected);
    service.child.kill(signal);
    await service.finished;
    assert.equal(await clicks(), expected, signal);
  }
});

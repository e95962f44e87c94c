import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkForDirectories } from '../../src/cli/commands/directory-check.ts';
import { EXIT } from '../../src/cli/failure.ts';
import { pretendDependencies } from '../../src/cli/testing.ts';
import { startService, UNLIMITED } from './support/service.ts';

test('the check for directories tries all that a reviewer would, and notices an address that is not the public one', async () => {
  const service = await startService({ limits: { ...UNLIMITED, 'comparison.minute': 6 } });
  try {
    const around = pretendDependencies();
    // The service believes to be at another port: its links and its registry entry lead elsewhere.
    assert.equal(await checkForDirectories(`${service.origin}/mcp`, around), EXIT.failure);
    const rows = around
      .stdout()
      .split('\n')
      .map((line) => /^(.+?) +(ok|FAILED) +(.+)$/.exec(line))
      .filter((row) => row !== null);
    assert.equal(rows.length, 18);
    assert.deepEqual(
      rows.filter(([, , result]) => result === 'FAILED').map(([, name]) => name),
      ['search_esim_plans', 'server.json'],
    );
    assert.match(around.stdout(), /^429 +ok +429 after \d more calls, wait \d+ s$/m);
    assert.match(around.stdout(), /2 not as a reviewer wants it\n$/);
  } finally {
    await service.close();
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkForDirectories } from '../../scripts/directory-check.ts';
import { startService, UNLIMITED } from './support/service.ts';

test('the directory check passes for the service, except for a BASE_URL that is not the public address', async () => {
  const service = await startService({ limits: { ...UNLIMITED, 'comparison.minute': 6 } });
  try {
    // BASE_URL of this service has another port, so its links and its registry entry lead elsewhere.
    const results = await checkForDirectories(`${service.origin}/mcp`);
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ name }) => name),
      ['search_esim_plans', 'server.json'],
    );
    assert.match(
      results.find(({ name }) => name === '429')?.found ?? '',
      /^429 after \d more calls, wait \d+ s$/,
    );
  } finally {
    await service.close();
  }
});

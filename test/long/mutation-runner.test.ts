/** The runner of the mutation tests, on a folder with tests that end in different ways when a mutant is active. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../faults/support/process.ts';
import { removeFolder } from '../support/folder.ts';

const RUNNER = pathToFileURL(join(import.meta.dirname, '../../bench/mutation/runner.ts')).href;

/** The name of the active mutant says how the test ends. */
const TEST = `
import { test } from 'node:test';
test('only', async () => {
  const mutant = globalThis.__stryker__.activeMutant;
  if (mutant === 'fails') throw new Error('noticed');
  if (mutant === 'waits') await new Promise(() => {});
  if (mutant === 'exits') process.exit(3);
});
`;

const SCRIPT = `
import { writeFileSync } from 'node:fs';
import { strykerPlugins } from ${JSON.stringify(RUNNER)};
const runner = new strykerPlugins[0].injectableClass();
const statusOf = async (id) => {
  const run = { activeMutant: { id }, sandboxFileName: 'only.ts', mutantActivation: 'runtime' };
  const { status, errorMessage } = await runner.mutantRun(run);
  return [id, status, errorMessage?.split('\\n')[0]];
};
const { status, errorMessage } = await runner.dryRun();
if (status !== 'complete') throw new Error(errorMessage);
const found = [];
for (const id of ['changes nothing', 'fails', 'waits', 'exits']) found.push(await statusOf(id));
for (const [id, text] of [['declares nothing', ''], ['cannot be loaded', 'throw new Error("broken")']]) {
  await runner.dispose();
  writeFileSync('only.test.ts', text);
  found.push(await statusOf(id));
}
await runner.dispose();
console.log(JSON.stringify(found));
`;

test('a mutant counts as noticed only if a test fails or never ends, and not if its thread breaks', (t) => {
  const folder = makeFolder();
  t.after(() => removeFolder(folder));
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts/seed.ts'), '');
  writeFileSync(join(folder, 'only.test.ts'), TEST);
  writeFileSync(join(folder, 'script.mjs'), SCRIPT);
  const printed = execFileSync(process.execPath, ['script.mjs'], {
    cwd: folder,
    env: { MUTATION_TESTS: 'only.test.ts' },
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(printed), [
    ['changes nothing', 'survived', null],
    ['fails', 'killed', null],
    ['waits', 'timeout', null],
    ['exits', 'error', 'the thread exited with 3'],
    ['declares nothing', 'error', 'Error: "only.test.ts › only" is not declared without a mutant'],
    ['cannot be loaded', 'error', 'Error: broken'],
  ]);
});

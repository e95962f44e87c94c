/**
 * A process of its own for the store's tests: `node child.ts <folder> <task>`. Says "ready" on a line when it
 * holds what its test needs, then goes on until it is ended.
 */
import { randomBytes } from 'node:crypto';
import { openEmbeddedStore } from '../../src/store/embedded/open.ts';
import { StoreError } from '../../src/store/port.ts';
import { snapshotOf } from './suite.ts';

const [folder, task] = process.argv.slice(2) as [string, 'serve' | 'announce-one' | 'announce-many'];
/** Several chunks, so that an end may come between two of them; random, so that packing does not shrink it. */
const PART_BYTES = 9_000_000;
/** More than any test lets it live for. */
const ROUNDS = 1_000;

async function announce(store: Awaited<ReturnType<typeof openEmbeddedStore>>, bytes: number) {
  const content = await store.snapshots.putBlob(new Uint8Array(randomBytes(bytes)));
  const observations = await store.snapshots.putBlob(new Uint8Array(randomBytes(bytes / 9)));
  return store.snapshots.announce(snapshotOf(content, observations));
}

try {
  const store = await openEmbeddedStore({
    folder,
    clock: Date.now,
    mode: task === 'serve' ? 'serve' : 'write',
    onEvent: () => {},
  });
  console.log('ready');
  if (task === 'announce-one') {
    await announce(store, 900);
    await store.close();
  }
  for (let round = 0; task === 'announce-many' && round < ROUNDS; round += 1)
    await announce(store, PART_BYTES);
} catch (error) {
  console.log(error instanceof StoreError ? `${error.code}: ${error.message}` : String(error));
  process.exitCode = 1;
}

/** A process that writes the blobs of a snapshot, one after the other; it is killed before it announces any. */
import { randomBytes } from 'node:crypto';
import { openStore, PATIENT } from './support.ts';

interface Task {
  readonly url: string;
  readonly keyPrefix: string;
}

const BLOB_BYTES = 1_000_000;
const BLOBS = 1_000;

const { url, keyPrefix } = JSON.parse(process.argv[2]!) as Task;
const { store } = await openStore(url, { ...PATIENT, keyPrefix });
console.log('publishing');
for (let blob = 0; blob < BLOBS; blob += 1) await store.snapshots.putBlob(randomBytes(BLOB_BYTES));

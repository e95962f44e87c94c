/** A process that begins to publish a large blob; it is killed before it can finish. */
import { randomBytes } from 'node:crypto';
import { openStore, PATIENT } from './support.ts';

interface Task {
  readonly url: string;
  readonly keyPrefix: string;
  readonly bytes?: number;
}

const { url, keyPrefix, bytes = 200_000_000 } = JSON.parse(process.argv[2]!) as Task;
const { store } = await openStore(url, { ...PATIENT, keyPrefix });
console.log('publishing');
await store.snapshots.putBlob(randomBytes(bytes));
console.log('published');

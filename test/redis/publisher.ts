/** A process that begins to publish a large part; it is killed before it can finish. */
import { randomBytes } from 'node:crypto';
import { openStore, PATIENT } from './support.ts';

const { url, keyPrefix } = JSON.parse(process.argv[2]!) as { url: string; keyPrefix: string };
const { store } = await openStore(url, { ...PATIENT, keyPrefix });
console.log('publishing');
await store.snapshots.putPart(randomBytes(200_000_000));
console.log('published');

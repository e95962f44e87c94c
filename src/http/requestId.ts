import { randomBytes } from 'node:crypto';

/** A name for every request in our logs: unguessable for each process, counted within it. Nothing of the caller. */
export function requestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

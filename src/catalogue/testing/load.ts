/** Writes and loads snapshots in one step, for tests. */
import { hash } from 'node:crypto';
import type { BlobRef } from '../../store/port.ts';
import type { Catalogue, Market } from '../catalogue.ts';
import { loadCatalogue, readSnapshot, type SnapshotMarket } from '../read-snapshot.ts';
import { type SnapshotBlobs, writeSnapshot } from '../write-snapshot.ts';

/** Reads blobs without a store. */
export function readBlobs(
  { content, observations }: SnapshotBlobs,
  known?: SnapshotMarket,
): Promise<SnapshotMarket> {
  const refOf = (blob: Uint8Array) => ({ sha256: hash('sha256', blob, 'hex'), bytes: blob.length });
  const refs = { content: refOf(content), observations: refOf(observations) };
  const getBlob = async ({ sha256 }: BlobRef) => (sha256 === refs.content.sha256 ? content : observations);
  return readSnapshot({ getBlob }, refs, known);
}

export const loadBlobs = async (blobs: SnapshotBlobs, serial = 1): Promise<Catalogue> =>
  loadCatalogue(await readBlobs(blobs), serial);

export const reload = async (market: Market, serial = 1): Promise<Catalogue> =>
  loadBlobs(await writeSnapshot(market), serial);

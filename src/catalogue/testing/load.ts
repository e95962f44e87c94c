/** Writes and loads snapshots in one step, for tests. */
import { hash } from 'node:crypto';
import type { Catalogue, Market } from '../catalogue.ts';
import { loadCatalogue, readContent, readObservations } from '../read-snapshot.ts';
import { type SnapshotBlobs, writeSnapshot } from '../write-snapshot.ts';

export async function loadBlobs({ content, observations }: SnapshotBlobs, serial = 1): Promise<Catalogue> {
  const version = hash('sha256', content, 'hex');
  const plans = await readContent(content);
  return loadCatalogue(plans, await readObservations(observations, version, plans), version, serial);
}

export const reload = async (market: Market, serial = 1): Promise<Catalogue> =>
  loadBlobs(await writeSnapshot(market), serial);

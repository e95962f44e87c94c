/** The test command publishes the sample market once. Each service starts on a copy, so that it needs no ingest. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';

/** Without the test command the folder stays empty, and the service runs an ingest. */
export function copyPublished(folder: string): void {
  const published = process.env['TEST_PUBLISHED_FOLDER'];
  if (published !== undefined) cpSync(published, folder, { recursive: true });
}

/** A new data folder with the sample market. */
export function publishedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'esim-published-'));
  copyPublished(folder);
  return folder;
}

/** Publishes the same sample market in Redis. */
export async function publishInRedis(url: string): Promise<void> {
  const published = process.env['TEST_PUBLISHED_FOLDER'];
  if (published === undefined) return;
  const open = (storeUrl: string): Promise<Store> =>
    openStore({ url: storeUrl, mode: 'read', clock: Date.now, onEvent: () => {} });
  const [from, to] = await Promise.all([open(`file:${published}`), open(url)]);
  try {
    const current = await from.snapshots.current();
    if (current === null) return;
    const { serial: _serial, ...snapshot } = current;
    for (const ref of [snapshot.content, snapshot.observations])
      await to.snapshots.putBlob(await from.snapshots.getBlob(ref));
    await to.snapshots.announce(snapshot);
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

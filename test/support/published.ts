/** The test command publishes the sample market once. Each service starts on a copy, so that it needs no ingest. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/main.ts';
import { testDependencies } from '../../src/cli/testing/dependencies.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';

/** Without the test command the folder stays empty, and the service runs an ingest. */
export function copyPublished(folder: string): void {
  const published = process.env['TEST_PUBLISHED_FOLDER'];
  if (published !== undefined) cpSync(published, folder, { recursive: true });
}

/** The folders of this process that were published at another time, by that time. */
const publishedAt = new Map<number, Promise<string>>();

/** For a service with a clock of its own. The first service of a time waits for the ingest. */
export async function copyPublishedAt(time: number, folder: string): Promise<void> {
  const published = publishedAt.get(time) ?? publishAt(time);
  publishedAt.set(time, published);
  cpSync(await published, folder, { recursive: true });
}

async function publishAt(time: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-published-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const deps = testDependencies();
  const env = { STORE_URL: `file:${folder}` };
  const code = await run(['ingest'], { ...deps, clock: () => time, random: Math.random, env });
  assert.equal(code, 0, deps.stderr());
  return folder;
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

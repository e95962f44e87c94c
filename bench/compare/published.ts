/**
 * Publishes a sample market of any size in a data folder, in a separate process, because a folder has one owner.
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHistory, type SourceHistory, writeHistory } from '../../src/ingest/accept/history.ts';
import { writeRun } from '../../src/ingest/documents/runs.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';
import { marketBlobs } from './market.ts';

const DAY_MS = 86_400_000;

/** Plans with some changes of their prices. */
function historyOf(plans: number): SourceHistory {
  const now = Date.now();
  const today = Math.floor(now / DAY_MS);
  const prices = [4, 3, 2, 1].map(
    (days) => [now - days * DAY_MS, 1_000 + days, 'USD', 1_000 + days] as const,
  );
  const days = [3, 2, 1].map((ago) => [today - ago, 1_001, 1_004] as const);
  const terms = ['total', 10_000_000_000, null, 30, 'TR'] as const;
  const entry = { firstSeenAt: now - 5 * DAY_MS, goneAt: null, prices, days, isDuplicate: false, terms };
  return new Map(Array.from({ length: plans }, (_, index) => [`some-plan-${index}-10gb-30d`, entry]));
}

/** The source of `idleSource` is not due during a measurement. */
export async function writeIdleRun({ documents }: Pick<Store, 'documents'>): Promise<void> {
  await writeRun(documents, {
    source: 'idle',
    outcome: 'left_out',
    lastAttemptAt: Date.now(),
    lastSuccessAt: null,
    problem: null,
    counts: {
      rows: 0,
      plans: 0,
      rejected: 0,
      byReason: {},
      quarantined: 0,
      filtered: 0,
      droppedNetworks: 0,
    },
    plansServed: 0,
    lastGood: null,
    failures: 0,
    durationMs: 0,
    nextRunAt: Date.now() + DAY_MS,
  });
}

async function publishInto(folder: string, plans: number): Promise<void> {
  const { content, observations } = marketBlobs(plans);
  const store = await openStore({
    url: `file:${folder}`,
    mode: 'serve',
    clock: Date.now,
    onEvent: () => {},
  });
  await store.snapshots.announce({
    publishedAt: Date.now(),
    content: await store.snapshots.putBlob(content),
    observations: await store.snapshots.putBlob(observations),
    reason: 'publish',
    summary: { plans, added: plans, removed: 0, priceChanges: 0 },
  });
  // The link of an unknown plan needs the history of its source.
  await writeHistory(store.documents, 'idle', encodeHistory(historyOf(plans)));
  await writeIdleRun(store);
  await store.close();
}

export const publishInChild = (folder: string, plans: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fork(import.meta.filename, [folder, String(plans)]).once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`publishing ${plans} plans failed`)),
    );
  });

/** Settings with one source that is never read, so that the published plans stay. */
export function idleSource(folder: string): Record<string, string> {
  mkdirSync(join(folder, 'providers'), { recursive: true });
  const provider = { id: 'idle', name: 'Idle', homepage: 'https://idle.example/', hosts: ['idle.example'] };
  writeFileSync(join(folder, 'providers/idle.json'), JSON.stringify(provider));
  const options = { url: 'https://idle.example/f' };
  const source = { id: 'idle', adapter: 'esimdb', provider: 'idle', options };
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources: [source] }));
  return { SOURCES_FILE: join(folder, 'sources.json') };
}

if (import.meta.main) await publishInto(process.argv[2]!, Number(process.argv[3]));

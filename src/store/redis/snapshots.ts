/** Snapshots: a list, newest first. One becomes current in one step, and everybody hears of it. */
import { type Snapshot, type SnapshotStore, StoreError } from '../port.ts';
import { chunkKeys, readEntry, redisBlobs } from './blobs.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { ANNOUNCE, DROP_BLOB } from './scripts.ts';

/** `onGeneration` hears of the cache generation that a rollback of this process began. */
export function redisSnapshots(
  link: Link,
  keys: Keys,
  random: (bytes: number) => Uint8Array,
  onGeneration: (generation: string) => void,
) {
  const watchers = new Set<{ seen: number; readonly tell: (snapshot: Snapshot) => void }>();
  /** What this process has been told of, by an answer: what it may be told of again only if it changes. */
  let told = 0;
  let highest = 0;
  let heard = 0;

  function tell(snapshot: Snapshot, isNews: (seen: number) => boolean): void {
    highest = Math.max(highest, snapshot.serial);
    for (const watcher of watchers) {
      if (!isNews(watcher.seen)) continue;
      watcher.seen = snapshot.serial;
      watcher.tell(snapshot);
    }
  }

  async function list(limit: number): Promise<readonly Snapshot[]> {
    if (limit < 1) return [];
    const texts = (await link.command('LRANGE', keys.snapshots, 0, limit - 1)) as string[];
    const snapshots = texts.map(readSnapshot);
    highest = Math.max(highest, snapshots[0]?.serial ?? 0);
    return snapshots;
  }

  /** Where a message was missed, this finds what it said; and where the store lost its data, that the count began anew. */
  async function poll(): Promise<void> {
    if (watchers.size === 0) return;
    const heardBefore = heard;
    const [snapshot] = await list(1);
    // A message that came meanwhile is newer than this answer.
    if (snapshot !== undefined && heardBefore === heard) tell(snapshot, (seen) => snapshot.serial !== seen);
  }

  function heardAnnouncement(message: string): void {
    const snapshot = readSnapshot(message);
    heard += 1;
    if (snapshot.serial < highest) poll().catch(() => {});
    else tell(snapshot, (seen) => snapshot.serial > seen);
  }

  return {
    ...redisBlobs(link, keys, random),
    list,
    poll,
    heardAnnouncement,

    async announce(draft) {
      const { content, observations, reason } = draft;
      const text = JSON.stringify(draft);
      const [serial, newGeneration] = (await link.script(
        ANNOUNCE,
        [keys.blobs, keys.snapshots, keys.serial, keys.generation],
        [
          text,
          keys.snapshotChannel,
          highest,
          reason === 'rollback' ? '1' : '0',
          keys.generationChannel,
          ...[content, observations].flatMap(({ sha256, bytes }) => [sha256, bytes]),
        ],
      )) as [number, string?];
      if (serial === 0) throw new StoreError('missing_blob', 'a blob of the snapshot is not complete');
      if (newGeneration) onGeneration(newGeneration);
      const snapshot = readSnapshot(`${serial} ${text}`);
      heard += 1;
      tell(snapshot, (seen) => serial > seen);
      told = serial;
      return snapshot;
    },

    async current() {
      const snapshot = (await list(1))[0] ?? null;
      if (snapshot !== null) told = snapshot.serial;
      return snapshot;
    },

    watch(onSnapshot) {
      const watcher = { seen: told, tell: onSnapshot };
      watchers.add(watcher);
      // Something may have been announced between the last answer and this moment.
      poll().catch(() => {});
      return () => void watchers.delete(watcher);
    },

    async prune(drop) {
      const [, ...older] = (await link.command('LRANGE', keys.snapshots, 0, -1)) as string[];
      for (const text of older)
        if (drop.includes(readSnapshot(text).serial)) await link.command('LREM', keys.snapshots, 1, text);
      const kept = ((await link.command('LRANGE', keys.snapshots, 0, -1)) as string[]).map(readSnapshot);
      const named = new Set(
        kept.flatMap(({ content, observations }) => [content.sha256, observations.sha256]),
      );
      const entries = (await link.command('HGETALL', keys.blobs)) as string[] | Record<string, string>;
      for (const [sha256, text] of pairsOf(entries)) {
        if (named.has(sha256)) continue;
        await link.script(
          DROP_BLOB,
          [keys.blobs, keys.snapshots, keys.fresh(sha256), ...chunkKeys(keys, readEntry(text))],
          [sha256, text],
        );
      }
    },
  } satisfies SnapshotStore & Record<string, unknown>;
}

/** As it lies in the list and goes over the channel: `<serial> <JSON of the rest>`. */
function readSnapshot(text: string): Snapshot {
  const space = text.indexOf(' ');
  return {
    serial: Number(text.slice(0, space)),
    ...(JSON.parse(text.slice(space + 1)) as Omit<Snapshot, 'serial'>),
  };
}

/** A flat list on the older protocol, a map on the newer. */
function pairsOf(reply: string[] | Record<string, string>): [string, string][] {
  if (!Array.isArray(reply)) return Object.entries(reply);
  return Array.from({ length: reply.length / 2 }, (_, at) => [reply[at * 2]!, reply[at * 2 + 1]!]);
}

/** Editions: a list, newest first. One becomes current in one step, and everybody hears of it. */
import { type Edition, type PartRef, type SnapshotStore, StoreError } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { chunkKeys, RedisParts, readEntry } from './parts.ts';
import { ANNOUNCE, DROP_PART } from './scripts.ts';

export class RedisSnapshots implements SnapshotStore {
  readonly #link: Link;
  readonly #keys: Keys;
  readonly #parts: RedisParts;
  readonly #onGeneration: (generation: string) => void;
  readonly #watchers = new Set<{ seen: number; readonly tell: (edition: Edition) => void }>();
  /** What this process has been told of, by an answer: what it may be told of again only if it changes. */
  #told = 0;
  #highest = 0;
  #heard = 0;

  /** `onGeneration` hears of the cache generation that a rollback of this process began. */
  constructor(
    link: Link,
    keys: Keys,
    random: (bytes: number) => Uint8Array,
    onGeneration: (generation: string) => void,
  ) {
    this.#onGeneration = onGeneration;
    this.#link = link;
    this.#keys = keys;
    this.#parts = new RedisParts(link, keys, random);
  }

  hasPart(sha256: string): Promise<boolean> {
    return this.#parts.has(sha256);
  }

  putPart(bytes: Uint8Array): Promise<PartRef> {
    return this.#parts.put(bytes);
  }

  getPart(ref: PartRef): Promise<Uint8Array> {
    return this.#parts.get(ref);
  }

  async announce(draft: Omit<Edition, 'serial'>): Promise<Edition> {
    const { content, observations, reason } = draft;
    const { parts, editions, serial: serialKey, generation, editionChannel, generationChannel } = this.#keys;
    const text = JSON.stringify(draft);
    const [serial, newGeneration] = (await this.#link.script(
      ANNOUNCE,
      [parts, editions, serialKey, generation],
      [
        text,
        editionChannel,
        this.#highest,
        reason === 'rollback' ? '1' : '0',
        generationChannel,
        ...[content, observations].flatMap(({ sha256, bytes }) => [sha256, bytes]),
      ],
    )) as [number, string?];
    if (serial === 0) throw new StoreError('missing_part', 'a part of the edition is not complete');
    if (newGeneration) this.#onGeneration(newGeneration);
    const edition = readEdition(`${serial} ${text}`);
    this.#heard += 1;
    this.#tell(edition, (seen) => serial > seen);
    this.#told = serial;
    return edition;
  }

  async current(): Promise<Edition | null> {
    const edition = (await this.list(1))[0] ?? null;
    if (edition !== null) this.#told = edition.serial;
    return edition;
  }

  async list(limit: number): Promise<readonly Edition[]> {
    if (limit < 1) return [];
    const texts = (await this.#link.command('LRANGE', this.#keys.editions, 0, limit - 1)) as string[];
    const editions = texts.map(readEdition);
    this.#highest = Math.max(this.#highest, editions[0]?.serial ?? 0);
    return editions;
  }

  watch(onEdition: (edition: Edition) => void): () => void {
    const watcher = { seen: this.#told, tell: onEdition };
    this.#watchers.add(watcher);
    // Something may have been announced between the last answer and this moment.
    this.poll().catch(() => {});
    return () => void this.#watchers.delete(watcher);
  }

  /** Where a message was missed, this finds what it said; and where the store lost its data, that the count began anew. */
  async poll(): Promise<void> {
    if (this.#watchers.size === 0) return;
    const heardBefore = this.#heard;
    const [edition] = await this.list(1);
    // A message that came meanwhile is newer than this answer.
    if (edition !== undefined && heardBefore === this.#heard)
      this.#tell(edition, (seen) => edition.serial !== seen);
  }

  heardAnnouncement(message: string): void {
    const edition = readEdition(message);
    this.#heard += 1;
    if (edition.serial < this.#highest) this.poll().catch(() => {});
    else this.#tell(edition, (seen) => edition.serial > seen);
  }

  #tell(edition: Edition, isNews: (seen: number) => boolean): void {
    this.#highest = Math.max(this.#highest, edition.serial);
    for (const watcher of this.#watchers) {
      if (!isNews(watcher.seen)) continue;
      watcher.seen = edition.serial;
      watcher.tell(edition);
    }
  }

  async prune(drop: readonly number[]): Promise<void> {
    const { parts, editions } = this.#keys;
    const [, ...older] = (await this.#link.command('LRANGE', editions, 0, -1)) as string[];
    for (const text of older)
      if (drop.includes(readEdition(text).serial)) await this.#link.command('LREM', editions, 1, text);
    const kept = ((await this.#link.command('LRANGE', editions, 0, -1)) as string[]).map(readEdition);
    const named = new Set(kept.flatMap(({ content, observations }) => [content.sha256, observations.sha256]));
    const entries = (await this.#link.command('HGETALL', parts)) as string[] | Record<string, string>;
    for (const [sha256, text] of pairsOf(entries)) {
      if (named.has(sha256)) continue;
      await this.#link.script(
        DROP_PART,
        [parts, editions, this.#keys.fresh(sha256), ...chunkKeys(this.#keys, readEntry(text))],
        [sha256, text],
      );
    }
  }
}

/** As it lies in the list and goes over the channel: `<serial> <JSON of the rest>`. */
function readEdition(text: string): Edition {
  const space = text.indexOf(' ');
  return {
    serial: Number(text.slice(0, space)),
    ...(JSON.parse(text.slice(space + 1)) as Omit<Edition, 'serial'>),
  };
}

/** A flat list on the older protocol, a map on the newer. */
function pairsOf(reply: string[] | Record<string, string>): [string, string][] {
  if (!Array.isArray(reply)) return Object.entries(reply);
  return Array.from({ length: reply.length / 2 }, (_, at) => [reply[at * 2]!, reply[at * 2 + 1]!]);
}

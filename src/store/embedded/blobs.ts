import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { release } from '../bytes.ts';
import { inTransaction } from './schema.ts';

/** Small enough that other work comes between two chunks, large enough to pack well. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** A blob that no snapshot names is kept for so long: somebody may be about to announce it. */
const UNNAMED_BLOB_MS = 3_600_000;

/** Level 1 packs a catalogue to an eighth; higher levels gain a tenth for several times the work (docs/decisions/0017-embedded-store-in-a-worker.md). */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

interface BlobInfo {
  /** Length of the whole blob. */
  readonly bytes: number;
  readonly chunks: number;
}

interface Chunk extends BlobInfo {
  readonly sha256: string;
  readonly seq: number;
}

export function blobTables(db: DatabaseSync) {
  const touch = db.prepare('UPDATE blobs SET touched_at = ? WHERE sha256 = ? AND complete = 1');
  const info = db.prepare('SELECT bytes, chunks FROM blobs WHERE sha256 = ? AND complete = 1');
  const addBlob = db.prepare(`
    INSERT INTO blobs (sha256, bytes, chunks, touched_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (sha256) DO UPDATE SET touched_at = excluded.touched_at, chunks = excluded.chunks
      WHERE complete = 0`);
  const addChunk = db.prepare('INSERT OR REPLACE INTO chunks (sha256, seq, packed) VALUES (?, ?, ?)');
  const complete = db.prepare(`
    UPDATE blobs SET complete = 1
    WHERE sha256 = ?1 AND chunks = (SELECT COUNT(*) FROM chunks WHERE sha256 = ?1 AND seq < blobs.chunks)`);
  const incomplete = db.prepare('UPDATE blobs SET complete = 0 WHERE sha256 = ?');
  const readChunk = db.prepare('SELECT packed FROM chunks WHERE sha256 = ? AND seq = ?');
  const unnamed = db.prepare(`
    SELECT sha256 FROM blobs
    WHERE touched_at <= ?
      AND sha256 NOT IN (SELECT content_sha256 FROM snapshots UNION SELECT observations_sha256 FROM snapshots)
    LIMIT 1`);
  const dropBlob = db.prepare('DELETE FROM blobs WHERE sha256 = ?');
  const dropChunks = db.prepare('DELETE FROM chunks WHERE sha256 = ?');

  return {
    blobInfo: (sha256: string): BlobInfo | null => (info.get(sha256) as BlobInfo | undefined) ?? null,

    /** True where the blob is there already; it is then kept for another while. */
    touchBlob: (sha256: string, now: number): boolean => touch.run(now, sha256).changes === 1,

    /** A last chunk answers whether the blob is now complete: its first ones may have been dropped meanwhile. */
    putChunk(chunk: Chunk, data: Uint8Array, now: number): boolean {
      const packed = zstdCompressSync(data, PACKING);
      // It was handed over to this thread, and it is large.
      release(data);
      return inTransaction(db, () => {
        addBlob.run(chunk.sha256, chunk.bytes, chunk.chunks, now);
        addChunk.run(chunk.sha256, chunk.seq, packed);
        return chunk.seq < chunk.chunks - 1 || complete.run(chunk.sha256).changes === 1;
      });
    },

    /** null where it is missing or cannot be unpacked. */
    getChunk(sha256: string, seq: number): Uint8Array | null {
      const row = readChunk.get(sha256, seq);
      if (!row) return null;
      try {
        return zstdDecompressSync(row['packed'] as Uint8Array, {
          chunkSize: CHUNK_BYTES,
          maxOutputLength: CHUNK_BYTES,
        });
      } catch {
        return null;
      }
    },

    /** After it was found to be altered: whoever has the right bytes may then write them again. */
    discardBlob(sha256: string): void {
      incomplete.run(sha256);
    },

    /** Drops one blob that nobody needs. True where there may be more: the caller asks again, others between. */
    dropUnnamedBlob(now: number): boolean {
      return inTransaction(db, () => {
        const sha256 = unnamed.get(now - UNNAMED_BLOB_MS)?.['sha256'];
        if (typeof sha256 !== 'string') return false;
        dropChunks.run(sha256);
        dropBlob.run(sha256);
        return true;
      });
    },
  };
}

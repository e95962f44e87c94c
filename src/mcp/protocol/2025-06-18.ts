import type { VersionTraits } from './protocol.ts';

/** Took batches away; brought the version header, titles and structured tool results. */
export const V2025_06_18: VersionTraits = { version: '2025-06-18', takesBatches: false };

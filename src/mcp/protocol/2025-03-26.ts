import type { VersionTraits } from './protocol.ts';

/** The only version with JSON-RPC batches, and the one that a request without a version header speaks. */
export const V2025_03_26: VersionTraits = { version: '2025-03-26', takesBatches: true };

import type { VersionTraits } from './protocol.ts';

/** Names JSON Schema 2020-12 as the dialect of tools; bad arguments are tool errors; server info has a website. */
export const V2025_11_25: VersionTraits = { version: '2025-11-25', takesBatches: false };

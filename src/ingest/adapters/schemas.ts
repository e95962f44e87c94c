/**
 * The schema library, for the options of the adapters. It is read when the first schema is asked for: reading it takes
 * longer than reading all adapters, and a feed can be read without it.
 */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
type Library = typeof import('typebox');

export const Type = (): Library['default'] => (load('typebox') as Library).default;

/**
 * Loaded before the tests. Property tests use a fixed seed, so that every run tests the same cases. `PROPERTY_SEED=7`
 * uses another seed, and `PROPERTY_SEED=random` a new one.
 */
import fc from 'fast-check';

const FIXED_SEED = 20_261_115;
const wanted = process.env['PROPERTY_SEED'] ?? String(FIXED_SEED);
const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);
if (!Number.isInteger(seed))
  throw new Error(`PROPERTY_SEED must be a whole number or "random", not "${wanted}".`);
if (wanted === 'random') console.error(`using PROPERTY_SEED=${seed}`);
fc.configureGlobal({ seed });

export const PROPERTY_SEED = seed;

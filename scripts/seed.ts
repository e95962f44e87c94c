/**
 * Loaded before the tests. A test run says the same thing each time about the same code: the properties draw their
 * cases from one seed, or from the one that is named (`PROPERTY_SEED=7`), or from a new one (`PROPERTY_SEED=random`).
 */
import fc from 'fast-check';

const FIXED_SEED = 20_261_115;
const wanted = process.env['PROPERTY_SEED'] ?? String(FIXED_SEED);
const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);
if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is a whole number or "random", not "${wanted}".`);
if (wanted === 'random') console.error(`properties drawn with PROPERTY_SEED=${seed}`);
fc.configureGlobal({ seed });

export const PROPERTY_SEED = seed;

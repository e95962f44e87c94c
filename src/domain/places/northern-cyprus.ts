import { fold } from './fold.ts';

const TOWNS = ['kyrenia', 'girne', 'famagusta', 'gazimagusa', 'magusa', 'morphou', 'guzelyurt'];

/** Northern Cyprus has no country code, and plans for Türkiye or for Cyprus do not work there as if it were theirs. */
export function isNorthernCyprus(text: string): boolean {
  const folded = ` ${fold(text)} `;
  return (
    folded === ' nn ' ||
    folded.includes(' trnc ') ||
    folded.includes(' kktc ') ||
    (folded.includes('cyprus') && folded.includes('north')) ||
    (folded.includes('kibris') && folded.includes('kuzey')) ||
    folded.includes(' nordzypern ') ||
    folded.includes(' chipre del norte ') ||
    folded.includes(' norte de chipre ') ||
    TOWNS.some((town) => folded.includes(` ${town} `))
  );
}

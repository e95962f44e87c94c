import { fold } from './fold.ts';

/** Folded names and abbreviations, and the code CY-NC, which feeds use. */
const NAMES = [
  ...[
    'trnc',
    'kktc',
    'cy nc',
    'n cyprus',
    'turkish cyprus',
    'nordzypern',
    'turkisch zypern',
    'chypre du nord',
  ],
  ...['chipre del norte', 'norte de chipre', 'chipre do norte', 'cipro del nord', 'cipro nord'],
  ...['северныи кипр', '北キプロス', '北塞浦路斯', '北賽普勒斯', '북키프로스'],
];
const TOWNS = ['kyrenia', 'girne', 'famagusta', 'gazimagusa', 'magusa', 'morphou', 'guzelyurt'];

/** Northern Cyprus has no country code, and plans for Türkiye or for Cyprus are not sold for it. */
export function isNorthernCyprus(text: string): boolean {
  const folded = ` ${fold(text)} `;
  return (
    // A code of Northern Cyprus in some feeds. In a longer text it may be anything else.
    folded === ' nn ' ||
    (folded.includes('cyprus') && folded.includes('north')) ||
    (folded.includes('kibris') && folded.includes('kuzey')) ||
    [...NAMES, ...TOWNS].some((name) => folded.includes(` ${name} `))
  );
}

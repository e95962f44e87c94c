/** Recognises names of Northern Cyprus, which has no country code. */
import { fold } from './fold.ts';

/** Folded names and abbreviations, and the code CY-NC, which feeds use. */
export const NORTHERN_CYPRUS_NAMES: readonly string[] = [
  'northern cyprus',
  'north cyprus',
  'kuzey kibris',
  'trnc',
  'kktc',
  'cy nc',
  'n cyprus',
  'turkish cyprus',
  'nordzypern',
  'turkisch zypern',
  'chypre du nord',
  'chipre del norte',
  'norte de chipre',
  'chipre do norte',
  'cipro del nord',
  'cipro nord',
  'северныи кипр',
  '北キプロス',
  '北塞浦路斯',
  '北賽普勒斯',
  '북키프로스',
];
/** What follows "North", "Northern" and "Kuzey" in the English and Turkish names of other countries and regions. */
const OTHER_NORTHS =
  'macedonia|makedonya|korea|kore|ireland|irlanda|mariana|america|amerika|africa|afrika|europe|avrupa|asia|asya';
/** "Northern Cyprus", "Cyprus (North)", "Kuzey Kıbrıs", but not "Cyprus, North Macedonia". */
const NORTH_OF_CYPRUS = new RegExp(
  `(?:north|northern|kuzey) ?(?:part of )?(?:cyprus|kibris)|(?:cyprus|kibris) (?:north|northern|kuzey)(?= |$)(?! (?:${OTHER_NORTHS}))`,
);
const TOWNS = ['kyrenia', 'girne', 'famagusta', 'gazimagusa', 'magusa', 'morphou', 'guzelyurt'];
/** One expression, because every place that is read is tested. */
const NAME_OR_TOWN = new RegExp(` (?:${[...NORTHERN_CYPRUS_NAMES, ...TOWNS].join('|')}) `);

/** Northern Cyprus has no country code. Plans for Türkiye and plans for Cyprus do not work there. */
export function isNorthernCyprus(text: string): boolean {
  const folded = ` ${fold(text)} `;
  return (
    // A code of Northern Cyprus in some feeds. In a longer text it may be anything else.
    folded === ' nn ' || NORTH_OF_CYPRUS.test(folded) || NAME_OR_TOWN.test(folded)
  );
}

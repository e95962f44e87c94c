/** Recognises cruises and ships, where no plan for a country works: a ship has a mobile network of its own. */
import { fold } from './fold.ts';

/** Words as they are folded, a line for each group of languages. Several words in one phrase are separated by commas. */
const SPACED = [
  'cruise, cruises, cruising, cruise ship, cruiseship, ship, at sea, ferry, yacht',
  'kreuzfahrt, kreuzfahrten, kreuzfahrtschiff, schiff, auf see, fahre, cruiseschip, kryssning, krydstogt, risteily',
  'crucero, cruceros, barco, cruzeiro, cruzeiros, navio, croisiere, croisieres, bateau, paquebot, crociera, crociere, traghetto',
  'gemi, gemisi, gemide, kruvaziyer, rejs, plavba, hajout, croaziera, krstarenje, kapal pesiar, du thuyen',
  'круиз, круизы, корабль, паром, круіз, κρουαζιερα',
  'क्रूज, क्रूज़, ক্রুজ, குரூஸ், קרוז, שיט, הפלגה, کروز, كروز, رحلة بحرية',
].flatMap((line) => line.split(', ').map(fold));
/** Scripts without spaces, where a word may be a part of a longer one. */
const UNSPACED = [
  'クルーズ',
  '客船',
  '船上',
  '邮轮',
  '郵輪',
  '游轮',
  '遊輪',
  '크루즈',
  '유람선',
  'เรือสำราญ',
  'ล่องเรือ',
].map(fold);

/** Whether a text that names no place is about a ship: "a cruise", "MSC Kreuzfahrt", "クルーズ船". */
export function isAtSea(text: string): boolean {
  const folded = ` ${fold(text)} `;
  return (
    SPACED.some((phrase) => folded.includes(` ${phrase} `)) || UNSPACED.some((word) => folded.includes(word))
  );
}

/** What feeds call a generation of mobile networks. */
import { GENERATIONS, type Generation } from '../../domain/plan.ts';

const WORDS: Readonly<Record<string, Generation>> = {
  '2G': '2G',
  GSM: '2G',
  EDGE: '2G',
  '3G': '3G',
  UMTS: '3G',
  HSPA: '3G',
  '4G': '4G',
  LTE: '4G',
  '5G': '5G',
  NR: '5G',
};

const NAMED = /(?<![\w.])(?:[2-5]G|LTE|GSM|EDGE|UMTS|HSPA|NR)(?!\w)/g;
/** "No 5G", "without LTE". */
const NOT_NAMED = /\b(?:NO|NON|NOT|WITHOUT)[ -](?:[2-5]G|LTE|NR)\b/g;

function wordsIn(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  // A feed may state the generations of every network, mostly as one known word. Such a word needs no search by pattern.
  if (Object.hasOwn(WORDS, text)) return [text];
  return text.slice(0, 200).toUpperCase().replace(NOT_NAMED, ' ').match(NAMED) ?? [];
}

/** "3G/4G/5G", ["LTE", "5G"], "{2G,3G}": the best generation named. Unknown words are left out. */
export function bestGeneration(value: unknown): Generation | null {
  const words = Array.isArray(value) ? value.flatMap(wordsIn) : wordsIn(value);
  const found = words.map((word) => WORDS[word]);
  return GENERATIONS.findLast((generation) => found.includes(generation)) ?? null;
}

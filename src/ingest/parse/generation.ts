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
  '4G LTE': '4G',
  '4G+': '4G',
  'LTE+': '4G',
  '5G': '5G',
  '5G NSA': '5G',
  NR: '5G',
};

/** "3G/4G/5G", ["LTE", "5G"], "{2G,3G}": the generations named, lowest first; unknown words are left out. */
export function generationsOf(value: unknown): readonly Generation[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
  const words = texts.flatMap((text) => text.slice(0, 200).split(/[,/|{}[\]"]/));
  const found = new Set<Generation>();
  for (const word of words) {
    const key = word.trim().toUpperCase();
    if (Object.hasOwn(WORDS, key)) found.add(WORDS[key] as Generation);
  }
  return GENERATIONS.filter((generation) => found.has(generation));
}

export function bestGeneration(value: unknown): Generation | null {
  return generationsOf(value).at(-1) ?? null;
}

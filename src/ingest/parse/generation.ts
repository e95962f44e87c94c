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

/** A bit for each generation: feeds name some for every network of every place, so this is among the busiest code. */
const BITS: ReadonlyMap<string, number> = new Map(
  Object.entries(WORDS).map(([word, generation]) => [word, 1 << GENERATIONS.indexOf(generation)]),
);
/** Every set of generations, lowest first, by its bits. */
const SETS: readonly (readonly Generation[])[] = Array.from({ length: 1 << GENERATIONS.length }, (_, bits) =>
  GENERATIONS.filter((_generation, at) => (bits & (1 << at)) !== 0),
);

/** "3G/4G/5G", ["LTE", "5G"], "{2G,3G}": the generations named, lowest first; unknown words are left out. */
export function generationsOf(value: unknown): readonly Generation[] {
  let bits = 0;
  if (Array.isArray(value)) for (const text of value) bits |= bitsOf(text);
  else bits = bitsOf(value);
  return SETS[bits] ?? [];
}

function bitsOf(text: unknown): number {
  if (typeof text !== 'string') return 0;
  const plain = BITS.get(text);
  if (plain !== undefined) return plain;
  let bits = 0;
  for (const word of text.slice(0, 200).split(/[,/|{}[\]"]/))
    bits |= BITS.get(word.trim().toUpperCase()) ?? 0;
  return bits;
}

export function bestGeneration(value: unknown): Generation | null {
  return generationsOf(value).at(-1) ?? null;
}

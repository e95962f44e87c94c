/**
 * Working memory of ranking, reused by every call. A plan gets a slot when it is first looked at closely, so the slots
 * of a question are few and stand side by side. Ranking is synchronous and never calls itself, so one set per process
 * is enough.
 */
import { RECORDS } from './records.ts';

const { SLOT } = RECORDS;

export interface Scratch {
  /** Records of SLOT.size values. A slot is named by where its record begins. */
  readonly slots: Float64Array;
  /** Where the next slot begins. */
  next: number;
  /** By posting; true only where the slot points back to it. */
  readonly slotOf: Uint32Array;
}

function allocate(plans: number): Scratch {
  return { slots: new Float64Array(plans * SLOT.size), next: 0, slotOf: new Uint32Array(plans) };
}

/** Most destinations have fewer plans than this, so growing is rare. */
const FIRST_CAPACITY = 4_096;
let shared = allocate(FIRST_CAPACITY);

/** With room for so many plans, and no slot taken. */
export function scratchFor(plans: number): Scratch {
  if (plans > shared.slotOf.length) shared = allocate(2 ** Math.ceil(Math.log2(plans)));
  shared.next = 0;
  return shared;
}

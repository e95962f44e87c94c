/** How a reader of one row says no: it throws, and `readRows` turns that into a refusal that an operator can read. */
import type { Draft, Parsed, RejectReason } from '../adapter.ts';

/** Long enough to recognise a value, short enough for one line on a terminal. */
const SHOWN_CHARACTERS = 60;

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RejectReason;
  constructor(reason: RejectReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export function refuse(reason: RejectReason, detail: string): never {
  throw new Refusal(reason, detail);
}

/** A feed's value as it may stand in a refusal. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** One row with its place in the feed. */
export interface Row<T> {
  readonly row: number;
  readonly value: T;
}

/** Reads one row to a draft or to a refusal. Only refusals are caught: anything else is a fault of ours. */
export function readRow<T>(
  page: number,
  row: number,
  value: T,
  idOf: (value: T) => string | null,
  read: (value: T) => Draft,
): Parsed {
  try {
    const draft = read(value);
    return { ok: true, ref: { page, row, externalId: draft.externalId }, draft };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const ref = { page, row, externalId: idOf(value) };
    return { ok: false, ref, reason: error.reason, detail: error.message };
  }
}

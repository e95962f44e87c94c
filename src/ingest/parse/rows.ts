/** The list of rows inside a JSON feed, or a loud failure. */
import { FeedError } from '../adapter.ts';
import { isRecord, own } from './value.ts';

/**
 * Rows must be there, and at least one must have one of the fields that make it this format's row. A feed that moved
 * or renamed its fields fails here and does not pass for a day without plans.
 */
export function needRows(value: unknown, what: string, marks: readonly string[]): readonly unknown[] {
  if (!Array.isArray(value)) throw new FeedError(`The feed has changed: ${what} is no list.`);
  if (value.length === 0) throw new FeedError(`The feed is empty: ${what} has no entries.`);
  const known = value.some((row) => isRecord(row) && marks.some((mark) => own(row, mark) !== undefined));
  if (!known) throw new FeedError(`The feed has changed: no entry of ${what} has ${marks.join(' or ')}.`);
  return value;
}

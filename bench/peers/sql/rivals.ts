/** For each plan, the plans of its provider that are never worse: whether one of them also costs less depends on the trip. */
import type { DestinationView } from '../../../src/domain/columns.ts';
import { findRivals } from '../../../src/domain/ranking/dominance.ts';
import type { Row } from './tables.ts';

export const RIVAL_COLUMNS = ['country', 'plan', 'rival'] as const;

export function* rivalsOf(country: string, view: DestinationView): Generator<Row> {
  const { rows } = view.postings;
  for (let posting = 0; posting < rows.length; posting++) {
    const rivals = findRivals(view, posting).map((rival) => rows[rival]!);
    for (const rival of rivals.toSorted((a, b) => a - b)) yield [country, rows[posting]!, rival];
  }
}

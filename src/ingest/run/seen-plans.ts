/**
 * The plans that the feeds listed, also those that the operator hides. A hidden plan is not in the catalogue, so this
 * tells whether an override that hides names a plan that exists.
 */
import type { DocumentStore } from '../../store/port.ts';
import { readHistory } from '../accept/history.ts';
import { readRejects } from '../documents/rejects.ts';
import { planId } from '../parse/plan-id.ts';

/** Published ids. null: the list of rejected rows of a source was cut off, so that a hidden row may be missing. */
export async function readSeenPlans(documents: DocumentStore): Promise<ReadonlySet<string> | null> {
  const seen = new Set<string>();
  for (const source of await documents.keys('rejects')) {
    const rejects = await readRejects(documents, source);
    if (rejects === null) continue;
    if (rejects.total > rejects.rows.length) return null;
    for (const { reason, externalId } of rejects.rows)
      if (reason === 'hidden' && externalId !== null) seen.add(planId(externalId));
  }
  for (const source of await documents.keys('history'))
    for (const plan of (await readHistory(documents, source)).keys()) seen.add(plan);
  return seen;
}

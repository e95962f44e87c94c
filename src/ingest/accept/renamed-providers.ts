/** Finds providers of a shared source that appear under another name, so that one shop does not become two. */
import type { Plan } from '../../domain/plan.ts';
import type { RunProblem } from '../documents/runs.ts';
import { hasSameTerms } from './duplicates.ts';

/** Fewer plans may be the same by chance. */
const PLANS_MIN = 3;
const SAME_SHARE = 0.5;

/**
 * Finds providers of the last run that this run lacks, and of whose plans more than half are now under another provider:
 * they were renamed, or joined with that one. Returns the other provider with a message.
 */
export function renamedProviders(
  plans: readonly Plan[],
  published: readonly Plan[],
): ReadonlyMap<string, RunProblem> {
  const now = Map.groupBy(plans, ({ provider }) => provider);
  const before = Map.groupBy(published, ({ provider }) => provider);
  const gone = [...before].filter(([id, own]) => !now.has(id) && own.length >= PLANS_MIN);
  const problems = new Map<string, RunProblem>();
  for (const [id, own] of now) {
    const earlierIds = new Set(before.get(id)?.map((plan) => plan.externalId));
    const gained = own.filter((plan) => !earlierIds.has(plan.externalId));
    const byExternalId = new Map(gained.map((plan) => [plan.externalId, plan]));
    for (const [old, earlier] of gone) {
      const same = earlier.filter((plan) => isSamePlan(plan, byExternalId.get(plan.externalId)));
      if (same.length <= earlier.length * SAME_SHARE) continue;
      const message = `${same.length} of the ${earlier.length} plans of "${old}" are now listed as "${id}", with the same ids and terms: to join them, give "${old}" a file in "providers" and map its new name to it ("providers": {"names": {…: "${old}"}})`;
      problems.set(id, { code: 'provider_renamed', message: joined(problems.get(id), message) });
    }
  }
  return problems;
}

const isSamePlan = (one: Plan, other: Plan | undefined): boolean =>
  other !== undefined &&
  hasSameTerms(one, other) &&
  one.coverage.destinations.join() === other.coverage.destinations.join();

const joined = (earlier: RunProblem | undefined, message: string): string =>
  earlier === undefined ? message : `${earlier.message}; ${message}`;

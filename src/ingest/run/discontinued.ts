/** Tells whether an earlier catalogue had a plan. Then its link returns "gone" and not "not found". */
import type { DocumentStore } from '../../store/port.ts';
import { readHistory } from '../accept/history.ts';

interface DiscontinuedOptions {
  readonly documents: DocumentStore;
  /** Ids of the sources that list plans of a provider. */
  readonly sourcesOf: (provider: string) => Promise<readonly string[]>;
  /** The serial of the current snapshot. The histories are read again when it changes. */
  readonly currentSerial: () => number;
}

/** Reads the history of a source once for each snapshot, because there may be many requests for old links. */
export function createIsDiscontinued({ documents, sourcesOf, currentSerial }: DiscontinuedOptions) {
  let readSerial = -1;
  const plansBySource = new Map<string, Promise<ReadonlySet<string>>>();

  const plansOf = (source: string): Promise<ReadonlySet<string>> => {
    if (readSerial !== currentSerial()) plansBySource.clear();
    readSerial = currentSerial();
    const known = plansBySource.get(source);
    if (known !== undefined) return known;
    const plans = readHistory(documents, source).then(
      (history) => new Set([...history].flatMap(([id, { isDuplicate }]) => (isDuplicate ? [] : id))),
    );
    plansBySource.set(source, plans);
    // A read that failed is tried again by the next request.
    plans.catch(() => {
      if (plansBySource.get(source) === plans) plansBySource.delete(source);
    });
    return plans;
  };

  /** Returns false if the history cannot be read. */
  return async (provider: string, plan: string): Promise<boolean> => {
    try {
      const sets = await Promise.all((await sourcesOf(provider)).map(plansOf));
      return sets.some((plans) => plans.has(plan));
    } catch {
      return false;
    }
  };
}

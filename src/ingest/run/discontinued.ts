/** Finds plans that are no longer in the catalogue. Their links return "gone" and not "not found". */
import type { DocumentStore } from '../../store/port.ts';
import { readHistory } from '../accept/history.ts';

interface DiscontinuedOptions {
  readonly documents: DocumentStore;
  /** Ids of the sources that list plans of a provider. */
  readonly sourcesOf: (provider: string) => Promise<readonly string[]>;
  /** The serial of the current snapshot. The histories are read again when it changes. */
  readonly snapshot: () => number;
}

/** Reads the history of a source once for each snapshot, because there may be many requests for old links. */
export function createDiscontinued({ documents, sourcesOf, snapshot }: DiscontinuedOptions) {
  let readAt = -1;
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  const plansOf = (source: string): Promise<ReadonlySet<string>> => {
    if (readAt !== snapshot()) known.clear();
    readAt = snapshot();
    const plans =
      known.get(source) ?? readHistory(documents, source).then((history) => new Set(history.keys()));
    known.set(source, plans);
    plans.catch(() => known.delete(source));
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

/** Which plans once stood in the catalogue: a link that leads nowhere today deserves "gone", not "never was". */
import type { DocumentStore } from '../store/port.ts';
import { readHistory } from './records.ts';

export interface DiscontinuedOptions {
  readonly documents: DocumentStore;
  /** Ids of the sources that speak for a provider. */
  readonly sourcesOf: (provider: string) => Promise<readonly string[]>;
  /** Changes whenever the histories may have: the edition's serial. */
  readonly edition: () => number;
}

/** Old links may come in numbers, so a source's history is read once for each edition, not for each request. */
export function createDiscontinued({ documents, sourcesOf, edition }: DiscontinuedOptions) {
  let readAt = -1;
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  const plansOf = (source: string): Promise<ReadonlySet<string>> => {
    if (readAt !== edition()) {
      known.clear();
      readAt = edition();
    }
    const cached = known.get(source);
    if (cached !== undefined) return cached;
    const plans = readHistory(documents, source).then((history) => new Set(history.keys()));
    known.set(source, plans);
    plans.catch(() => known.delete(source));
    return plans;
  };

  /** False too where the history cannot be read just now: "not found" is the smaller claim. */
  return async (provider: string, plan: string): Promise<boolean> => {
    try {
      const sets = await Promise.all((await sourcesOf(provider)).map(plansOf));
      return sets.some((plans) => plans.has(plan));
    } catch {
      return false;
    }
  };
}

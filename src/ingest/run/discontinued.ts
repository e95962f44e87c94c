/** Tells whether an earlier catalogue had a plan. Then its link returns "gone" and not "not found". */
import type { DocumentStore } from '../../store/port.ts';
import { readPublishedIds } from '../accept/history.ts';

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
  const idsBySource = new Map<string, Promise<ReadonlySet<string>>>();
  /** Histories are read one after the other, because each read takes a slice of every turn of the event loop. */
  let lastRead: Promise<unknown> = Promise.resolve();

  const idsOf = (source: string): Promise<ReadonlySet<string>> => {
    if (readSerial !== currentSerial()) idsBySource.clear();
    readSerial = currentSerial();
    const known = idsBySource.get(source);
    if (known !== undefined) return known;
    const ids = lastRead.then(() => readPublishedIds(documents, source));
    idsBySource.set(source, ids);
    // A read that failed is tried again by the next request.
    lastRead = ids.catch(() => {
      if (idsBySource.get(source) === ids) idsBySource.delete(source);
    });
    return ids;
  };

  /** Returns false if the history cannot be read. */
  return async (provider: string, plan: string): Promise<boolean> => {
    try {
      const sets = await Promise.all((await sourcesOf(provider)).map(idsOf));
      return sets.some((ids) => ids.has(plan));
    } catch {
      return false;
    }
  };
}

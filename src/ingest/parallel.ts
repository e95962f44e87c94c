/** Runs a task for each item, at most `limit` at once; results in the order of the items. The first error ends it. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index] as T);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  // All workers have stopped before anything is reported: nothing goes on behind the caller's back.
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return results;
}

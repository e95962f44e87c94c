/** Rejects with "deadline" where the answer takes too long. What comes later goes to `onLate`. */
export function withDeadline<T>(
  answer: Promise<T>,
  deadlineMs: number,
  onLate?: (late: T) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      // Our own event loop may have been the slow one: let it read what has already arrived.
      setImmediate(() => {
        over = true;
        reject(new Error('deadline'));
      });
    }, deadlineMs);
    answer.then(
      (value) => {
        clearTimeout(timer);
        if (over) onLate?.(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

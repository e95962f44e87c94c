/** Reads code that nobody has asked for yet, a piece at a time, in moments without requests. */

/** Longer than the first callers after a start take to be answered; short enough that soon nobody has to wait. */
const LOOK_EVERY_MS = 500;
/** A service that is never quiet reads the next piece after so many looks: somebody would soon have to wait for it. */
const LOOKS_MAX = 20;

export interface QuietOptions {
  /** Each takes up to a fifth of a second of the thread. */
  readonly steps: readonly (() => Promise<void>)[];
  /** Grows with every answer. */
  readonly answered: () => number;
  readonly onFault: (error: unknown) => void;
  /** Runs a task once, later; returns the way to cancel. Passed in so that tests need not wait. */
  readonly later?: (task: () => void, delayMs: number) => () => void;
}

/** The answer ends it; a step under way is not waited for. */
export function readInQuiet({ steps, answered, onFault, later = onTimer }: QuietOptions): () => void {
  const left = [...steps];
  let cancel: () => void;
  const wait = (looks: number, before: number) => {
    cancel = later(() => {
      const now = answered();
      if (now !== before && looks < LOOKS_MAX) wait(looks + 1, now);
      else left.shift()?.().then(next, onFault);
    }, LOOK_EVERY_MS);
  };
  const next = () => {
    if (left.length > 0) wait(1, answered());
  };
  next();
  return () => {
    left.length = 0;
    cancel?.();
  };
}

function onTimer(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs).unref();
  return () => clearTimeout(timer);
}

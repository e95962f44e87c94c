/** What a command may touch of the world around it. Passed in, so that a test can bring its own. */
import type { Environment } from '../settings.ts';

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Characters in a line; null where nobody looks at it on a screen. */
  readonly columns: number | null;
  readonly colour: boolean;
}

export interface Surroundings {
  readonly env: Environment;
  readonly clock: () => number;
  readonly random: () => number;
  readonly out: Output;
  readonly err: Output;
  /** Calls back with the first signal that asks to stop; the second one ends the process. Returns the way to forget it. */
  readonly onStop: (callback: () => void) => () => void;
  /** Ends the process at once. */
  readonly abort: (exitCode: number) => void;
}

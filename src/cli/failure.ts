/** Anything that went wrong, as one line and an exit code. */
import { ConfigError, serialiseProblem } from '../operator-files/problems.ts';

export function explainFailure(error: unknown, logLevel: string | undefined) {
  const exitCode = error instanceof CommandError ? error.exitCode : EXIT.failure;
  const text = `esim: ${lineOf(error)}`;
  const wantsStack = logLevel === 'debug' || logLevel === 'trace';
  const stack = wantsStack && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : '';
  return { text: text + stack, exitCode };
}

function lineOf(error: unknown): string {
  if (error instanceof ConfigError) {
    const [first, ...others] = error.problems;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more: see esim check)`;
    return first === undefined ? 'the files of the sources cannot be used' : serialiseProblem(first) + rest;
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s*\n\s*/g, ' · ');
}

/** A failure in words for the operator: no stack is needed to understand it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failure) {
    super(message);
    this.exitCode = exitCode;
  }
}

export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** Exit codes, the same for every command. */
export const EXIT = {
  ok: 0,
  /** The command was understood and could not be done. */
  failure: 1,
  /** The command was not understood. */
  usage: 2,
} as const;

/** Errors that a command reports, and how an error becomes one line and an exit code. */
import { ConfigError, serialiseProblem } from '../operator-files/problems.ts';
import { oneLine } from './table.ts';

/** The exit codes of all commands. */
export const EXIT = {
  ok: 0,
  /** The command was understood but failed. */
  failure: 1,
  /** The command or its arguments were not understood. */
  usage: 2,
} as const;

/** A failure that the operator can understand and fix without a stack trace. */
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

export function describeError(error: unknown, logLevel: string | undefined) {
  const exitCode = error instanceof CommandError ? error.exitCode : EXIT.failure;
  const wantsStack = logLevel === 'debug' || logLevel === 'trace';
  const stack = wantsStack && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : '';
  return { text: `esim: ${messageOf(error)}${stack}`, exitCode };
}

/** The message in one line. Of several configuration problems only the first is shown, because `esim check` lists all. */
export function messageOf(error: unknown): string {
  if (error instanceof ConfigError) {
    const [first, ...others] = error.problems;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more, see esim check)`;
    return first === undefined ? 'the configuration files cannot be used' : serialiseProblem(first) + rest;
  }
  const message = error instanceof Error ? error.message : String(error);
  // A message can quote a text of a feed.
  return oneLine(message.replace(/\s*\n\s*/g, ' · '));
}

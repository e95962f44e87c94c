/** Anything that went wrong, as one line and an exit code. */
import { ConfigError, spellProblem } from '../ingest/config/problems.ts';
import { CommandError } from './errors.ts';
import { EXIT } from './exit.ts';

export interface Failure {
  readonly text: string;
  readonly exitCode: number;
}

export function explainFailure(error: unknown, logLevel: string | undefined): Failure {
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
    return first === undefined ? 'the files of the sources cannot be used' : spellProblem(first) + rest;
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s*\n\s*/g, ' · ');
}

import { EXIT } from './exit.ts';

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

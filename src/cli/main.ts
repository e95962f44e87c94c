/**
 * Entry point of the command line. A command gets everything that it needs of the process as `Dependencies`.
 * Commands can run while a service uses the same store.
 */
import { type Dependencies, processDependencies } from './dependencies.ts';
import { describeError } from './errors.ts';
import { runProgram } from './program.ts';

export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processDependencies(process));
}

/**
 * Runs a command and returns its exit code. An error is one line on standard error, with its stack at the log levels
 * `debug` and `trace`.
 */
export async function run(args: readonly string[], deps: Dependencies): Promise<number> {
  try {
    return await runProgram(args, deps);
  } catch (error) {
    const { text, exitCode } = describeError(error, deps.env['LOG_LEVEL']);
    deps.err.write(`${text}\n`);
    return exitCode;
  }
}

/**
 * The folder: the command line. It imports everything, and only it (with `main.js`) touches the process. Commands take
 * what they touch of the world as `Dependencies` and may run at any time, also while a service runs on the same store.
 * This file binds them to this process: its arguments, streams, signals and exit code.
 */

import { processDependencies } from './dependencies.ts';
import { explainFailure } from './failure.ts';
import { runProgram } from './program.ts';

export async function main(): Promise<void> {
  const around = processDependencies(process);
  try {
    process.exitCode = await runProgram(process.argv.slice(2), around);
  } catch (error) {
    const { text, exitCode } = explainFailure(error, around.env['LOG_LEVEL']);
    around.err.write(`${text}\n`);
    process.exitCode = exitCode;
  }
}

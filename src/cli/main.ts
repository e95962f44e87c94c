/** Binds the command line to this process: its arguments, streams, signals and exit code. */
import { explainFailure } from './failure.ts';
import { processSurroundings } from './process.ts';
import { runProgram } from './program.ts';

export async function main(): Promise<void> {
  const around = processSurroundings(process);
  try {
    process.exitCode = await runProgram(process.argv.slice(2), around);
  } catch (error) {
    const { text, exitCode } = explainFailure(error, around.env['LOG_LEVEL']);
    around.err.write(`${text}\n`);
    process.exitCode = exitCode;
  }
}

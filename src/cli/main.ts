/** Binds the command line to this process: its arguments, streams, signals and exit code. */
import { EXIT } from './exit.ts';
import { processSurroundings } from './process.ts';
import type { Surroundings } from './surroundings.ts';

export async function main(): Promise<void> {
  const around = processSurroundings(process);
  try {
    process.exitCode = await run(process.argv.slice(2), around);
  } catch (error) {
    const { explainFailure } = await import('./failure.ts');
    const { text, exitCode } = explainFailure(error, around.env['LOG_LEVEL']);
    around.err.write(`${text}\n`);
    process.exitCode = exitCode;
  }
}

async function run(args: readonly string[], around: Surroundings): Promise<number> {
  // What every start of a service asks for, and the only command that somebody waits for: it needs no parser of arguments.
  if (args.length === 1 && args[0] === 'serve') {
    await (await import('./commands/serve.ts')).serve(around);
    return EXIT.ok;
  }
  return (await import('./program.ts')).runProgram(args, around);
}

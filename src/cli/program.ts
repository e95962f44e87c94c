/** The program: its help, its exit codes, and every command by group. What a command does is loaded only when it runs. */
import { Argument, Command, CommanderError } from 'commander';
import { commandsOf, examples, packageVersion } from './arguments.ts';
import { completionScript, SHELLS, type Shell } from './completion.ts';
import { type Dependencies, painter } from './dependencies.ts';
import { EXIT } from './failure.ts';
import { addCatalogue } from './groups/catalogue.ts';
import { addComparing } from './groups/comparing.ts';
import { addFeeds } from './groups/feeds.ts';
import { addServing } from './groups/serving.ts';

export async function runProgram(args: readonly string[], around: Dependencies): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram(around, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

export function createProgram(around: Dependencies, setExitCode: (code: number) => void = () => {}): Command {
  const program = baseProgram(around);
  addServing(program, around, setExitCode);
  addComparing(program, around, setExitCode);
  addFeeds(program, around, setExitCode);
  addCatalogue(program, around);
  const add = commandsOf(program, 'Shell:');
  add('completion', 'print a completion script', 'Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', examples('esim completion bash > ~/.local/share/bash-completion/completions/esim'))
    .action((shell: Shell) => around.out.write(completionScript(program, shell)));
  return program;
}

function baseProgram({ out, err }: Dependencies): Command {
  const paint = painter(out.colour);
  return new Command('esim')
    .description(
      'Ranks travel eSIM plans for a trip: serves the comparison, reads the feeds, explains the result.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpCommand(
      new Command('help').argument('[command]').summary('show help for a command').helpGroup('Shell:'),
    )
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({
      styleTitle: (title) => paint('bold', title),
      styleCommandText: (text) => paint('cyan', text),
    })
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      // One line that says what is wrong; the help is one word away.
      outputError: (text, write) =>
        write(
          `esim: ${text
            .trim()
            .replace(/^error: /, '')
            .replace(/\s*\n\s*/g, ' ')}\n`,
        ),
      getOutHelpWidth: () => out.columns ?? 80,
      getErrHelpWidth: () => err.columns ?? 80,
      getOutHasColors: () => out.colour,
      getErrHasColors: () => err.colour,
    })
    .addHelpText(
      'after',
      `${examples('esim serve', 'esim rank TR 7 normal', 'SOURCES_FILE=config/sources.json esim check')}

Settings are environment variables (STORE_URL, SOURCES_FILE, …): see docs/operating.md.
Exit codes: 0 done, 1 not done, 2 not understood.`,
    );
}

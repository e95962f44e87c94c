/** The program: runs a command, reads the environment file, and prints help and wrong usage. */
import { parseEnv } from 'node:util';
import { Command, CommanderError } from 'commander';
import { trustExtraAuthorities } from '../operator-files/authorities.ts';
import { readFileText } from '../operator-files/read-file.ts';
import { whyUnreadable } from '../operator-files/unreadable.ts';
import { VERSION } from '../service/version.ts';
import { addCommands, examples, type SetExitCode } from './command-table.ts';
import type { Dependencies } from './dependencies.ts';
import { EXIT, UsageError } from './errors.ts';

export async function runProgram(args: readonly string[], deps: Dependencies): Promise<number> {
  let exitCode: number = EXIT.ok;
  // The commands keep this copy, and the hook replaces its environment before one of them runs.
  const own = { ...deps };
  const program = createProgram(own, (code) => {
    exitCode = code;
  });
  program.hook('preAction', () => {
    const { envFile } = program.opts<{ envFile?: string }>();
    if (envFile === undefined) return;
    own.env = { ...readEnvFile(envFile), ...deps.env };
    trustAuthorities(own.env);
  });
  try {
    await program.parseAsync(withoutUnknownTopic(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

/**
 * Turns `help foo` into `foo` if there is no such command. Commander then suggests a similar command, instead of printing
 * the whole help as an error.
 */
function withoutUnknownTopic({ commands }: Command, args: readonly string[]): readonly string[] {
  const [first, topic] = args;
  const isUnknown = topic !== undefined && !commands.some((command) => command.name() === topic);
  return first === 'help' && isUnknown ? [topic] : args;
}

/** A variable of the process wins over the file, as in Node. */
function readEnvFile(file: string): Dependencies['env'] {
  try {
    return parseEnv(readFileText(file));
  } catch (error) {
    throw new UsageError(`the environment file ${file} cannot be used: ${whyUnreadable(error)}`);
  }
}

function trustAuthorities(env: Dependencies['env']): void {
  try {
    trustExtraAuthorities(env);
  } catch (error) {
    throw new UsageError(`the file of NODE_EXTRA_CA_CERTS cannot be used: ${whyUnreadable(error)}`);
  }
}

export function createProgram(deps: Dependencies, setExitCode: SetExitCode = () => {}): Command {
  const program = baseProgram(deps);
  addCommands(program, deps, setExitCode);
  return program;
}

function baseProgram({ out, err }: Dependencies): Command {
  return new Command('esim')
    .description(
      'Ranks travel eSIM plans for a trip: runs the service, reads the feeds and explains results.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .option('--env-file <file>', 'read settings from this file, one NAME=value per line')
    .helpOption('-h, --help', 'show help')
    .addHelpCommand(new Command('help').argument('[command]').summary('show help for a command'))
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      outputError: (text, write) => write(usageErrorLine(text)),
    })
    .addHelpText(
      'after',
      `${examples(['esim serve', 'esim rank TR 7 normal', 'SOURCES_FILE=config/sources.json esim check'])}

Settings are environment variables (STORE_URL, SOURCES_FILE and others): see docs/operating.md.
Use --env-file to read the same file as the service.
Exit codes: 0 success, 1 failure, 2 wrong usage.`,
    );
}

/** Commander spreads some messages over several lines; a usage error is one line. */
function usageErrorLine(text: string): string {
  const message = text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^command-argument value '.*' is invalid for argument '(.*)'\. /, '$1 must be ')
    .replace(/^option '(--[\w-]+).*' argument '.*' is invalid\. /, '$1 must be ')
    .replace(/Allowed choices are (?:(.*), )?(.*)\.$/, (_, others: string | undefined, last: string) =>
      others === undefined ? last : `${others} or ${last}`,
    )
    .replace(/^missing required argument '(.*)'$/, 'the argument <$1> is missing');
  const hint = message.startsWith('unknown command') ? '; esim --help lists the commands' : '';
  return `esim: ${message}${hint}\n`;
}

/** Every command with its arguments and its help. What a command does is loaded only when it runs. */

import { readFileSync } from 'node:fs';
import { Argument, Command, CommanderError, Option } from 'commander';
import { NEEDS, type Need, REQUIREMENTS, SORTS } from '../domain/trip.ts';
import { REJECT_REASONS } from '../ingest/adapter.ts';
import { type PlanName, parseCount, parseDays, parsePlanName, parseServiceUrl } from './arguments.ts';
import type { IngestCommandOptions } from './commands/ingest.ts';
import type { LimitsOptions } from './commands/limits.ts';
import type { RankOptions } from './commands/rank.ts';
import type { RejectsOptions } from './commands/rejects.ts';
import type { TryOptions } from './commands/try.ts';
import type { WithheldOptions } from './commands/withheld.ts';
import { completionScript, SHELLS, type Shell } from './completion.ts';
import { type Dependencies, painter } from './dependencies.ts';
import type { JsonOption } from './display.ts';
import { EXIT } from './failure.ts';

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
  program
    .command('completion')
    .helpGroup('Shell:')
    .summary('print a completion script')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', examples('esim completion bash > ~/.local/share/bash-completion/completions/esim'))
    .action((shell: Shell) => around.out.write(completionScript(program, shell)));
  return program;
}

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

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

const JSON_FLAG = ['--json', 'print JSON'] as const;

function addServing(program: Command, around: Dependencies, setExitCode: (code: number) => void): void {
  program
    .command('serve')
    .helpGroup('Serving:')
    .summary('run the service')
    .description(
      'Runs the service until SIGTERM or SIGINT, then finishes what runs and exits. A second signal ends it at once.',
    )
    .addHelpText('after', examples('esim serve', 'PORT=3000 STORE_URL=file:/var/lib/esim esim serve'))
    .action(async () => (await import('./commands/serve.ts')).serve(around));

  program
    .command('limits')
    .helpGroup('Serving:')
    .summary('print the limits in force')
    .description('Prints the limits table in force, with LIMITS_FILE applied.')
    .option('--usage', 'add how much of each is used now (for callers: the largest count of any one)')
    .option(
      '--reset',
      'forget every count, after a clock that ran far ahead (a folder: while no service runs)',
    )
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim limits', 'esim limits --usage', 'esim limits --reset'))
    .action(async (options: LimitsOptions) =>
      (await import('./commands/limits.ts')).showLimits(options, around),
    );

  program
    .command('directory-check')
    .helpGroup('Serving:')
    .summary('try what a directory of MCP servers would')
    .description(
      'Asks a running service what the reviewer of a directory of MCP servers would: versions, tools, schemas, sizes, limits, pages. Uses up a minute’s allowance.',
    )
    .argument('<url>', 'address of the service', parseServiceUrl)
    .addHelpText('after', examples('esim directory-check https://esim.example'))
    .action(async (url: string) =>
      setExitCode(await (await import('./commands/directory-check.ts')).checkForDirectories(url, around)),
    );
}

const countryArgument = () => new Argument('<country>', 'code or name: TR, "Turkey"');
const daysArgument = () => new Argument('<days>', '1 to 90').argParser(parseDays);
const needArgument = () =>
  new Argument('[need]', 'data need').choices(NEEDS).default('normal' satisfies Need);

const planArgument = (name: string, description: string) =>
  new Argument(name, description).argParser(parsePlanName);

function addComparing(program: Command, around: Dependencies, setExitCode: (code: number) => void): void {
  program
    .command('rank')
    .helpGroup('Comparing:')
    .summary('rank the plans for a trip')
    .description(
      'Ranks the plans for a trip, the same as the service does, from the catalogue that it serves.',
    )
    .addArgument(countryArgument())
    .addArgument(daysArgument())
    .addArgument(needArgument())
    .addOption(new Option('--sort <order>', 'which list').choices(SORTS).default('recommended'))
    .option('--then <stops>', 'further stops, such as KR:4,TW:3')
    .option('--require <words>', `what a plan must be stated to have, of ${REQUIREMENTS.join(', ')}`)
    .option('--variants', 'compare nearby trip lengths as well')
    .option('--json', 'print the very body that REST answers with')
    .addHelpText(
      'after',
      examples(
        'esim rank TR 7 normal',
        'esim rank Japan 14 unlimited --sort cheapest',
        'esim rank US 30 heavy --json',
        'esim rank JP 5 normal --then KR:4,TW:3 --require hotspot,5g',
      ),
    )
    .action(async (country: string, days: number, need: Need, options: RankOptions) =>
      (await import('./commands/rank.ts')).rankTrip(country, { days, need }, options, around),
    );

  program
    .command('explain')
    .helpGroup('Comparing:')
    .summary('why a plan stands where it stands')
    .description(
      'Explains where a plan stands for a trip, and why; or why it is in no list. Of two plans: why one stands before the other, line by line in dollars.',
    )
    .addArgument(countryArgument())
    .addArgument(daysArgument())
    .addArgument(new Argument('<need>', 'data need').choices(NEEDS))
    .addArgument(planArgument('<plan>', '<provider>/<plan>, as in a /go/ link'))
    .addArgument(planArgument('[other]', 'a second plan to compare it with'))
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      examples(
        'esim explain TR 7 normal driftlark/tr-10gb-30d',
        'esim explain TR 7 normal driftlark/tr-10gb-30d anka/tr-5gb-15d',
      ),
    )
    .action(
      async (
        country: string,
        days: number,
        need: Need,
        plan: PlanName,
        other: PlanName | undefined,
        options: JsonOption,
      ) => {
        const names = other === undefined ? [plan] : [plan, other];
        await (await import('./commands/explain.ts')).explain(
          country,
          { days, need },
          names,
          options,
          around,
        );
      },
    );

  program
    .command('verify')
    .helpGroup('Comparing:')
    .summary('recompute a saved answer')
    .description(
      'Recomputes the comparable prices and the three orders of a saved answer from what it shows, and names the first place that does not follow.',
    )
    .argument('<answer.json>', 'a body of /api/v1/plans, or what esim rank --json prints')
    .addHelpText('after', examples('esim rank TR 7 --json > answer.json && esim verify answer.json'))
    .action(async (file: string) => setExitCode((await import('./commands/verify.ts')).verify(file, around)));
}

function addFeeds(program: Command, around: Dependencies, setExitCode: (code: number) => void): void {
  const feeds = 'Feeds:';
  program
    .command('ingest')
    .helpGroup(feeds)
    .summary('read the feeds and publish')
    .description(
      'Reads the feeds now and publishes what they say. Exits with 1 where any source was not taken.',
    )
    .option('--only <source...>', 'read only these; the others keep what they have')
    .option('--due', 'read only sources whose time has come')
    .option('--accept <source...>', 'take the change of these as real: their guards stand aside once')
    .option('--explain', 'print every rejected row with its reason')
    .option('--dry-run', 'read and judge, and write nothing')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      examples(
        'esim ingest',
        'esim ingest --only anka-plans --dry-run --explain',
        'esim ingest --accept anka-plans',
      ),
    )
    .action(async (options: IngestCommandOptions) =>
      setExitCode(await (await import('./commands/ingest.ts')).runIngest(options, around)),
    );

  program
    .command('accept')
    .helpGroup(feeds)
    .summary('take the next change of a source, or single prices, as real')
    .description(
      'Says that a change which the guards hold back is real: the next run of the source goes through, or the prices of the named plans do.',
    )
    .argument('<source>')
    .argument('[plans...]', 'only the prices of these plans; see esim withheld')
    .addHelpText('after', examples('esim accept anka-plans', 'esim accept anka-plans tr-10gb-30d'))
    .action(async (source: string, plans: string[]) =>
      (await import('./commands/accept.ts')).accept(source, plans, around),
    );

  program
    .command('sources')
    .helpGroup(feeds)
    .summary('list the sources and how they fared')
    .description('Lists the sources: last success, age, plans, rejects, next run.')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim sources'))
    .action(async (options: JsonOption) =>
      (await import('./commands/sources.ts')).listSources(options, around),
    );

  program
    .command('rejects')
    .helpGroup(feeds)
    .summary('list the rows that were refused')
    .description(
      'Lists the rows that the last run of a source refused, with reasons; without a source, counts by reason.',
    )
    .argument('[source]')
    .addOption(new Option('--reason <reason>', 'only rows refused for this reason').choices(REJECT_REASONS))
    .addOption(new Option('--limit <rows>', 'how many rows to show').default(50).argParser(parseCount))
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim rejects', 'esim rejects anka-plans --reason price_outlier'))
    .action(async (source: string | undefined, options: RejectsOptions) =>
      (await import('./commands/rejects.ts')).listRejects(source, options, around),
    );

  program
    .command('withheld')
    .helpGroup(feeds)
    .summary('list the prices that are held back')
    .description(
      'Lists the plans whose price fell by more than 70% or is a tenth of what others ask: held back until seen twice, a day apart, or accepted.',
    )
    .argument('[source]')
    .addOption(new Option('--limit <rows>', 'how many rows to show').default(50).argParser(parseCount))
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim withheld', 'esim withheld anka-plans'))
    .action(async (source: string | undefined, options: WithheldOptions) =>
      (await import('./commands/withheld.ts')).listWithheld(source, options, around),
    );

  program
    .command('try')
    .helpGroup(feeds)
    .summary('show what a saved feed would become')
    .description(
      'Reads a saved answer of a feed, finds the format or the column map that fits, and shows what each row would become. Nothing is published.',
    )
    .argument('<file>', 'the saved answer: JSON, CSV or XML, gzip too')
    .option('--source <id>', 'read it with the settings of this source')
    .addOption(new Option('--limit <rows>', 'how many rows to show').default(20).argParser(parseCount))
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim try plans.csv', 'esim try answer.json --source anka-plans'))
    .action(async (file: string, options: TryOptions) =>
      setExitCode(await (await import('./commands/try.ts')).tryFeed(file, options, around)),
    );

  program
    .command('check')
    .helpGroup(feeds)
    .summary('check settings and files')
    .description(
      'Checks the settings, the limits file, and the files of sources, providers, coupons, overrides and exchange rates.',
    )
    .argument('[sources-file]', 'instead of SOURCES_FILE')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim check', 'esim check config/sources.json'))
    .action(async (file: string | undefined, options: JsonOption) =>
      setExitCode(await (await import('./commands/check.ts')).check(file, options, around)),
    );
}

function addCatalogue(program: Command, around: Dependencies): void {
  program
    .command('history')
    .helpGroup('Catalogue:')
    .summary('what a plan cost before')
    .description('Prints when a plan was first seen, its prices since, and its range in the last 30 days.')
    .argument('<provider>')
    .argument('<plan>')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim history driftlark tr-10gb-30d'))
    .action(async (provider: string, plan: string, options: JsonOption) =>
      (await import('./commands/history.ts')).showHistory(provider, plan, options, around),
    );

  program
    .command('editions')
    .helpGroup('Catalogue:')
    .summary('list what was published')
    .description('Lists the editions that are kept, newest first; * is the one that is served.')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim editions'))
    .action(async (options: JsonOption) =>
      (await import('./commands/editions.ts')).listEditions(options, around),
    );

  program
    .command('rollback')
    .helpGroup('Catalogue:')
    .summary('return to an earlier edition')
    .description(
      'Serves an earlier edition again and drops every cached answer. Without a serial: the one before the current.',
    )
    .addArgument(new Argument('[serial]', 'as esim editions lists it').argParser(parseCount))
    .addHelpText('after', examples('esim rollback', 'esim rollback 12'))
    .action(async (serial: number | undefined) =>
      (await import('./commands/editions.ts')).rollbackTo(serial, around),
    );
}

/** Read by itself, so that asking for it loads nothing of the service. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;

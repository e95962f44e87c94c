/**
 * The table of commands: their arguments, options and help, in the groups of the help. A command is imported when it
 * runs, so that help and small commands do not load the whole service.
 */
import { Argument, type Command, Option } from 'commander';
import { DAYS_MAX, DAYS_MIN, NEEDS, type Need, REQUIREMENTS, SORTS, TRAVELLERS_MAX } from '../domain/trip.ts';
import { QUARANTINE_REASONS } from '../ingest/documents/quarantine.ts';
import { REJECT_REASONS } from '../ingest/draft.ts';

import { collectPlans, parseCount, parseDays } from './arguments.ts';
import type { AcceptOptions } from './commands/accept.ts';
import type { CheckOptions } from './commands/check.ts';
import type { ClicksOptions } from './commands/clicks.ts';
import type { HideOptions } from './commands/hide.ts';
import type { IngestCommandOptions } from './commands/ingest.ts';
import type { AddOptions } from './commands/known-sources.ts';
import type { LimitsOptions } from './commands/limits.ts';
import type { QuarantineOptions } from './commands/quarantine.ts';
import type { RankOptions } from './commands/rank.ts';
import type { RejectsOptions } from './commands/rejects.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { RollBackOptions } from './commands/snapshots.ts';
import type { TryOptions } from './commands/try.ts';
import type { Dependencies } from './dependencies.ts';
import type { JsonOption } from './output.ts';

/** For commands whose result decides the exit code. The others fail only by throwing an error. */
export type SetExitCode = (code: number) => void;

export function addCommands(program: Command, deps: Dependencies, setExitCode: SetExitCode): void {
  addServiceCommands(program, deps, setExitCode);
  addRankingCommands(program, deps, setExitCode);
  addFeedCommands(program, deps, setExitCode);
  addCatalogueCommands(program, deps);
}

export const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** Returns a function that adds a command to a group of the help. */
const commandAdder =
  (program: Command, group: string) =>
  (name: string, description: string, ...exampleLines: readonly string[]) =>
    program
      .command(name)
      .helpGroup(group)
      .description(description)
      .addHelpText('after', examples(exampleLines));

const SAMPLE_FLAG = [
  '--sample',
  'allow the sample market to replace the plans of configured sources',
] as const;
const JSON_FLAG = ['--json', 'print JSON'] as const;
/** `fallback` is the number without the option. */
const limitOption = (flag: string, description: string, fallback: number) =>
  new Option(flag, description).default(fallback).argParser(parseCount);

/** Commander lists the choices in the message about a wrong number. */
const travellersOption = () =>
  new Option('--travellers <number>', 'travellers, each with an own phone: adds the price for all').choices(
    Array.from({ length: TRAVELLERS_MAX }, (_, index) => String(index + 1)),
  );

function addServiceCommands(program: Command, deps: Dependencies, setExitCode: SetExitCode): void {
  const add = commandAdder(program, 'Service:');

  add(
    'serve',
    'run the service',
    'esim serve',
    'esim --env-file /etc/esim/esim.env serve',
    'PORT=3000 STORE_URL=file:/var/lib/esim esim serve',
  )
    .option(...SAMPLE_FLAG)
    .action(async (options: ServeOptions) => (await import('./commands/serve.ts')).serve(options, deps));

  add('status', 'show the state of the service, the store and the data', 'esim status', 'esim status --json')
    .option(...JSON_FLAG)
    .action(async (options: JsonOption) =>
      setExitCode(await (await import('./commands/status.ts')).showStatus(options, deps)),
    );

  add('limits', 'show the rate limits and the agreements', 'esim limits --usage', 'esim limits --reset')
    .option('--usage', 'add the current counts (for callers: the highest count of one caller)')
    .option('--reset', 'set all counters to zero after a clock error (stop a service on a data folder first)')
    .option(...JSON_FLAG)
    .action(async (options: LimitsOptions) =>
      (await import('./commands/limits.ts')).showLimits(options, deps),
    );

  add(
    'clicks',
    'show the clicks on outbound links, by day, provider, interface and destination',
    'esim clicks',
    'esim clicks --days 35 --by provider,via',
    'esim clicks --months --csv',
  )
    .addOption(
      new Option('--days <days>', 'number of days, today included, at most 35').argParser(parseCount),
    )
    .option('--months', 'sums by month, also of clicks that are older than 35 days')
    .option('--by <columns>', 'sum by these columns only: date, provider, via, to')
    .option('--csv', 'print CSV')
    .option(...JSON_FLAG)
    .action(async (options: ClicksOptions) =>
      (await import('./commands/clicks.ts')).showClicks(options, deps),
    );
}

function addRankingCommands(program: Command, deps: Dependencies, setExitCode: SetExitCode): void {
  const add = commandAdder(program, 'Ranking:');
  const country = () => new Argument('<country>', 'code, name or place, such as TR, "Turkey" or Bali');
  const days = () => new Argument('<days>', `${DAYS_MIN} to ${DAYS_MAX}`).argParser(parseDays);

  add(
    'rank',
    'rank the plans for a trip, as the service does',
    'esim rank TR 7 normal',
    'esim rank Japan 14 unlimited --sort cheapest',
    'esim rank JP 5 normal --then KR:4,TW:3 --require hotspot,5g',
    'esim rank TR 10 normal --data-gb 20 --max-usd 15 --avoid-exits HK,CN',
    'esim rank ES 10 normal --travellers 4',
  )
    .addArgument(country())
    .addArgument(days())
    .addArgument(new Argument('[need]', 'data need').choices(NEEDS).default('normal' satisfies Need))
    .addOption(new Option('--sort <order>', 'the order of the list').choices(SORTS).default('recommended'))
    .option('--then <stops>', 'further stops, such as KR:4,TW:3')
    .option('--require <facts>', `only plans with all of these facts: ${REQUIREMENTS.join(', ')}`)
    .option('--data-gb <gb>', 'data for the whole trip in GB, in place of the daily amount of the need')
    .addOption(travellersOption())
    .option('--max-usd <usd>', 'only offers that cost one traveller at most this for the whole trip')
    .option(
      '--avoid-exits <codes>',
      'only plans that state no internet exit in these countries, such as HK,CN',
    )
    .option('--providers <ids>', 'only plans of these providers, such as driftlark,anka')
    .option('--avoid-providers <ids>', 'no plans of these providers')
    .option('--phone <model>', 'also say whether this phone supports eSIM')
    .addOption(limitOption('--limit <plans>', 'number of plans to show', 20))
    .option('--json', 'print the response of the REST API')
    .action(async (place: string, dayCount: number, need: Need, options: RankOptions) =>
      setExitCode(
        await (await import('./commands/rank.ts')).rankTrip(place, { days: dayCount, need }, options, deps),
      ),
    );

  add(
    'explain',
    'explain the position of a plan for a trip, or compare two plans',
    'esim explain TR 7 normal driftlark/tr-10gb-30d',
    'esim explain TR 7 normal driftlark/tr-10gb-30d pebblefone/tr-10gb-30d',
  )
    .addArgument(country())
    .addArgument(days())
    .addArgument(new Argument('<need>', 'data need').choices(NEEDS))
    .argument(
      '<plans...>',
      'one or two plans: the id of the feed, <provider>/<plan>, or the /go/ link',
      collectPlans,
    )
    .addOption(travellersOption())
    .option(...JSON_FLAG)
    .action(
      async (
        place: string,
        dayCount: number,
        need: Need,
        plans: readonly string[],
        { travellers, ...options }: JsonOption & { readonly travellers?: string },
      ) => {
        const count = Number(travellers ?? 1);
        const trip = { days: dayCount, need, ...(count > 1 && { travellers: count }) };
        await (await import('./commands/explain.ts')).explain(place, trip, plans, options, deps);
      },
    );
}

function addFeedCommands(program: Command, deps: Dependencies, setExitCode: SetExitCode): void {
  const add = commandAdder(program, 'Feeds:');

  add(
    'ingest',
    'read the feeds and publish a snapshot',
    'esim ingest',
    'esim ingest --only anka-plans --dry-run --explain',
  )
    .option('--only <source...>', 'read only these sources; the others keep their plans')
    .option('--due', 'read only sources that are due')
    .option('--explain', 'print every rejected row with its reason')
    .option('--dry-run', 'read and check, but write nothing')
    .option(...SAMPLE_FLAG)
    .option(...JSON_FLAG)
    .action(async (options: IngestCommandOptions) =>
      setExitCode(await (await import('./commands/ingest.ts')).runIngest(options, deps)),
    );

  add('try', 'show how a saved feed would be read', 'esim try plans.csv', 'esim try plans.json --source anka')
    .argument('<file>', 'JSON, CSV or XML, also compressed with gzip')
    .option('--source <source>', 'use the configuration of this source')
    .addOption(limitOption('--limit <rows>', 'number of rows to show', 20))
    .option(...JSON_FLAG)
    .action(async (file: string, options: TryOptions) =>
      setExitCode(await (await import('./commands/try.ts')).tryFeed(file, options, deps)),
    );

  add(
    'check',
    'check the settings and the configuration files',
    'esim check',
    'esim check config/sources.json',
    'esim check --feeds',
  )
    .argument('[sources-file]', 'check this file instead of SOURCES_FILE')
    .option('--feeds', 'also open every feed')
    .option(...JSON_FLAG)
    .action(async (file: string | undefined, options: CheckOptions) =>
      setExitCode(await (await import('./commands/check.ts')).check(file, options, deps)),
    );

  add(
    'sources',
    'list the sources and their last runs, or add a known feed',
    'esim sources',
    'esim sources add yesim',
    'esim sources add shopify --id oriole',
  )
    .option(...JSON_FLAG)
    .action(async (options: JsonOption) => (await import('./commands/sources.ts')).listSources(options, deps))
    .command('add')
    .description('write a known feed or a connector into SOURCES_FILE, paused, and show what it needs')
    .argument('<name>', 'a known feed such as yesim, or a connector such as shopify')
    .option('--id <id>', 'your name for a feed of a connector and for its provider')
    .action(async (name: string, options: AddOptions) =>
      (await import('./commands/known-sources.ts')).addSource(name, options, deps),
    );

  add(
    'rejects',
    'list rejected rows of a source, or count them by reason',
    'esim rejects',
    'esim rejects anka-plans --reason price_outlier',
  )
    .argument('[source]')
    .addOption(new Option('--reason <reason>', 'only rows with this reason').choices(REJECT_REASONS))
    .addOption(limitOption('--limit <rows>', 'number of rows to show', 50))
    .option(...JSON_FLAG)
    .action(async (source: string | undefined, options: RejectsOptions) =>
      (await import('./commands/rejects.ts')).listRejects(source, options, deps),
    );

  add('quarantine', 'list quarantined plans', 'esim quarantine', 'esim quarantine anka-plans')
    .argument('[source]')
    .addOption(limitOption('--limit <rows>', 'number of rows to show', 50))
    .option(...JSON_FLAG)
    .action(async (source: string | undefined, options: QuarantineOptions) =>
      (await import('./commands/quarantine.ts')).listQuarantine(source, options, deps),
    );

  add(
    'accept',
    'accept the next run of a source, or quarantined plans',
    'esim accept anka-plans',
    'esim accept anka-plans tr-10gb-30d',
    'esim accept anka-plans --kind currency',
  )
    .argument('<source>')
    .argument('[plans...]', 'accept only these quarantined plans')
    .addOption(
      new Option('--kind <kind>', 'accept all plans that are quarantined for this').choices(
        QUARANTINE_REASONS,
      ),
    )
    .action(async (source: string, plans: string[], options: AcceptOptions) =>
      (await import('./commands/accept.ts')).accept(source, plans, options, deps),
    );
}

function addCatalogueCommands(program: Command, deps: Dependencies): void {
  const add = commandAdder(program, 'Catalogue:');

  add(
    'snapshots',
    'list the published snapshots, or roll back',
    'esim snapshots',
    'esim snapshots rollback 12',
  )
    .option(...JSON_FLAG)
    .action(async (options: JsonOption) =>
      (await import('./commands/snapshots.ts')).listSnapshots(options, deps),
    )
    .command('rollback')
    .description('publish an earlier snapshot again')
    .argument(
      '[number]',
      'a number that esim snapshots lists; without it, the last one that differs',
      parseCount,
    )
    .option(...SAMPLE_FLAG)
    .action(async (serial: number | undefined, options: RollBackOptions) =>
      (await import('./commands/snapshots.ts')).rollBack(serial, options, deps),
    );

  add(
    'backup',
    'write a consistent copy of the data folder, also while the service runs',
    'esim backup esim-backup.db',
    'esim backup /var/backups/esim',
  )
    .argument(
      '<file>',
      'a file that does not exist yet, or a folder, in which the name has the date and time',
    )
    .action(async (file: string) => (await import('./commands/backup.ts')).backup(file, deps));

  add('restore', 'replace the data folder by a backup while no service runs', 'esim restore esim-backup.db')
    .argument('<file>', 'a file that esim backup wrote')
    .action(async (file: string) => (await import('./commands/backup.ts')).restore(file, deps));

  add('repair', 'rename a damaged database while no service runs', 'esim repair').action(async () =>
    (await import('./commands/backup.ts')).repair(deps),
  );

  add(
    'hide',
    'hide a plan or a provider at once, in every process, until esim show',
    'esim hide anka/TRK10 --reason "the shop sells 5 GB, not 10"',
    'esim hide https://esim.example/go/anka/tr-10gb-30d',
    'esim hide --provider anka --reason "does not deliver"',
  )
    .argument('[plan]', '<provider>/<id>, an id or a /go/ link; the id may be that of the feed')
    .option('--provider <provider>', 'hide every plan of this provider')
    .option('--reason <text>', 'the reason, for esim overrides')
    .action(async (plan: string | undefined, options: HideOptions) =>
      (await import('./commands/hide.ts')).hide(plan, options, deps),
    );

  add('show', 'end what esim hide hides', 'esim show anka/TRK10', 'esim show --provider anka')
    .argument('[plan]', '<provider>/<id>, an id or a /go/ link; the id may be that of the feed')
    .option('--provider <provider>', 'show the plans of this provider again')
    .action(async (plan: string | undefined, options: HideOptions) =>
      (await import('./commands/hide.ts')).show(plan, options, deps),
    );

  add(
    'overrides',
    'list hidden plans and providers, and the corrections of the overrides file',
    'esim overrides',
  )
    .option(...JSON_FLAG)
    .action(async (options: JsonOption) => (await import('./commands/hide.ts')).listOverrides(options, deps));

  add('history', 'show earlier prices of a plan', 'esim history driftlark/tr-10gb-30d')
    .argument('<plan>', 'the id of its feed, <provider>/<plan>, or its /go/ link')
    .option(...JSON_FLAG)
    .action(async (plan: string, options: JsonOption) =>
      (await import('./commands/history.ts')).showHistory(plan, options, deps),
    );
}

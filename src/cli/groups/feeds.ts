/** Commands that read the feeds, and that look at what became of them. */
import { type Command, Option } from 'commander';
import { REJECT_REASONS } from '../../ingest/types.ts';
import { commandsOf, examples, JSON_FLAG, parseCount } from '../arguments.ts';
import type { IngestCommandOptions } from '../commands/ingest.ts';
import type { RejectsOptions } from '../commands/rejects.ts';
import type { SourcesOptions } from '../commands/sources.ts';
import type { TryOptions } from '../commands/try.ts';
import type { WithheldOptions } from '../commands/withheld.ts';
import type { Dependencies } from '../dependencies.ts';
import type { JsonOption } from '../display.ts';

export function addFeeds(program: Command, around: Dependencies, setExitCode: (code: number) => void): void {
  const add = commandsOf(program, 'Feeds:');

  add(
    'ingest',
    'read the feeds and publish',
    'Reads the feeds now and publishes what they say. Exits with 1 where any source was not taken.',
  )
    .option('--only <source...>', 'read only these; the others keep what they have')
    .option('--due', 'read only sources whose time has come')
    .option('--accept <source...>', 'take the change of these as real: the guards let it pass once')
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
      setExitCode(await (await import('../commands/ingest.ts')).runIngest(options, around)),
    );

  add(
    'accept',
    'take the next change of a source, or single prices, as real',
    'Says that a change which the guards hold back is real: the next run of the source goes through, or the prices of the named plans do.',
  )
    .argument('<source>')
    .argument('[plans...]', 'only the prices of these plans; see esim withheld')
    .addHelpText('after', examples('esim accept anka-plans', 'esim accept anka-plans tr-10gb-30d'))
    .action(async (source: string, plans: string[]) =>
      (await import('../commands/accept.ts')).accept(source, plans, around),
    );

  add(
    'sources',
    'list the sources and how they fared',
    'Lists the sources: last success, age, plans, rejects, next run.',
  )
    .option('--names', 'print their names alone, one a line')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim sources'))
    .action(async (options: SourcesOptions) =>
      (await import('../commands/sources.ts')).listSources(options, around),
    );

  add(
    'rejects',
    'list the rows that were refused',
    'Lists the rows that the last run of a source refused, with reasons; without a source, counts by reason.',
  )
    .argument('[source]')
    .addOption(new Option('--reason <reason>', 'only rows refused for this reason').choices(REJECT_REASONS))
    .addOption(new Option('--limit <rows>', 'how many rows to show').default(50).argParser(parseCount))
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim rejects', 'esim rejects anka-plans --reason price_outlier'))
    .action(async (source: string | undefined, options: RejectsOptions) =>
      (await import('../commands/rejects.ts')).listRejects(source, options, around),
    );

  add(
    'withheld',
    'list the prices that are held back',
    'Lists the plans whose price fell by more than 70% or is a tenth of what others ask: held back until seen twice, a day apart, or accepted.',
  )
    .argument('[source]')
    .addOption(new Option('--limit <rows>', 'how many rows to show').default(50).argParser(parseCount))
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim withheld', 'esim withheld anka-plans'))
    .action(async (source: string | undefined, options: WithheldOptions) =>
      (await import('../commands/withheld.ts')).listWithheld(source, options, around),
    );

  add(
    'try',
    'show what a saved feed would become',
    'Reads a saved answer of a feed, finds the format or the column map that fits, and shows what each row would become. Nothing is published.',
  )
    .argument('<file>', 'the saved answer: JSON, CSV or XML, gzip too')
    .option('--source <source>', 'read it with the settings of this source')
    .addOption(new Option('--limit <rows>', 'how many rows to show').default(20).argParser(parseCount))
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim try plans.csv', 'esim try answer.json --source anka-plans'))
    .action(async (file: string, options: TryOptions) =>
      setExitCode(await (await import('../commands/try.ts')).tryFeed(file, options, around)),
    );

  add(
    'check',
    'check settings and files',
    'Checks the settings, the folder of the store, and the files of limits, agreements, sources, providers, coupons, overrides and exchange rates.',
  )
    .argument('[sources-file]', 'instead of SOURCES_FILE')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim check', 'esim check config/sources.json'))
    .action(async (file: string | undefined, options: JsonOption) =>
      setExitCode(await (await import('../commands/check.ts')).check(file, options, around)),
    );
}

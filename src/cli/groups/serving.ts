/**
 * The folder: the commands' names, arguments and help, group by group. It imports `domain/` and `ingest/`, for the words
 * that options take; a command's own code is loaded when it is called. Each group is added once when the program starts.
 * This file has the commands that run the service or look at it.
 */
import type { Command } from 'commander';
import { commandsOf, examples, JSON_FLAG, packageVersion, parseServiceUrl } from '../arguments.ts';
import type { LimitsOptions } from '../commands/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import type { JsonOption } from '../display.ts';

export function addServing(
  program: Command,
  around: Dependencies,
  setExitCode: (code: number) => void,
): void {
  const add = commandsOf(program, 'Serving:');

  add(
    'serve',
    'run the service',
    'Runs the service until SIGTERM or SIGINT, then finishes what runs and exits. A second signal ends it at once.',
  )
    .addHelpText('after', examples('esim serve', 'PORT=3000 STORE_URL=file:/var/lib/esim esim serve'))
    .action(async () => (await import('../commands/serve.ts')).serve(around));

  add(
    'status',
    'show everything at a glance',
    'Shows how all of it stands: service, store, edition, sources, prices held back, exchange rates, limits, agreements. Exits with 1 where there is nothing to serve.',
  )
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim status', 'esim status --json'))
    .action(async (options: JsonOption) =>
      setExitCode(
        await (await import('../commands/status.ts')).showStatus(options, around, packageVersion()),
      ),
    );

  add(
    'limits',
    'print the limits in force',
    'Prints the limits table in force, with LIMITS_FILE applied, and the agreements.',
  )
    .option('--usage', 'add how much of each is used now (for callers: the largest count of any one)')
    .option(
      '--reset',
      'forget every count, after a clock that ran far ahead (a folder: while no service runs)',
    )
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim limits', 'esim limits --usage', 'esim limits --reset'))
    .action(async (options: LimitsOptions) =>
      (await import('../commands/limits.ts')).showLimits(options, around),
    );

  add(
    'directory-check',
    'try what a directory of MCP servers would',
    'Asks a running service what the reviewer of a directory of MCP servers would: versions, tools, schemas, sizes, limits, pages. Uses up a minute’s allowance.',
  )
    .argument('<url>', 'address of the service', parseServiceUrl)
    .addHelpText('after', examples('esim directory-check https://esim.example'))
    .action(async (url: string) =>
      setExitCode(await (await import('../commands/directory-check.ts')).checkForDirectories(url, around)),
    );
}

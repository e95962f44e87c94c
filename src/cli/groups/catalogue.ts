/** Commands for what was published. */
import type { Command } from 'commander';
import { commandsOf, examples, JSON_FLAG, parseCount } from '../arguments.ts';
import type { Dependencies } from '../dependencies.ts';
import type { JsonOption } from '../display.ts';

export function addCatalogue(program: Command, around: Dependencies): void {
  const add = commandsOf(program, 'Catalogue:');

  add(
    'history',
    'what a plan cost before',
    'Prints when a plan was first seen, its prices since, and its range in the last 30 days.',
  )
    .argument('<provider>')
    .argument('<plan>')
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim history driftlark tr-10gb-30d'))
    .action(async (provider: string, plan: string, options: JsonOption) =>
      (await import('../commands/history.ts')).showHistory(provider, plan, options, around),
    );

  add(
    'editions',
    'list what was published',
    'Lists the editions that are kept, newest first; * is the one that is served.',
  )
    .option(...JSON_FLAG)
    .addHelpText('after', examples('esim editions'))
    .action(async (options: JsonOption) =>
      (await import('../commands/editions.ts')).listEditions(options, around),
    );

  add(
    'rollback',
    'return to an earlier edition',
    'Serves an earlier edition again and drops every cached answer. Without a serial: the one before the current.',
  )
    .argument('[serial]', 'as esim editions lists it', parseCount)
    .addHelpText('after', examples('esim rollback', 'esim rollback 12'))
    .action(async (serial: number | undefined) =>
      (await import('../commands/editions.ts')).rollbackTo(serial, around),
    );
}

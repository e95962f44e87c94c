/** Commands that rank, and that explain or recompute a ranking. */
import { Argument, type Command, Option } from 'commander';
import { NEEDS, type Need, REQUIREMENTS, SORTS } from '../../domain/trip.ts';
import {
  commandsOf,
  examples,
  JSON_FLAG,
  type PlanName,
  parseCount,
  parseDays,
  parsePlanName,
} from '../arguments.ts';
import type { RankOptions } from '../commands/rank.ts';
import type { Dependencies } from '../dependencies.ts';
import type { JsonOption } from '../display.ts';

const countryArgument = () => new Argument('<country>', 'code, name or place: TR, "Turkey", Bali');
const daysArgument = () => new Argument('<days>', '1 to 90').argParser(parseDays);
export function addComparing(
  program: Command,
  around: Dependencies,
  setExitCode: (code: number) => void,
): void {
  const add = commandsOf(program, 'Comparing:');

  add(
    'rank',
    'rank the plans for a trip',
    'Ranks the plans for a trip, the same as the service does, from the catalogue that it serves.',
  )
    .addArgument(countryArgument())
    .addArgument(daysArgument())
    .addArgument(new Argument('[need]', 'data need').choices(NEEDS).default('normal' satisfies Need))
    .addOption(new Option('--sort <order>', 'which list').choices(SORTS).default('recommended'))
    .option('--then <stops>', 'further stops, such as KR:4,TW:3')
    .option('--require <words>', `what a plan must be stated to have, of ${REQUIREMENTS.join(', ')}`)
    .option('--variants', 'compare nearby trip lengths as well')
    .addOption(new Option('--limit <plans>', 'how many plans to show').default(20).argParser(parseCount))
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
      (await import('../commands/rank.ts')).rankTrip(country, { days, need }, options, around),
    );

  add(
    'explain',
    'why a plan stands where it stands',
    'Explains where a plan stands for a trip, and why; or why it is in no list. Of two plans: why one stands before the other, line by line in dollars.',
  )
    .addArgument(countryArgument())
    .addArgument(daysArgument())
    .addArgument(new Argument('<need>', 'data need').choices(NEEDS))
    .argument('<plan>', '<provider>/<plan>, as in a /go/ link', parsePlanName)
    .argument('[other]', 'a second plan to compare it with', parsePlanName)
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
        const { explain } = await import('../commands/explain.ts');
        await explain(country, { days, need }, other === undefined ? [plan] : [plan, other], options, around);
      },
    );

  add(
    'verify',
    'recompute a saved answer',
    'Recomputes the comparable prices and the three orders of a saved answer from what it shows, and names the first place that does not follow.',
  )
    .argument('<answer.json>', 'a body of /api/v1/plans, or what esim rank --json prints')
    .addHelpText('after', examples('esim rank TR 7 --json > answer.json && esim verify answer.json'))
    .action(async (file: string) =>
      setExitCode((await import('../commands/verify.ts')).verify(file, around)),
    );
}

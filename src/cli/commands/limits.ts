/** `esim limits`: the table in force, and how much of it is used. */
import { networksText } from '../../limits/agreements.ts';
import type { Agreement } from '../../limits/caller.ts';
import { type CallerLimits, DEFAULT_LIMITS, POLICY_NAMES } from '../../limits/policies.ts';
import type { WindowUsage } from '../../limits/port.ts';
import { readSettings } from '../../settings.ts';
import { forgettingCounts, StoreError } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { count, type Field, type JsonOption, printJson, printTable } from '../display.ts';
import { CommandError, UsageError } from '../failure.ts';
import { lookInStore, readingCounts, withStore } from '../store.ts';
import type { Cell } from '../text/table.ts';

export interface LimitsOptions extends JsonOption {
  readonly usage?: true;
  readonly reset?: true;
}

interface LimitRow {
  readonly name: string;
  readonly limit: number;
  readonly standard: number;
  readonly per: 'caller' | 'service';
  readonly window: string;
  readonly usage: WindowUsage | null;
}

/** From here on a window is near its end; the same share as in the metrics. */
const NEAR_SHARE = 0.9;

/** After a clock that ran far ahead: counts would stand until the right time has come to where the wrong one was. */
async function resetCounts(around: Dependencies): Promise<void> {
  const settings = readSettings(around.env);
  try {
    await withStore(settings, around, async ({ counters }) => counters.reset?.(), {
      makeCounters: forgettingCounts,
      mode: 'own',
    });
  } catch (error) {
    // The process that owns a folder keeps its counts in memory and would write them again.
    if (!(error instanceof StoreError && error.code === 'folder_in_use')) throw error;
    throw new CommandError('a service runs on this folder: stop it, reset, and start it again');
  }
  around.out.write('every count begins anew; the clock must be right by now, or they stand still again\n');
}

export async function showLimits(options: LimitsOptions, around: Dependencies): Promise<void> {
  if (options.reset) {
    if (options.usage || options.json) throw new UsageError('--reset goes alone');
    return resetCounts(around);
  }
  const settings = readSettings(around.env);
  const { policies, burst } = settings.limits;
  const usage = options.usage
    ? await lookInStore(settings, around, (store) => store.counters.usage(), {
        makeCounters: readingCounts(settings, around),
      })
    : [];
  const rows: LimitRow[] = POLICY_NAMES.map((name) => ({
    ...policies[name],
    standard: DEFAULT_LIMITS.policies[name].limit,
    window: policies[name].window === 'minute' ? 'rolling 60 s' : 'UTC day',
    usage: usage.find((window) => window.name === name) ?? null,
  }));
  // The burst limit lives in the serving process alone, so nobody else can tell its use.
  for (const [name, window] of [
    ['capacity', 'at once'],
    ['perSecond', 'refill a second'],
  ] as const) {
    rows.push({
      name: `burst.${name}`,
      limit: burst[name],
      standard: DEFAULT_LIMITS.burst[name],
      per: 'caller',
      window,
      usage: null,
    });
  }
  const { agreements } = settings;
  if (options.json)
    return printJson(around.out, {
      limits: rows.map((row) => asJson(row, options.usage === true)),
      agreements: agreements.map(agreementJson),
    });
  printTable(around.out, rows, options.usage ? [...FIELDS, ...USAGE_FIELDS] : FIELDS);
  if (agreements.length === 0) return;
  around.out.write('\n');
  printTable(around.out, agreements, [
    { title: 'Agreement', shrinkTo: 12, cell: ({ name }) => name },
    { title: 'Networks', shrinkTo: 14, cell: networksText },
    { title: 'For each', cell: ({ per }) => per },
    { title: 'Figures', shrinkTo: 24, cell: agreedText },
  ]);
}

const agreedText = ({ limits, together }: Agreement): string =>
  together ? `${figuresText(limits)}; together ${figuresText(together)}` : figuresText(limits);

const figuresText = (limits: CallerLimits): string =>
  Object.entries(limits)
    .map(([name, figure]) => `${name} ${count(figure)}`)
    .join(', ');

const agreementJson = (agreement: Agreement): object => ({
  name: agreement.name,
  networks: networksText(agreement).split(', '),
  per: agreement.per,
  limits: figuresJson(agreement.limits),
  together: figuresJson(agreement.together ?? {}),
});

/** The same form as in the table: names with a dot in them are no names of fields. */
const figuresJson = (limits: CallerLimits): object[] =>
  Object.entries(limits).map(([name, limit]) => ({ name, limit }));

const FIELDS: readonly Field<LimitRow>[] = [
  { title: 'Limit', cell: ({ name }) => name },
  { title: 'Figure', align: 'right', cell: ({ limit }) => count(limit) },
  { title: 'For each', cell: ({ per }) => per },
  { title: 'Window', cell: ({ window }) => window },
  {
    title: 'Set by',
    leave: 1,
    cell: ({ limit, standard }) =>
      limit === standard ? 'default' : `LIMITS_FILE (default ${count(standard)})`,
  },
];
/** For a caller's window, the largest count of any one caller. */
const USAGE_FIELDS: readonly Field<LimitRow>[] = [
  { title: 'Used', align: 'right', cell: ({ usage }) => (usage === null ? '' : count(usage.taken)) },
  { title: 'Share', align: 'right', cell: shareOf },
  {
    title: 'Callers',
    align: 'right',
    cell: ({ usage }) => (usage?.callers == null ? '' : count(usage.callers)),
  },
];

function shareOf({ usage, limit }: LimitRow): Cell {
  if (usage === null) return '';
  const share = limit === 0 ? 1 : usage.taken / limit;
  return {
    text: `${Math.floor(share * 100)}%`,
    tone: share >= 1 ? 'red' : share >= NEAR_SHARE ? 'yellow' : 'green',
  };
}

function asJson({ name, limit, standard, per, window, usage }: LimitRow, withUsage: boolean): object {
  const row = { name, limit, default: standard, per, window };
  return withUsage ? { ...row, taken: usage?.taken ?? null, callers: usage?.callers ?? null } : row;
}

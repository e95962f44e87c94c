/** `esim limits`: the rate limits and their current use. */
import { type Agreement, callerKeysOf } from '../../limits/caller.ts';
import { CALLER_POLICIES, DEFAULT_LIMITS, POLICY_NAMES } from '../../limits/policies.ts';
import type { CounterStore, WindowUsage } from '../../limits/port.ts';
import { networksText } from '../../operator-files/agreements.ts';
import { readSettings, type Settings } from '../../service/settings.ts';
import { StoreError } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError, UsageError } from '../errors.ts';
import { count, type Field, type JsonOption, printJson, printTable } from '../output.ts';
import { inMode, readStore } from '../store.ts';
import type { Cell } from '../table.ts';

export interface LimitsOptions extends JsonOption {
  readonly usage?: true;
  readonly reset?: true;
}

/** From this share on, a window is shown as nearly used up. The metrics use the same share. */
const WARNING_SHARE = 0.9;

export async function showLimits(options: LimitsOptions, deps: Dependencies): Promise<void> {
  const settings = readSettings(deps.env);
  if (options.reset) {
    if (options.usage || options.json)
      throw new UsageError('--reset cannot be combined with --usage or --json');
    return resetCounters(settings, deps);
  }
  const usage = options.usage
    ? await readStore(settings, deps, (store) => readUsage(settings, store.counters))
    : null;
  const rows = [...policyRows(settings, usage?.windows ?? null), ...burstRows(settings)];
  const agreements = settings.agreements.map((agreement) => agreementRow(agreement, settings, usage));
  if (options.json) return printJson(deps.out, { limits: rows, agreements });
  printTable(deps.out, rows, options.usage ? [...FIELDS, ...USAGE_FIELDS] : FIELDS);
  if (agreements.length === 0) return;
  deps.out.write('\n');
  printTable(deps.out, agreements, [
    { title: 'Agreement', shrinkTo: 12, cell: ({ name }) => name },
    { title: 'Networks', shrinkTo: 14, cell: ({ networks }) => networks.join(', ') },
    { title: 'Per', cell: ({ per }) => per ?? '' },
    { title: 'Limits', shrinkTo: 24, cell: limitsText },
  ]);
  if (!options.usage) return;
  const windows = agreements.flatMap(({ name: agreement, limits }) =>
    limits.map((window) => ({ agreement, ...window })),
  );
  deps.out.write('\n');
  printTable(deps.out, windows, [
    { title: 'Agreement', shrinkTo: 12, cell: ({ agreement }) => agreement },
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Limit', align: 'right', cell: ({ limit }) => count(limit) },
    ...USAGE_FIELDS,
  ]);
}

interface Usage {
  readonly windows: readonly WindowUsage[];
  /** By the name of the agreement. One with too many addresses to list is missing. */
  readonly agreements: ReadonlyMap<string, readonly WindowUsage[]>;
}

async function readUsage({ agreements }: Settings, counters: CounterStore): Promise<Usage> {
  const secret = await counters.secret();
  const found = new Map<string, readonly WindowUsage[]>();
  for (const agreement of agreements) {
    const callers = 'block' in agreement ? null : callerKeysOf(agreement, secret);
    if (callers !== null) found.set(agreement.name, await counters.usage(callers));
  }
  return { windows: await counters.usage(), agreements: found };
}

/** The limits are a list, because their names contain dots and cannot be JSON field names in snake_case. */
function agreementRow(agreement: Agreement, { limits: { policies } }: Settings, usage: Usage | null) {
  const { name } = agreement;
  const networks = networksText(agreement).split(', ');
  if ('block' in agreement) return { name, networks, block: true, per: null, limits: [] };
  const { per, limits } = agreement;
  // With the usage, the windows that keep the limit of the table are shown too.
  const windows = usage === null ? CALLER_POLICIES.filter((window) => window in limits) : CALLER_POLICIES;
  const used = usage?.agreements.get(name);
  return {
    name,
    networks,
    block: false,
    per,
    limits: windows.map((window) => {
      const row = { name: window, limit: limits[window] ?? policies[window].limit };
      if (usage === null) return row;
      const { taken = null, callers = null } = used?.find((each) => each.name === window) ?? {};
      return { ...row, taken, callers };
    }),
  };
}

const limitsText = ({ block, limits }: ReturnType<typeof agreementRow>): string =>
  block ? 'blocked' : limits.map(({ name, limit }) => `${name} ${count(limit)}`).join(', ');

/** For an operator whose clock was ahead: its counts would stay until the correct time reaches the wrong one. */
async function resetCounters(settings: Settings, deps: Dependencies): Promise<void> {
  try {
    await inMode('reset', settings, deps, ({ counters }) => counters.reset!());
  } catch (error) {
    // The service that owns the folder holds the counts in memory and would write them back.
    if (!(error instanceof StoreError && error.code === 'folder_in_use')) throw error;
    throw new CommandError('a service uses this folder: stop it, reset the counters, and start it again');
  }
  deps.out.write('all counters are zero; make sure that the clock is correct\n');
}

interface LimitRow {
  readonly name: string;
  readonly limit: number;
  readonly default: number;
  readonly per: string;
  readonly window: string;
  /** With `--usage`. For a window per caller, the highest count of one caller. */
  readonly taken?: number | null;
  readonly callers?: number | null;
}

function policyRows({ limits: { policies } }: Settings, usage: Usage['windows'] | null) {
  return POLICY_NAMES.map((name): LimitRow => {
    const { limit, scope: per, window } = policies[name];
    const row = {
      name,
      limit,
      default: DEFAULT_LIMITS.policies[name].limit,
      per,
      window: window === 'minute' ? 'rolling 60 s' : 'UTC day',
    };
    if (usage === null) return row;
    const used = usage.find((entry) => entry.name === name);
    return { ...row, taken: used?.taken ?? null, callers: used?.callers ?? null };
  });
}

/** The burst limit has no usage here, because only the serving process has it. */
function burstRows({ limits: { burst } }: Settings): LimitRow[] {
  const standard = DEFAULT_LIMITS.burst;
  const row = (name: 'capacity' | 'perSecond', window: string): LimitRow => ({
    name: `burst.${name}`,
    limit: burst[name],
    default: standard[name],
    per: 'caller',
    window,
  });
  return [row('capacity', 'at once'), row('perSecond', 'refill per second')];
}

const FIELDS: readonly Field<LimitRow>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Limit', align: 'right', cell: ({ limit }) => count(limit) },
  { title: 'Per', dropOrder: 2, cell: ({ per }) => per },
  { title: 'Window', cell: ({ window }) => window },
  {
    title: 'Set by',
    dropOrder: 1,
    cell: (row) => (row.limit === row.default ? 'default' : `LIMITS_FILE (default ${count(row.default)})`),
  },
];
const USAGE_FIELDS: readonly Field<Pick<LimitRow, 'limit' | 'taken' | 'callers'>>[] = [
  { title: 'Used', align: 'right', cell: ({ taken }) => (taken == null ? '' : count(taken)) },
  { title: 'Share', align: 'right', cell: shareOf },
  { title: 'Callers', align: 'right', cell: ({ callers }) => (callers == null ? '' : count(callers)) },
];

function shareOf({ taken, limit }: Pick<LimitRow, 'taken' | 'limit'>): Cell {
  if (taken == null) return '';
  const share = limit === 0 ? 1 : taken / limit;
  const tone = share >= 1 ? 'red' : share >= WARNING_SHARE ? 'yellow' : 'green';
  return { text: `${Math.floor(share * 100)}%`, tone };
}

/** `esim clicks`: the clicks on outbound links, without any data about visitors. */
import { type ClickRow, KEPT_DAYS, readClicks } from '../../clicks/clicks.ts';
import { isoDay } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { readSettings } from '../../service/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { UsageError } from '../errors.ts';
import { count, type Field, type JsonOption, printJson, printTable } from '../output.ts';
import { readStore } from '../store.ts';

export interface ClicksOptions extends JsonOption {
  readonly days?: number;
  readonly months?: true;
  readonly by?: string;
  readonly csv?: true;
}

const COLUMNS = ['date', 'provider', 'via', 'to'] as const;
type Column = (typeof COLUMNS)[number];

const DEFAULT_DAYS = 7;

export async function showClicks(options: ClicksOptions, deps: Dependencies): Promise<void> {
  const { days, months, json, csv } = options;
  if (json && csv) throw new UsageError('--json cannot be combined with --csv');
  if (months && days !== undefined) throw new UsageError('--months cannot be combined with --days');
  const columns = columnsOf(options);
  const all = await readStore(readSettings(deps.env), deps, ({ clicks }) => readClicks(clicks));
  const since = isoDay(deps.clock() - (Math.min(days ?? DEFAULT_DAYS, KEPT_DAYS) - 1) * DAY_MS);
  const wanted = months
    ? all.map((row) => ({ ...row, date: row.date.slice(0, 'YYYY-MM'.length) }))
    : // The sums of a month are shorter than a day.
      all.filter(({ date }) => date.length === since.length && date >= since);
  const rows = summed(wanted, columns);
  if (json) return printJson(deps.out, rows);
  if (csv) {
    const lines = [[...columns, 'clicks', 'others'], ...rows.map(Object.values)];
    deps.out.write(lines.map((line) => `${line.join(',')}\n`).join(''));
    return;
  }
  if (rows.length === 0) {
    deps.out.write(months ? 'no clicks yet\n' : `no clicks since ${since}\n`);
    return;
  }
  printTable(deps.out, rows, [...columns.map((column) => FIELDS[column]), ...COUNTS]);
}

function columnsOf({ by, months }: ClicksOptions): readonly Column[] {
  // A month has no destinations.
  const possible = months ? COLUMNS.filter((column) => column !== 'to') : COLUMNS;
  if (by === undefined) return possible;
  const named = by.split(',');
  const unknown = named.find((name) => !possible.some((column) => column === name));
  if (unknown !== undefined)
    throw new UsageError(`--by takes ${possible.join(', ')}, separated by commas, not "${unknown}"`);
  return possible.filter((column) => named.includes(column));
}

type Summed = Partial<Pick<ClickRow, Column>> & Pick<ClickRow, 'clicks' | 'others'>;

/** The order of the rows stays. */
function summed(rows: readonly ClickRow[], columns: readonly Column[]): Summed[] {
  const groups = Map.groupBy(rows, (row) => columns.map((column) => row[column]).join(' '));
  return [...groups.values()].map((group) => ({
    ...Object.fromEntries(columns.map((column) => [column, group[0]![column]])),
    clicks: group.reduce((sum, { clicks }) => sum + clicks, 0),
    others: group.reduce((sum, { others }) => sum + others, 0),
  }));
}

const FIELDS: Readonly<Record<Column, Field<Summed>>> = {
  date: { title: 'Date', cell: ({ date }) => date ?? '' },
  provider: { title: 'Provider', shrinkTo: 12, cell: ({ provider }) => provider ?? '' },
  via: { title: 'Interface', cell: ({ via }) => via ?? '' },
  to: { title: 'Destination', cell: ({ to }) => to ?? '' },
};

const COUNTS: readonly Field<Summed>[] = [
  { title: 'Clicks', align: 'right', cell: ({ clicks }) => count(clicks) },
  { title: 'Others', align: 'right', cell: ({ others }) => count(others) },
];

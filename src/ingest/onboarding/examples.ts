/** Examples of what a proposed map reads, so that an operator sees a wrong column at once. */
import type { FeedPage } from '../adapter.ts';
import type { ColumnMap } from '../adapters/shared/column-map.ts';
import { compileValue } from '../adapters/shared/compile-value.ts';
import type { FeedRow } from '../adapters/shared/path.ts';
import { columnReader, formatOf, rowsOf } from '../adapters/shared/rows.ts';
import { columnsOf, type ValueRule } from '../adapters/shared/value-rules.ts';
import { cleanName, cleanText } from '../parse/text.ts';
import { isEmpty, isRecord, scalarText } from '../parse/value.ts';
import type { Proposal } from './propose.ts';

export interface FieldExamples {
  /** The field of the map, or the price in a currency ("price EUR"). */
  readonly field: string;
  /** The columns that are read for it. */
  readonly columns: readonly string[];
  /** True if their values are joined. Otherwise the first column with a value is read. */
  readonly joined: boolean;
  /** Up to three different values. */
  readonly examples: readonly string[];
}

const EXAMPLES = 3;
const EXAMPLE_CHARACTERS = 40;
const ROWS_LOOKED_AT = 2000;

export async function examplesOf(
  page: FeedPage,
  { adapter, options }: Proposal,
): Promise<readonly FieldExamples[]> {
  const built = (adapter.connector?.map ?? {}) as Partial<ColumnMap>;
  const given = options as unknown as ColumnMap;
  const map: ColumnMap = { ...built, ...given, columns: { ...built.columns, ...given.columns } };
  const format = formatOf(page, [map.format].flat());
  // The id is one rule, or several whose values are joined.
  const idRules = [map.id].flat();
  const ids = idRules.flatMap((rule) => columnsOf(rule));
  const rows: FeedRow[] = [];
  for await (const { value } of rowsOf(page, format, { map, ids, needed: [] })) {
    if (value !== null) rows.push(value);
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  const rules: readonly (readonly [string, ValueRule])[] = [
    ['id', idRules.length === 1 ? idRules[0]! : { join: [...ids], with: '-' }],
    ...Object.entries(map.columns),
    ...Object.entries(map.prices ?? {}).map(([currency, rule]) => [`price ${currency}`, rule] as const),
  ];
  return rules.map(([field, rule]) => {
    const read = compileValue(rule, columnReader(format));
    const columns = [...new Set(columnsOf(rule))];
    return { field, columns, joined: isRecord(rule) && 'join' in rule, examples: differentTexts(rows, read) };
  });
}

function differentTexts(rows: readonly FeedRow[], read: (row: FeedRow) => unknown): readonly string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const value = read(row);
    if (!isEmpty(value)) found.add(shownValue(value));
    if (found.size === EXAMPLES) break;
  }
  return [...found];
}

/** Host and path. The query may contain a credential or the id of a partner. Returns null if the text is no link. */
function shownLink(text: string): string | null {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url === null ? null : `${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** "JP Japan" for {"code": "JP", "name": "Japan"}. */
const textOfEntry = (entry: unknown): string =>
  isRecord(entry)
    ? Object.values(entry)
        .flatMap((value) => scalarText(value) ?? [])
        .join(' ')
    : (scalarText(entry) ?? '');

function shownValue(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map(textOfEntry).join(', ')
    : (scalarText(value) ?? JSON.stringify(value));
  const link = shownLink(text);
  // Links are removed from names.
  return link === null ? cleanName(text, EXAMPLE_CHARACTERS) : cleanText(link, EXAMPLE_CHARACTERS);
}

/** Names the columns of a file without a header row after their fields. */
import type { AdapterOptions } from '../../../adapter.ts';
import type { GuessedId } from '../id.ts';
import type { FeedTable } from '../tables/table.ts';

/** The name of each column by its path in the table ("column3"), in the order of the columns. */
export type HeaderNames = ReadonlyMap<string, string>;

/** A column that has no field keeps its path as its name. */
export function headerNames(
  { columns }: FeedTable,
  fields: Readonly<Record<string, unknown>>,
  id: GuessedId,
): HeaderNames {
  const names = new Map(columns.map(({ path }) => [path, path]));
  for (const [field, path] of Object.entries(fields)) if (typeof path === 'string') names.set(path, field);
  const only = id.columns.length === 1 ? id.columns[0]!.path : null;
  if (only !== null && names.get(only) === only) names.set(only, 'id');
  return names;
}

/** Returns the options with the names in the place of the paths. */
export function withHeader(options: AdapterOptions, names: HeaderNames): AdapterOptions {
  const nameOf = (path: unknown): unknown => (typeof path === 'string' ? (names.get(path) ?? path) : path);
  const columns = options['columns'] as Readonly<Record<string, unknown>>;
  const { id } = options;
  return {
    ...options,
    header: [...names.values()],
    id: Array.isArray(id) ? id.map(nameOf) : nameOf(id),
    columns: Object.fromEntries(Object.entries(columns).map(([field, path]) => [field, nameOf(path)])),
  };
}

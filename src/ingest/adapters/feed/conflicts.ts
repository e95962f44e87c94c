/** Options of a column map that are valid by themselves and contradict each other. */
import type { OptionConflict } from '../../adapter.ts';
import { rolesOf } from '../shared/authentication.ts';
import type { ColumnMap } from '../shared/column-map.ts';
import { regularExpression } from '../shared/conditions.ts';
import type { Format } from '../shared/formats.ts';
import { isTable } from '../shared/rows.ts';
import { patternsOf } from '../shared/value-rules.ts';

interface Rule extends OptionConflict {
  readonly isBroken: (map: ColumnMap, formats: readonly Format[]) => boolean;
}

const RULES: readonly Rule[] = [
  {
    option: 'rows',
    message: 'must be the path to the elements, such as "catalogue.plan"',
    isBroken: ({ rows }, formats) => formats.includes('xml') && !rows,
  },
  {
    option: 'inner',
    message: 'is not for tables, whose rows have no lists',
    isBroken: ({ inner }, formats) => inner !== undefined && formats.some(isTable),
  },
  {
    option: 'header',
    message: 'is only for CSV and tab-separated text',
    isBroken: ({ header }, formats) => header !== undefined && !formats.some(isTable),
  },
  {
    option: 'authentication',
    message: 'names no credential: write a role in braces, such as "{api_key}"',
    isBroken: ({ authentication }) => authentication !== undefined && rolesOf(authentication).length === 0,
  },
  {
    option: 'tokenUrl',
    message: 'is missing: the address that issues the token',
    isBroken: ({ authentication, tokenUrl }) => authentication?.token !== undefined && tokenUrl === undefined,
  },
];

export function conflictsIn(map: ColumnMap): readonly OptionConflict[] {
  const formats = [map.format].flat();
  const broken = RULES.filter(({ isBroken }) => isBroken(map, formats));
  const invalid = patternsIn(map).filter((pattern) => !isPattern(pattern));
  return [
    ...broken.map(({ option, message }) => ({ option, message })),
    ...invalid.map((pattern) => ({ option: 'columns', message: `has a pattern that is none: ${pattern}` })),
  ];
}

/** The regular expressions that the operator wrote. */
const patternsIn = ({ columns, id, extract = [], keep = [], refuse = [] }: ColumnMap): readonly string[] => [
  ...[...Object.values(columns), ...[id].flat()].flatMap(patternsOf),
  ...[...extract, ...keep, ...refuse].flatMap(({ pattern }) => pattern ?? []),
];

function isPattern(pattern: string): boolean {
  try {
    regularExpression(pattern);
    return true;
  } catch {
    return false;
  }
}

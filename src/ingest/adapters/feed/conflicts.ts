/** Options of a column map that are valid by themselves and contradict each other. */
import type { OptionConflict } from '../../adapter.ts';
import { rolesOf } from '../shared/authentication.ts';
import type { ColumnMap } from '../shared/column-map.ts';
import { regularExpression } from '../shared/conditions.ts';
import type { Format } from '../shared/formats.ts';
import { isTable } from '../shared/rows.ts';
import { patternsOf, rulesIn, sourcesOf, type ValueRule } from '../shared/value-rules.ts';

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
  return [
    ...broken.map(({ option, message }) => ({ option, message })),
    ...valuesIn(map).flatMap(([option, value]) => conflictsInValue(option, value)),
    ...conditionPatternsIn(map).flatMap(([option, pattern]) => conflictsInPattern(option, pattern)),
  ];
}

type OfOption<T> = readonly [option: string, value: T];

const valuesIn = ({
  id,
  columns,
  prices = {},
  promoPrices = {},
  linkNames = {},
}: ColumnMap): readonly OfOption<ValueRule>[] => [
  ...[id].flat().map((value) => ['id', value] as const),
  ...Object.entries({ columns, prices, promoPrices, linkNames }).flatMap(([option, values]) =>
    Object.values<ValueRule>(values).map((value) => [option, value] as const),
  ),
];

const conditionPatternsIn = ({
  extract = [],
  keep = [],
  refuse = [],
}: ColumnMap): readonly OfOption<string>[] =>
  Object.entries({ extract, keep, refuse }).flatMap(([option, given]) =>
    given.flatMap(({ pattern }) => (pattern === undefined ? [] : [[option, pattern] as const])),
  );

function conflictsInValue(option: string, value: ValueRule): readonly OptionConflict[] {
  return rulesIn(value).flatMap((rule) => {
    const sources = sourcesOf(rule);
    const message = `has a rule with several sources, and only one is read: ${sources.join(', ')}`;
    return [
      ...(sources.length > 1 ? [{ option, message }] : []),
      ...patternsOf(rule).flatMap((pattern) => conflictsInPattern(option, pattern)),
    ];
  });
}

const conflictsInPattern = (option: string, pattern: string): readonly OptionConflict[] =>
  isPattern(pattern) ? [] : [{ option, message: `has an invalid pattern: ${pattern}` }];

function isPattern(pattern: string): boolean {
  try {
    regularExpression(pattern);
    return true;
  } catch {
    return false;
  }
}

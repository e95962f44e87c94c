/** How a connector states where a value comes from: columns, fixed values, patterns, translations and conditions. */
import Type, { type Static } from 'typebox';
import { closed } from './frame.ts';

export const Column = Type.String({
  minLength: 1,
  description:
    'A column of the CSV, or a path into the object or the element of the row: "price.amount", "packages[0].id", "details[name=DATA].value", "networks[].name". "outer.…" is the entry around the list of the row.',
});
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
export type Scalar = Static<typeof Scalar>;
const Scalars = (description: string) => Type.Array(Scalar, { minItems: 1, description });
const Pattern = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

const source = {
  column: Type.Optional(
    Type.Union([Column, Type.Array(Column, { minItems: 1 })], {
      description: 'The column, or several: the first one that has a value.',
    }),
  ),
  pattern: Type.Optional(
    Pattern(
      'A regular expression, without regard to case. The value is its group "value", or the whole match. A text that does not match has no value.',
    ),
  ),
};

const test = {
  values: Type.Optional(Scalars('True for one of these values.')),
  except: Type.Optional(Scalars('True for any other value.')),
  above: Type.Optional(Type.Number({ description: 'True for a larger number.' })),
};

/** Everything that a condition may state. Without a test, it is true if there is a value. */
export const conditionFields = { column: Column, pattern: source.pattern, ...test };
const Condition = closed(conditionFields);
export type Condition = Static<typeof Condition>;

const Conditions = Type.Union([Condition, Type.Array(Condition, { minItems: 1 })], {
  description: 'The value counts only if this condition is true, or all of these.',
});

const part = {
  ...source,
  value: Type.Optional(Type.Union([Scalar, Type.Array(Type.String())], { description: 'A fixed value.' })),
  values: Type.Optional(
    Type.Record(Type.String(), Scalar, {
      description: 'Translates the values of the feed: {"first-usage": "first_use"}. Others have no value.',
    }),
  ),
  otherwise: Type.Optional(Scalar),
  except: Type.Optional(Scalars('These values count as none.')),
  split: Type.Optional(Type.String({ minLength: 1, description: 'The text between the entries of a list.' })),
  when: Type.Optional(Conditions),
};
const Part = Type.Union([Column, closed(part)]);
export type Part = Static<typeof Part>;

const Rule = closed({
  ...part,
  join: Type.Optional(Type.Array(Part, { minItems: 1, description: 'Joins these values as one text.' })),
  list: Type.Optional(Type.Array(Part, { minItems: 1, description: 'All of these values, as one list.' })),
  with: Type.Optional(Type.String({ description: 'The text between joined values. Default: a blank.' })),
  greatest: Type.Optional(Type.Array(Part, { minItems: 1, description: 'The greatest of these numbers.' })),
  least: Type.Optional(Type.Array(Part, { minItems: 1, description: 'The least of these numbers.' })),
});
export type Rule = Static<typeof Rule>;

/** Where the value of a rule may come from. A rule has one of them. */
const SOURCES = ['value', 'column', 'join', 'list', 'greatest', 'least'] as const;

export const sourcesOf = (rule: Rule): readonly string[] =>
  SOURCES.filter((source) => rule[source] !== undefined);

/** A column, a rule, or several of them in order: the first one that has a value. */
export const ValueRule = Type.Union([Column, Rule, Type.Array(Type.Union([Column, Rule]), { minItems: 1 })]);
export type ValueRule = Static<typeof ValueRule>;

/** One value, several or none, as the schema allows them, as a list. */
export const listed = <T>(given: T | readonly T[] | undefined): readonly T[] =>
  given === undefined ? [] : ([given].flat() as readonly T[]);

const partsOf = ({ join, list, greatest, least }: Rule): readonly Part[] =>
  [join, list, greatest, least].flatMap((parts) => parts ?? []);

/** All columns that a rule reads, those of its conditions included. */
export function columnsOf(rule: ValueRule): readonly string[] {
  if (typeof rule === 'string') return [rule];
  if (Array.isArray(rule)) return rule.flatMap(columnsOf);
  return [
    ...listed(rule.column),
    ...partsOf(rule).flatMap(columnsOf),
    ...listed(rule.when).map(({ column }) => column),
  ];
}

/** The rules in a value, those of their parts included. A value that is the name of a column has none. */
export function rulesIn(rule: ValueRule): readonly Rule[] {
  if (typeof rule === 'string') return [];
  if (Array.isArray(rule)) return rule.flatMap(rulesIn);
  return [rule, ...partsOf(rule).flatMap(rulesIn)];
}

/** The patterns of a rule without its parts, those of its conditions included. */
export const patternsOf = ({ pattern, when }: Rule): readonly string[] => [
  ...listed(pattern),
  ...listed(when).flatMap((condition) => listed(condition.pattern)),
];

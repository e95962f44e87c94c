/** What is prepared once for all rows of a feed: the readers of its columns, rules and prices. */
import type { ProductTerms } from '../../draft.ts';
import { createPlacesReader } from '../../parse/place-cells.ts';
import { type TitleRules, titleRules } from '../product/title-rules.ts';
import type { ColumnMap, Field } from '../shared/column-map.ts';
import { compileValue } from '../shared/compile-value.ts';
import { compileCondition, regularExpression } from '../shared/conditions.ts';
import type { CompileColumn, ReadValue } from '../shared/path.ts';
import type { Condition, ValueRule } from '../shared/value-rules.ts';
import { columnsInLink } from './link-columns.ts';
import { type ScalePrice, scaleOf } from './price-scale.ts';

export interface PreparedMap {
  readonly options: ColumnMap;
  readonly base: NonNullable<ColumnMap['base']>;
  readonly id: readonly ReadValue[];
  readonly fields: Readonly<Partial<Record<Field, ReadValue>>>;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly extract: readonly { readonly read: ReadValue; readonly pattern: RegExp }[];
  readonly prices: CurrencyColumns;
  readonly promoPrices: CurrencyColumns;
  readonly scale: ScalePrice;
  readonly wholesaleScale: ScalePrice;
  readonly refuse: readonly PreparedRule<NonNullable<ColumnMap['refuse']>[number]>[];
  readonly keep: readonly PreparedRule<Condition>[];
  /** The columns that `link` of the map names. */
  readonly inLink: ReadonlyMap<string, ReadValue>;
  readonly placesOf: ReturnType<typeof createPlacesReader>;
  /** null: the feed lists plans and no products. */
  readonly titles: TitleRules | null;
}

export type CurrencyColumns = readonly (readonly [currency: string, read: ReadValue])[];

interface PreparedRule<T> {
  readonly rule: T;
  readonly isTrue: ReturnType<typeof compileCondition>;
  readonly read: ReadValue;
}

/** `terms` are for a feed of products. */
export function prepareMap(options: ColumnMap, compile: CompileColumn, terms?: ProductTerms): PreparedMap {
  const { columns, constants = {}, extract = [], prices = {}, promoPrices = {} } = options;
  const { keep = [], refuse = [], priceScale = 'major', wholesaleScale = priceScale } = options;
  const rules = <T extends Condition>(list: readonly T[]): readonly PreparedRule<T>[] =>
    list.map((rule) => ({ rule, isTrue: compileCondition(rule, compile), read: compile(rule.column) }));
  const byCurrency = (named: Readonly<Record<string, ValueRule>>) =>
    Object.entries(named).map(([currency, rule]) => [currency, compileValue(rule, compile)] as const);
  const linkNames = new Map(Object.entries(options.linkNames ?? {}));
  return {
    options,
    base: options.base ?? 1000,
    id: [options.id].flat().map((part) => compileValue(part, compile)),
    fields: Object.fromEntries(
      Object.entries(columns).map(([field, rule]) => [field, compileValue(rule, compile)]),
    ),
    constants,
    extract: extract.map(({ column, pattern }) => ({
      read: compile(column),
      pattern: regularExpression(pattern),
    })),
    prices: byCurrency(prices),
    promoPrices: byCurrency(promoPrices),
    scale: scaleOf(priceScale, compile),
    wholesaleScale: scaleOf(wholesaleScale, compile),
    refuse: rules(refuse),
    keep: rules(keep),
    inLink: new Map(
      columnsInLink(options.link).map((name) => [name, compileValue(linkNames.get(name) ?? name, compile)]),
    ),
    placesOf: createPlacesReader(options),
    titles: options.products === true ? titleRules(options, terms) : null,
  };
}

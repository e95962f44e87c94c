/** The values of one row, by the fields of the column map. */
import { amountOfText, amountOrNull, unitOrNull } from '../../parse/data.ts';
import { type NameReading, readName, rejectOtherGoods } from '../../parse/name/read-name.ts';
import { speedIn } from '../../parse/speeds.ts';
import { booleanOrNull, isEmpty, positiveOrNull, textOrNull } from '../../parse/value.ts';
import type { Field } from '../shared/column-map.ts';
import type { FeedRow } from '../shared/path.ts';
import type { PreparedMap } from './prepared-map.ts';

export class MappedRow {
  readonly map: PreparedMap;
  readonly row: FeedRow;
  /** The groups of `extract`, when they are first needed. */
  #extracted: Readonly<Record<string, string>> | null = null;
  constructor(map: PreparedMap, row: FeedRow) {
    this.map = map;
    this.row = row;
  }

  /** The value of the field's column, or else of a pattern, or else the constant of the field. */
  value(field: Field): unknown {
    const { fields, extract, constants } = this.map;
    const read = fields[field];
    const found = read === undefined ? undefined : read(this.row);
    if (!isEmpty(found)) return found;
    if (extract.length === 0) return constants[field];
    return this.#groups()[field] ?? constants[field];
  }

  #groups(): Readonly<Record<string, string>> {
    this.#extracted ??= Object.assign(
      {},
      // The first pattern that matches states a field.
      ...this.map.extract
        .map(({ read, pattern }) => statedGroups(pattern.exec(textOrNull(read(this.row)) ?? '')))
        .toReversed(),
    ) as Readonly<Record<string, string>>;
    return this.#extracted;
  }

  id(): string | null {
    const parts = this.map.id.map((read) => textOrNull(read(this.row)));
    return parts.every((part) => part === null) ? null : parts.map((part) => part ?? '').join('-');
  }

  /** Several values are one text with commas. */
  text(field: Field): string | null {
    const value = this.value(field);
    return textOrNull(Array.isArray(value) ? value.map(textOrNull).join(', ') : value);
  }

  texts(field: Field): readonly string[] {
    return [this.value(field)].flat().flatMap((value) => textOrNull(value) ?? []);
  }

  /** Reads the name, for a row whose columns say too little. Rejects the row if the name is that of other goods. */
  nameOrReject(): NameReading {
    const reading = readName(this.text('name') ?? '');
    rejectOtherGoods(reading.otherGoods);
    return reading;
  }

  flag(field: Field): boolean | null {
    return booleanOrNull(this.value(field));
  }

  positive(field: Field): number | null {
    return positiveOrNull(this.value(field));
  }

  speed(field: Field): number | null {
    const value = this.value(field);
    return speedIn(value) ?? this.positive(field);
  }

  amount(field: Field): number | null {
    const { base } = this.map;
    const unit = unitOrNull(this.value('dataUnit'));
    return (
      amountOfText(this.value(field), base) ??
      (unit === null ? null : amountOrNull(this.value(field), unit, base))
    );
  }
}

/** An optional group that takes no part in a match states nothing, so that a later pattern may state its field. */
const statedGroups = (match: RegExpExecArray | null): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(match?.groups ?? {}).filter(([, text]) => text !== undefined));

/** Reads the fields of one object of a feed with the parsers of this folder. */
import type { Generation } from '../../domain/plan.ts';
import { type Base, needAmount, type Unit } from './data.ts';
import { needDays } from './days.ts';
import { bestGeneration } from './generations.ts';
import { needPrice, type Prices, pricesOrNull } from './money.ts';
import {
  booleanOrNull,
  endOrNull,
  firstOf,
  instantOrNull,
  isRecord,
  type JsonObject,
  linkOf,
  listOf,
  needText,
  numberOrNull,
  own,
  positiveOrNull,
  recordsOf,
  reject,
  show,
  textOrNull,
} from './value.ts';

/**
 * Optional fields are null if they are missing or have the wrong form. `needText`, `amount`, `days`, `price` and `link`
 * reject the row instead.
 */
export class Fields {
  readonly #object: JsonObject;
  constructor(object: JsonObject) {
    this.#object = object;
  }

  entries(): readonly (readonly [string, unknown])[] {
    return Object.entries(this.#object);
  }

  at(key: string): unknown {
    return own(this.#object, key);
  }

  /** The first of these fields that has a value. */
  first(...keys: readonly string[]): unknown {
    return firstOf(this.#object, ...keys);
  }

  /** Like `first`, with each name in camelCase and in snake_case. */
  either(...keys: readonly string[]): unknown {
    return this.first(...keys.flatMap((key) => [key, snakeCase(key)]));
  }

  text(...keys: readonly string[]): string | null {
    return textOrNull(this.first(...keys));
  }

  needText(key: string, what = key): string {
    return needText(this.at(key), what);
  }

  number(key: string): number | null {
    return numberOrNull(this.at(key));
  }

  positive(key: string): number | null {
    return positiveOrNull(this.at(key));
  }

  /** Reads each name in camelCase and in snake_case, like `either`. */
  flag(...keys: readonly string[]): boolean | null {
    return booleanOrNull(this.either(...keys));
  }

  /** A time in ISO 8601, in UTC. */
  instant(key: string): string | null {
    return instantOrNull(this.at(key));
  }

  /** Like `instant`, but a date without a time is the end of that day. */
  end(key: string): string | null {
    return endOrNull(this.at(key));
  }

  generation(key: string): Generation | null {
    return bestGeneration(this.at(key));
  }

  amount(key: string, unit: Unit, base: Base): number {
    return needAmount(this.at(key), unit, base);
  }

  days(key: string, unit?: 'days' | 'hours'): number {
    return needDays(this.at(key), unit);
  }

  /** `pointPlaces`: by how many digits the decimal point moves to the left, 2 for prices in cents. */
  price(key: string, currency: unknown, pointPlaces?: number): Prices {
    return needPrice(this.at(key), currency, pointPlaces);
  }

  /** An object with one price for each currency. */
  prices(key: string, pointPlaces?: number): Prices | null {
    return pricesOrNull(this.at(key), pointPlaces);
  }

  link(...keys: readonly string[]): string {
    return linkOf(this.first(...keys));
  }

  list(key: string): readonly unknown[] {
    return listOf(this.at(key));
  }

  records(key: string): readonly Fields[] {
    return recordsOf(this.at(key)).map((entry) => new Fields(entry));
  }

  /** An object without fields if there is none. */
  record(key: string): Fields {
    return fieldsOf(this.at(key));
  }
}

/** Adapters ask for the same few fields of every row. */
const snakeCases = new Map<string, string>();

function snakeCase(key: string): string {
  const known = snakeCases.get(key);
  if (known !== undefined) return known;
  const written = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCases.set(key, written);
  return written;
}

/** An object without fields if the value is no object. */
export const fieldsOf = (value: unknown): Fields => new Fields(isRecord(value) ? value : {});

export function needFields(value: unknown): Fields {
  if (!isRecord(value)) return reject('malformed_row', `The row is ${show(value)}, not an object.`);
  return new Fields(value);
}

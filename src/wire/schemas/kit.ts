/**
 * Builders for schemas with a description and an example. The schemas of this folder are used for validation, types,
 * OpenAPI and the MCP tools.
 */
import Type, { type TSchema } from 'typebox';

/** Allows null. `meaning` says what null means, and is added to the description of the schema. */
export function nullable<T extends TSchema>(schema: T, meaning: string) {
  const { description = '', ...rest } = schema as T & { readonly description?: string };
  return Type.Union([rest as unknown as T, Type.Null()], { description: `${description} ${meaning}`.trim() });
}

export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Enum<[...T]>([...values], { type: 'string', description });

/** What null means for most facts. */
export const NOT_STATED = 'null: not stated.';

/** A code from a list that may grow within v1, so that it is published as text and not as a closed enumeration. */
export const openCode = <const T extends readonly string[]>(codes: T, description: string) =>
  Type.Unsafe<T[number]>({
    type: 'string',
    description: `${description} One of ${codes.join(', ')}. The list may grow: accept unknown codes.`,
    examples: [codes[0]],
  });

/** The codes of a table that has an entry for each code. */
export const codesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

export const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-15T02:00:00.000Z'] });

export const usd = (description: string) => Type.Number({ minimum: 0, description, examples: [12.6] });

export const gigabytes = (description: string) => Type.Number({ minimum: 0, description, examples: [7] });

export const text = (description: string, example?: string) =>
  Type.String(example === undefined ? { description } : { description, examples: [example] });

export const flag = (description: string) => Type.Boolean({ description });

export const count = (description: string, example?: number) =>
  Type.Integer(
    example === undefined ? { minimum: 0, description } : { minimum: 0, description, examples: [example] },
  );

/** A fact that a provider may leave out. null means unknown, never false. */
export const threeState = (description: string) => nullable(flag(description), NOT_STATED);

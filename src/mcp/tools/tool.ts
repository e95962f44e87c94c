/**
 * The interface of a tool that an assistant calls, and the functions that make its schemas and results. A call that
 * fails takes no quota.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { TSchema } from 'typebox';
import type { Outcome } from '../../answers/answers.ts';
import type { Admission, Caller } from '../../limits/port.ts';
import { isObject, type Params } from '../jsonrpc.ts';

export type ToolOutcome =
  /** The bytes of the complete result. */
  | { readonly kind: 'answer'; readonly json: Buffer; readonly decision: Admission }
  /** Invalid arguments. The call takes no quota. */
  | { readonly kind: 'mistake'; readonly faults: readonly string[] }
  | Exclude<Outcome, { kind: 'answer' }>;

export interface McpTool {
  readonly definition: Omit<Tool, 'description'>;
  /** With the limits of this caller. */
  readonly describe: (caller: Caller) => string;
  readonly call: (given: unknown, caller: Caller) => Promise<ToolOutcome>;
}

/** Both tools only read the service's own catalogue. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

interface ObjectSchema {
  [key: string]: unknown;
  type: 'object';
}

/**
 * The schema of the arguments as a tool publishes it. It has no `$schema`: some clients compile it as draft-07, others as
 * 2020-12, and some reject a dialect that they do not know. It has no examples, because every word uses up the
 * assistant's context.
 */
export const inputSchema = (schema: TSchema): ObjectSchema => changed(schema, omit(['examples']));

/** An assistant reads the schema of an answer to understand it, so that bounds are left out and null takes few words. */
export const outputSchema = (schema: TSchema): ObjectSchema =>
  changed(schema, (one) => shortNullable(omit(['examples', ...BOUNDS])(one)));

const BOUNDS = ['minimum', 'maximum', 'minItems', 'minLength', 'maxLength', 'pattern', 'format'];

/** Types and names of members only, for a value whose names say enough. */
export const withoutDescriptions = <T extends TSchema>(schema: T): T =>
  changed(schema, omit(['description', 'enum', 'maxItems'])) as unknown as T;

type Change = (schema: Params) => Params;

const omit =
  (keywords: readonly string[]): Change =>
  (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

/** Changes a schema and all schemas in it, the inner ones first. */
function changed(schema: TSchema, change: Change): ObjectSchema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    // The keys of `properties` are names, not keywords.
    const inside = ([key, inner]: [string, unknown]): [string, unknown] => [
      key,
      key === 'properties' && isObject(inner) ? mapValues(inner, visit) : visit(inner),
    ];
    return change(Object.fromEntries(Object.entries(value).map(inside)));
  };
  return visit(schema) as ObjectSchema;
}

const mapValues = (values: Params, map: (value: unknown) => unknown): Params =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** `{"anyOf": [{"type": "number"}, {"type": "null"}]}` as `{"type": ["number", "null"]}`. */
function shortNullable({ anyOf, ...rest }: Params): Params {
  const [one, none, third] = (anyOf ?? []) as readonly Params[];
  if (third !== undefined || none?.['type'] !== 'null' || typeof one?.['type'] !== 'string') {
    return anyOf === undefined ? rest : { anyOf, ...rest };
  }
  const values = Array.isArray(one['enum']) ? { enum: [...one['enum'], null] } : {};
  return { ...one, ...rest, type: [one['type'], 'null'], ...values };
}

/** Structured content, and the same JSON as text for clients that read only text. */
export function toolResult(structuredContent: Record<string, unknown>): string {
  const answer: CallToolResult = {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
  return JSON.stringify(answer);
}

export function toolOutcome(outcome: Outcome): ToolOutcome {
  if (outcome.kind !== 'answer') return outcome;
  return { kind: 'answer', json: outcome.entry.bytes, decision: outcome.decision };
}

/** An error that the model can read and correct. */
export function toolError(faults: readonly string[]): string {
  const text = `Nothing was looked up and no quota was used. ${faults.join(' ')}`;
  const answer: CallToolResult = { content: [{ type: 'text', text }], isError: true };
  return JSON.stringify(answer);
}

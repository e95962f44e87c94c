/**
 * The folder: the tools that an assistant calls. This file says what a tool is to the protocol, and how its schemas and
 * answers are made. It imports `domain/`, `limits/`, `wire/` and `comparison/`. May be called at any time; a call that
 * fails costs nothing.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { TSchema } from 'typebox';
import type { Admitted, Outcome } from '../../comparison/answers.ts';
import type { Caller } from '../../limits/limiter.ts';

export type ToolOutcome =
  /** The bytes of a whole result; the usual ones are kept with the entry that they are made from. */
  | { readonly kind: 'answer'; readonly json: Buffer; readonly decision: Admitted }
  /** Arguments that cannot be used. It costs no quota. */
  | { readonly kind: 'mistake'; readonly faults: readonly string[] }
  | Exclude<Outcome, { kind: 'answer' }>;

export interface McpTool {
  readonly definition: Tool;
  readonly call: (given: unknown, caller: Caller) => Promise<ToolOutcome>;
}

/** Both tools look something up in the service's own catalogue, and nothing else. */
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
 * A schema as a tool publishes it. It names no dialect: some clients compile it as draft-07, others as 2020-12, and
 * one of them refuses a dialect that it does not know. Examples are left out: an assistant pays for each word.
 */
export const toolSchema = (schema: TSchema): ObjectSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'examples' ? undefined : value)));

/** Structured content, and the same JSON as text for clients that read only that. */
export function toolResult(structuredContent: Record<string, unknown>): Buffer {
  const answer: CallToolResult = {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
  return Buffer.from(JSON.stringify(answer));
}

/** For the model to read and to put right. */
export function toolError(faults: readonly string[]): string {
  const text = `Nothing was looked up and no quota was used. ${faults.join(' ')}`;
  const answer: CallToolResult = { content: [{ type: 'text', text }], isError: true };
  return JSON.stringify(answer);
}

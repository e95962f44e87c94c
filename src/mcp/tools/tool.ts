/**
 * The folder: the tools that an assistant calls. This file defines the interface of a tool and makes its schemas and
 * results. A call that fails takes no quota.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { TSchema } from 'typebox';
import type { Admitted, Outcome } from '../../comparison/answers.ts';
import type { Caller } from '../../limits/limiter.ts';

export type ToolOutcome =
  /** The bytes of the complete result. */
  | { readonly kind: 'answer'; readonly json: Buffer; readonly decision: Admitted }
  /** Invalid arguments. The call takes no quota. */
  | { readonly kind: 'mistake'; readonly faults: readonly string[] }
  | Exclude<Outcome, { kind: 'answer' }>;

export interface McpTool {
  readonly definition: Tool;
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
 * A schema as a tool publishes it. It has no `$schema`: some clients compile it as draft-07, others as 2020-12, and some
 * reject a dialect that they do not know. It has no examples, because every word uses up the assistant's context.
 */
export const toolSchema = (schema: TSchema): ObjectSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'examples' ? undefined : value)));

/** Structured content, and the same JSON as text for clients that read only text. */
export function toolResult(structuredContent: Record<string, unknown>): Buffer {
  const answer: CallToolResult = {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
  return Buffer.from(JSON.stringify(answer));
}

/** An error that the model can read and correct. */
export function toolError(faults: readonly string[]): string {
  const text = `Nothing was looked up and no quota was used. ${faults.join(' ')}`;
  const answer: CallToolResult = { content: [{ type: 'text', text }], isError: true };
  return JSON.stringify(answer);
}

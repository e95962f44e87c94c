/**
 * The methods that both eras of the protocol share, without what an era adds to their results. Each era has a file of its
 * own in this folder.
 */
import type { Implementation, ListToolsResult } from '@modelcontextprotocol/sdk/types.js';
import { refusedProblem, unavailable } from '../../http/problems.ts';
import type { Caller } from '../../limits/port.ts';
import type { Cards } from '../app/resource.ts';
import { ANYBODY } from '../caller-limits.ts';
import { type Message, RPC_ERROR } from '../jsonrpc.ts';
import { failure, invalidParams, problemReply, type Reply, result } from '../reply.ts';
import type { Skill } from '../skill.ts';
import { type McpTool, type ToolOutcome, toolError } from '../tools/tool.ts';

export interface ServerFacts {
  readonly tools: readonly McpTool[];
  readonly serverInfo: Implementation;
  readonly instructions: (caller: Caller) => string;
  readonly contact: string;
  /** The page of plan cards. */
  readonly cards: Cards;
  readonly skill: Skill;
}

/** A resource as `resources/list` and `resources/read` return it. */
type ReadableResource = Pick<Cards, 'resource' | 'contents'>;

/** Returns a map and not an object, so that an inherited name such as `toString` is not a method. */
export function sharedMethods(
  facts: ServerFacts,
  resources: readonly ReadableResource[],
): ReadonlyMap<string, Method> {
  const toolsFor = (caller: Caller): ListToolsResult => ({
    tools: facts.tools.map(({ definition, describe }) => ({ ...definition, description: describe(caller) })),
  });
  return new Map([
    ['tools/list', byLimits((caller) => onePage(toolsFor(caller)))],
    ['tools/call', callTool(facts)],
    ['resources/list', onePage({ resources: resources.map(({ resource }) => resource) })],
    ['resources/templates/list', onePage({ resourceTemplates: [] })],
    ['resources/read', readResource(resources)],
  ]);
}

/** What both eras announce. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { subscribe: false, listChanged: false },
  extensions: { 'io.modelcontextprotocol/ui': {} },
};

/** A method whose reply states the limits of its caller. Most callers have no agreement, so their reply is made once. */
export function byLimits(methodFor: (caller: Caller) => Method): Method {
  const common = methodFor(ANYBODY);
  return (params, caller) => (caller.limits === undefined ? common : methodFor(caller))(params, caller);
}

const BAD_CURSOR = invalidParams('The list has one page and hands out no cursor: leave cursor out.');

export function onePage(list: object): Method {
  const reply = result(JSON.stringify(list));
  return ({ cursor }) => (cursor === undefined || cursor === null ? reply : BAD_CURSOR);
}

function readResource(resources: readonly ReadableResource[]): Method {
  const known = new Map(
    resources.map(({ resource, contents }) => [resource.uri, result(JSON.stringify(contents))]),
  );
  const missing = invalidParams('Give uri, one of those that resources/list names, as a string.');
  const message = `No such resource; there is ${[...known.keys()].join(' and ')}.`;
  return ({ uri }) => {
    if (typeof uri !== 'string') return missing;
    // Enough of the address to recognise it.
    const data = { uri: uri.slice(0, 200) };
    return known.get(uri) ?? failure({ code: RPC_ERROR.resourceNotFound, message, data });
  };
}

function callTool({ tools, contact }: ServerFacts): Method {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const unknown = invalidParams(`Unknown tool. The tools are ${[...byName.keys()].join(' and ')}.`);
  const replyOf = (outcome: ToolOutcome, caller: Caller): Reply => {
    switch (outcome.kind) {
      case 'answer':
        return result(outcome.json, outcome.decision);
      case 'mistake':
        return result(toolError(outcome.faults));
      case 'refused':
        return problemReply(refusedProblem(outcome.decision, contact, caller), outcome.decision);
      case 'unavailable':
        return problemReply(unavailable(outcome.cause));
    }
  };
  return async ({ name, arguments: given }, caller) => {
    const tool = typeof name === 'string' ? byName.get(name) : undefined;
    if (tool === undefined) return unknown;
    return replyOf(await tool.call(given, caller), caller);
  };
}

// The interface of a protocol version for the transport.

export type Request = Extract<Message, { kind: 'request' }>;
export type Method = (params: Request['params'], caller: Caller) => Reply | Promise<Reply>;

export interface Protocol {
  readonly version: string;
  readonly takesBatches: boolean;
  readonly answer: (request: Request, caller: Caller) => Promise<Reply>;
}

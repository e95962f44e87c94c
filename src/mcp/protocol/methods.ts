/** The four methods. All versions share them: what they send beyond an older version, its clients ignore. */
import type { InitializeResult, ListToolsResult } from '@modelcontextprotocol/sdk/types.js';
import { unavailable } from '../../http/problems.ts';
import { refusedProblem } from '../../http/send.ts';
import { invalidParams, type Reply, refusal, result } from '../reply.ts';
import type { McpTool, ToolOutcome } from '../tools/tool.ts';
import { toolError } from '../tools/tool.ts';
import type { Method } from './protocol.ts';

export interface MethodsOptions {
  readonly tools: readonly McpTool[];
  readonly serverInfo: InitializeResult['serverInfo'];
  readonly instructions: string;
  readonly contact: string;
  readonly negotiate: (asked: string) => string;
}

const EMPTY = result('{}');

/** A map, not an object: no name that objects inherit is a method. */
export function createMethods(options: MethodsOptions): ReadonlyMap<string, Method> {
  return new Map([
    ['initialize', initialize(options)],
    ['ping', () => EMPTY],
    ['tools/list', listTools(options)],
    ['tools/call', callTool(options)],
  ]);
}

function initialize({ serverInfo, instructions, negotiate }: MethodsOptions): Method {
  return ({ protocolVersion }) => {
    if (typeof protocolVersion !== 'string') {
      return invalidParams('Give protocolVersion, the newest version that the client speaks, as a string.');
    }
    const answer: InitializeResult = {
      protocolVersion: negotiate(protocolVersion),
      capabilities: { tools: { listChanged: false } },
      serverInfo,
      instructions,
    };
    return result(JSON.stringify(answer));
  };
}

function listTools({ tools }: MethodsOptions): Method {
  const list: ListToolsResult = { tools: tools.map(({ definition }) => definition) };
  const reply = result(JSON.stringify(list));
  const badCursor = invalidParams('The list has one page and hands out no cursor: leave cursor out.');
  return ({ cursor }) => (cursor === undefined ? reply : badCursor);
}

function callTool({ tools, contact }: MethodsOptions): Method {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const unknown = invalidParams(`Unknown tool. The tools are ${[...byName.keys()].join(' and ')}.`);
  const replyOf = (outcome: ToolOutcome): Reply => {
    switch (outcome.kind) {
      case 'answer':
        return result(outcome.json, outcome.decision);
      case 'mistake':
        return result(toolError(outcome.faults));
      case 'refused':
        return refusal(refusedProblem(outcome.decision, contact), outcome.decision);
      case 'unavailable':
        return refusal(unavailable(outcome.cause));
    }
  };
  return ({ name, arguments: given }, caller) => {
    const tool = typeof name === 'string' ? byName.get(name) : undefined;
    if (tool === undefined) return unknown;
    const outcome = tool.call(given, caller);
    return outcome instanceof Promise ? outcome.then(replyOf) : replyOf(outcome);
  };
}

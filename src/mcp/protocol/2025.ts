/** The era of `initialize`: three versions that share every method and differ in batches alone. */
import type { InitializeResult } from '@modelcontextprotocol/sdk/types.js';
import { RPC_ERROR } from '../jsonrpc.ts';
import { failure, invalidParams, result } from '../reply.ts';
import { CAPABILITIES, type Method, type Protocol, type ServerFacts, sharedMethods } from './methods.ts';

/** Newest first. What a newer one sends beyond an older one, clients of the older one ignore. */
const VERSIONS = [
  /** Bad arguments are tool errors; server info has a website. */
  { version: '2025-11-25', takesBatches: false },
  /** Took batches away; brought the version header, titles and structured tool results. */
  { version: '2025-06-18', takesBatches: false },
  /** The one that a request without a version header speaks. */
  { version: '2025-03-26', takesBatches: true },
] as const;

const [LATEST, , UNNAMED] = VERSIONS;
export const PROTOCOL_VERSIONS_2025: readonly string[] = VERSIONS.map(({ version }) => version);

export interface Era2025 {
  readonly byVersion: ReadonlyMap<string, Protocol>;
  readonly latest: Protocol;
  /** Of a request without a version header. */
  readonly unnamed: Protocol;
}

export function createEra2025(facts: ServerFacts): Era2025 {
  const methods = new Map([
    ['initialize', initialize(facts)],
    ['ping', () => EMPTY],
    ...sharedMethods(facts),
  ]);
  const unknown = failure({
    code: RPC_ERROR.methodNotFound,
    message: `This method is not offered; the server has ${[...methods.keys()].join(', ')}.`,
  });
  const answer: Protocol['answer'] = async ({ method, params }, caller) =>
    methods.get(method)?.(params, caller) ?? unknown;
  const speak = (traits: (typeof VERSIONS)[number]): Protocol => ({ ...traits, answer });
  return {
    byVersion: new Map(VERSIONS.map((traits) => [traits.version, speak(traits)])),
    latest: speak(LATEST),
    unnamed: speak(UNNAMED),
  };
}

const EMPTY = result('{}');

function initialize({ serverInfo, instructions }: ServerFacts): Method {
  return ({ protocolVersion }) => {
    if (typeof protocolVersion !== 'string') {
      return invalidParams('Give protocolVersion, the newest version that the client speaks, as a string.');
    }
    const answer: InitializeResult = {
      // The version that was asked for, or the latest: the client decides whether it can go on with that.
      protocolVersion: PROTOCOL_VERSIONS_2025.includes(protocolVersion) ? protocolVersion : LATEST.version,
      capabilities: CAPABILITIES,
      serverInfo,
      instructions,
    };
    return result(JSON.stringify(answer));
  };
}

/** Era 2025, with `initialize`: three versions that share every method and differ only in batches. */
import type { InitializeResult } from '@modelcontextprotocol/sdk/types.js';
import { RPC_ERROR } from '../jsonrpc.ts';
import { failure, invalidParams, result } from '../reply.ts';
import { CAPABILITIES, type Method, type Protocol, type ServerFacts, sharedMethods } from './methods.ts';

/** Changed invalid arguments into tool errors; added the website of the server. */
const LATEST = { version: '2025-11-25', takesBatches: false };
/** Removed batches; added the version header, titles and structured tool results. */
const MIDDLE = { version: '2025-06-18', takesBatches: false };
/** The version of a request without a version header. */
const UNNAMED = { version: '2025-03-26', takesBatches: true };

/** Clients of an older version ignore the fields that a newer version adds. */
const VERSIONS = [LATEST, MIDDLE, UNNAMED];
export const PROTOCOL_VERSIONS_2025: readonly string[] = VERSIONS.map(({ version }) => version);

export interface Era2025 {
  readonly byVersion: ReadonlyMap<string, Protocol>;
  readonly latest: Protocol;
  /** The protocol of a request without a version header. */
  readonly unnamed: Protocol;
}

export function createEra2025(facts: ServerFacts): Era2025 {
  const methods = new Map([
    ['initialize', initialize(facts)],
    ['ping', () => EMPTY],
    ...sharedMethods(facts, [facts.cards]),
  ]);
  const unknown = failure({
    code: RPC_ERROR.methodNotFound,
    message: `This method is not offered; the server has ${[...methods.keys()].join(', ')}.`,
  });
  const answer: Protocol['answer'] = async ({ method, params }, caller) =>
    methods.get(method)?.(params, caller) ?? unknown;
  return {
    byVersion: new Map(VERSIONS.map((one) => [one.version, { ...one, answer }])),
    latest: { ...LATEST, answer },
    unnamed: { ...UNNAMED, answer },
  };
}

const EMPTY = result('{}');

function initialize({ serverInfo, instructions }: ServerFacts): Method {
  return ({ protocolVersion }, caller) => {
    if (typeof protocolVersion !== 'string') {
      return invalidParams('Give protocolVersion, the newest version that the client speaks, as a string.');
    }
    const answer: InitializeResult = {
      // The requested version, or the latest of this era. The client decides whether it supports that.
      protocolVersion: PROTOCOL_VERSIONS_2025.includes(protocolVersion) ? protocolVersion : LATEST.version,
      capabilities: CAPABILITIES,
      serverInfo,
      instructions: instructions(caller),
    };
    return result(JSON.stringify(answer));
  };
}

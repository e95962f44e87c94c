/** Every version that is spoken, and which one answers whom. */

import { RPC_ERROR } from '../jsonrpc.ts';
import { failure } from '../reply.ts';
import { V2025_03_26 } from './2025-03-26.ts';
import { V2025_06_18 } from './2025-06-18.ts';
import { V2025_11_25 } from './2025-11-25.ts';
import { createMethods, type MethodsOptions } from './methods.ts';
import type { Protocol, Protocols, VersionTraits } from './protocol.ts';

/** Newest first. */
const VERSIONS = [V2025_11_25, V2025_06_18, V2025_03_26] as const;
export const PROTOCOL_VERSIONS: readonly string[] = VERSIONS.map(({ version }) => version);

const [LATEST] = VERSIONS;

export function createProtocols(options: Omit<MethodsOptions, 'negotiate'>): Protocols {
  const methods = createMethods({ ...options, negotiate });
  const speak = (traits: VersionTraits): Protocol => ({
    ...traits,
    answer: ({ method, params }, caller) => methods.get(method)?.(params, caller) ?? UNKNOWN_METHOD,
  });
  return {
    byVersion: new Map(VERSIONS.map((traits) => [traits.version, speak(traits)])),
    latest: speak(LATEST),
    unnamed: speak(V2025_03_26),
  };
}

/** The version that was asked for, or the latest: the client decides whether it can go on with that. */
const negotiate = (asked: string): string => (PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST.version);

const UNKNOWN_METHOD = failure({
  code: RPC_ERROR.methodNotFound,
  message: 'This method is not offered; the server has initialize, ping, tools/list and tools/call.',
});

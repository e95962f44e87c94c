/**
 * Era 2026, without a handshake. Every request has its version and the client's capabilities in `_meta`, and its method
 * and name in headers. Every result has its type and the server info.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../limits/port.ts';
import { errorOf2026, isObject, type Params, RPC_ERROR } from '../jsonrpc.ts';
import { failure, invalidParams, type Reply, result } from '../reply.ts';
import { hasHeaderOf2026, VERSION_2026 } from '../rules.ts';
import type { Skill } from '../skill.ts';
import { PROTOCOL_VERSIONS_2025 } from './2025.ts';
import {
  byLimits,
  CAPABILITIES,
  type Method,
  onePage,
  type Request,
  type ServerFacts,
  sharedMethods,
} from './methods.ts';

export const PROTOCOL_VERSIONS: readonly string[] = [VERSION_2026, ...PROTOCOL_VERSIONS_2025];

const IN_META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

const SKILLS = 'io.modelcontextprotocol/skills';

const HEADER_MISMATCH = -32_020;
const UNSUPPORTED_VERSION = -32_022;

/**
 * The cards and the skill change only with a release. `server/discover` and `tools/list` state limits, so a client may
 * show the old limits for up to an hour after the operator changes them; a 429 states those in force. A search has
 * its own `query.fresh_until`.
 */
const CACHED = { ttlMs: 60 * 60_000, cacheScope: 'public' } as const;
const CACHED_METHODS: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'skills/list',
  'skills/get',
]);

/**
 * The parameter that the header `Mcp-Name` repeats, for proxies that route without reading the body. The protocol
 * requires it for these methods and for prompts, which this server does not have.
 */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
]);

const metaOf = (params: Params): Params => (isObject(params['_meta']) ? params['_meta'] : {});

/**
 * Whether this era answers a request: its header names this version, or its `_meta` names a version that is not one of
 * 2025. An unsupported version is therefore refused in this era.
 */
export function isOf2026(headers: IncomingHttpHeaders, params: Params): boolean {
  const named = metaOf(params)[IN_META.version];
  return hasHeaderOf2026(headers) || (typeof named === 'string' && !PROTOCOL_VERSIONS_2025.includes(named));
}

export interface Era2026 {
  readonly answer: (request: Request, headers: IncomingHttpHeaders, caller: Caller) => Promise<Reply>;
}

export function createEra2026(facts: ServerFacts): Era2026 {
  const discover = byLimits((caller) => {
    const discovered = {
      supportedVersions: PROTOCOL_VERSIONS,
      capabilities: { ...CAPABILITIES, extensions: { ...CAPABILITIES.extensions, [SKILLS]: {} } },
      instructions: facts.instructions(caller),
    };
    const reply = result(JSON.stringify(discovered));
    // `byLimits` makes one reply for all callers without an agreement.
    return () => reply;
  });
  const methods = new Map([
    ['server/discover', discover],
    ...sharedMethods(facts, [facts.cards, facts.skill]),
    ['skills/list', onePage({ skills: [facts.skill.entry] })],
    ['skills/get', getSkill(facts.skill)],
  ]);
  const unknown = failure(
    {
      code: RPC_ERROR.methodNotFound,
      message: `This method is not offered; the server has ${[...methods.keys()].join(', ')}.`,
    },
    404,
  );
  // The members that every result of this era has.
  const common = { resultType: 'complete', _meta: { [IN_META.serverInfo]: facts.serverInfo } };
  const commonMembers = Buffer.from(JSON.stringify(common));
  const cachedMembers = Buffer.from(JSON.stringify({ ...common, ...CACHED }));
  // Texts that state the limits of an agreement are not for other callers.
  const privateMembers = Buffer.from(JSON.stringify({ ...common, ...CACHED, cacheScope: 'private' }));
  const membersOf = (method: string, caller: Caller): Buffer => {
    if (!CACHED_METHODS.has(method)) return commonMembers;
    return caller.limits === undefined ? cachedMembers : privateMembers;
  };
  const inThisEra = (reply: Reply, method: string, caller: Caller): Reply =>
    reply.member === 'error'
      ? { ...reply, error: errorOf2026(reply.error) }
      : { ...reply, json: merged(membersOf(method, caller), reply.json) };
  return {
    answer: async ({ method, params }, headers, caller) => {
      const fault =
        versionFault(headers, params) ?? metaFault(params) ?? headerFault(headers, method, params);
      // Faults are written for this era, so they need no change.
      if (fault !== null) return fault;
      return inThisEra((await methods.get(method)?.(params, caller)) ?? unknown, method, caller);
    },
  };
}

function getSkill({ entry }: Skill): Method {
  const found = result(JSON.stringify({ skill: entry }));
  const unknown = invalidParams(`Unknown skill. There is ${entry.uri}.`);
  return ({ uri }) => (uri === entry.uri ? found : unknown);
}

/** Joins two JSON objects with different members without parsing them. `{}` has two bytes and needs no comma. */
const merged = (first: Buffer, second: Buffer): Buffer =>
  second.length === 2 ? first : Buffer.concat([first.subarray(0, -1), COMMA, second.subarray(1)]);

const COMMA = Buffer.from(',');

function versionFault(headers: IncomingHttpHeaders, params: Params): Reply | null {
  const requested = metaOf(params)[IN_META.version];
  const header = headers['mcp-protocol-version'];
  if (typeof requested !== 'string') return null;
  if (requested === VERSION_2026 || header === VERSION_2026) {
    return header === requested ? null : mismatch('MCP-Protocol-Version', `_meta["${IN_META.version}"]`);
  }
  return unsupported(requested);
}

function unsupported(requested: string): Reply {
  const supported = PROTOCOL_VERSIONS;
  const message = `This protocol version is not supported; the versions are ${supported.join(', ')}.`;
  return failure({ code: UNSUPPORTED_VERSION, message, data: { supported, requested } }, 400);
}

/** For a version that only the header names. */
export const unsupportedVersion = (headers: IncomingHttpHeaders): Reply =>
  unsupported(String(headers['mcp-protocol-version']));

function metaFault(params: Params): Reply | null {
  const meta = metaOf(params);
  const missing = [
    ...(typeof meta[IN_META.version] === 'string' ? [] : [`${IN_META.version} (a string)`]),
    ...(isObject(meta[IN_META.capabilities]) ? [] : [`${IN_META.capabilities} (an object)`]),
  ];
  return missing.length === 0 ? null : invalidParams(`Give in params._meta: ${missing.join(', ')}.`, 400);
}

function headerFault(headers: IncomingHttpHeaders, method: string, params: Params): Reply | null {
  if (headers['mcp-method'] !== method) return mismatch('Mcp-Method', 'method');
  const source = NAMED_BY.get(method);
  if (source === undefined) return null;
  const named = typeof params[source] === 'string' ? params[source] : undefined;
  return decoded(headers['mcp-name']) === named ? null : mismatch('Mcp-Name', `params.${source}`);
}

const mismatch = (header: string, member: string): Reply =>
  failure(
    { code: HEADER_MISMATCH, message: `The header ${header} must be there and equal ${member} of the body.` },
    400,
  );

const BASE64_FORM = /^=\?base64\?(.*)\?=$/;

/** A name that a header cannot contain is sent in base64 with a mark. */
function decoded(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const encoded = BASE64_FORM.exec(header.trim())?.[1];
  return encoded === undefined ? header.trim() : Buffer.from(encoded, 'base64').toString();
}

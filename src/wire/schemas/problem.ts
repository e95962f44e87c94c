import Type, { type Static } from 'typebox';
import { POLICY_NAMES } from '../../limits/policies.ts';
import { oneOf, openCode, text } from './kit.ts';

/** Lists of codes. They may grow within v1, so the schema of a response has them as text. */
export const PROBLEM_CODES = [
  'bad_request',
  'forbidden_origin',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'plan_gone',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'invalid_query',
  'rate_limited',
  'headers_too_large',
  'protection_unavailable',
  'data_unavailable',
  'overloaded',
  'unavailable',
] as const;
/** Sent only by `/mcp`, as JSON-RPC errors, because only `/mcp` reads bodies and checks origins. */
export const MCP_ONLY: readonly ProblemCode[] = [
  'forbidden_origin',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
];
/** Sent only by `/go`, as a page. */
const PAGE_ONLY: readonly ProblemCode[] = ['plan_gone'];

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const QUERY_FAULTS = [
  'missing',
  'empty',
  'repeated',
  'malformed',
  'out_of_range',
  'not_allowed',
] as const;
export type QueryFaultCode = (typeof QUERY_FAULTS)[number];

export const LIMIT_NAMES = [...POLICY_NAMES, 'burst'] as const;

export const QueryFault = Type.Object({
  parameter: text('Which parameter.', 'days'),
  code: openCode(QUERY_FAULTS, 'What is wrong with it.'),
  message: text(
    'What to give instead.',
    'days is out of range: give a whole number from 1 to 90, plain digits.',
  ),
});
export type QueryFault = Static<typeof QueryFault>;

export const LimitBody = Type.Object({
  name: openCode(LIMIT_NAMES, 'Which limit refused.'),
  per: oneOf(['minute', 'day', 'second'], 'What it counts over.'),
  limit: Type.Integer({ minimum: 0, description: 'Its size.' }),
  reset: Type.Integer({
    description: 'Unix seconds at which a retry succeeds, if no other request uses the limit.',
  }),
});

export const ProblemDocument = Type.Object(
  {
    type: text('Page that explains this error.', 'https://esim.example/docs/errors#invalid_query'),
    title: text('What kind of error.', 'The query is not valid'),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: text('What happened here and what to do.'),
    code: openCode(
      PROBLEM_CODES.filter((code) => !MCP_ONLY.includes(code) && !PAGE_ONLY.includes(code)),
      'Which error, for programs.',
    ),
    errors: Type.Optional(Type.Array(QueryFault, { description: 'On 422: every fault at once.' })),
    limit: Type.Optional(LimitBody),
  },
  { description: 'An error (RFC 9457).' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;

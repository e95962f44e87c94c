/** The errors of the API: their codes, statuses and titles, and the schema of a problem document. */
import Type, { type Static } from 'typebox';
import { POLICY_NAMES } from '../../limits/policies.ts';
import { codesOf, oneOf, openCode, text } from './kit.ts';

/** Every error with its status and title. Codes may be added within v1, so the schema of a response has them as text. */
export const PROBLEMS = {
  bad_request: { status: 400, title: 'The request is malformed' },
  blocked: { status: 403, title: 'This network is blocked' },
  forbidden_origin: { status: 403, title: 'This origin may not call' },
  not_found: { status: 404, title: 'Nothing is here' },
  method_not_allowed: { status: 405, title: 'This method is not offered here' },
  not_acceptable: { status: 406, title: 'None of the accepted types is offered' },
  plan_gone: { status: 410, title: 'This plan has left the catalogue' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'This content type is not taken' },
  invalid_query: { status: 422, title: 'The query is not valid' },
  rate_limited: { status: 429, title: 'A limit is reached' },
  headers_too_large: { status: 431, title: 'The header fields are too large' },
  protection_unavailable: { status: 503, title: 'Requests cannot be counted at the moment' },
  data_unavailable: { status: 503, title: 'The catalogue is not available at the moment' },
  overloaded: { status: 503, title: 'The service is busy' },
  // An unexpected error. It is no 500, because a retry may succeed.
  unavailable: { status: 503, title: 'The service cannot answer at the moment' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = codesOf(PROBLEMS);

/**
 * Sent only by `/mcp`, as JSON-RPC errors, because only `/mcp` reads bodies, checks origins and
 * requires types in `Accept`.
 */
export const MCP_ONLY: readonly ProblemCode[] = [
  'forbidden_origin',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
];
/** Sent only by `/go`, as a page. */
const PAGE_ONLY: readonly ProblemCode[] = ['plan_gone'];

export const QUERY_FAULTS = [
  'missing',
  'empty',
  'repeated',
  'malformed',
  'out_of_range',
  'not_allowed',
  'unknown_name',
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

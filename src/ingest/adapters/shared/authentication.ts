/** How a feed learns who asks: headers, query parameters, Basic, a bearer token or OAuth 2.0 client credentials. */
import Type, { type Static } from 'typebox';
import { FORMS } from '../../../operator-files/forms.ts';
import { FeedError, type FeedRequest, type FeedResponse, type FetchContext } from '../../adapter.ts';
import { jsonOf } from '../../parse/body.ts';
import { numberOrNull, textOrNull } from '../../parse/value.ts';
import { closed, pageOf, withQuery } from './frame.ts';
import { valueAt } from './path.ts';

/** "{api_key}": the place of a credential in a text. */
const ROLE = /\{([a-z][a-z0-9_]{0,40})\}/g;
const Template = (description: string) => Type.String({ pattern: '\\{[a-z][a-z0-9_]*\\}', description });

const Texts = (pattern: string, description: string) =>
  Type.Record(
    Type.String({ pattern }),
    Template('A text with the role of a credential: "Bearer {api_key}".'),
    {
      description,
      additionalProperties: false,
    },
  );

const TOKEN_STYLES = ['form', 'basic', 'json'] as const;

export const Authentication = closed({
  headers: Type.Optional(Texts('^[A-Za-z0-9-]+$', 'Headers with credentials: {"X-API-Key": "{api_key}"}.')),
  query: Type.Optional(Texts('^[\\w.[\\]-]+$', 'Query parameters with credentials: {"key": "{api_key}"}.')),
  basic: Type.Optional(
    closed({
      user: Template('The user of Basic authentication: "{account_sid}".'),
      password: Type.String({
        description: 'The password of Basic authentication: "{auth_token}", or empty.',
      }),
    }),
  ),
  bearer: Type.Optional(Template('The bearer token: "{api_key}".')),
  token: Type.Optional(
    closed({
      send: Type.Optional(
        Type.Enum([...TOKEN_STYLES], {
          description:
            'How the credentials are sent for a token: as a form (default), as a form with Basic authentication (OAuth 2.0), or as JSON.',
        }),
      ),
      fields: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description:
            'The fields of that request. Default: client_id, client_secret and grant_type "client_credentials".',
        }),
      ),
      scope: Type.Optional(Type.String({ description: 'The scope of the token (OAuth 2.0).' })),
      path: Type.Optional(
        Type.Union([Type.String(), Type.Array(Type.String())], {
          description: 'Path to the token in the response. Default "access_token".',
        }),
      ),
      expires: Type.Optional(
        Type.String({ description: 'Path to the seconds until the token expires. Default "expires_in".' }),
      ),
    }),
  ),
});
export type Authentication = Static<typeof Authentication>;

export const TokenUrl = Type.String({
  pattern: FORMS.feedAddress.pattern,
  description: 'The address that exchanges credentials for a token.',
});

const STANDARD_FIELDS = { client_id: '{client_id}', client_secret: '{client_secret}' };
const SCOPE_FIELD = 'scope';
const GRANT = { grant_type: 'client_credentials' };

/** The roles of the credentials that these texts name. */
export const rolesIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(ROLE)].map(([, role = '']) => role))),
];

export function rolesOf(authentication: Authentication = {}): readonly string[] {
  const { headers = {}, query = {}, basic, bearer, token } = authentication;
  return rolesIn([
    ...Object.values(headers),
    ...Object.values(query),
    ...Object.values(basic ?? {}),
    ...(bearer === undefined ? [] : [bearer]),
    ...(token === undefined ? [] : Object.values(token.fields ?? STANDARD_FIELDS)),
  ]);
}

/** The kind of authentication, for an error message. */
export function kindOf({ headers = {}, query = {}, basic, bearer, token }: Authentication): string {
  if (token !== undefined) return 'a token that was requested with client credentials';
  if (basic !== undefined) return 'Basic authentication';
  if (bearer !== undefined) return 'a bearer token';
  const named = [
    ...Object.keys(headers).map((name) => `the header "${name}"`),
    ...Object.keys(query).map((name) => `the query parameter "${name}"`),
  ];
  return named.length === 0 ? 'no credential' : named.join(' and ');
}

export function filled(text: string, context: FetchContext, encode = (value: string) => value): string {
  return text.replace(ROLE, (_whole, role: string) => encode(context.credential(role)));
}

const basicHeader = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

type Send = (request: FeedRequest) => Promise<FeedResponse>;

/** Returns a function that sends requests with the credentials of the source. */
export function authorised(
  context: FetchContext,
  authentication: Authentication = {},
  tokenUrl?: string,
): Send {
  const { headers = {}, query = {}, basic, bearer, token } = authentication;
  const fixed = (): Record<string, string> => ({
    ...Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), filled(text, context)]),
    ),
    ...(basic !== undefined && {
      authorization: basicHeader(filled(basic.user, context), filled(basic.password, context)),
    }),
    ...(bearer !== undefined && { authorization: `Bearer ${filled(bearer, context)}` }),
  });
  const parameters = () =>
    Object.fromEntries(Object.entries(query).map(([name, text]) => [name, filled(text, context)]));
  const send = (request: FeedRequest, more: Readonly<Record<string, string>> = {}) =>
    context.request({
      ...request,
      url: Object.keys(query).length === 0 ? request.url : withQuery(request.url, parameters()),
      headers: { ...request.headers, ...fixed(), ...more },
    });
  if (token === undefined) return (request) => send(request);
  const tokens = createTokens(context, token, tokenUrl);
  return async (request) => {
    const answer = await send(request, { authorization: `Bearer ${await tokens.current()}` });
    if (answer.status !== 401 || !tokens.renew()) return answer;
    return send(request, { authorization: `Bearer ${await tokens.current()}` });
  };
}

interface KeptToken {
  readonly token: string;
  readonly until: number;
}

/** Tokens with a stated end, by the request that they answer. Sellers limit how often a token may be requested. */
const kept = new Map<string, KeptToken>();
const KEPT_MAX = 100;
/** A token is not used in its last minute, because requests take time. */
const RESERVE_MS = 60_000;

type TokenRules = NonNullable<Authentication['token']>;

/** A token that is rejected is requested again at most once in a run. */
function createTokens(context: FetchContext, rules: TokenRules, url: string | undefined) {
  if (url === undefined) throw new FeedError('The source names no "tokenUrl".');
  const { request, key } = tokenRequest(context, rules, url);
  let token: string | null = null;
  let wasRenewed = false;
  const stored = kept.get(key);
  if (stored !== undefined && stored.until > context.now()) token = stored.token;
  return {
    async current(): Promise<string> {
      if (token !== null) return token;
      const read = await readToken(context, request, rules);
      token = read.token;
      if (read.seconds !== null) {
        if (kept.size >= KEPT_MAX) kept.clear();
        kept.set(key, { token, until: context.now() + read.seconds * 1000 - RESERVE_MS });
      }
      return token;
    },
    /** False if the token was renewed before. */
    renew(): boolean {
      if (wasRenewed) return false;
      wasRenewed = true;
      token = null;
      kept.delete(key);
      return true;
    },
  };
}

function tokenRequest(context: FetchContext, { send = 'form', fields, scope }: TokenRules, url: string) {
  const given = fields ?? { ...STANDARD_FIELDS, ...GRANT };
  const values: Record<string, string> = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, filled(text, context)]),
  );
  if (scope !== undefined) values[SCOPE_FIELD] = scope;
  const headers: Record<string, string> = { accept: 'application/json' };
  let body: string;
  if (send === 'json') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(values);
  } else {
    const { client_id: user = '', client_secret: password = '', ...others } = values;
    if (send === 'basic') headers['authorization'] = basicHeader(user, password);
    headers['content-type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(send === 'basic' ? others : values).toString();
  }
  const request: FeedRequest = { url, method: 'POST', idempotent: true, headers, body };
  return { request, key: JSON.stringify(request) };
}

async function readToken(
  context: FetchContext,
  request: FeedRequest,
  rules: TokenRules,
): Promise<{ readonly token: string; readonly seconds: number | null }> {
  const { path = 'access_token', expires = 'expires_in' } = rules;
  const response = await context.request(request);
  expectOk(response, 'The token request', { token: rules }, context, 'client credentials');
  const document = jsonOf(pageOf(1, response));
  const [token] = [path].flat().flatMap((one) => textOrNull(valueAt(document, one)) ?? []);
  if (token === undefined) throw new FeedError('The response to the token request has no token.');
  return { token, seconds: numberOrNull(valueAt(document, expires)) };
}

/** The response has only a part of the feed. */
const PARTIAL_CONTENT = 206;

/** Throws `FeedError` for any status but 2xx, and for a part of a feed. A 401 and a 403 name the credentials and how they were sent. */
export function expectOk(
  response: FeedResponse,
  what: string,
  authentication: Authentication,
  context: FetchContext,
  sentWith: string = kindOf(authentication),
): FeedResponse {
  const { status } = response;
  if (status === PARTIAL_CONTENT) throw new FeedError(`${what} returned only a part (status 206).`, status);
  if (status >= 200 && status < 300) return response;
  if (status !== 401 && status !== 403) throw new FeedError(`${what} returned status ${status}.`, status);
  const roles = rolesOf(authentication);
  const named = roles.map((role) => context.variable?.(role) ?? role).join(' and ');
  const from = named === '' ? '' : ` from ${named}`;
  const advice = status === 401 ? 'is the credential right?' : 'may this credential read the feed?';
  throw new FeedError(
    `${what} returned status ${status}. It was sent with ${sentWith}${from}: ${advice}`,
    status,
  );
}

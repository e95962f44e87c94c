/** What a route is, for REST, MCP and pages alike: a function from a request's facts to an answer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../limits/guard.ts';

export interface RequestFacts {
  readonly method: string;
  /** Decoded by the router, for the routes that have any. */
  readonly params: Readonly<Record<string, string>>;
  /** What stands behind the question mark, as it came. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** Empty but for POST. */
  readonly body: Buffer;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
  readonly body: Buffer | string | null;
}

/** Which form the errors of a path take: problem documents, JSON-RPC or HTML. */
export type Area = 'api' | 'mcp' | 'page';

export interface Route {
  /** As the router writes it: `/go/:provider/:plan`. */
  readonly path: string;
  /** GET routes answer HEAD as well. */
  readonly method: 'GET' | 'POST';
  readonly area: Area;
  readonly handle: (request: RequestFacts) => HttpAnswer | Promise<HttpAnswer>;
}

/** `buildApp` wires routes, error languages and the front into a Fastify application. It never listens. */
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { type Binary, bytesOfBinary } from './comparison/binary.ts';
import { BODY_LIMIT_BYTES } from './http/body.ts';
import { createClientErrorHandler } from './http/clientError.ts';
import {
  areaOf,
  BODY_TOO_LARGE,
  createFront,
  FAULT,
  type FrontedRequest,
  type RenderProblem,
} from './http/front.ts';
import { headerSets, PREFLIGHT } from './http/headers.ts';
import { type Problem, ProblemError } from './http/problems.ts';
import type { Area, HttpAnswer, RequestFacts, Route } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import type { Guard } from './limits/guard.ts';

export interface AppOptions {
  readonly baseUrl: string;
  readonly guard: Guard;
  readonly routes: readonly Route[];
  readonly render: RenderProblem;
  /** True while the process cannot keep up: everything is refused, cheaply. */
  readonly isOverloaded?: () => boolean;
  readonly requestId: () => string;
  readonly onFault: (error: unknown) => void;
  /** For the metrics: nothing of the request but its area and the answer's status. */
  readonly onAnswer: (area: Area, status: number) => void;
}

/** Longer than any path that the service itself hands out. */
const MAX_PARAMETER_LENGTH = 200;

export function buildApp(options: AppOptions): FastifyInstance {
  const { routes, render, requestId, onFault, onAnswer } = options;
  const headers = headerSets(options.baseUrl);
  const onClientError = createClientErrorHandler({
    headers: headers.api,
    render: (problem) => render('api', problem),
    requestId,
    onAnswer: (status) => onAnswer('api', status),
  });

  const app = Fastify({
    serverFactory: (next) => createHttpServer(createFront({ ...options, headers }, next), onClientError),
    // The framework would answer a second time, and on one of several listeners only.
    clientErrorHandler: () => {},
    logger: false,
    // Routes read and spell their own bodies; without this the framework would load two schema compilers to start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => {
      void refuse(request, reply as unknown as FastifyReply, problemOf(error));
    },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    area: Area,
    answer: HttpAnswer,
  ): FastifyReply => {
    onAnswer(area, answer.status);
    return reply
      .code(answer.status)
      .headers({
        ...headers[area],
        ...fixedOf(answer),
        ...answer.headers,
        'X-Request-Id': (request.raw as FrontedRequest).requestId,
      })
      .send(bytesOf(answer));
  };

  const refuse = (request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply => {
    const area = areaOf(request.raw.url ?? '/');
    return send(request, reply, area, render(area, problem, request));
  };

  // Bodies are read as bytes: what they must be is the route's own business.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) =>
        send(request, reply, route.area, await route.handle(factsOf(request))),
    });
  }
  for (const route of routes.filter(({ area }) => area === 'api')) {
    app.options(route.path, (request, reply) =>
      send(request, reply, 'api', { status: 204, headers: PREFLIGHT, body: null }),
    );
  }

  const known = routes.map((route) => ({ matcher: matcherOf(route.path), route }));
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] ?? '/';
    const allowed = known.filter(({ matcher }) => matcher.test(path)).map(({ route }) => route);
    return refuse(request, reply, allowed.length === 0 ? NOT_FOUND : methodProblem(allowed));
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error);
    // A client that went away in the middle of its body is no fault of ours, and anybody could fill the log with it.
    if (problem === FAULT && error.code !== 'ECONNRESET') onFault(error);
    return refuse(request, reply, problem);
  });
  return app;
}

const bytesOf = ({ body, isBinary }: HttpAnswer): Buffer | string | undefined =>
  isBinary ? bytesOfBinary(body as Binary) : (body ?? undefined);

function noSchemas(): never {
  throw new Error('no route has a schema for the framework to compile');
}

function fixedOf({ fixed }: HttpAnswer): Record<string, string> {
  const flat = fixed?.flat ?? [];
  return Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]!]] : [])));
}

const NOT_FOUND: Problem = {
  code: 'not_found',
  detail: 'There is nothing at this path. The documentation is at /docs.',
};

function methodProblem(routes: readonly Route[]): Problem {
  const methods = routes.flatMap(({ method, area }) =>
    method === 'POST' ? ['POST'] : area === 'api' ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'HEAD'],
  );
  const allow = methods.join(', ');
  return { code: 'method_not_allowed', detail: `Use ${allow}.`, headers: { Allow: allow } };
}

function factsOf(request: FastifyRequest): RequestFacts {
  const url = request.raw.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: request.method,
    params: request.params as Record<string, string>,
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers: request.headers,
    caller: (request.raw as FrontedRequest).caller,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** Path parameters match one segment each. */
const matcherOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[a-z]+/g, '[^/]+')}$`);

const FRAMEWORK: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: BODY_TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type', detail: 'Send application/json.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    detail: 'Content-Length does not match the body.',
  },
  FST_ERR_BAD_URL: { code: 'bad_request', detail: 'The path has a broken percent-encoding.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: 'We know nothing by so long a name.' },
};

function problemOf(error: FastifyError | Error): Problem {
  if (error instanceof ProblemError) return error.problem;
  return FRAMEWORK[(error as FastifyError).code] ?? FAULT;
}

/**
 * The requests that `bench/routes.ts` measures: for each route the usual request, unusual paths, each parameter with each
 * of its values, the bodies of `/mcp`, and requests that a rule cannot make.
 */
import { CALL_HEADERS } from '../call.ts';
import { CASES, DOCUMENTS, type RouteCase } from './cases.ts';
import { type Choice, choicesOf, type Input, usualChoice, withQuery } from './values.ts';

const isPrefix = (path: string): boolean => path.length > 1 && /[/.]$/.test(path);
const isDocument = (path: string): boolean =>
  DOCUMENTS.some(
    (known) => path === known || (isPrefix(known) && path.startsWith(known) && !path.includes(':')),
  );

/** The routes that no request of the benchmark reaches. */
export const routesWithoutCase = (routes: readonly string[]): string[] =>
  routes.filter((path) => !Object.hasOwn(CASES, path) && !isDocument(path));

/** The parameters of a route that have a case. */
export const parametersWithCase = (route: string): string[] => Object.keys(CASES[route]?.parameters ?? {});

/** One input to measure. `parameter` and `choice` are known if one parameter varies. */
export interface Measured {
  readonly name: string;
  readonly route: string;
  readonly input: Input;
  readonly parameter?: string;
  readonly choice?: Choice;
}

/** All inputs of a route. */
export function inputsOf(route: string): Measured[] {
  const {
    paths,
    parameters = {},
    queries = {},
    posts = {},
    others = {},
  }: RouteCase = CASES[route] ?? { paths: [route] };
  const [path = route] = paths;
  return [
    ...plainInputs(route, paths),
    ...variedInputs(route, path, parameters),
    ...Object.entries(queries).map(
      ([name, query]): Measured => ({
        name: `${route}, ${name}`,
        route,
        input: { path: withQuery(path, [query]) },
      }),
    ),
    ...Object.entries(posts).map(
      ([name, post]): Measured => ({
        name: `${route}, ${name}`,
        route,
        input: {
          path: route,
          headers: messagesIn(post) > 1 ? BATCH_HEADERS : CALL_HEADERS,
          post,
          messages: messagesIn(post),
        },
      }),
    ),
    ...Object.entries(others).map(([name, input]): Measured => ({ name: `${route}, ${name}`, route, input })),
  ];
}

/** Only the protocol version that a request without a version means has batches. */
const { 'MCP-Protocol-Version': _, ...BATCH_HEADERS } = CALL_HEADERS;

/** The number of messages of a batch; 1 for any other body. */
function messagesIn(post: string): number {
  if (!post.startsWith('[{"jsonrpc"')) return 1;
  return (JSON.parse(post) as readonly unknown[]).length;
}

const COMPRESSED = { 'Accept-Encoding': 'br, gzip', 'Accept-Language': 'de-DE,de;q=0.9' } as const;

const plainInputs = (route: string, paths: RouteCase['paths']): Measured[] =>
  paths.flatMap((path): Measured[] => [
    { name: path.slice(0, 60), route, input: { path } },
    { name: `${path.slice(0, 60)}, compressed, German`, route, input: { path, headers: COMPRESSED } },
  ]);

/** Each parameter with each of its values, alone and while the others are usual. */
function variedInputs(
  route: string,
  path: string,
  parameters: NonNullable<RouteCase['parameters']>,
): Measured[] {
  const usual = new Map(
    Object.entries(parameters).map(([name, parameter]) => [name, usualChoice(name, parameter)]),
  );
  return Object.entries(parameters).flatMap(([parameter, values]) => {
    const others = [...usual].filter(([name]) => name !== parameter).map(([, { query }]) => query);
    return choicesOf(parameter, values).flatMap((choice): Measured[] => [
      {
        name: `${route}, ${parameter}: ${choice.kind}`,
        route,
        input: { path: withQuery(path, [choice.query]) },
        parameter,
        choice,
      },
      {
        name: `${route}, ${parameter}: ${choice.kind}, others usual`,
        route,
        // A long value comes last, so that it is cut and not the others.
        input: { path: withQuery(path, [...others, choice.query]) },
        parameter,
        choice,
      },
    ]);
  });
}

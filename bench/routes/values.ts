/**
 * The values that each parameter of a route gets: left out, usual, misspelt, as long as an address may be, with as many
 * entries as possible, and repeated. Each `#` in a path, query or body becomes another number for each request, for
 * inputs that must not repeat.
 */

export interface Input {
  readonly path: string;
  /** Without it, GET, or POST if there is a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: string;
  /** The number of messages in `post`, if it is a batch. Each takes a token and has its own turn, like a request. */
  readonly messages?: number;
  /** Sent on a connection of its own instead of a request, for bytes that no HTTP client sends. */
  readonly bytes?: string;
}

export interface Parameter {
  readonly usual: string;
  readonly misspelt: string;
  /** The separator of a list. */
  readonly separator?: string;
}

/** A value of a parameter: what it is like, and the part of the query. An empty query leaves the parameter out. */
export interface Choice {
  readonly kind: string;
  readonly query: string;
}

/** An address has at most 4,096 characters. */
export const QUERY_MAX = 3_900;
/** Words that are nearly those of places and phones. */
export const LONG_TEXT = 'Zzqxwv jklmnp Tukrey Samsun Galaxi Ultre Phoen 1 2 3 ';

/** They have few letters in common, so that each is searched by itself. */
export const UNKNOWN_PLACES = ['Zzqxwv', 'Kuhblomp', 'Wexfarno', 'Yttrelag', 'Drovinsk', 'Ompalique'];

export const filled = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)));
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%23', '#');

export const usualChoice = (name: string, { usual }: Parameter): Choice => ({
  kind: 'usual',
  query: `${name}=${encoded(usual)}`,
});

export function choicesOf(name: string, parameter: Parameter): Choice[] {
  const { usual, misspelt, separator = ',' } = parameter;
  const pair = (text: string) => `${name}=${encoded(text)}`;
  return [
    { kind: 'absent', query: '' },
    usualChoice(name, parameter),
    { kind: 'misspelt', query: pair(misspelt) },
    { kind: 'name misspelt', query: `${name}x=${encoded(usual)}` },
    { kind: '60 characters', query: pair(filled(LONG_TEXT, 60).slice(0, 60)) },
    { kind: 'longest', query: `${name}=${filled(encoded(LONG_TEXT), QUERY_MAX).slice(0, QUERY_MAX)}` },
    {
      kind: 'most entries',
      query: `${name}=${filled(`${encoded(misspelt).replaceAll('#', '')}${separator}`, QUERY_MAX)}`,
    },
    { kind: 'repeated', query: filled(`${pair(misspelt).replaceAll('#', '')}&`, QUERY_MAX) },
  ];
}

export function withQuery(path: string, queries: readonly string[]): string {
  const query = queries.filter(Boolean).join('&').slice(0, QUERY_MAX);
  return query === '' ? path : `${path}?${query}`;
}

/** The input with another number, for requests that must not repeat. */
export const numbered = ({ post, ...input }: Input, index: number): Input => ({
  ...input,
  path: input.path.replaceAll('#', String(index)),
  ...(post !== undefined && { post: post.replaceAll('#', String(index)) }),
});

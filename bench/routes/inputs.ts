/**
 * The requests that `bench/routes.ts` measures: for each route the usual request, unusual paths, and each parameter as it
 * is left out, usual, as long as an address may be, with as many entries as possible, repeated, and misspelt.
 */
import { CALL_HEADERS } from '../call.ts';

export interface Input {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: string;
}

/** A value of a parameter: what it is like, and the part of the query. Empty: the parameter is left out. */
export interface Choice {
  readonly kind: string;
  readonly query: string;
}

/** `#` in a text is another number for each request, for inputs that must not repeat. */
interface Parameter {
  readonly usual: string;
  readonly misspelt: string;
  /** The separator of a list. */
  readonly separator?: string;
}

interface RouteCase {
  /** Paths to request. The first one gets the parameters. */
  readonly paths: readonly string[];
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** Choices that no rule makes. */
  readonly queries?: Readonly<Record<string, string>>;
  readonly posts?: Readonly<Record<string, string>>;
}

/** An address has at most 4,096 characters. */
const QUERY_MAX = 3_900;
const LONG_TEXT = 'Zzqxwv jklmnp Tukrey Samsun Galaxi Ultre Phoen 1 2 3 ';
const filled = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)));
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%23', '#');

export const choicesOf = (name: string, { usual, misspelt, separator = ',' }: Parameter): Choice[] => {
  const pair = (text: string) => `${name}=${encoded(text)}`;
  return [
    { kind: 'absent', query: '' },
    { kind: 'usual', query: pair(usual) },
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
};

const PLACE: Parameter = { usual: 'Japan', misspelt: 'Tukrey #' };
const DAYS: Parameter = { usual: '7', misspelt: '07x' };
const NEED: Parameter = { usual: 'normal', misspelt: 'nromal' };
const PHONE: Parameter = { usual: 'iPhone 13', misspelt: 'Samsun Galaxi Ulrta Phoen #' };
const LANGUAGE: Parameter = { usual: 'tr', misspelt: 'tk' };
const TRAVELLERS: Parameter = { usual: '4', misspelt: '4x' };

/** Parameters of a trip, as the page and the API read them. */
const TRIP: Readonly<Record<string, Parameter>> = {
  country: PLACE,
  days: DAYS,
  need: NEED,
  then: { usual: 'KR:4,TW:3', misspelt: 'Koera:0' },
  travellers: TRAVELLERS,
  data_gb: { usual: '20', misspelt: '20,55x' },
  max_usd: { usual: '15', misspelt: '15,555x' },
  require: { usual: 'hotspot,5g', misspelt: 'hotspto' },
  avoid_exits: { usual: 'HK,CN', misspelt: 'hk' },
  providers: { usual: 'driftlark', misspelt: 'drfitlark' },
  avoid_providers: { usual: 'driftlark', misspelt: 'drfitlark' },
};

const stops = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `stop${n + 1}=${text(n)}&stop${n + 1}_days=x`).join('&');
const names = (count: number, name: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `${name(n)}=1`)
    .join('&')
    .slice(0, QUERY_MAX);

const message = (method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const call = (args: unknown, name = 'search_esim_plans'): string =>
  message('tools/call', { name, arguments: args });
/** Just below the largest body. */
const BODY_BYTES = 65_000;
const nested = (bytes: number): string => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`;
const members = (count: number, name: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 1]));
const SEARCH = { country: 'TR', days: 7, need: 'x' };

const POSTS: Readonly<Record<string, string>> = {
  initialize: message('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }),
  ping: message('ping', {}),
  'tools/list': message('tools/list', {}),
  'resources/list': message('resources/list', {}),
  'prompts/list': message('prompts/list', {}),
  'unknown method': message('x'.repeat(60_000), {}),
  'wrong arguments': call({ country: 'Nowhere land', days: 0, need: 'x' }),
  'misspelt place': call({ country: 'Tukrey #', days: 7, need: 'normal' }),
  'longest place': call({ country: LONG_TEXT.repeat(1_000), days: 7, need: 'normal' }),
  'six misspelt places': call({
    ...SEARCH,
    country: 'Tukrey #',
    then: Array.from({ length: 5 }, (_, n) => ({ country: `Zzqxwv jklmnp ${n}`, days: 0 })),
  }),
  'misspelt phone': call({ ...SEARCH, phone: 'Samsun Galaxi Ulrta Phoen Zzold aaa bbbb cccc Pixl' }),
  'longest list': call({ ...SEARCH, require: Array(1_900).fill('hotspto') }),
  'most stops': call({ ...SEARCH, then: Array.from({ length: 900 }, () => ({ country: 'x', days: 0 })) }),
  '190 unknown arguments': call({ ...SEARCH, ...members(190, (n) => `argument_name_${n}`) }),
  '1,900 unknown arguments': call({ ...SEARCH, ...members(1_900, (n) => `argument_name_${n}`) }),
  'arguments that are nearly known': call({ ...SEARCH, ...members(190, (n) => `${'_'.repeat(n)}dayz`) }),
  'unknown names in stops': call({
    ...SEARCH,
    then: Array.from({ length: 5 }, () => ({
      country: 'KR',
      days: 1,
      ...members(190, (n) => `cuontyr${n}`),
    })),
  }),
  'one argument name of 60 KB': call({ ...SEARCH, ['a'.repeat(60_000)]: 1 }),
  'list_destinations, wrong query': call(
    { query: 5, ...members(150, (n) => `quer${n}`) },
    'list_destinations',
  ),
  'a batch of 20 wrong calls': JSON.stringify(
    Array.from({ length: 20 }, () => JSON.parse(call({ country: 'Tukrey', days: 0, need: 'x' })) as unknown),
  ),
  '60 KB of nesting': nested(BODY_BYTES),
  'nesting in the arguments': call(null).replace('null', nested(60_000)),
  '60 KB of objects': `[${'{},'.repeat(BODY_BYTES / 3)}{}]`,
  '60 KB of digits': `{"jsonrpc":"2.0","id":${'9'.repeat(BODY_BYTES)}}`,
  '60 KB of escapes': `{"a":"${'\\u0041'.repeat(BODY_BYTES / 6)}"}`,
  '60 KB of text': call({ ...SEARCH, phone: 'ﷺ'.repeat(20_000) }),
  'not JSON': '{'.repeat(BODY_BYTES),
};

/** A path with a parameter, and a route whose query is read. Every other route has one document and no parameters. */
const CASES: Readonly<Record<string, RouteCase>> = {
  '/compare': {
    paths: ['/compare'],
    parameters: {
      ...TRIP,
      lang: LANGUAGE,
      sort: { usual: 'cheapest', misspelt: 'cheepest' },
      pick: { usual: 'driftlark/tr-10gb', misspelt: 'driftlark' },
      place: { usual: 'Istanbul', misspelt: 'Istnabul' },
      cur: { usual: 'EUR', misspelt: 'EURO' },
      stop1: { usual: 'South Korea', misspelt: 'Suoth Koera' },
    },
    queries: {
      '30 unknown stops': `country=zzqx#&days=7&need=normal&${stops(30, (n) => `zzqxwv${n}`)}`,
      '30 misspelt stops': `country=Tukrey&days=0&need=x&${stops(30, () => 'Tukrey')}`,
      '30 ambiguous stops': `country=Congo&days=0&need=x&${stops(30, () => 'Scandinavia')}`,
      'seven faults': `country=Turkei#&days=0&need=x&${'then=Zzqxw:0&'.repeat(6)}require=${'a,'.repeat(500)}`,
      'eight places': `country=TR&days=7&need=normal&x=#&${filled('place=Zzqxwv+jklmnp&', 2_000)}`,
      'a region': 'country=Europe&days=#&need=heavy',
    },
  },
  '/esim': { paths: ['/esim'], parameters: { q: PLACE, lang: LANGUAGE } },
  '/esim/:country': {
    paths: ['/esim/europe', '/esim/TR', '/esim/turkey', '/esim/zzqx#wvjk', `/esim/${'a'.repeat(190)}`],
    parameters: { days: DAYS, need: NEED, travellers: TRAVELLERS, lang: LANGUAGE },
    queries: { 'a trip': 'days=#&need=heavy&travellers=9&lang=tr' },
  },
  '/phone': { paths: ['/phone'], parameters: { model: PHONE, lang: LANGUAGE, ...TRIP } },
  '/data': {
    paths: ['/data'],
    parameters: { h_maps: { usual: '2', misspelt: '2x' }, over: DAYS, lang: LANGUAGE, ...TRIP },
  },
  '/places.json': { paths: ['/places.json'], parameters: { q: PLACE, lang: LANGUAGE } },
  '/api/v1/plans': {
    paths: ['/api/v1/plans'],
    parameters: {
      ...TRIP,
      include: { usual: 'variants', misspelt: 'variant' },
      phone: PHONE,
      limit: { usual: '5', misspelt: '5x' },
      format: { usual: 'csv', misspelt: 'cvs' },
    },
    queries: {
      'unknown names': `country=#&${names(700, (n) => `a${n}`)}`,
      'nearly known names': `country=#&${names(300, (n) => `cuontyr${n}`)}`,
      'one long name': `country=#&${'a'.repeat(3_800)}=1`,
    },
  },
  '/api/v1/countries': {
    paths: ['/api/v1/countries'],
    parameters: { query: PLACE },
    queries: { 'unknown names': `query=&${names(700, (n) => `quer${n}`)}` },
  },
  '/api/v1/phones': {
    paths: ['/api/v1/phones'],
    parameters: { query: PHONE },
    queries: { 'unknown names': names(700, (n) => `quer${n}`) },
  },
  '/api/v1/health': { paths: ['/api/v1/health'] },
  '/health': { paths: ['/health'] },
  '/go/:provider/:plan': {
    paths: ['/go/nobody/plan-#', `/go/${'a'.repeat(64)}/${'b'.repeat(64)}`],
    parameters: { via: { usual: 'api', misspelt: 'apii' }, to: { usual: 'TR', misspelt: 'tr' } },
  },
  '/providers': {
    paths: ['/providers'],
    parameters: {
      q: { usual: 'drift', misspelt: 'zzqx #' },
      page: { usual: '2', misspelt: '2x' },
      lang: LANGUAGE,
    },
  },
  '/providers/:provider': {
    paths: ['/providers/driftlark', '/providers/nobody-#', `/providers/${'a'.repeat(190)}`],
    parameters: { lang: LANGUAGE },
  },
  '/guide/:topic': {
    paths: ['/guide/unlimited', '/guide/nothing-#'],
    parameters: { lang: LANGUAGE },
  },
  '/assets/:file': { paths: ['/assets/nothing-#.css', `/assets/${'a'.repeat(190)}`] },
  '/mcp': { paths: [], posts: POSTS },
  '/mcp/': { paths: [], posts: { ping: POSTS['ping']! } },
};

/** One document for each language, which is rendered once. `lang` is its only parameter. */
const DOCUMENTS = [
  ...['/', '/how-we-rank', '/privacy', '/accessibility', '/terms', '/guide', '/docs', '/docs/'],
  ...['/changelog', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt', '/.well-known/'],
  ...['/openapi.json', '/server.json', '/mcp/server-card', '/favicon.', '/icon.png', '/phones.json'],
];
/** An entry that ends like this stands for all documents below it. */
const isFolder = (path: string): boolean => path.length > 1 && /[/.]$/.test(path);
const isDocument = (path: string): boolean =>
  DOCUMENTS.some(
    (known) => path === known || (isFolder(known) && path.startsWith(known) && !path.includes(':')),
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

const COMPRESSED = { 'Accept-Encoding': 'br, gzip', 'Accept-Language': 'de-DE,de;q=0.9' } as const;

export const withQuery = (path: string, queries: readonly string[]): string => {
  const query = queries.filter(Boolean).join('&').slice(0, QUERY_MAX);
  return query === '' ? path : `${path}?${query}`;
};

/** All inputs of a route, each parameter varied while the others are usual, and alone. */
export function inputsOf(route: string): Measured[] {
  const { paths, parameters = {}, queries = {}, posts = {} } = CASES[route] ?? { paths: [route] };
  const plain = paths.flatMap((path): Measured[] => [
    { name: path.slice(0, 60), route, input: { path } },
    { name: `${path.slice(0, 60)}, compressed, German`, route, input: { path, headers: COMPRESSED } },
  ]);
  const [path = route] = paths;
  const usual = Object.entries(parameters).map(
    ([name, parameter]) => [name, choicesOf(name, parameter)[1]!] as const,
  );
  const varied = Object.entries(parameters).flatMap(([parameter, values]) => {
    const others = usual.filter(([name]) => name !== parameter).map(([, { query }]) => query);
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
  const special = Object.entries(queries).map(
    ([name, query]): Measured => ({
      name: `${route}, ${name}`,
      route,
      input: { path: withQuery(path, [query]) },
    }),
  );
  const posted = Object.entries(posts).map(
    ([name, post]): Measured => ({
      name: `${route}, ${name}`,
      route,
      input: { path: route, headers: CALL_HEADERS, post },
    }),
  );
  return [...plain, ...varied, ...special, ...posted];
}

/** The input with another number, for requests that must not repeat. */
export const numbered = ({ path, headers, post }: Input, index: number): Input => ({
  path: path.replaceAll('#', String(index)),
  ...(headers && { headers }),
  ...(post !== undefined && { post: post.replaceAll('#', String(index)) }),
});

/** What is requested of each route. */
import { POSTS } from './posts.ts';
import { filled, type Input, type Parameter, QUERY_MAX, UNKNOWN_PLACES } from './values.ts';

export interface RouteCase {
  /** Paths to request. The first one gets the parameters. */
  readonly paths: readonly string[];
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** Choices that no rule makes. */
  readonly queries?: Readonly<Record<string, string>>;
  readonly posts?: Readonly<Record<string, string>>;
  /** Other methods, header fields and bytes. */
  readonly others?: Readonly<Record<string, Input>>;
}

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

/** Many names begin with these letters, or contain them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'the prefix mar': 'mar',
  'the prefix san': 'san',
  'one Chinese letter': '山',
  'two Chinese letters': '新山',
  'two Japanese letters': 'ほっ',
  'two Korean letters': '서울',
  'three Cyrillic letters': 'мар',
  'three Greek letters': 'μαρ',
  'three Arabic letters': 'مار',
  'three Hebrew letters': 'מרי',
  'three Thai letters': 'กรุ',
};
const shortNames = (parameter: string, rest = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(SHORT_NAMES).map(([kind, name]) => [
      `${parameter}: ${kind}`,
      `${parameter}=${encodeURIComponent(name)}${rest}`,
    ]),
  );

const [FIRST_UNKNOWN, ...OTHER_UNKNOWN] = UNKNOWN_PLACES;
const LONG_LIST = filled('Japan,Tukrey,Zzqxwv,', 600);
const CITIES = ['東京', '大阪', '京都', '北京', '上海', '台北'].map(encodeURIComponent);
const CITIES_QUERY = `country=${CITIES[0]}&days=3&need=normal&${CITIES.slice(1)
  .map((city, n) => `stop${n + 1}=${city}&stop${n + 1}_days=2`)
  .join('&')}`;

const stopsQuery = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `stop${n + 1}=${text(n)}&stop${n + 1}_days=x`).join('&');
const namesQuery = (count: number, name: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `${name(n)}=1`)
    .join('&')
    .slice(0, QUERY_MAX);

/** Routes with parameters, and those that are measured by themselves. `DOCUMENTS` has the rest. */
export const CASES: Readonly<Record<string, RouteCase>> = {
  '/': {
    paths: ['/'],
    others: {
      POST: { path: '/', method: 'POST' },
      '70 header fields': {
        path: '/',
        headers: Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`X-Field-${n}`, '1'])),
      },
      'a head of 60 KB': { path: '/', bytes: `GET / HTTP/1.1\r\nX-Large: ${'a'.repeat(60_000)}\r\n\r\n` },
      '60 KB of malformed lines': { path: '/', bytes: filled('G /\n', 60_000) },
      '60 KB of malformed lines behind a request': {
        path: '/',
        bytes: `GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n${filled('G /\n', 60_000)}`,
      },
    },
  },
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
      '30 unknown stops': `country=zzqx#&days=7&need=normal&${stopsQuery(30, (n) => `zzqxwv${n}`)}`,
      '30 misspelt stops': `country=Tukrey&days=0&need=x&${stopsQuery(30, () => 'Tukrey')}`,
      '30 ambiguous stops': `country=Congo&days=0&need=x&${stopsQuery(30, () => 'Scandinavia')}`,
      'seven faults': `country=Turkei#&days=0&need=x&${'then=Zzqxw:0&'.repeat(6)}require=${'a,'.repeat(500)}`,
      'eight places': `country=TR&days=7&need=normal&x=#&${filled('place=Zzqxwv+jklmnp&', 2_000)}`,
      'a region': 'country=Europe&days=#&need=heavy',
      'six different unknown places': `country=${FIRST_UNKNOWN}+#&days=7&need=normal&${stopsQuery(OTHER_UNKNOWN.length, (n) => OTHER_UNKNOWN[n]!)}`,
      'lists in stops': `country=TR&days=#&need=normal&${stopsQuery(5, () => LONG_LIST)}`,
      ...shortNames('country', '&days=0'),
    },
    others: { 'POST with six cities in Chinese': { path: `/compare?${CITIES_QUERY}`, method: 'POST' } },
  },
  '/esim': { paths: ['/esim'], parameters: { q: PLACE, lang: LANGUAGE }, queries: shortNames('q') },
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
  '/places.json': {
    paths: ['/places.json'],
    parameters: { q: PLACE, lang: LANGUAGE },
    queries: shortNames('q'),
  },
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
      'unknown names': `country=#&${namesQuery(700, (n) => `a${n}`)}`,
      'nearly known names': `country=#&${namesQuery(300, (n) => `cuontyr${n}`)}`,
      'one long name': `country=#&${'a'.repeat(3_800)}=1`,
      'six different unknown places': `country=${FIRST_UNKNOWN}+#&days=7&need=normal&then=${OTHER_UNKNOWN.map((name) => `${name}:2`).join()}`,
      ...shortNames('country', '&days=0&need=x'),
    },
  },
  '/api/v1/countries': {
    paths: ['/api/v1/countries'],
    parameters: { query: PLACE },
    queries: {
      'unknown names': `query=&${namesQuery(700, (n) => `quer${n}`)}`,
      ...shortNames('query'),
    },
  },
  '/api/v1/phones': {
    paths: ['/api/v1/phones'],
    parameters: { query: PHONE },
    queries: { 'unknown names': namesQuery(700, (n) => `quer${n}`) },
  },
  '/api/v1/health': { paths: ['/api/v1/health'] },
  '/health': { paths: ['/health'] },
  '/go/:provider/:plan': {
    paths: ['/go/idle/plan-#', '/go/nobody/plan-#', `/go/${'a'.repeat(64)}/${'b'.repeat(64)}`],
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
  '/assets/:file': { paths: ['/assets/nothing-#.css', `/assets/${'a'.repeat(190)}`, '/assets/flag-ES.svg'] },
  '/mcp': { paths: [], posts: POSTS },
};

/**
 * Routes whose document is made once, for some of them once for each language. An entry that ends with a slash or a dot
 * stands for every document that starts with it.
 */
export const DOCUMENTS = [
  '/',
  '/how-we-rank',
  '/privacy',
  '/accessibility',
  '/terms',
  '/guide',
  '/docs',
  '/docs/',
  '/changelog',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/',
  '/openapi.json',
  '/server.json',
  '/mcp/server-card',
  '/favicon.',
  '/icon.png',
  '/phones.json',
];

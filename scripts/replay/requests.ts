/** The fixed requests of the replay: every interface, with usual, rare and wrong values. */

export interface ReplayRequest {
  /** Identifies the request in the output, in one line. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const COUNTRIES = 'TR JP US DE ES TH GB CN FR IT KR AE BR IN EG FK UK ZZ'.split(' ');
const NEEDS = ['light', 'normal', 'heavy', 'unlimited'];
const DAYS = [1, 7, 15, 30, 90];
const LANGUAGES = ['en', 'de', 'es', 'tr'];

/** Added to a usual trip, one at a time and over all interfaces. */
const OPTIONS = [
  'include=variants',
  'data_gb=20',
  'data_gb=0.1',
  'then=KR:4',
  'then=KR:4,TW:3',
  'then=GR:5,IT:5,FR:5,ES:5,PT:3',
  'then=FK:3',
  'require=hotspot',
  'require=hotspot,5g,no_identity_check',
  'require=uncapped,one_purchase,local_exit',
  'max_usd=15',
  'max_usd=0.01',
  'avoid_exits=HK,CN',
  'travellers=4',
  'travellers=2&then=KR:4',
  'phone=iPhone+13',
  'phone=Nokia+3310',
  'limit=5',
  'limit=1&require=5g&travellers=9',
];

const WRONG_OPTIONS = [
  'days=0',
  'days=91',
  'days=07',
  'need=lots',
  'country=tr',
  'country=EU',
  'include=everything',
  'requires=hotspot',
  'maxUsd=3',
  'max_usd=-1',
  'travellers=10',
  'data_gb=501',
  'then=KR',
  'then=KR:4,TW:90',
  'limit=21',
  'format=xml',
  'phone=x',
  'unknown=1&another=2',
];

const PAGES = [
  '/',
  '/esim',
  '/esim/TR',
  '/esim/JP',
  '/esim/europe',
  '/esim/europe?days=30',
  '/esim/asia',
  '/esim/nowhere',
  '/phone',
  '/phone?model=iPhone+15',
  '/phone?model=Pixel',
  '/data',
  '/data?days=7&video=2',
  '/terms',
  '/privacy',
  '/accessibility',
  '/docs',
  '/docs/api',
  '/docs/mcp',
  '/docs/ranking',
  '/docs/limits',
  '/not-a-page',
];

const DOCUMENTS = [
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/server.json',
  '/places.json',
  '/phones.json',
  '/changelog',
  '/docs/api.md',
  '/docs/ranking.md',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/.well-known/oauth-authorization-server',
  '/register',
  '/go/nobody/nothing',
  '/api/v1/health',
  '/health',
  '/api/v1/nothing',
];

const PLACES = [
  'Bali',
  'Istanbul',
  '日本',
  'Thialand',
  'Europe',
  'Schengen',
  'Congo',
  'par',
  'UK',
  'NGA',
  'Rome Italy',
  'Miami, FL',
  'Paris',
  'Georgia',
  'xyzzy',
  '',
];

const PHONES = ['iPhone 13', 's23', 'Pixel 8a', 'Galaxy', 'iPad Air', 'Nokia 3310', 'xyzzy', 'x'];

const query = (country: string, days: number, need: string): string =>
  `country=${country}&days=${days}&need=${need}`;

const get = (path: string, headers: Record<string, string> = {}): ReplayRequest => {
  const shown = Object.entries(headers).map(([key, value]) => ` ${key}: ${value}`);
  return { name: `GET ${path}${shown.join('')}`, method: 'GET', path, headers };
};

function restRequests(): ReplayRequest[] {
  const plain = COUNTRIES.flatMap((country) =>
    NEEDS.flatMap((need) => DAYS.map((days) => query(country, days, need))),
  );
  const usual = ['TR', 'JP', 'US', 'TH'].flatMap((country) => NEEDS.map((need) => query(country, 7, need)));
  const withOptions = usual.flatMap((trip) => OPTIONS.map((option) => `${trip}&${option}`));
  const wrong = WRONG_OPTIONS.map((option) => `${withoutParameterOf(option)}${option}`);
  const plans = [...plain, ...withOptions, ...wrong, '', 'country=TR'].map((text) => `/api/v1/plans?${text}`);
  return [
    ...plans.map((path) => get(path)),
    ...withOptions.map((text) => get(`/api/v1/plans?${text}&format=csv`)),
    ...usual.map((text) => get(`/api/v1/plans?${text}`, { accept: 'text/csv' })),
    ...PLACES.map((place) => get(`/api/v1/countries?query=${encodeURIComponent(place)}`)),
    get('/api/v1/countries'),
    get('/api/v1/countries?q=Bali'),
    ...PHONES.map((phone) => get(`/api/v1/phones?query=${encodeURIComponent(phone)}`)),
    get('/api/v1/phones'),
    ...['POST', 'DELETE', 'OPTIONS', 'HEAD'].flatMap((method) =>
      ['/api/v1/plans', '/mcp', '/'].map((path) => ({
        name: `${method} ${path}`,
        method,
        path,
        headers: {},
      })),
    ),
  ];
}

/** The usual trip without the parameter that `option` sets, so that no parameter is repeated. */
function withoutParameterOf(option: string): string {
  const name = option.slice(0, option.indexOf('='));
  const kept = query('TR', 7, 'normal')
    .split('&')
    .filter((pair) => !pair.startsWith(`${name}=`));
  return `${kept.join('&')}&`;
}

function pageRequests(): ReplayRequest[] {
  const trips = [
    ...COUNTRIES.flatMap((country) => NEEDS.map((need) => query(country, 7, need))),
    ...OPTIONS.map((option) => `${query('JP', 10, 'normal')}&${option}`),
    ...WRONG_OPTIONS.map((option) => `${withoutParameterOf(option)}${option}`),
    'country=Bali&days=7&need=normal',
    'country=Congo&days=7&need=normal',
    'country=Thialand&days=7&need=normal',
    '',
  ];
  const paths = [...PAGES, ...trips.map((trip) => `/compare?${trip}`)];
  return LANGUAGES.flatMap((language) => paths.map((path) => get(path, { 'accept-language': language })));
}

const INITIALIZED_VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25'];

const TOOL_ARGUMENTS: readonly object[] = [
  ...COUNTRIES.map((country) => ({ country, days: 7, need: 'normal' })),
  ...['recommended', 'cheapest', 'fastest', 'best'].map((sort) => ({
    country: 'Japan',
    days: 10,
    need: 'heavy',
    sort,
  })),
  { country: 'Bali', days: 7, need: 'light', limit: 5 },
  { country: 'Congo', days: 7, need: 'light' },
  { country: 'JP', days: 10, need: 'normal', then: [{ country: 'KR', days: 4 }], travellers: 2 },
  { country: 'JP', days: 10, need: 'normal', require: ['hotspot'], max_usd: 12, avoid_exits: ['HK'] },
  { country: 'JP', days: 10, need: 'normal', phone: 'iPhone 13', data_gb: 12 },
  { country: 'JP', days: 10, need: 'normal', maxUsd: 3 },
  { country: 'JP', days: 10, need: 'normal', colour: 'red' },
  { country: 'JP', days: 0, need: 'normal' },
  { days: 7 },
];

function mcpRequests(): ReplayRequest[] {
  const searches = TOOL_ARGUMENTS.map((values) => callOf('search_esim_plans', values));
  const lists = [{}, ...PLACES.map((text) => ({ query: text }))].map((values) =>
    callOf('list_destinations', values),
  );
  const others = [
    { method: 'ping' },
    { method: 'tools/list' },
    { method: 'resources/list' },
    { method: 'skills/list' },
    { method: 'server/discover' },
    { method: 'no/method' },
    { method: 'notifications/initialized', id: undefined },
    callOf('no_tool', {}),
  ];
  const messages = [...searches, ...lists, ...others];
  return [
    ...INITIALIZED_VERSIONS.flatMap((version) => [
      post({ method: 'initialize', params: initializeParams(version) }, {}),
      ...messages.map((message) => post(message, { 'mcp-protocol-version': version })),
    ]),
    ...messages.map(post2026),
    post({ method: 'tools/list' }, { 'mcp-protocol-version': '1999-01-01' }),
    post({ method: 'tools/list' }, { origin: 'https://elsewhere.example' }),
    post({ method: 'tools/list' }, { 'content-type': 'text/plain' }),
  ];
}

interface Message {
  readonly method: string;
  readonly id?: undefined;
  readonly params?: object;
}

const callOf = (name: string, values: object): Message => ({
  method: 'tools/call',
  params: { name, arguments: values },
});

const initializeParams = (protocolVersion: string): object => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'replay', version: '1.0.0' },
});

function post(message: Message, headers: Record<string, string>): ReplayRequest {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const shown = Object.entries(headers).map(([key, value]) => ` ${key}: ${value}`);
  return {
    name: `POST /mcp ${body}${shown.join('')}`,
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  };
}

/** A request without a handshake: the version, the client and the method are in the message and in its headers. */
function post2026(message: Message): ReplayRequest {
  const version = '2026-07-28';
  const { name } = (message.params ?? {}) as { readonly name?: string };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'replay', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return post(
    { ...message, params: { ...message.params, _meta: meta } },
    {
      'mcp-protocol-version': version,
      'mcp-method': message.method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
  );
}

export const replayRequests = (): ReplayRequest[] => [
  ...restRequests(),
  ...pageRequests(),
  ...mcpRequests(),
  ...DOCUMENTS.map((path) => get(path)),
];

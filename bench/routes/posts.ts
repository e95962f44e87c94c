/** Bodies for `/mcp`: usual ones, wrong ones, and the largest of each kind. */
import { cardTexts } from '../../src/mcp/app/card-texts.ts';
import { cardsOf } from '../../src/mcp/app/resource.ts';
import { BATCH_MAX } from '../../src/mcp/transport.ts';
import { filled, LONG_TEXT, UNKNOWN_PLACES } from './values.ts';

/** Just below the largest body, 64 KiB. */
const BODY_MAX = 65_000;
/** The longest text with the rest of a message around it. */
const TEXT_MAX = 60_000;
/** Just below 200 names in an object, and 2,000 values. A body with more is refused before it is parsed. */
const NAMES_MAX = 190;
const VALUES_MAX = 1_900;
/** A stop has two values. */
const STOPS_MAX = 900;

const message = (method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const call = (args: unknown, name = 'search_esim_plans'): string =>
  message('tools/call', { name, arguments: args });
const nested = (bytes: number): string => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`;
const unknownMembers = (count: number, name: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 1]));
const SEARCH = { country: 'TR', days: 7, need: 'x' };

const MISSPELT_PLACES = {
  ...SEARCH,
  country: 'Tukrey #',
  then: Array.from({ length: 5 }, (_, n) => ({ country: `Zzqxwv jklmnp ${n}`, days: 0 })),
};
const [FIRST_UNKNOWN, ...OTHER_UNKNOWN] = UNKNOWN_PLACES;
const CARDS_URI = cardsOf(cardTexts()).resource.uri;
const batchOf = (one: string): string => `[${Array(BATCH_MAX).fill(one).join()}]`;

export const POSTS: Readonly<Record<string, string>> = {
  initialize: message('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }),
  ping: message('ping', {}),
  'tools/list': message('tools/list', {}),
  'resources/list': message('resources/list', {}),
  'prompts/list': message('prompts/list', {}),
  'unknown method': message('x'.repeat(TEXT_MAX), {}),
  'wrong arguments': call({ country: 'Nowhere land', days: 0, need: 'x' }),
  'misspelt place': call({ country: 'Tukrey #', days: 7, need: 'normal' }),
  'longest place': call({ country: filled(LONG_TEXT, TEXT_MAX), days: 7, need: 'normal' }),
  'six misspelt places': call(MISSPELT_PLACES),
  'six different unknown places': call({
    ...SEARCH,
    country: `${FIRST_UNKNOWN} #`,
    then: OTHER_UNKNOWN.map((country) => ({ country, days: 0 })),
  }),
  'lists in stops': call({
    ...SEARCH,
    then: Array.from({ length: 5 }, () => ({ country: filled('Japan, Tukrey, Zzqxwv, ', 600), days: 0 })),
  }),
  'a short name in Chinese': call({ ...SEARCH, country: '山' }),
  'a short prefix': call({ ...SEARCH, country: 'mar' }),
  'misspelt phone': call({ ...SEARCH, phone: 'Samsun Galaxi Ulrta Phoen Zzold aaa bbbb cccc Pixl' }),
  'longest list': call({ ...SEARCH, require: Array(VALUES_MAX).fill('hotspto') }),
  'most stops': call({
    ...SEARCH,
    then: Array.from({ length: STOPS_MAX }, () => ({ country: 'x', days: 0 })),
  }),
  'most unknown arguments': call({ ...SEARCH, ...unknownMembers(NAMES_MAX, (n) => `argument_name_${n}`) }),
  'too many unknown arguments': call({
    ...SEARCH,
    ...unknownMembers(VALUES_MAX, (n) => `argument_name_${n}`),
  }),
  'arguments that are nearly known': call({
    ...SEARCH,
    ...unknownMembers(NAMES_MAX, (n) => `${'_'.repeat(n)}dayz`),
  }),
  'unknown names in stops': call({
    ...SEARCH,
    then: Array.from({ length: 5 }, () => ({
      country: 'KR',
      days: 1,
      ...unknownMembers(NAMES_MAX, (n) => `cuontyr${n}`),
    })),
  }),
  'one argument name of 60 KB': call({ ...SEARCH, ['a'.repeat(TEXT_MAX)]: 1 }),
  'list_destinations, wrong query': call(
    { query: 5, ...unknownMembers(NAMES_MAX, (n) => `quer${n}`) },
    'list_destinations',
  ),
  'a batch of 20 wrong calls': batchOf(call({ country: 'Tukrey', days: 0, need: 'x' })),
  'a batch of 20 pings': batchOf(message('ping', {})),
  'a batch of 20 tools/list': batchOf(message('tools/list', {})),
  'a batch of 20 resources/read': batchOf(message('resources/read', { uri: CARDS_URI })),
  'a batch of 20 calls with six misspelt places': batchOf(call(MISSPELT_PLACES)),
  'a batch of 20 calls with everything misspelt': batchOf(
    call({
      ...MISSPELT_PLACES,
      phone: 'Samsun Galaxi Ulrta Phoen Zzold',
      providers: Array(8).fill('drfitlark'),
      ...unknownMembers(38, (n) => `cuontyr${n}`),
    }),
  ),
  '60 KB of nesting': nested(BODY_MAX),
  'nesting in the arguments': call(null).replace('null', nested(TEXT_MAX)),
  '60 KB of objects': `[${'{},'.repeat(BODY_MAX / 3)}{}]`,
  '60 KB of digits': `{"jsonrpc":"2.0","id":${'9'.repeat(BODY_MAX)}}`,
  '60 KB of escapes': `{"a":"${'\\u0041'.repeat(BODY_MAX / 6)}"}`,
  '60 KB of text': call({ ...SEARCH, phone: filled('ﷺ', TEXT_MAX / 3) }),
  'not JSON': '{'.repeat(BODY_MAX),
};

/** `esim directory-check`: what the reviewer of a directory of MCP servers would try, asked of a running service. */

import type { Dependencies } from '../dependencies.ts';
import { printTable } from '../display.ts';
import { EXIT } from '../failure.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of a stranger's server, of every shape
type Json = any;
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}
/** What was found; throws or rejects where it is not as it should be. */
type Check = readonly [name: string, look: () => Promise<string>];

const TIMEOUT_MS = 10_000;
const SEARCH = 'search_esim_plans';
const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** A minute's allowance is 12; beyond this many more left, the refusal is not tried. */
const CALLS_MAX = 20;

export async function checkForDirectories(url: string, around: Dependencies): Promise<number> {
  const rows: { readonly name: string; readonly found: string; readonly isGood: boolean }[] = [];
  for (const [name, look] of checksOf(new URL(url))) {
    try {
      rows.push({ name, found: await look(), isGood: true });
    } catch (error) {
      rows.push({ name, found: (error as Error).message, isGood: false });
    }
  }
  printTable(around.out, rows, [
    { title: 'Check', cell: ({ name }) => name },
    {
      title: 'Result',
      cell: ({ isGood }) => (isGood ? { text: 'ok', tone: 'green' } : { text: 'FAILED', tone: 'red' }),
    },
    { title: 'Found', shrinkTo: 30, cell: ({ found }) => found },
  ]);
  const failed = rows.filter(({ isGood }) => !isGood).length;
  around.out.write(failed === 0 ? 'ready for a directory\n' : `${failed} not as a reviewer wants it\n`);
  return failed === 0 ? EXIT.ok : EXIT.failure;
}

/** In the order in which a reviewer goes; a later one may rest on what an earlier one found. */
function checksOf(given: URL): readonly Check[] {
  const origin = given.origin + given.pathname.replace(/\/(mcp\/?)?$/, '');
  const endpoint = `${origin}/mcp`;
  const post = (body: object, headers: Record<string, string> = {}) =>
    ask(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  const rpc = async (method: string, params: object = {}): Promise<Json> => {
    const { json } = await post({ method, params }, { 'MCP-Protocol-Version': '2025-11-25' });
    must(json?.result !== undefined, `${method}: ${json?.error?.message ?? 'no result'}`);
    return json.result;
  };
  const call = (name: string, args: object) => rpc('tools/call', { name, arguments: args });
  let country = 'TR';
  let tools: Json[] = [];
  const trip = () => ({ country, days: 7, need: 'normal' });
  const search = (more: object = {}) => call(SEARCH, { ...trip(), ...more });
  const pageAt = async (page: string) => {
    const { status, headers } = await ask(`${origin}/${page}`);
    must(status === 200 && headers.get('content-type')?.includes('html'), `/${page} gets ${status}`);
    return `${origin}/${page}`;
  };

  const checks: Record<string, () => Promise<string>> = {
    https: async () => {
      const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(given.hostname);
      must(given.protocol === 'https:' || isHere, 'directories take https only');
      return given.protocol === 'https:' ? origin : `${origin} (this machine: publish it on https)`;
    },
    'server/discover': async () => {
      const method = 'server/discover';
      const headers = { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': method };
      const { json } = await post({ method, params: { _meta: META } }, headers);
      const versions = json?.result?.supportedVersions;
      must(versions?.includes(VERSION), 'the version of 2026 is not spoken');
      return versions.join(', ');
    },
    initialize: async () => {
      const clientInfo = { name: 'esim-directory-check', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      const { serverInfo, instructions } = await rpc('initialize', params);
      must(instructions?.length > 0, 'no instructions');
      return `${serverInfo.title ?? serverInfo.name} ${serverInfo.version}`;
    },
    tools: async () => {
      tools = (await rpc('tools/list')).tools;
      const names = tools.map(({ name }) => name).join(', ');
      must(names === `${SEARCH}, list_destinations`, names);
      return names;
    },
    annotations: async () => {
      for (const { name, title, annotations: a } of tools) {
        const isRight = a?.readOnlyHint === true && a.destructiveHint === false && a.openWorldHint === false;
        must(isRight && title, `${name} is not marked as read-only, with a title`);
      }
      return 'read-only, non-destructive, closed-world, titled';
    },
    schemas: async () => {
      const text = JSON.stringify(tools.map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]));
      must(!/"(\$schema|\$ref|pattern)":/.test(text), 'some clients fail on $schema, $ref or pattern');
      for (const { inputSchema, outputSchema } of tools)
        must(inputSchema?.type === 'object' && outputSchema?.type === 'object', 'a schema is missing');
      return `plain, ${kilobytes(text)} in all`;
    },
    list_destinations: async () => {
      const { structuredContent, content } = await call('list_destinations', {});
      must(content[0].text === JSON.stringify(structuredContent), 'text and structured content differ');
      const [first] = structuredContent.countries;
      must(first !== undefined, 'no destination');
      if (!structuredContent.countries.some(({ code }: Json) => code === country)) country = first.code;
      return `${structuredContent.count} destinations`;
    },
    search_esim_plans: async () => {
      const { structuredContent, content } = await search();
      const { plans, attribution, notices } = structuredContent;
      must(
        plans.length > 0 && notices.length > 0 && attribution.required,
        'no plans, notices or attribution',
      );
      must(
        plans.every(({ url, price }: Json) => url.startsWith(origin) && price.usd > 0),
        'a plan without price or link',
      );
      must(Buffer.byteLength(content[0].text) <= 14 * 1024, `${kilobytes(content[0].text)}: more than 14 KB`);
      return `${plans.length} plans for ${country}, ${kilobytes(content[0].text)}`;
    },
    'five plans': async () => {
      const [{ text }] = (await search({ limit: 5 })).content;
      must(Buffer.byteLength(text) <= 4 * 1024, `${kilobytes(text)}: more than 4 KB`);
      return kilobytes(text);
    },
    'bad arguments': async () => {
      const { isError, content } = await search({ days: 0 });
      must(isError === true, 'days 0 was taken');
      return content[0].text.slice(0, 80);
    },
    'plan cards': async () => {
      const uri = tools[0]?._meta?.ui?.resourceUri;
      must(typeof uri === 'string', 'the tool names no page');
      const [page] = (await rpc('resources/read', { uri })).contents;
      must(page.mimeType === 'text/html;profile=mcp-app', page.mimeType);
      must(Buffer.byteLength(page.text) <= 12 * 1024, 'more than 12 KB');
      return `${uri}, ${kilobytes(page.text)}`;
    },
    origin: async () => {
      const { status } = await post({ method: 'ping' }, { Origin: 'https://other.example' });
      must(status === 403, `a page of another origin gets ${status}`);
      return '403 for another origin';
    },
    GET: async () => {
      const { status } = await ask(endpoint);
      must(status === 405, `GET gets ${status}`);
      return '405, no stream';
    },
    privacy: () => pageAt('privacy'),
    terms: () => pageAt('terms'),
    'server.json': async () => {
      const { json } = await ask(`${origin}/server.json`);
      const [remote] = json?.remotes ?? [];
      must(remote?.url === endpoint, `it names ${remote?.url}: set BASE_URL to the public address`);
      return `${json.name} ${json.version}`;
    },
    icons: async () => {
      const { json } = await ask(`${origin}/server.json`);
      const icons: Json[] = json?.icons ?? [{ src: `${origin}/icon.png` }];
      for (const { src } of icons) {
        const { status, headers } = await ask(src);
        must(status === 200 && headers.get('content-type')?.startsWith('image/'), `${src} gets ${status}`);
      }
      return icons.map(({ src }) => src.slice(origin.length)).join(', ');
    },
  };
  // Last, because it uses up what is left of a minute's allowance.
  const refusal = () =>
    refusalOf(() => post({ method: 'tools/call', params: { name: SEARCH, arguments: trip() } }));
  return [...Object.entries(checks), ['429', refusal]];
}

async function refusalOf(search: () => Promise<Answer>): Promise<string> {
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    const { status, headers, json } = await search();
    if (status === 429) {
      const wait = headers.get('retry-after');
      must(wait !== null && json.error.message.includes(`${wait} s`), 'the seconds to wait are not said');
      return `429 after ${calls} more calls, wait ${wait} s`;
    }
    const left = Number(headers.get('x-ratelimit-remaining'));
    if (left > CALLS_MAX) return `not tried: ${left} calls are left`;
  }
  throw new Error(`no refusal after ${CALLS_MAX} calls`);
}

async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function must(isSo: unknown, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

const kilobytes = (text: string): string => `${(Buffer.byteLength(text) / 1024).toFixed(1)} KB`;

/**
 * Runs the checks that a reviewer of an MCP server directory would run against a running service:
 * `node scripts/directory-check.ts https://esim.example`. It uses up the quota of one minute.
 * Exit codes: 0 if every check passes, 1 if one fails, 2 if the address is not usable.
 */
// biome-ignore lint/suspicious/noExplicitAny: responses of an unknown server can have any shape
type Json = any;
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}
/** Resolves with what was observed and rejects if the check fails. */
type Check = readonly [name: string, run: () => Promise<string>];

const TIMEOUT_MS = 10_000;
const SEARCH = 'search_esim_plans';
const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** The public limit is 12 calls a minute. A service with a much higher limit is not driven to a 429. */
const CALLS_MAX = 20;

export interface CheckResult {
  readonly name: string;
  /** What was observed, or why the check failed. */
  readonly found: string;
  readonly passed: boolean;
}

export async function checkForDirectories(url: string): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [name, run] of checksOf(new URL(url))) {
    try {
      results.push({ name, found: await run(), passed: true });
    } catch (error) {
      results.push({ name, found: (error as Error).message, passed: false });
    }
  }
  return results;
}

/** The checks in the order of a review. A later check may use what an earlier one found. */
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
      const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(given.hostname);
      must(given.protocol === 'https:' || isLocal, 'directories accept https only');
      return given.protocol === 'https:' ? origin : `${origin} (local address: publish it on https)`;
    },
    'server/discover': async () => {
      const method = 'server/discover';
      const headers = { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': method };
      const { json } = await post({ method, params: { _meta: META } }, headers);
      const versions = json?.result?.supportedVersions;
      must(versions?.includes(VERSION), `version ${VERSION} is not supported`);
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
        must(isRight && title, `${name} must have a title and be marked as read-only`);
      }
      return 'read-only, non-destructive, closed-world, titled';
    },
    schemas: async () => {
      const text = JSON.stringify(tools.map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]));
      must(!/"(\$schema|\$ref|pattern)":/.test(text), 'some clients reject $schema, $ref or pattern');
      for (const { inputSchema, outputSchema } of tools)
        must(inputSchema?.type === 'object' && outputSchema?.type === 'object', 'a schema is missing');
      return `plain, ${kilobytes(text)} in total`;
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
        'a plan has no price or no link',
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
      must(isError === true, 'days: 0 was accepted');
      return content[0].text.slice(0, 80);
    },
    'plan cards': async () => {
      const uri = tools[0]?._meta?.ui?.resourceUri;
      must(typeof uri === 'string', 'the tool names no page for plan cards');
      const [page] = (await rpc('resources/read', { uri })).contents;
      must(page.mimeType === 'text/html;profile=mcp-app', page.mimeType);
      must(Buffer.byteLength(page.text) <= 12 * 1024, 'more than 12 KB');
      return `${uri}, ${kilobytes(page.text)}`;
    },
    origin: async () => {
      const { status } = await post({ method: 'ping' }, { Origin: 'https://other.example' });
      must(status === 403, `a request from another origin gets ${status}`);
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
  // This check comes last, because it uses up the quota of the minute.
  const quotaRefusal = () =>
    untilRefused(() => post({ method: 'tools/call', params: { name: SEARCH, arguments: trip() } }));
  return [...Object.entries(checks), ['429', quotaRefusal]];
}

async function untilRefused(search: () => Promise<Reply>): Promise<string> {
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    const { status, headers, json } = await search();
    if (status === 429) {
      const wait = headers.get('retry-after');
      must(
        wait !== null && json.error.message.includes(`${wait} s`),
        'the message does not say how long to wait',
      );
      return `429 after ${calls} more calls, wait ${wait} s`;
    }
    const left = Number(headers.get('x-ratelimit-remaining'));
    if (left > CALLS_MAX) return `not tried: ${left} calls remain`;
  }
  throw new Error(`no 429 after ${CALLS_MAX} calls`);
}

async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

const kilobytes = (text: string): string => `${(Buffer.byteLength(text) / 1024).toFixed(1)} KB`;

async function main([url]: readonly string[]): Promise<number> {
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    console.error('usage: node scripts/directory-check.ts https://esim.example');
    return 2;
  }
  const results = await checkForDirectories(url);
  for (const { name, found, passed } of results)
    console.log(`${name.padEnd(18)} ${passed ? 'ok    ' : 'FAILED'}  ${found}`);
  const failed = results.filter(({ passed }) => !passed).length;
  console.log(failed === 0 ? 'every check passed' : `${failed} of ${results.length} checks failed`);
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

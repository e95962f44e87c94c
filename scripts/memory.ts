/**
 * Checks the limit of the response cache. A process with 512 MB of old space serves 20,000 different trips and 2,000
 * pages, in several forms and encodings. It must serve all of them and stay within the memory of
 * `deploy/kubernetes.yaml`. `node scripts/memory.ts [trips] [pages]`
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { DAYS_MAX, NEEDS } from '../src/domain/trip.ts';
import { makeFolder, NO_LIMITS, startProcess } from '../test/faults/support/process.ts';
import { removeFolder } from '../test/support/folder.ts';

const OLD_SPACE_MB = 512;
const MEMORY_MAX_MIB = 768;
const CLIENTS = 8;
const PAUSE_MS = 100;
const [trips = 20_000, pages = 2_000] = process.argv.slice(2).map(Number);

const folder = makeFolder();
const service = await startProcess({
  folder,
  limits: NO_LIMITS,
  execArgv: [`--max-old-space-size=${OLD_SPACE_MB}`],
});
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

interface SentRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request, and sends it again while the service is overloaded. */
async function fetchText(sent: SentRequest): Promise<string> {
  for (;;) {
    const { status, text } = await send(sent);
    if (status === 200) return text;
    if (status !== 503) throw new Error(`${sent.path}: ${status} ${text.slice(0, 200)}`);
    await delay(PAUSE_MS);
  }
}

function send({ path, headers, body }: SentRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { agent, headers, method: body === undefined ? 'GET' : 'POST' });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
      response.once('error', reject);
    });
    sent.end(body);
  });
}

/** Returns the peak memory of the process on Linux, and the current memory on other systems. */
async function peakMiB(): Promise<number> {
  try {
    const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
  } catch {
    return (await service.usage()).rss / 1024 / 1024;
  }
}

const list = JSON.parse(await fetchText({ path: '/api/v1/countries', headers: {} })) as {
  countries: { code: string }[];
};
const codes = list.countries.map(({ code }) => code);

/** Every index is a different trip. */
function tripOf(index: number) {
  const country = codes[index % codes.length]!;
  const rest = Math.floor(index / codes.length);
  const need = NEEDS[rest % NEEDS.length]!;
  const days = (Math.floor(rest / NEEDS.length) % DAYS_MAX) + 1;
  return { country, days, need };
}

const ENCODINGS = ['br', 'gzip', 'identity'];
const encodingOf = (index: number) => ({ 'accept-encoding': ENCODINGS[index % ENCODINGS.length]! });

/** Alternates between REST, REST with variants, REST with a filter, and MCP. */
function tripRequest(index: number): SentRequest {
  const { country, days, need } = tripOf(index);
  const path = `/api/v1/plans?country=${country}&days=${days}&need=${need}`;
  const headers = encodingOf(index);
  const kind = index % 4;
  if (kind === 1) return { path: `${path}&include=variants`, headers };
  if (kind === 2) return { path: `${path}&require=hotspot`, headers };
  if (kind === 0) return { path, headers };
  const params = { name: 'search_esim_plans', arguments: { country, days, need } };
  return {
    path: '/mcp',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: index, method: 'tools/call', params }),
  };
}

const LANGUAGES = ['en', 'de', 'es', 'tr'];

/** Every index is a different trip, and none of them was already used by `tripRequest`. */
function pageRequest(index: number): SentRequest {
  const { country, days, need } = tripOf(trips + index);
  const lang = LANGUAGES[index % LANGUAGES.length]!;
  return {
    path: `/compare?country=${country}&days=${days}&need=${need}&lang=${lang}`,
    headers: encodingOf(index),
  };
}

async function run(what: string, count: number, requestOf: (index: number) => SentRequest): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let index = next++; index < count; index = next++) {
      await fetchText(requestOf(index));
      if (index % 1_000 !== 999) continue;
      const peak = await peakMiB();
      console.log(`${index + 1} ${what}, peak ${peak.toFixed(0)} MiB`);
      if (peak > MEMORY_MAX_MIB)
        throw new Error(`more than ${MEMORY_MAX_MIB} MiB after ${index + 1} ${what}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

try {
  await run('trips', trips, tripRequest);
  await run('pages', pages, pageRequest);
  const peak = await peakMiB();
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const cached = Number(/^esim_cached_bytes (\d+)/m.exec(metrics)![1]) / 1024 / 1024;
  console.log(`peak ${peak.toFixed(0)} of ${MEMORY_MAX_MIB} MiB, response cache ${cached.toFixed(0)} MiB`);
  if (peak > MEMORY_MAX_MIB) process.exitCode = 1;
} catch (error) {
  console.error(error);
  console.error(service.printed().slice(-2_000));
  process.exitCode = 1;
} finally {
  agent.destroy();
  await service.stop();
  removeFolder(folder);
}

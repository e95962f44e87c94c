/** Floods a service with requests that take no quota: each caller sends all of them in advance. */
import { workerData } from 'node:worker_threads';
import { get, openClient, type RawClient } from '../faults/support/socket.ts';

/** Just below the burst limit. */
const REQUESTS = 95;

const { port, name, addresses, connections } = workerData as {
  readonly port: number;
  readonly name: string;
  /** One of each caller. */
  readonly addresses: readonly string[];
  /** Of each caller. They share its requests. */
  readonly connections: number;
};

/**
 * Resolves when the connection has this number of responses or is closed. It reads each byte once, because a slow client
 * would be a smaller flood. A status line may be divided between two parts of the stream, so the end of each part is
 * searched again with the next one.
 */
function allReceived({ socket, closed }: RawClient, count: number): Promise<void> {
  let begun = 0;
  let end = Buffer.alloc(0);
  const complete = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      const bytes = Buffer.concat([end, part]);
      for (let at = bytes.indexOf(STATUS_LINE); at !== -1; at = bytes.indexOf(STATUS_LINE, at + 1))
        begun += 1;
      end = bytes.subarray(Math.max(0, bytes.length - STATUS_LINE.length + 1));
      if (begun >= count) resolve();
    });
  });
  return Promise.race([complete, closed]);
}
const STATUS_LINE = 'HTTP/1.1 ';

const post = (args: object): string => {
  const params = { name: 'search_esim_plans', arguments: args };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`argument_name_${n}`, 1]));

/** Written once, because writing them takes longer than reading them. */
const [MANY_NAMES, MOST_NAMES] = [190, 1_900].map((count) =>
  post({ country: 'TR', days: 7, need: 'x', ...unknown(count) }),
) as [string, string];

const PAGES = [
  '/llms-full.txt',
  '/docs/api',
  '/compare?country=Zzqxw&days=7&need=normal',
  '/sitemap.xml',
  '/',
];

const FLOODS: Readonly<Record<string, (n: number) => string>> = {
  'pages of a region with a trip': (n) => get(`/esim/europe?days=${1 + (n % 90)}`),
  'calls with 190 unknown arguments': () => MANY_NAMES,
  'calls with 1,900 unknown arguments': () => MOST_NAMES,
  'documents and pages': (n) => get(PAGES[n % PAGES.length]!),
  'unknown places': (n) => get(`/compare?country=Zzqxw${n}&days=7&need=normal`),
};

const requestOf = FLOODS[name]!;
const total = REQUESTS / connections;
const oneConnection = async (address: string, first: number): Promise<void> => {
  const client = await openClient(port, address, false);
  client.socket.write(Array.from({ length: total }, (_, n) => requestOf(first + n)).join(''));
  await allReceived(client, total);
  client.socket.destroy();
};
await Promise.all(
  addresses.flatMap((address, caller) =>
    Array.from({ length: connections }, (_, connection) =>
      oneConnection(address, (caller * connections + connection) * total),
    ),
  ),
);

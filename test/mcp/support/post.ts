/** One POST to the endpoint, headers and bytes exactly as given: `fetch` would add its own. */
import { request } from 'node:http';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Ends a request that hangs. It is far more than any response takes on a busy machine. */
const HANGS_AFTER_MS = 60_000;

export function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  body: string | Buffer = '',
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers: headers as Record<string, string>, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.setTimeout(HANGS_AFTER_MS, () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export const JSON_HEADERS = { 'Content-Type': 'application/json' } as const;

/** A tool's answer, or the error in its place. */
export async function rpc(
  url: string,
  method: string,
  params?: object,
  headers: Record<string, string> = {},
) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await send(url, 'POST', { ...JSON_HEADERS, ...headers }, body);
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  return { ...answer, json: JSON.parse(answer.text) as any };
}

export const callTool = (url: string, name: string, given: object) =>
  rpc(url, 'tools/call', { name, arguments: given });

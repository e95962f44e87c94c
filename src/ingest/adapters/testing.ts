/** What the adapters' tests share: fixtures as pages, and a feed that answers from a list instead of a network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, Draft, FeedAnswer, FeedPage, FeedRequest, FetchContext, Parsed } from '../adapter.ts';

export type Options = Readonly<Record<string, unknown>>;

export function pageFrom(text: string | Uint8Array, number = 1): FeedPage {
  return { number, contentType: null, body: typeof text === 'string' ? Buffer.from(text) : text };
}

export function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
}

async function collect<T>(items: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function parseAll(adapter: Adapter, page: FeedPage, options: Options): Promise<Parsed[]> {
  return collect(adapter.parse(page, options));
}

/** Drafts by the feed's id, and the reason of each refusal. */
export function sorted(parsed: readonly Parsed[]): {
  drafts: Map<string, Draft>;
  refused: Record<string, string>;
} {
  const drafts = new Map<string, Draft>();
  const refused: Record<string, string> = {};
  for (const row of parsed) {
    if (row.ok) drafts.set(row.draft.externalId, row.draft);
    else refused[row.ref.externalId ?? `row ${row.ref.row}`] = row.reason;
  }
  return { drafts, refused };
}

export async function readFixture(
  adapter: Adapter,
  name: string,
  options: Options,
): Promise<{ draft: (id: string) => Draft; refused: Record<string, string>; rows: number }> {
  const parsed = await parseAll(adapter, pageFrom(fixture(name)), options);
  const { drafts, refused } = sorted(parsed);
  const draft = (id: string): Draft => {
    const found = drafts.get(id);
    if (found === undefined) throw new Error(`no draft ${id}; refused: ${JSON.stringify(refused)}`);
    return found;
  };
  return { draft, refused, rows: parsed.length };
}

export interface FakeFeed extends FetchContext {
  readonly asked: FeedRequest[];
}

/** Answers each request by `reply`, and remembers what was asked. A credential is "secret-<role>". */
export function fakeFeed(
  options: Options,
  reply: (request: FeedRequest, count: number) => { status?: number; body: unknown },
): FakeFeed {
  const asked: FeedRequest[] = [];
  return {
    options,
    asked,
    credential: (role) => `secret-${role}`,
    hasCredential: () => false,
    now: () => 1_800_000_000_000,
    nonce: () => '0123456789abcdef0123456789abcdef',
    request: async (request): Promise<FeedAnswer> => {
      asked.push(request);
      const { status = 200, body } = reply(request, asked.length);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
    },
  };
}

export async function fetchAll(adapter: Adapter, context: FetchContext): Promise<FeedPage[]> {
  return collect(adapter.fetch(context));
}

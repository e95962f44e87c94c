/** What the fetching halves of the adapters share: one polite question, one clear failure. */
import Type from 'typebox';
import {
  type FeedAnswer,
  FeedError,
  type FeedPage,
  type FeedRequest,
  type FetchContext,
} from '../adapter.ts';

/** `fetch.ts` decides which addresses are allowed; this only catches a slip of the pen early. `file:` is a saved answer. */
export const Url = (description: string) => Type.String({ pattern: '^(https?://|file:)\\S+$', description });

export const LinkTemplate = (names: string) =>
  Type.String({
    pattern: '^https://\\S+$',
    description: `The landing page of a plan, since the feed carries none. May hold ${names}.`,
  });

export const Base = Type.Union([Type.Literal(1000), Type.Literal(1024)], {
  description: 'How many MB the feed counts to a GB.',
});

export const Regions = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Names of regions and the places that they stand for: {"Europe": ["FR", "DE"]}.',
});

/** More pages than any catalogue has: an endless feed stops here. */
export const PAGES_MAX = 2000;

export function needOk(answer: FeedAnswer, what: string): FeedAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new FeedError(`${what} answered with status ${answer.status}.`, answer.status);
}

export function pageOf(number: number, answer: FeedAnswer): FeedPage {
  return { number, contentType: answer.headers['content-type'] ?? null, body: answer.body };
}

/** A feed that is one document. */
export async function* fetchWhole(context: FetchContext, request: FeedRequest): AsyncGenerator<FeedPage> {
  const answer = await context.request({ conditional: true, ...request });
  yield pageOf(1, needOk(answer, 'The feed'));
}

/** The address with query parameters set. */
export function withQuery(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/**
 * The address of the next page, as a feed names it. It must stay on the configured origin: the next request carries
 * the credential, and a feed does not decide who gets it.
 */
export function nextAddress(next: string, configured: string): string {
  const address = URL.canParse(next, configured) ? new URL(next, configured) : null;
  if (address === null || address.origin !== new URL(configured).origin) {
    throw new FeedError('The feed names a next page on another origin.');
  }
  return address.href;
}

/** What connectors share: schemas of options, pages and their addresses. */
import Type, { type TProperties } from 'typebox';
import { FORMS } from '../../../operator-files/forms.ts';
import { FeedError, type FeedPage, type FeedResponse } from '../../adapter.ts';

export const closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** `file:` is a saved response. `read/client.ts` decides which addresses are allowed. */
export const Url = (description: string) => Type.String({ pattern: FORMS.feedAddress.pattern, description });

export const Base = Type.Union([Type.Literal(1000), Type.Literal(1024)], {
  description: 'How many MB are a GB in this feed.',
});

export const Regions = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Names of regions and the places that they stand for: {"Europe": ["FR", "DE"]}.',
});

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

export function pageOf(number: number, { body, limits, headers }: FeedResponse): FeedPage {
  const { link } = headers;
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  return {
    number,
    body,
    ...(limits !== undefined && { limits }),
    ...(link !== undefined && { link }),
    ...(charset !== undefined && { charset }),
  };
}

export function withQuery(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/**
 * Resolves the address of the next page. It must be on the configured origin, because the next request contains the
 * credential.
 */
export function nextAddress(next: string, configured: string): string {
  const address = URL.parse(next, configured);
  if (address === null || address.origin !== new URL(configured).origin)
    throw new FeedError('The next page of the feed is on another origin.');
  return address.href;
}

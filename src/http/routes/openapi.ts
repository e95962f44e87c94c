import { Representation } from '../../comparison/answer.ts';
import { encodingFor } from '../encoding.ts';
import type { Route } from '../route.ts';
import { matches } from '../send.ts';

/** An hour: the document changes with the program, and a wrong one is soon gone. */
const CACHE = 'public, max-age=3600';

export function openApiRoute(document: object): Route {
  const representation = new Representation(JSON.stringify(document));
  return {
    path: '/openapi.json',
    method: 'GET',
    area: 'api',
    handle: async ({ headers }) => {
      await representation.compress();
      const caching = { 'Cache-Control': CACHE, ETag: representation.etag, Vary: 'Accept-Encoding' };
      if (matches(headers['if-none-match'], representation.etag))
        return { status: 304, headers: caching, body: null };
      const { bytes, encoding } = representation.body(
        encodingFor(headers['accept-encoding'] as string | undefined),
      );
      const described = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
      return {
        status: 200,
        headers: {
          ...caching,
          ...described,
          'Content-Type': 'application/vnd.oai.openapi+json;version=3.1; charset=utf-8',
        },
        body: bytes,
      };
    },
  };
}

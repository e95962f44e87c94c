import { Representation } from '../../comparison/answer.ts';
import type { Route } from '../route.ts';
import { sendEncoded } from '../send.ts';

/** An hour: the document changes with the program, and a wrong one is soon gone. */
const CACHING = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' } as const;
const TYPE = 'application/vnd.oai.openapi+json;version=3.1; charset=utf-8';

export function openApiRoute(document: object): Route {
  const representation = new Representation(JSON.stringify(document));
  return {
    path: '/openapi.json',
    method: 'GET',
    area: 'api',
    handle: async (request) => {
      await representation.compress();
      return sendEncoded(representation, request, CACHING, TYPE);
    },
  };
}

/** Sends a rendered page. */
import type { Entry } from '../answers/cache.ts';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import { sendEncoded } from '../http/send.ts';
import type { Language } from './language.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

export function sendPage(
  page: Entry,
  { headers }: Pick<RequestFacts, 'headers'>,
  { texts }: Language,
  more: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const pageHeaders = {
    ...more,
    Vary: 'Accept-Encoding, Accept-Language',
    'Content-Language': texts.code,
  };
  return sendEncoded(page, { headers }, pageHeaders, HTML_TYPE);
}

/** Sends a page that belongs to one request: it is neither kept nor compressed. */
export const sendOnce = (
  body: string | Buffer,
  status: number,
  { texts }: Language,
  headers: Readonly<Record<string, string>>,
): HttpAnswer => ({
  status,
  headers: {
    ...headers,
    Vary: 'Accept-Language',
    'Content-Language': texts.code,
    'Content-Type': HTML_TYPE,
  },
  body,
});

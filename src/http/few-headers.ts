/**
 * The headers that an ordinary GET is decided by, read from the list as it came. Node's own `headers` files every
 * header under rules for its name, which takes longer than the whole decision about limits.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export function fewHeaders(request: IncomingMessage): IncomingHttpHeaders {
  const { rawHeaders } = request;
  let host: string | undefined;
  let noneMatch: string | undefined;
  let forwardedFor: string | undefined;
  let encoding: string | undefined;
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    // Most names are told apart by their length alone.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') continue;
        host = rawHeaders[at + 1]!;
        break;
      case 13:
        if (name.toLowerCase() !== 'if-none-match') continue;
        noneMatch = rawHeaders[at + 1]!;
        break;
      case 15:
        if (name.toLowerCase() === 'x-forwarded-for') forwardedFor = rawHeaders[at + 1]!;
        else if (name.toLowerCase() === 'accept-encoding') encoding = rawHeaders[at + 1]!;
        else continue;
        break;
      default:
        continue;
    }
    found += 1;
  }
  const few = {
    host,
    'if-none-match': noneMatch,
    'x-forwarded-for': forwardedFor,
    'accept-encoding': encoding,
  } as IncomingHttpHeaders;
  // Whether a repeated header is joined or dropped is for Node to say.
  return found === countOf(few) ? few : request.headers;
}

const countOf = (few: IncomingHttpHeaders): number =>
  (few.host === undefined ? 0 : 1) +
  (few['if-none-match'] === undefined ? 0 : 1) +
  (few['x-forwarded-for'] === undefined ? 0 : 1) +
  (few['accept-encoding'] === undefined ? 0 : 1);

import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { fewHeaders } from './few-headers.ts';

const WANTED = ['host', 'if-none-match', 'x-forwarded-for', 'accept-encoding'] as const;
/** Wanted ones in every spelling, others of the same lengths, and strangers. */
const name = fc.oneof(
  fc.constantFrom(...WANTED, 'Host', 'HOST', 'X-Forwarded-For', 'Accept-Encoding', 'IF-NONE-MATCH'),
  fc.constantFrom('Date', 'Accept-Charset', 'Accept-Language', 'If-Modified-Si', 'Authorization', 'x'),
);
const value = fc.constantFrom('', 'a', 'gzip, br', '198.51.100.7', '"tag"');

interface ByParser {
  _addHeaderLines(lines: readonly string[], count: number): void;
}

test('what is read from the list as it came is what Node reads from it, repeated headers too', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (pairs) => {
      const request = new IncomingMessage(new Socket());
      request.rawHeaders = pairs.flat();
      // The parser's own way in.
      (request as unknown as ByParser)._addHeaderLines(pairs.flat(), pairs.length * 2);
      const few = fewHeaders(request);
      for (const each of WANTED) assert.equal(few[each], request.headers[each]);
    }),
  );
});

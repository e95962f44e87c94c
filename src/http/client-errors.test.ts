import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { type ClientError, createClientErrorHandler } from './client-errors.ts';
import { Connections } from './connections.ts';
import { headerSets } from './headers.ts';
import type { ErrorFormat } from './router.ts';

/** Returns the format of the error for a fault at a position of the bytes. */
function formatFor(bytes: string, bytesParsed: number): ErrorFormat | undefined {
  const formats: ErrorFormat[] = [];
  const connections = new Connections({
    maxPerCaller: 1,
    peerOf: (address) => ({ address, caller: { key: 'a' }, isProxy: true, agreements: [] }),
    onCrowded: () => {},
  });
  const onClientError = createClientErrorHandler({
    headers: headerSets('https://esim.example'),
    site: () => ({
      find: () => assert.fail(),
      render(format) {
        formats.push(format);
        return { status: 400, headers: {}, body: '' };
      },
    }),
    limiter: { burst: () => assert.fail('a trusted proxy takes no token') },
    connections,
    requestId: () => 'id',
    observe: () => {},
  });
  const socket = Object.assign(new Socket(), { write: () => true, destroySoon: () => {} });
  Object.defineProperty(socket, 'writable', { value: true });
  connections.admit(socket);
  const error: ClientError = Object.assign(new Error(), { rawPacket: Buffer.from(bytes), bytesParsed });
  onClientError(error, socket);
  return formats[0];
}

test('the error has the format of the last request line that begins before the fault', () => {
  const first = 'GET /page HTTP/1.1\r\nReferer: /api/v1/plans\r\n\r\n';
  const bytes = `${first}POST /mcp HTTP/1.1\r\nHost: a\r\n\r\nGET /api/v1/plans HTTP/1.1\r\n`;
  for (const [fault, format] of [
    ['GET /page', 'page'],
    ['Referer', 'page'],
    ['POST', 'mcp'],
    ['Host', 'mcp'],
    ['GET /api', 'api'],
  ] as const)
    assert.equal(formatFor(bytes, bytes.indexOf(fault)), format, fault);
  assert.equal(formatFor('no request', 0), 'api');
});

test('the request line is found before large header fields and behind many lines, and only two heads are searched', () => {
  const large = `GET /page HTTP/1.1\r\nX-Large: ${'a'.repeat(60_000)}`;
  assert.equal(formatFor(large, large.length), 'page');
  assert.equal(formatFor(`${'\r\n'.repeat(9_000)}GET /page HTTP/1.1\r\n`, 18_000), 'page');
  const heads = (count: number) => `GET /page HTTP/1.1\r\nHost: a${'\r\n\r\n5'.repeat(count)}`;
  assert.equal(formatFor(heads(1), heads(1).length), 'page');
  assert.equal(formatFor(heads(2), heads(2).length), 'api');
});

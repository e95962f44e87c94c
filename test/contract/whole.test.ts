/** Head and body in one write against Node's own way: the same bytes, whatever a client sends. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { toBinary } from '../../src/comparison/binary.ts';
import { fixedHeaders } from '../../src/http/fixed.ts';
import type { HttpAnswer } from '../../src/http/route.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { writeAnswer } from '../../src/http/write.ts';

const BYTES = Buffer.from('{"süß":"naïve \u0000 ✓"}');
const HEADERS = { ETag: 'W/"x"', 'Cache-Control': 'private, max-age=9', 'Content-Type': 'application/json' };
const CONSTANT = fixedHeaders({ 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' });
const WHOLE: HttpAnswer = { status: 200, headers: HEADERS, body: toBinary(BYTES), isBinary: true };

async function serve(answerFor: (url: string) => HttpAnswer) {
  const faults: unknown[] = [];
  const server = createHttpServer(
    (request, response) => {
      try {
        writeAnswer(response, request.method === 'HEAD', CONSTANT, answerFor(request.url ?? ''), 'id-1');
      } catch (error) {
        faults.push(error);
        response.destroy();
      }
    },
    (_error, socket) => socket.destroy(),
  );
  server.maxRequestsPerSocket = 3;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as { port: number };
  return { port, faults };
}

/** Everything that comes back until the other side is done or `answers` answers are there. */
function exchange(port: number, sent: string, answers: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    const whole = () => Buffer.concat(chunks);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (whole().toString('latin1').split('HTTP/1.1 ').length - 1 < answers) return;
      // The last answer is complete once a request for nothing more is refused or answered: ask to end.
      socket.end();
    });
    socket.on('close', () => resolve(whole()));
    socket.on('error', reject);
  });
}

const withoutDate = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/Date: [^\r]+\r\n/g, 'Date\r\n');

const REQUESTS: readonly (readonly [what: string, sent: string, answers: number])[] = [
  ['an ordinary GET', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 1],
  ['two at once', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n', 2],
  ['more than a connection may', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4), 4],
  ['Connection: close', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 1],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 1],
  ['HTTP/1.0 that stays', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 1],
  ['HEAD', 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n', 1],
  ['a body that nobody reads', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc', 1],
  [
    'Expect: 100-continue',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc',
    1,
  ],
];

describe('an answer in one piece', () => {
  it('has the same bytes as in Node’s own way, for every kind of request', async () => {
    const inOnePiece = await serve(() => WHOLE);
    const nodesWay = await serve(() => ({ status: 200, headers: HEADERS, body: BYTES }));
    for (const [what, sent, answers] of REQUESTS) {
      const [one, other] = await Promise.all([
        exchange(inOnePiece.port, sent, answers),
        exchange(nodesWay.port, sent, answers),
      ]);
      assert.equal(withoutDate(one), withoutDate(other), what);
      assert.match(
        one.toString('latin1'),
        /^Date: [A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT\r$/m,
        what,
      );
    }
    assert.deepEqual([inOnePiece.faults, nodesWay.faults], [[], []]);
  });

  it('never lets a header value become a header or an answer of its own', async () => {
    const evil = 'x\r\nSet-Cookie: stolen=1\r\n\r\nHTTP/1.1 200 OK';
    const { port, faults } = await serve(() => ({ ...WHOLE, headers: { ETag: evil } }));
    const got = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 1);
    assert.equal(got.length, 0);
    assert.equal((faults[0] as NodeJS.ErrnoException).code, 'ERR_INVALID_CHAR');
  });

  it('says that a connection ends where the answer says so', async () => {
    const { port } = await serve(() => ({ ...WHOLE, headers: { ...HEADERS, Connection: 'close' } }));
    const got = (await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 2)).toString('latin1');
    assert.match(got, /^Connection: close\r$/m);
    assert.doesNotMatch(got, /keep-alive/i);
  });
});

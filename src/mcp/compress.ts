/** An answer in the encoding that its caller takes. Each holds its own request's id, so none is kept compressed. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import { encodingFor } from '../http/send.ts';

/** Below this a compressed body saves less than it costs. */
const COMPRESS_FROM_BYTES = 1_024;
/** 28 KB become 5 KB in about a millisecond, off the serving thread. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export function compressed(
  answer: HttpAnswer,
  { headers }: Pick<RequestFacts, 'headers'>,
): HttpAnswer | Promise<HttpAnswer> {
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined);
  const { body } = answer;
  if (encoding === 'identity' || body === null || body.length < COMPRESS_FROM_BYTES) return answer;
  const smaller = encoding === 'br' ? brotli(body, BROTLI) : deflate(body);
  const described = { ...answer.headers, 'Content-Encoding': encoding, Vary: 'Accept-Encoding' };
  return smaller.then((bytes) => ({ ...answer, headers: described, body: bytes }));
}

/** Sends generated requests to a service and passes generated feeds to every parser. Throws at the first failure. */

import { ID_PATTERN } from '../../../../src/domain/id.ts';
import { FeedError } from '../../../../src/ingest/adapter.ts';
import { ADAPTERS } from '../../../../src/ingest/config/adapters.ts';
import { CASES, fixture, pageFrom, parseAll } from '../../../../src/ingest/testing/adapters.ts';
import { normaliser, settings } from '../../../../src/ingest/testing/plans.ts';
import { openClient, readResponses } from '../socket.ts';
import { type FuzzRequest, fuzzBytes, fuzzRequest } from './http.ts';
import { HOSTILE, NASTY, type Random } from './random.ts';
import type { ResponseCheck } from './response-check.ts';

/** Longer than any timeout of the listener. A request that takes longer hangs. */
const PATIENCE_MS = 120_000;
/** The limit in `src/http/server.ts`. */
const HEAD_MAX_BYTES = 8 * 1024;

/** Bytes that may not be a complete request need `end`, which closes the sending side, because the service may wait for more. */
async function send(port: number, bytes: Buffer, then: 'wait' | 'end'): Promise<string> {
  const client = await openClient(port);
  const late = setTimeout(() => client.socket.destroy(new Error('late')), PATIENCE_MS);
  const started = performance.now();
  if (then === 'end') client.socket.end(bytes);
  else client.socket.write(bytes);
  await client.closed;
  clearTimeout(late);
  if (performance.now() - started >= PATIENCE_MS)
    throw new Error(`no response within ${PATIENCE_MS} ms: ${shown(bytes)}`);
  return client.received();
}

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, 3_000));

/** Sends many complete requests on one connection. Each must get a valid response. */
export async function fuzzRequests(
  port: number,
  random: Random,
  count: number,
  check: ResponseCheck,
): Promise<number> {
  const requests = Array.from({ length: count }, (_, index) => fuzzRequest(random, index === count - 1));
  const stream = await send(port, Buffer.concat(requests.map(({ bytes }) => bytes)), 'wait');
  const responses = readResponses(stream, (index) => requests[index]?.method === 'HEAD');
  for (const [index, response] of responses.entries()) expectValid(requests[index]!, response, check);
  // A refusal may close the connection, and later requests then get no response. Headers above the limit of the parser
  // close the connection at once, also before pending responses are sent.
  const last = responses.at(-1);
  const isCut = requests
    .slice(responses.length)
    .some(({ bytes }) => bytes.indexOf('\r\n\r\n') > HEAD_MAX_BYTES);
  if (responses.length < count && last?.headers['connection'] !== 'close' && !isCut)
    throw new Error(`no response to ${shown(requests[responses.length]!.bytes)}`);
  return responses.length;
}

function expectValid(
  request: FuzzRequest,
  response: Parameters<ResponseCheck>[1],
  check: ResponseCheck,
): void {
  const fault = check(request, response);
  if (fault !== null)
    throw new Error(
      `${fault}: ${shown(request.bytes)} got ${response.status} ${response.body.slice(0, 300)}`,
    );
}

/** Sends bytes that may not be a request. The service must respond or close the connection, and must not hang. */
export async function fuzzConnection(port: number, random: Random, check: ResponseCheck): Promise<void> {
  const bytes = fuzzBytes(random);
  const stream = await send(port, bytes, 'end');
  const isHead = bytes.toString('latin1', 0, 5).toUpperCase() === 'HEAD ';
  for (const response of isHead ? [] : readResponses(stream)) {
    expectValid({ method: 'HEAD', path: '', bytes }, response, check);
  }
}

const FIXTURES = CASES.map((each) => ({ ...each, bytes: Buffer.from(fixture(each.fixture)) }));
/** Invisible, direction and ignorable characters, stacked marks, addresses, markup and link syntax. */
const NOT_SHOWN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{VS}\p{DI}\u2800]|\p{M}{4}|:\/\/|\]\(|<\w|evil\.(?:com|example)(?![\w-])|javascript:/iu;
const isShowable = (text: string): boolean => text !== '' && !NOT_SHOWN.test(text);

/** Parses and normalises one mutated feed. Rows must be rejected or valid, and only `FeedError` may be thrown. */
export async function fuzzFeed(random: Random): Promise<void> {
  const { adapter, options, bytes, fixture: name } = random.pick(FIXTURES);
  const body = mutate(name, bytes, random);
  const normalise = normaliser(settings({ hosts: ['shop.example', 'cedar.example', 'feed.example'] }));
  try {
    for (const row of await parseAll(ADAPTERS[adapter]!, pageFrom(body), options)) {
      if (!row.ok) continue;
      const read = normalise(row.draft);
      // An impossible price is rejected later, after the source checks.
      if (!read.ok || read.impossiblePrice !== null) continue;
      const { plan } = read;
      const isValid =
        ID_PATTERN.test(plan.id) &&
        isShowable(plan.name) &&
        Object.values(plan.coverage.networks).every((networks) =>
          networks.every((network) => isShowable(network.name)),
        ) &&
        plan.link.startsWith('https://') &&
        Number.isSafeInteger(plan.price.usdCents) &&
        plan.price.usdCents > 0 &&
        plan.coverage.destinations.length > 0;
      if (!isValid) throw new Error(`an invalid plan: ${JSON.stringify(plan).slice(0, 500)}`);
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw new Error(`${adapter}: ${shown(body)}`, { cause: error });
  }
}

function mutate(name: string, bytes: Buffer, random: Random): Buffer {
  if (name.endsWith('.json') && random.chance(0.6)) {
    const document: unknown = JSON.parse(bytes.toString(), (_, value: unknown) => {
      if (random.chance(0.03)) return undefined;
      if (random.chance(0.04)) return random.pick([...NASTY, null, -1, 1e308, 0.1, [], {}, true]);
      if (typeof value === 'string' && random.chance(0.05)) return value + random.pick(HOSTILE);
      return value;
    });
    return Buffer.from(JSON.stringify(document) ?? 'null');
  }
  let result = Buffer.from(bytes);
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    const at = random.below(result.length + 1);
    const length = random.below(40);
    const kind = random.below(4);
    const put =
      kind === 0
        ? Buffer.from([random.below(256)])
        : kind === 1
          ? Buffer.alloc(0)
          : kind === 2
            ? Buffer.from(random.pick(random.chance(0.5) ? NASTY : HOSTILE))
            : result.subarray(at, at + length * 2);
    result = Buffer.concat([
      result.subarray(0, at),
      put,
      result.subarray(Math.min(result.length, at + (kind === 0 ? 1 : length))),
    ]);
  }
  return result;
}

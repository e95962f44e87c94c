/**
 * Replays fixed requests on the sample market with a fixed clock, and reads every fixture of a feed. It prints one line for
 * each: a hash of everything that a client or the next step sees, and the request. Two versions of the code that behave
 * the same print the same lines:
 *
 *   node scripts/replay/main.ts > before.txt
 *   node scripts/replay/main.ts > after.txt
 *   diff before.txt after.txt
 *
 * `node scripts/replay/main.ts --show 'GET /esim/TR accept-language: de'` prints the whole response of one line.
 */
import { createHash } from 'node:crypto';
import { POLICY_NAMES } from '../../src/limits/policies.ts';
import { VERSION } from '../../src/service/version.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { fixtureLines } from './fixtures.ts';
import { type ReplayRequest, replayRequests } from './requests.ts';

/** A Wednesday, two days after the date of the coupons and rates of the sample market. */
const NOW = Date.parse('2026-11-18T12:00:00Z');

/** These depend on the process or on the commit, and not on the behaviour. */
const VARYING_HEADERS = ['date', 'etag', 'x-request-id', 'content-length', 'keep-alive', 'connection'];

/** The lowest prices of destinations are computed in the background. The pages of destinations show them. */
const PRICES_TRIES = 2000;

/** No request of the replay is refused. */
const FREE_LIMITS = Object.fromEntries(POLICY_NAMES.map((name) => [name, 1_000_000]));

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function replay(service: TestService, request: ReplayRequest): Promise<string> {
  const { method, path, headers, body } = request;
  const response = await service.get(path, { method, headers, ...(body !== undefined && { body }) });
  const kept = [...response.headers].filter(([name]) => !VARYING_HEADERS.includes(name));
  const lines = kept.map(([name, value]) => `${name}: ${value}`).sort();
  const text = [`${response.status}`, ...lines, '', await response.text()].join('\n');
  return text.replaceAll(VERSION, 'VERSION').replaceAll(encodeURIComponent(VERSION), 'VERSION');
}

async function waitForLowestPrices(service: TestService): Promise<void> {
  for (let tries = 0; tries < PRICES_TRIES; tries += 1) {
    const page = await (await service.get('/esim/TR')).text();
    if (page.includes('$')) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('the lowest prices were not computed');
}

const shown = process.argv[2] === '--show' ? (process.argv[3] ?? '') : null;
const service = await startTestService({
  clock: () => NOW,
  limits: FREE_LIMITS,
  env: { BASE_URL: 'https://esim.example', CONTACT: 'mailto:someone@esim.example' },
});
try {
  await waitForLowestPrices(service);
  for (const request of replayRequests()) {
    if (shown !== null && request.name !== shown) continue;
    const text = await replay(service, request);
    console.log(shown === null ? `${hash(text)} ${request.name}` : text);
  }
} finally {
  await service.stop();
}
if (shown === null) for (const line of await fixtureLines(hash)) console.log(line);

/** Requests that name no version of 2026 are answered as they were before it was spoken. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXCHANGES, exchangeEndpoint } from './support/exchanges.ts';

/** Recorded on 2026-11-15, when the service spoke the versions of 2025 only. */
const recorded: Record<string, Answer> = JSON.parse(
  readFileSync(new URL('./recorded/era-2025.json', import.meta.url), 'utf8'),
);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What MCP Apps adds: a capability, an extension, and three methods that an error names. */
function withoutApps(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replace(',"resources":{"subscribe":false,"listChanged":false}', '')
    .replace(',"extensions":{"io.modelcontextprotocol/ui":{}}', '')
    .replace(', resources/list, resources/templates/list, resources/read', '');
  return JSON.parse(text);
}

test('every recorded request of the era of 2025 has its recorded answer', async () => {
  const ask = exchangeEndpoint();
  assert.equal(EXCHANGES.length, Object.keys(recorded).length);
  for (const sent of EXCHANGES) {
    const { body, ...head } = await ask(sent);
    assert.deepEqual({ ...head, body: withoutApps(body) }, recorded[sent.name], sent.name);
  }
});

/** Requests that do not name the version 2026-07-28 are answered as they were before it was supported. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXCHANGES, exchangeEndpoint } from './support/exchanges.ts';

/** Recorded on 2026-11-15, when the service supported only the versions of 2025. */
const recorded: Record<string, Answer> = JSON.parse(
  readFileSync(new URL('./recorded/era-2025.json', import.meta.url), 'utf8'),
);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Removes what responses gained later: a description of each tool, and for MCP Apps a capability, an extension and three
 * methods that an error names.
 */
function withoutAdditions(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replace(',"resources":{"subscribe":false,"listChanged":false}', '')
    .replace(',"extensions":{"io.modelcontextprotocol/ui":{}}', '')
    .replaceAll(',"description":"A tool."', '')
    .replace(', resources/list, resources/templates/list, resources/read', '');
  return JSON.parse(text);
}

/** Removes what all interfaces gained later: headers that name every window, and a message of a 429 that names the limit. */
function withoutLimits({ status, headers, body }: Answer): Answer {
  const { RateLimit: _, 'RateLimit-Policy': __, ...rest } = headers;
  const text = JSON.stringify(body).replace(/"The limit [^"]*Wait 42 s[^"]*"/g, '"Wait 42 s"');
  return { status, headers: rest, body: JSON.parse(text) };
}

/**
 * Undoes what was corrected later: the error of an unsupported version has its own code and names all versions, an error
 * without a known request has no id from 2025-11-25 on, and the message about an id asks for a whole number.
 */
function withoutCorrections(body: unknown): unknown {
  const answer = body as { error?: { code: number } } | null;
  if (answer?.error === undefined) return body;
  const message =
    'This MCP-Protocol-Version is not supported; the versions are 2025-11-25, 2025-06-18, 2025-03-26.';
  const error = answer.error.code === -32022 ? { code: -32600, message } : answer.error;
  return JSON.parse(JSON.stringify({ id: null, ...answer, error }).replace('a whole number', 'a number'));
}

test('every recorded request of the era of 2025 has its recorded answer', async () => {
  const ask = exchangeEndpoint();
  assert.equal(EXCHANGES.length, Object.keys(recorded).length);
  for (const sent of EXCHANGES) {
    const { body, ...head } = await ask(sent);
    const answer = withoutLimits({ ...head, body: withoutCorrections(withoutAdditions(body)) });
    assert.deepEqual(answer, withoutLimits(recorded[sent.name]!), sent.name);
  }
});

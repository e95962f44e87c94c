import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OPENAPI_VERSION } from './http/openapi/document.ts';
import { PROBLEMS } from './http/problems.ts';
import { LIMIT_NAMES, PROBLEM_CODES, QUERY_FAULTS } from './wire/schemas/problem.ts';

const api = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');

test('docs/api.md lists every error code with its status, and no other', () => {
  const documented = [...api.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(
    ([, code, status]) => `${code} ${status}`,
  );
  assert.deepEqual(
    new Set(documented),
    new Set(PROBLEM_CODES.map((code) => `${code} ${PROBLEMS[code].status}`)),
  );
});

test('docs/api.md names every code of a query error and every limit', () => {
  for (const name of [...QUERY_FAULTS, ...LIMIT_NAMES]) assert.ok(api.includes(`\`${name}\``), name);
});

test('docs/api.md names the version of the OpenAPI document', () => {
  assert.ok(api.includes(`OpenAPI 3.1, version ${OPENAPI_VERSION}`));
});

test('the lock file contains no download addresses', () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  assert.doesNotMatch(
    lock,
    /"resolved"|https?:\/\/(?!.*(github|opencollective|fund|tidelift|paypal|patreon|ko-fi|buymeacoffee|feross|sponsors))[^"]*registry/,
  );
});

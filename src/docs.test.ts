import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPENAPI_VERSION } from './http/openapi/document.ts';
import { LIMIT_NAMES, MCP_ONLY, PROBLEM_CODES, PROBLEMS, QUERY_FAULTS } from './wire/schemas/problem.ts';

const ROOT = join(import.meta.dirname, '..');
const api = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');

test('docs/api.md lists every error code with its status, and no other', () => {
  const documented = [...api.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(
    ([, code, status]) => `${code} ${status}`,
  );
  assert.deepEqual(
    new Set(documented),
    new Set(PROBLEM_CODES.map((code) => `${code} ${PROBLEMS[code].status}`)),
  );
});

test('docs/api.md says of an error that only /mcp sends that it is one, and of no other', () => {
  for (const code of PROBLEM_CODES) {
    const row = api.split('\n').find((line) => line.startsWith(`| \`${code}\` |`)) ?? '';
    assert.equal(row.includes('Only at `/mcp`'), MCP_ONLY.includes(code), row);
  }
});

test('docs/api.md names every code of a query error and every limit', () => {
  for (const name of [...QUERY_FAULTS, ...LIMIT_NAMES]) assert.ok(api.includes(`\`${name}\``), name);
});

test('docs/api.md names the version of the OpenAPI document', () => {
  assert.ok(api.includes(`OpenAPI 3.1, version ${OPENAPI_VERSION}`));
});

test('no lock file contains download addresses', () => {
  // `npm ci` would download from the registry of the author, whatever registry a user has configured.
  const files = globSync('{,bench/*/}package-lock.json', { cwd: ROOT });
  assert.ok(files.length > 2);
  for (const file of files)
    assert.doesNotMatch(readFileSync(join(ROOT, file), 'utf8'), /"resolved"|registry\./, file);
});

/** Checks the examples of the documents: every JSON block parses, and every curl command gets a response with status 200. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'THIRD-PARTY.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

/** `](api.md#a-response)`: the file and the heading. A link with only a heading leads to a place in the same file. */
const RELATIVE_LINK = /\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g;

describe('the documents', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
    const addresses = [...text.matchAll(/curl [^\n]*'?http:\/\/localhost:8080(\/[^' \n]*)/g)].map(
      ([, path = '']) => path,
    );
    if (blocks.length > 0) {
      test(`${page}: every JSON block parses`, () => {
        for (const json of blocks) assert.doesNotThrow(() => JSON.parse(json), json.slice(0, 80));
      });
    }
    if (addresses.length > 0) {
      test(`${page}: every curl command gets a response with status 200`, async () => {
        for (const path of addresses) assert.equal((await service.get(path)).status, 200, path);
      });
    }
  }

  test('links between the documents lead to a file, and to a heading of it where they name one', () => {
    for (const page of [...pages, 'CHANGELOG.md']) {
      const text = readFileSync(join(ROOT, page), 'utf8');
      for (const [, target = '', heading] of text.matchAll(RELATIVE_LINK)) {
        const file = target === '' ? page : join(page, '..', target);
        assert.ok(existsSync(join(ROOT, file)), `${page} → ${target}`);
        if (heading !== undefined)
          assert.ok(headings(file).includes(heading), `${page} → ${file}#${heading}`);
      }
    }
  });
});

/** The headings as links name them: in small letters, with dashes between the words and without other signs. */
const headings = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

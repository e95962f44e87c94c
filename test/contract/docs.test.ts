/** What the documents show is what happens: every JSON block is JSON, every curl command gets its answer. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'THIRD-PARTY.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

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
      test(`${page}: every JSON block is JSON`, () => {
        for (const json of blocks) assert.doesNotThrow(() => JSON.parse(json), json.slice(0, 80));
      });
    }
    if (addresses.length > 0) {
      test(`${page}: every curl command gets an answer`, async () => {
        for (const path of addresses) assert.equal((await service.get(path)).status, 200, path);
      });
    }
  }

  test('links between the documents lead to a file, and to a heading of it where they name one', () => {
    for (const page of [...pages, 'CHANGELOG.md']) {
      const text = readFileSync(join(ROOT, page), 'utf8');
      for (const [, target = '', heading] of text.matchAll(
        /\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g,
      )) {
        const file = target === '' ? page : join(page, '..', target);
        assert.ok(existsSync(join(ROOT, file)), `${page} → ${target}`);
        if (heading !== undefined)
          assert.ok(headings(file).includes(heading), `${page} → ${file}#${heading}`);
      }
    }
  });
});

/** As they are named in links: small letters, words joined, nothing but letters, digits and dashes. */
const headings = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

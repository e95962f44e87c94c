import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POLICIES } from '../../limits/policies.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../wire/schemas/problem.ts';
import { createSite, wordsOf } from '../testing/harness.ts';

const site = createSite();

test('every error code has an anchor and an explanation on the errors page', async () => {
  const { text } = await site.get('/docs/errors');
  for (const code of PROBLEM_CODES) {
    const section = text.split(`<h2 id="${code}">`)[1]?.split('<h2')[0] ?? '';
    assert.ok(wordsOf(section).length > PROBLEMS[code].title.length + 40, code);
  }
});

test('documentation on a page in another language is marked as English', async () => {
  const { text, headers } = await site.get('/docs/mcp', { 'accept-language': 'tr' });
  assert.equal(headers['Content-Language'], 'tr');
  assert.match(text, /<html lang="tr"/);
  assert.match(text, /<article class="doc" lang="en">/);
  assert.match(text, /yalnızca İngilizcedir/);
});

test('the documentation is also served as Markdown, with links that work from anywhere', async () => {
  const guides = site.paths.filter((path) => path.startsWith('/docs/') && !path.endsWith('.md'));
  assert.ok(guides.length >= 7);
  const whole = (await site.get('/llms-full.txt')).text;
  assert.ok(whole.startsWith((await site.get('/llms.txt')).text));
  for (const path of [...guides.map((guide) => `${guide}.md`), '/changelog']) {
    const { status, headers, text } = await site.get(path);
    assert.deepEqual([status, headers['Content-Type']], [200, 'text/markdown; charset=utf-8'], path);
    assert.match(text, /^# \S/, path);
    assert.doesNotMatch(text, /localhost:8080\/|<h\d|undefined/, path);
    if (path !== '/changelog') assert.ok(whole.includes(text), `${path} in llms-full.txt`);
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      assert.match(href, /^(https?:|mailto:|#)/, `${href} in ${path}`);
      const [own, anchor] = href.replace('https://esim.example', '').split('#', 2) as [string, string?];
      if (!own.startsWith('/docs/')) continue;
      assert.ok(site.paths.includes(own), `${href} in ${path}`);
      if (anchor !== undefined)
        assert.ok(
          (await site.get(own.replace('.md', ''))).text.includes(`id="${anchor}"`),
          `${href} in ${path}`,
        );
    }
  }
  const errors = (await site.get('/docs/errors.md')).text;
  for (const code of PROBLEM_CODES) assert.ok(errors.includes(`\n## \`${code}\`\n`), code);
  for (const { name } of Object.values(DEFAULT_POLICIES))
    assert.ok((await site.get('/docs/limits.md')).text.includes(`| \`${name}\` |`), name);
});

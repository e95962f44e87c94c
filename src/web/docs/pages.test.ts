import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POLICIES } from '../../limits/policies.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../wire/schemas/problem.ts';
import { createSite, wordsOf } from '../testing/harness.ts';

const site = createSite();

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

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

test('each button of the guide of MCP carries the address of this service in the form of its host', async () => {
  const { text } = await site.get('/docs/mcp');
  const [, buttons = ''] = /<p class="install">([\s\S]*?)<\/p>/.exec(text) ?? [];
  const links = new Map(
    [...buttons.matchAll(/<a class="out" href="([^"]+)"[^>]*>Add to ([^<]+)<\/a>/g)].map(
      ([, href = '', host = '']) => [host, new URL(unescaped(href))],
    ),
  );
  const url = 'https://esim.example/mcp';
  const parameter = (host: string, name: string) => links.get(host)?.searchParams.get(name) ?? '';
  const decoded = (host: string) => JSON.parse(atob(parameter(host, 'config'))) as unknown;
  assert.equal(parameter('Claude', 'connectorUrl'), url);
  assert.deepEqual(decoded('Cursor'), { url });
  assert.deepEqual(decoded('LM Studio'), { url });
  assert.deepEqual(JSON.parse(parameter('VS Code', 'config')), { type: 'http', url });
  assert.deepEqual(JSON.parse(parameter('Kiro', 'config')), { url });
  for (const [host, { href }] of links)
    assert.ok((await site.get('/docs/mcp.md')).text.includes(`- [Add to ${host}](${href})`), host);
});

test('the form for other pages is shown as it is copied, needs no script and opens a comparison', async () => {
  const { text } = await site.get('/docs');
  const [, copied = ''] = /<pre tabindex="0"><code>(&lt;form[\s\S]*?)<\/code>/.exec(text) ?? [];
  const [, preview = ''] = /<div class="preview">\n([\s\S]*?)\n<\/div>/.exec(text) ?? [];
  assert.equal(unescaped(copied), preview);
  assert.doesNotMatch(preview, /<script|\son\w+=|style=/);
  assert.match(preview, /<a href="https:\/\/esim\.example">Data by Eşim<\/a>/);
  const [, action = ''] = /<form action="https:\/\/esim\.example(\/[^"]+)" method="get"/.exec(preview) ?? [];
  const names = [...preview.matchAll(/<input name="(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['country', 'days']);
  // The page sends a form to the one address of its trip.
  const { status, headers } = await site.get(`${action}?country=TR&days=7`);
  assert.deepEqual([status, headers['Location']], [303, '/compare?country=TR&days=7&need=normal']);
  assert.equal((await site.get('/compare?country=TR&days=7&need=normal')).status, 200);
});

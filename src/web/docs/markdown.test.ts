import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../html.ts';
import { publishMarkdown, renderMarkdown } from './markdown.ts';

const render = (source: string) =>
  renderMarkdown(source, {
    baseUrl: 'https://real.example',
    link: (path) => `${path.replace('#', '?lang=tr#')}${path.includes('#') ? '' : '?lang=tr'}`,
    pageOf: (file) => (file === 'mcp' ? { path: '/docs/mcp', title: 'MCP' } : null),
  });

test('raw HTML is shown, never run', () => {
  const body = render(
    '# A\n\n<script>x</script>\n\nText <img src=x onerror=y> ![p](https://a.example/p.png)\n',
  );
  assert.doesNotMatch(body, /<script|<img/);
  assert.match(body, /&lt;script&gt;/);
});

test('links between guides become links between pages; what is not served loses its link', () => {
  const body = render(
    '[mcp.md](mcp.md) [set-up](mcp.md#set-up) [why](decisions/0001-x.md) [out](https://a.example/)',
  );
  assert.match(
    body,
    /<a href="\/docs\/mcp\?lang=tr">MCP<\/a> <a href="\/docs\/mcp\?lang=tr#set-up">set-up<\/a> why <a href="https:\/\/a\.example\/">out<\/a>/,
  );
});

test('the anchor of a heading is the one that it names, else its text, and is unique', () => {
  const body = render('# The `API` & more\n\n## Errors\n\n## Errors\n\n## Grenzen {#limits}\n');
  assert.match(body, /id="errors"[\s\S]*id="errors-1"[\s\S]*<h2 id="limits">Grenzen<\/h2>/);
});

test('the example addresses of a guide become the address of this service, and other hosts stay', () => {
  const body = render(
    "```\ncurl 'http://localhost:8080/api' https://esim.example/mcp https://esim.example.org\n```",
  );
  assert.match(
    body,
    /https:\/\/real\.example\/api.* https:\/\/real\.example\/mcp https:\/\/esim\.example\.org/,
  );
});

test('an empty cell in the head of a table is not marked as a heading', () => {
  const body = render('| | real |\n|---|---|\n| a | 1 |\n');
  assert.match(body, /<td><\/td><th scope="col">real<\/th>/);
});

test('a picture of the documentation is shown with its description, and any other one is its description', () => {
  const pictureOf = (file: string) => (file === 'pictures/a.svg' ? '/base/assets/a.123.svg' : null);
  const options = { baseUrl: 'https://real.example/base', link: (path: string) => path, pageOf: () => null };
  const source = '![A chart](pictures/a.svg)\n\n![A stranger](https://a.example/p.png)\n';
  assert.equal(
    renderMarkdown(source, { ...options, pictureOf }),
    '<p><img src="/base/assets/a.123.svg" alt="A chart" loading="lazy"></p>\n<p>A stranger</p>\n',
  );
  assert.equal(
    publishMarkdown(source, { ...options, pictureOf }),
    '![A chart](https://real.example/base/assets/a.123.svg)\n\nA stranger\n',
  );
});

test('a comment is replaced by what the page has for it, and any other comment is shown as text', () => {
  const blocks = new Map([['<!-- here -->', html`<p>buttons</p>`]]);
  const body = renderMarkdown('<!-- here -->\n\n<!-- there -->\n', {
    baseUrl: 'https://real.example',
    link: (path) => path,
    pageOf: () => null,
    blocks,
  });
  assert.match(body, /^<p>buttons<\/p>[\s\S]*&lt;!-- there --&gt;/);
});

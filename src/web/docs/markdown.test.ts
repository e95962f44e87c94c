import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';

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

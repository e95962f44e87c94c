import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOf } from './resource.ts';

test('the page of cards contains the texts and asks for no network', () => {
  const { resource, contents } = cardsOf({ en: { price: '</script><b>' } });
  const [page] = contents.contents;
  assert.ok(page && 'text' in page);
  assert.match(page.text, /\{"en":\{"price":"\\u003c\/script>\\u003cb>"\}\}/);
  assert.equal(page.uri, resource.uri);
  for (const described of [resource, page]) {
    assert.equal(described.mimeType, 'text/html;profile=mcp-app');
    assert.deepEqual(described._meta, {
      ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
    });
  }
  assert.deepEqual([resource.name, resource.title], ['plan-cards', 'Plan cards']);
  assert.match(resource.description ?? '', /search_esim_plans/);
});

test('other texts have another address, because hosts keep a page by its address', () => {
  const uriOf = (text: string) => cardsOf({ en: { text } }).resource.uri;
  assert.match(uriOf('one'), /^ui:\/\/esim\/plan-cards-[0-9a-f]{8}\.html$/);
  assert.notEqual(uriOf('one'), uriOf('two'));
  assert.equal(uriOf('one'), uriOf('one'));
});

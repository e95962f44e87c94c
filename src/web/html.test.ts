import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html, trusted } from './html.ts';

const decode = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '',
  );

test('text in a template cannot start an element or end an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ';') }), (text) => {
      const inside = html`<p title="${text}">${text}</p>`.text;
      const parts = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/.exec(inside);
      assert.ok(parts !== null, inside);
      assert.equal(decode(parts[1] ?? ''), text);
      assert.equal(decode(parts[2] ?? ''), text);
    }),
  );
});

test('HTML inside HTML is not escaped, lists are joined, and null, undefined and false are omitted', () => {
  assert.equal(
    html`<b>${html`<i>${'<'}</i>`}${[1, 'a', html`<br>`]}${null}${undefined}${false}</b>`.text,
    '<b><i>&lt;</i>1a<br></b>',
  );
  assert.equal(html`${trusted('<hr>')}`.text, '<hr>');
});

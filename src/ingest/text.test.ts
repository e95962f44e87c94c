import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText, NAME_MAX } from './text.ts';

test('entities are read, once', () => {
  assert.equal(cleanText('Europe &amp; UK'), 'Europe & UK');
  assert.equal(cleanText('T&#252;rkiye &#x2013; 5&nbsp;GB'), 'Türkiye – 5 GB');
  assert.equal(cleanText('&amp;lt;b&amp;gt;'), '&lt;b&gt;');
  assert.equal(cleanText('AT&T & &unknown; &#0;'), 'AT&T & &unknown;');
});

test('characters that hide or turn text around are gone', () => {
  assert.equal(cleanText('safe\u202Eelpmaxe\u202C'), 'safeelpmaxe');
  assert.equal(cleanText('a\u0000b\u0007c\u200Bd\uFEFF'), 'a b cd');
  assert.equal(cleanText('  two\r\n\tlines \u2028 here '), 'two lines here');
});

test('long names are cut at a letter and say so', () => {
  const cut = cleanText('🇹🇷'.repeat(200));
  assert.equal(Array.from(cut).length, NAME_MAX);
  assert.ok(cut.endsWith('…') && cut.isWellFormed());
});

// Every code point, halves of surrogate pairs too.
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  maxLength: 400,
});

test('whatever a feed sends, a name is one bounded, well-formed line, and cleaning it again changes no character class', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = cleanText(text);
      assert.ok(Array.from(clean).length <= NAME_MAX);
      assert.ok(clean.isWellFormed());
      assert.equal(clean, clean.trim());
      assert.doesNotMatch(clean, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]| {2}/u);
    }),
  );
});

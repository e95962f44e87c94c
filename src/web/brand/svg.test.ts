import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSvg } from './svg.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inner: string, attributes = ''): string =>
  `<svg ${NS} viewBox="0 0 10 10"${attributes}>${inner}</svg>`;

/** What a picture must not contain, with a word of the message. */
const BAD: readonly (readonly [string, text: string, word: RegExp])[] = [
  ['a script', svg('<script>alert(1)</script>'), /a script \(<script>\)/],
  ['an empty script with an address', svg('<script href="https://x.example/a.js"/>'), /a script/],
  ['an event', svg('<rect onclick="alert(1)"/>'), /a script \(onclick/],
  ['an event of the root', svg('', ' onload="alert(1)"'), /a script \(onload/],
  ['an event in capitals', svg('<rect ONCLICK="alert(1)"/>'), /a script/],
  ['a link', svg('<a href="#x"><rect/></a>'), /a link \(<a>\)/],
  ['an address in use', svg('<use href="https://x.example/a.svg#b"/>'), /something outside/],
  [
    'an address in use with a prefix',
    svg('<use xlink:href="//x.example/a.svg#b"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    /something outside/,
  ],
  ['a script in an address', svg('<use href="javascript:alert(1)"/>'), /something outside/],
  ['data in an address', svg('<use href="data:image/svg+xml,%3Csvg/%3E#a"/>'), /something outside/],
  ['a base address', svg('<use href="#a"/>', ' xml:base="https://x.example/"'), /xml:base/],
  ['an external picture', svg('<image href="https://x.example/a.png"/>'), /external content \(<image>\)/],
  [
    'an external picture in a filter',
    svg('<filter><feImage href="https://x.example/a.png"/></filter>'),
    /external content/,
  ],
  ['HTML', svg('<foreignObject><p>text</p></foreignObject>'), /no shape/],
  ['an animation', svg('<animate attributeName="href"/>'), /<animate>, which is no shape/],
  ['an element of a drawing program', svg('<sodipodi:namedview/>'), /plain or optimised SVG/],
  ['an external fill', svg('<rect fill="url(https://x.example/a.svg#b)"/>'), /external content/],
  [
    'an external fill in a style',
    svg('<rect style="fill:URL( \'https://x.example/a\')"/>'),
    /external content/,
  ],
  [
    'an external style',
    svg('<style>@import url(https://x.example/a.css);</style>'),
    /external content \(@import\)/,
  ],
  [
    'an external style in CDATA',
    svg('<style><![CDATA[rect{fill:url(//x.example/a)}]]></style>'),
    /external content/,
  ],
  ['a font', svg('<style>@font-face{font-family:x;src:url(#a)}</style>'), /@font-face/],
  ['an escaped style', svg('<style>rect{fill:u\\72l(//x.example)}</style>'), /backslash/],
  ['an escaped style in references', svg('<rect style="fill:&#117;rl(//x.example/a)"/>'), /external content/],
  ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, /DOCTYPE/],
  [
    'a style sheet beside it',
    `<?xml-stylesheet href="https://x.example/a.css"?>${svg('')}`,
    /xml-stylesheet/,
  ],
  ['no SVG', '<html><body>logo</body></html>', /no SVG/],
  ['no namespace', '<svg viewBox="0 0 1 1"/>', /no SVG/],
  ['no XML', `<svg ${NS}><rect></svg>`, /not XML/],
  ['nothing', '', /no SVG/],
  ['a picture of another kind', '\x89PNG\r\n\x1a\n', /not XML|no SVG/],
];

for (const [what, text, word] of BAD)
  test(`a picture with ${what} is refused`, () => {
    const checked = checkSvg(text);
    assert.ok(checked.kind === 'bad');
    assert.match(checked.fault.message, word);
    assert.doesNotMatch(checked.fault.message, /\n/);
  });

test('the fault is where the element begins', () => {
  const checked = checkSvg(`<svg ${NS}>\n  <g>\n    <script>\nx</script></g></svg>`);
  assert.deepEqual(checked.kind === 'bad' && checked.fault.position, { line: 3, column: 5 });
});

test('a picture of shapes, own gradients, text and a style for the dark theme is good, and its size is known', () => {
  const inner = `<title>Logo</title><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
<style>.b{fill:url(#a)} @media (prefers-color-scheme: dark){.b{fill:#fff}}</style>
<g class="b"><path d="M0 0h4"/><use href="#a"/><rect fill="url('#a')" style="stroke:#000"/><text x="1">Name</text></g>`;
  assert.deepEqual(checkSvg(`<?xml version="1.0"?>\n${svg(inner)}`), {
    kind: 'good',
    size: { width: 10, height: 10 },
  });
  const size = (attributes: string) => {
    const checked = checkSvg(`<svg ${NS} ${attributes}/>`);
    return checked.kind === 'good' ? checked.size : checked;
  };
  assert.deepEqual(size('viewBox="-5,-5 120 40"'), { width: 120, height: 40 });
  assert.deepEqual(size('width="30px" height="20"'), { width: 30, height: 20 });
  assert.equal(size('width="100%" height="20"'), null);
  assert.equal(size(''), null);
});

test('the icon of the pages passes the check for those of an operator', () => {
  const icon = readFileSync(new URL('../assets/favicon.svg', import.meta.url), 'utf8');
  assert.equal(checkSvg(icon).kind, 'good');
});

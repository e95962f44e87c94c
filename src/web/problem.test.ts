import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../http/problems.ts';
import { PROBLEM_CODES, PROBLEMS } from '../wire/schemas/problem.ts';
import { contextOf } from './context.ts';
import { problemRenderer } from './problem.ts';
import { createSite, NO_CONTACT } from './testing/harness.ts';

const site = createSite();

test('every error has a page with its own status and the form, in the language of the reader, and is never cached', () => {
  const render = problemRenderer(contextOf(site.options));
  for (const code of PROBLEM_CODES) {
    const problem: Problem = { code, detail: '', headers: { Allow: 'GET' }, retryAfterSeconds: 7 };
    const { status, headers, body } = render(problem, { headers: { 'accept-language': 'tr' } });
    assert.equal(status, PROBLEMS[code].status);
    assert.equal(headers['Cache-Control'], 'no-store');
    assert.equal(headers['Allow'], 'GET');
    assert.equal(headers['Retry-After'], '7');
    assert.match(String(body), /<html lang="tr"[\s\S]*<h1>[^<]+<\/h1>[\s\S]*<form class="trip"/);
  }
  assert.match(String(render({ code: 'plan_gone', detail: '' }).body), /<form class="trip"/);
});

test('an error page keeps its path in another language, and links to no other host', () => {
  const render = problemRenderer(contextOf(site.options));
  const links = (url: string): string[] => {
    const { body } = render({ code: 'not_found', detail: '' }, { headers: {}, url });
    return [...String(body).matchAll(/href="([^"]*)" lang="/g)].map(([, href]) => href ?? '');
  };
  assert.deepEqual(
    links('/go/shop/plan?lang=tr'),
    ['en', 'de', 'es', 'tr'].map((lang) => `/go/shop/plan?lang=${lang}`),
  );
  for (const hostile of [
    '//evil.example',
    '/\\evil.example',
    '/%2f/evil',
    'https://evil.example/',
    '/a"b',
    '/a//b',
  ])
    assert.deepEqual(links(hostile)[0], '/?lang=en', hostile);
});

test('without CONTACT neither a 429 nor llms.txt refers to a contact', async () => {
  const problem: Problem = { code: 'rate_limited', detail: '', retryAfterSeconds: 7 };
  const texts = async (contact: string) => {
    const some = createSite(undefined, { contact });
    const page = String(problemRenderer(contextOf(some.options))(problem).body);
    return [page.split('<footer')[0] ?? '', (await some.get('/llms.txt')).text];
  };
  for (const text of await texts('https://esim.example/contact'))
    assert.ok(text.includes('https://esim.example/contact'), text);
  for (const text of await texts(NO_CONTACT)) assert.doesNotMatch(text, /terms#contact|write first/);
});

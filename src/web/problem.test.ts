import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../http/problems.ts';
import { PROBLEM_CODES, PROBLEMS } from '../wire/schemas/problem.ts';
import { contextOf } from './context.ts';
import { problemRenderer } from './problem.ts';
import { createSite, NO_CONTACT, somePlans } from './testing/harness.ts';

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

test('an error that precedes the route (burst limit, overload, malformed, too many headers) is rendered once for each language, without its address', () => {
  const render = problemRenderer(contextOf(site.options));
  const limit = { name: 'burst', per: 'second', limit: 100, reset: 1 } as const;
  const refusals: Problem[] = [
    { code: 'rate_limited', detail: '', limit, retryAfterSeconds: 1, headers: { 'Retry-After': '1' } },
    { code: 'overloaded', detail: '', retryAfterSeconds: 2 },
    { code: 'bad_request', detail: '' },
    { code: 'headers_too_large', detail: '' },
  ];
  for (const problem of refusals) {
    const pageOf = (url: string, accepted = 'en') =>
      render(problem, { url, headers: { 'accept-language': accepted } });
    const first = pageOf('/compare?country=TR&days=7&need=normal');
    assert.equal(first.status, PROBLEMS[problem.code].status);
    assert.equal(first.headers['Retry-After'], problem.retryAfterSeconds?.toString());
    assert.equal(pageOf(`/compare?country=Congo&stop1=${'x'.repeat(1_000)}`).body, first.body);
    assert.notEqual(pageOf('/', 'tr').body, first.body);
    assert.match(String(pageOf('/', 'tr').body), /<html lang="tr"/);
  }
});

test('after a fault of the service the form has the trip, and other problems have an empty form', () => {
  const render = problemRenderer(contextOf(site.options));
  const daysOf = (code: Problem['code']) => {
    const url = '/compare?country=TR&days=9&need=normal';
    const { body } = render({ code, detail: '' }, { url, headers: {} });
    return /name="days"[^>]*value="(\d*)"/.exec(String(body))?.[1];
  };
  const ours = ['unavailable', 'data_unavailable'] as const;
  assert.deepEqual(new Set(ours.map(daysOf)), new Set(['9']));
  const others = ['method_not_allowed', 'blocked', 'bad_request', 'uri_too_long'] as const;
  assert.deepEqual(new Set(others.map(daysOf)), new Set(['7']));
});

test('the form of a plan that left the catalogue has the destination of its link', () => {
  const render = problemRenderer(contextOf({ ...site.options, catalogue: somePlans(['TR']) }));
  const placeFor = (query: string) => {
    const { body } = render({ code: 'plan_gone', detail: '' }, { headers: {}, url: `/go/shop/plan${query}` });
    return /id="country"[^>]* value="([^"]*)"/.exec(String(body))?.[1];
  };
  assert.equal(placeFor('?via=page&to=TR'), 'Türkiye');
  assert.deepEqual(['?to=JP', '?to=%22', ''].map(placeFor), ['', '', '']);
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

test('of a refused trip, the page repeats 100 characters of a value at most', async () => {
  const { status, text } = await site.get(
    `/compare?country=TR&days=${'7'.repeat(3_000)}&need=normal&travellers=${'x'.repeat(500)}`,
  );
  assert.equal(status, 422);
  assert.match(text, /[^7]7{100}[^7]/);
  assert.doesNotMatch(text, /7{101}|x{101}/);
});

test('the choices of an ambiguous stop keep the rest of the trip, and the stops that the form has', async () => {
  const stops = Array.from({ length: 20 }, (_, n) => `stop${n + 1}=${n === 1 ? 'Congo' : 'Chile'}`).join('&');
  const { status, text } = await site.get(`/compare?country=TR&days=7&need=heavy&cur=EUR&${stops}`);
  assert.equal(status, 422);
  const hrefs = Array.from(text.matchAll(/<li><a href="(\/compare\?[^"]*)"><b>/g), ([, href]) =>
    Object.fromEntries(new URL(href!.replaceAll('&amp;', '&'), 'https://esim.example').searchParams),
  );
  assert.deepEqual(new Set(hrefs.map(({ stop2 }) => stop2)), new Set(['CD', 'CG']));
  for (const { country, days, need, cur, stop1, stop2_days, stop5, stop6 } of hrefs)
    assert.deepEqual(
      [country, days, need, cur, stop1, stop2_days, stop5, stop6],
      ['TR', '7', 'heavy', 'EUR', 'Chile', '7', 'Chile', undefined],
    );
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

test('an error page leads on to popular destinations, and a misspelt address to similar names', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const misspelt = await withPlans.get('/esim/japn');
  assert.equal(misspelt.status, 404);
  assert.match(misspelt.text, /Did you mean:[\s\S]*<a href="\/esim\/JP"><b>Japan<\/b>/);
  assert.match(misspelt.text, /name="country"[^>]*value="japn"/);
  for (const path of ['/esim/nowhere', '/compare?country=xyz&days=0'])
    assert.match((await withPlans.get(path)).text, /Popular destinations[\s\S]*href="\/esim\/TR"/, path);
  const { body } = problemRenderer(contextOf(withPlans.options))({ code: 'not_found', detail: '' });
  assert.match(String(body), /Popular destinations[\s\S]*href="\/esim\/TR"/);
});

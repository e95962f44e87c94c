import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COUNTRIES } from '../domain/countries.ts';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import { createPageCaches } from './page-caches.ts';
import { createSite, NOW, somePlans, wordsOf } from './testing/harness.ts';

/** Pages that belong to one request, and files that are compressed when the program is loaded. */
const NOT_PREPARED = [
  ...['/compare', '/data', '/phone', '/phones.json', '/places.json', '/favicon.svg', '/favicon.ico'],
  ...['/assets/:file', '/esim/:country', '/providers', '/providers/:provider', '/guide/:topic'],
];

test('every page and document is rendered once, before its first request', async () => {
  const site = createSite();
  const { prepared, paths } = site;
  for (const path of paths.filter((one) => !NOT_PREPARED.includes(one))) {
    // The first one is for requests without a language, the second one for `lang=en`.
    const [english, chosen] = prepared.get(path)!.map((make) => make());
    assert.ok(english !== undefined, path);
    assert.equal((await site.get(path)).text, english.bytes.toString(), path);
    // A text document exists in one language.
    if (chosen !== undefined)
      assert.equal((await site.get(`${path}?lang=en`)).text, chosen.bytes.toString(), path);
    assert.equal(prepared.get(path)![0]!(), english, `${path} is not rendered again`);
  }
});

test('a crawler of all destinations does not remove the documents that were prepared', async () => {
  const codes = COUNTRIES.slice(0, 40).map(({ code }) => code);
  const caches = createPageCaches(() => NOW, 100_000);
  const site = createSite(undefined, { catalogue: somePlans(codes) }, caches);
  const documents = ['/', '/docs', '/llms.txt'].map((path) => site.prepared.get(path)![0]!);
  const entries = documents.map((make) => make());
  for (const code of codes) await site.get(`/esim/${code}`);
  assert.ok(
    caches.requested.size < codes.length,
    'the pages of all destinations are too large for this cache',
  );
  assert.deepEqual(
    documents.map((make, index) => make() === entries[index]),
    [true, true, true],
  );
});

test('a page that is prepared from an earlier catalogue is not sent for the current one', async () => {
  const earlier = somePlans(['JP', 'TR'], ['only'])();
  const next = { ...somePlans()()!, version: 'v2' } as typeof earlier;
  let current = earlier;
  const site = createSite(undefined, { catalogue: () => current });
  current = next;
  for (const make of site.prepared.get('/esim/:country')!) make();
  assert.match(wordsOf((await site.get('/esim/asia')).text), / 2 plans work in at least 1 of the 2 /);
});

test('the list of destinations takes quota, and says when it may be requested again', async () => {
  const window = { name: 'list.minute', limit: DEFAULT_POLICIES['list.minute'].limit } as const;
  const decision = { admitted: false, window: { ...window, remaining: 0, resetAt: 0 }, retryAfterSeconds: 7 };
  const admitting = createSite();
  const refusing = createSite(undefined, {
    queries: {
      reference: () => admitting.options.queries.reference(),
      countries: async () => ({ kind: 'refused', decision }),
    } as never,
  });
  const answer = await refusing.get('/esim');
  assert.equal(answer.status, 429);
  assert.equal(answer.headers['Retry-After'], '7');
  const admitted = await admitting.get('/esim');
  assert.match(admitted.headers['Cache-Control'] ?? '', /^private, max-age=\d+$/);
  // The harness admits each request with a window of 12.
  assert.equal(admitted.headers['X-RateLimit-Limit'], '12');
});

test('the API guide lists every address of the pages', () => {
  const { paths } = createSite();
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  assert.ok(paths.length > 20);
  for (const path of paths) {
    const written = path.replace('/assets/:file', '/assets/…').replace(/:(\w+)/, '{$1}');
    assert.match(guide, new RegExp(`\`${RegExp.escape(written)}[\`?]`), path);
  }
});

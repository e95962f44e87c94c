import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUNDLED_REFERENCE, loadReference } from '../reference/load.ts';
import { createSite, NOW, wordsOf } from './testing/harness.ts';

const REFERENCE = loadReference(BUNDLED_REFERENCE);
const TOPICS = REFERENCE.guide!.topics;

const siteWith = (reference: typeof REFERENCE, clock = () => NOW) => {
  const queries = Object.assign(createSite().options.queries, { reference: () => reference });
  return createSite(undefined, { queries, clock });
};

test('the guide lists every topic by the time of the trip, and each has a page in every language', async () => {
  const site = createSite();
  const list = await site.get('/guide');
  for (const { id } of TOPICS) assert.ok(list.text.includes(`href="/guide/${id}"`), id);
  for (const lang of ['en', 'de', 'es', 'tr'] as const) {
    for (const { id, question, answer, steps } of TOPICS) {
      const page = await site.get(`/guide/${id}?lang=${lang}`);
      assert.equal(page.status, 200, id);
      const words = wordsOf(page.text);
      for (const text of [question, answer, ...steps])
        assert.ok(
          words.includes(wordsOf(text[lang].replaceAll('&', '').replaceAll('>', '&gt;')).trim()),
          `${id} ${lang}`,
        );
    }
  }
});

test('a topic shows its date and its sources, and after the day of its review says that it may have changed', async () => {
  const topic = TOPICS.find(({ id }) => id === 'unlimited')!;
  const page = await createSite().get('/guide/unlimited');
  for (const { url } of topic.sources)
    assert.ok(page.text.includes(`href="${url}" rel="nofollow noopener"`), url);
  assert.match(wordsOf(page.text), /Jul 5, 2026/);
  assert.doesNotMatch(wordsOf(page.text), /may have changed/);
  const later = Date.parse(topic.review_by) + 86_400_000;
  assert.match(
    wordsOf((await siteWith(REFERENCE, () => later).get('/guide/unlimited')).text),
    /may have changed/,
  );
  const undated = TOPICS.find(({ checked_on }) => checked_on === null)!;
  assert.match(wordsOf((await createSite().get(`/guide/${undated.id}`)).text), /The sources have no date/);
});

test('an unknown topic is not found', async () => {
  assert.equal((await createSite().get('/guide/nothing')).status, 404);
});

test('without its table the guide is not found and not linked', async () => {
  const site = siteWith({ ...REFERENCE, guide: null });
  assert.equal((await site.get('/guide')).status, 404);
  assert.equal((await site.get('/guide/unlimited')).status, 404);
  for (const path of ['/', '/compare?country=TR&days=7&need=normal', '/sitemap.xml'])
    assert.doesNotMatch((await site.get(path)).text, /\/guide/, path);
});

test('the sitemap and the footer have the guide', async () => {
  const site = createSite();
  const { text } = await site.get('/sitemap.xml');
  for (const path of ['/guide', ...TOPICS.map(({ id }) => `/guide/${id}`)])
    assert.ok(text.includes(`<loc>https://esim.example${path}</loc>`), path);
  assert.match((await site.get('/')).text, /<footer[\s\S]*href="\/guide"/);
});

test('a page of results links the topics that fit the trip', async () => {
  const linked = async (query: string) => {
    const { text } = await createSite().get(`/compare?country=TR&days=7&${query}`);
    const section = /<section class="guide-links[^"]*">[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
    return [...section.matchAll(/href="\/guide\/([^"]+)"/g)].map(([, id]) => id);
  };
  const usual = await linked('need=normal');
  assert.ok(usual.includes('locked-and-eid') && usual.includes('no-data-after-arrival'), usual.join());
  assert.equal((await linked('need=unlimited'))[0], 'unlimited');
  const onArrival = (ids: readonly (string | undefined)[]) =>
    ids.find((id) => TOPICS.find((topic) => topic.id === id)?.when === 'on_arrival');
  assert.equal(onArrival(usual), 'no-data-after-arrival');
  assert.equal(onArrival(await linked('need=normal&travellers=3')), 'hotspot');
  assert.equal(onArrival(await linked('need=normal&require=hotspot')), 'hotspot');
});

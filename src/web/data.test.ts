import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from './testing/harness.ts';

const site = createSite();

test('hours a day and days become gigabytes with their range, in every language', async () => {
  // 7 days of 10 MB for maps and 350 MB for half an hour of video are 2.52 GB. Amounts are rounded up to half a GB.
  const query = 'h_maps_navigation=1&h_video_sd=0,5&over=7';
  for (const [lang, result, range] of [
    ['en', 'About 3 GB for 7 days', 'Between 1.5 and 4 GB'],
    ['de', 'Etwa 3 GB für 7 Tage', 'Zwischen 1,5 und 4 GB'],
    ['es', 'Unos 3 GB para 7 días', 'Entre 1,5 y 4 GB'],
    ['tr', '7 gün için yaklaşık 3 GB', '1,5 ile 4 GB arası'],
  ] as const) {
    const { text } = await site.get(`/data?${query}&lang=${lang}`);
    assert.ok(text.includes(result) && text.includes(range), lang);
  }
});

test('the link keeps the trip and compares with the estimate', async () => {
  const { text } = await site.get(
    '/data?h_video_sd=1&country=JP&days=5&need=unlimited&then=KR:4&travellers=2',
  );
  // 9 days of 700 MB are 6.3 GB, rounded up to half a GB. Stated data and an unlimited need exclude each other.
  assert.match(
    text,
    /href="\/compare\?country=JP&amp;days=5&amp;need=normal&amp;then=KR%3A4&amp;travellers=2&amp;data_gb=6\.5"/,
  );
});

test('without a destination the comparison asks for it', async () => {
  // 10 days with 2 hours of 60 MB are 1.2 GB.
  const { text } = await site.get('/data?h_web=2&over=10');
  const [, form = ''] = /(<form class="ask" action="\/compare"[\s\S]*?<\/form>)/.exec(text) ?? [];
  assert.match(form, /name="country"[^>]*required/);
  assert.match(form, /name="data_gb" value="1.5"/);
});

test('more than 500 GB leads to unlimited plans', async () => {
  const { text } = await site.get('/data?h_video_hd=24&over=90&country=JP');
  assert.match(text, /href="\/compare\?country=JP&amp;days=90&amp;need=unlimited"/);
});

test('hours and days that cannot be are a 422', async () => {
  for (const query of ['h_web=25', 'h_web=-1', 'h_web=abc', 'over=0', 'over=91', 'over=7.5']) {
    const { status, text } = await site.get(`/data?${query}`);
    assert.equal(status, 422, query);
    assert.match(text, /role="alert"/);
  }
});

test('the page shows every activity, the date of the values and that they are planning values', async () => {
  const { text, status } = await site.get('/data');
  assert.equal(status, 200);
  const activities = site.options.queries.reference().activities?.activities;
  assert.equal(text.match(/name="h_/g)?.length, activities?.length);
  assert.match(text, /planning values from public guides, compiled on [^<]*2026/);
});

test('a value of a trip is kept up to 1,000 characters, which no trip has', async () => {
  const keeps = async (length: number) =>
    (await site.get(`/data?country=${'x'.repeat(length)}`)).text.includes('x'.repeat(1_000));
  assert.deepEqual([await keeps(1_000), await keeps(1_001)], [true, false]);
});

test('an address that repeats a parameter very often makes the page no longer than one that repeats it 20 times', async () => {
  const bytesOf = async (times: number) =>
    (await site.get(`/data?country=JP${'&place=Tokyo'.repeat(times)}`)).text.length;
  assert.ok((await bytesOf(2)) > (await bytesOf(1)));
  assert.equal(await bytesOf(600), await bytesOf(20));
});

test('a typical day is a link that fills the hours in, keeps the trip and comes to nearly the data of its need', async () => {
  const { text } = await site.get('/data?country=JP&days=10&need=heavy');
  const links = [...text.matchAll(/href="(\/data\?[^"]*)" rel="nofollow">(\w+), ([\d.]+) GB a day</g)];
  const rates = { light: 0.3, normal: 1, heavy: 3 };
  assert.deepEqual(
    links.map(([, , name]) => name),
    ['Light', 'Normal', 'Heavy'],
  );
  for (const [at, [need, rate]] of Object.entries(rates).entries()) {
    const [, path = '', , gb] = links[at] ?? [];
    const page = await site.get(path.replaceAll('&amp;', '&'));
    const answer = Number(/About ([\d.]+) GB for 10 days/.exec(page.text)?.[1]);
    assert.ok(answer <= 10 * rate && answer >= 8 * rate, `${need}: ${answer} GB`);
    assert.ok(Number(gb) <= rate && Number(gb) >= 0.85 * rate, `${need}: ${gb} GB a day`);
    assert.match(page.text, /href="\/compare\?country=JP&amp;days=10&amp;need=heavy&amp;data_gb=/);
  }
});

test('activities of a typical day that the table does not have are left out', async () => {
  const reference = site.options.queries.reference();
  const activities = reference.activities!.activities.filter(({ id }) => id === 'video_call');
  const queries = Object.assign(createSite().options.queries, {
    reference: () => ({ ...reference, activities: { ...reference.activities, activities } }),
  });
  const { text } = await createSite(undefined, { queries }).get('/data');
  assert.deepEqual(
    [...text.matchAll(/rel="nofollow">(\w+), /g)].map(([, name]) => name),
    ['Normal', 'Heavy'],
  );
});

test('a typical day is called the amount that the form of a trip names for the same need', async () => {
  const { text } = await site.get('/data?lang=en');
  const names = [...text.matchAll(/<li><a [^>]*>((?:Light|Normal|Heavy), [^<]*)</g)].map(([, name]) => name);
  assert.deepEqual(names, ['Light, 0.3 GB a day', 'Normal, 1 GB a day', 'Heavy, 3 GB a day']);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { find, findAll, parseHtml, textOf } from '../support/html.ts';
import { compareItineraries, compareLists, JOURNEYS, TRIPS } from '../support/page-truth.ts';
import { PAGE } from '../support/selectors.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('the page states the same facts as the JSON of the same trip', () =>
  compareLists(service, TRIPS.slice(0, 12)));

test('every way and every plan of a trip with several stops state the same facts as the JSON', () =>
  compareItineraries(service, JOURNEYS.slice(0, 12)));

test('the phone page has the verdict, the phones and the date of the JSON', async () => {
  const headers = { 'accept-language': 'en' };
  for (const phone of [
    'iPhone 13',
    'Galaxy',
    'Galaxy A54',
    'pixel 8a',
    'iphnoe 13',
    '13 Prro',
    'Nokia 3310',
    'iPhone 15 China',
    'iPad Pro 11',
  ]) {
    const query = new URLSearchParams({ country: 'TR', days: '7', need: 'normal', phone });
    const json = await service.json<Comparison>(`/api/v1/plans?${String(query)}`);
    const { text, verdict, matches, suggestions, compiled_on } = json.phone ?? assert.fail('no phone check');
    const page = await service.get(`/phone?model=${encodeURIComponent(phone)}`, { headers });
    const section = parseHtml(await page.text());
    const shown = textOf(section.querySelector('.verdict') ?? assert.fail(phone));
    const answer = find(section, '.verdict .answer') ?? '';
    assert.ok(text.startsWith(`${answer} `), `${text}: ${answer}`);
    for (const sentence of text.split(/(?<=[.?]) /))
      assert.ok(shown.includes(sentence), `${sentence}: ${shown}`);
    assert.ok(section.querySelector(`.verdict-${verdict ?? 'question'}`) !== null, phone);
    const listed = matches.length > 1 ? matches : suggestions;
    for (const { model } of listed) assert.ok(shown.includes(model), `${model}: ${shown}`);
    for (const { where, note } of matches.length === 1 ? matches[0]!.exceptions : [])
      assert.ok(shown.includes(`${where}: ${note}`), `${where}: ${shown}`);
    const date = new Date(compiled_on).toLocaleDateString('en-US', { dateStyle: 'medium' });
    assert.ok(textOf(section).includes(date), phone);
  }
});

test('the chart of amounts has the lowest price of each amount of the list by price', async () => {
  const trip = 'country=TR&days=7&need=light';
  const { orders } = await service.json<Comparison>(`/api/v1/plans?${trip}`);
  const lowest = new Map<number, number>();
  for (const { fits, data, price } of orders.Cheapest)
    if (fits.meets_need && data.model === 'total' && data.gb_for_trip !== null)
      lowest.set(data.gb_for_trip, Math.min(price.usd, lowest.get(data.gb_for_trip) ?? price.usd));
  assert.ok(lowest.size > 1, `${lowest.size} amounts`);
  const page = parseHtml(await (await service.get(`/compare?${trip}`)).text());
  const shown = findAll(page, '#charts details:first-child .bars b').map((text) =>
    Number(text.replace('$', '')),
  );
  const sorted = (prices: Iterable<number>) => [...prices].sort((a, b) => a - b);
  assert.deepEqual(sorted(shown), sorted(lowest.values()));
});

test('without JavaScript the page states the time of each price', async () => {
  const headers = { 'accept-language': 'tr' };
  const html = await (await service.get('/compare?country=TR&days=7&need=normal', { headers })).text();
  assert.match(find(parseHtml(html), PAGE.age) ?? '', /^Fiyatların kontrolü: .*\d\d:\d\d UTC/);
});

test('a region is compared, another group leads to its page, and with further stops both are explained', async () => {
  for (const [query, location] of [
    ['country=Europe&days=7&need=normal', '/compare?country=EU&days=7&need=normal'],
    ['country=Europa&days=7&need=normal&lang=de', '/compare?country=EU&days=7&need=normal&lang=de'],
    ['country=Benelux&days=7&need=normal', '/esim/benelux'],
    ['country=Benelux&days=30&need=heavy&travellers=2', '/esim/benelux?days=30&need=heavy&travellers=2'],
    ['country=Benelux&days=abc&need=normal', '/esim/benelux'],
  ] as const) {
    const { status, headers } = await service.get(`/compare?${query}`);
    assert.deepEqual([status, headers.get('location')], [303, location], query);
    assert.equal(headers.get('x-ratelimit-remaining'), null, 'it is not counted');
    assert.equal((await service.get(location)).status, 200);
  }
  const stops = (country: string) =>
    service.get(`/compare?country=${country}&days=7&need=normal&stop1=Japan&stop1_days=3`, {
      headers: { 'accept-language': 'en' },
    });
  const group = await stops('Benelux');
  assert.equal(group.status, 422);
  assert.match(await group.text(), /country=NL&amp;/);
  const region = await stops('Europe');
  assert.equal(region.status, 422);
  assert.match(await region.text(), /A region is compared alone/);
});

test('the page of a comparison of a region says what a plan leaves out, and how to ask for named stops', async () => {
  const answer = await service.get('/compare?country=EU&days=30&need=normal', {
    headers: { 'accept-language': 'en' },
  });
  const html = await answer.text();
  assert.equal(answer.status, 200);
  assert.match(html, /Europe/);
  assert.match(html, /A trip with named stops gets an exact answer/);
});

test('sample data is marked as invented', async () => {
  for (const path of ['/', '/compare?country=TR&days=7&need=normal']) {
    const html = await (await service.get(path, { headers: { 'accept-language': 'en' } })).text();
    assert.match(find(parseHtml(html), PAGE.sampleBanner) ?? '', /invented/);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { find, parseHtml } from '../support/html.ts';
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

test('without JavaScript the page states the time of each price', async () => {
  const headers = { 'accept-language': 'tr' };
  const html = await (await service.get('/compare?country=TR&days=7&need=normal', { headers })).text();
  assert.match(find(parseHtml(html), PAGE.age) ?? '', /^Fiyatların kontrolü: .*\d\d:\d\d UTC/);
});

test('sample data is marked as invented', async () => {
  for (const path of ['/', '/compare?country=TR&days=7&need=normal']) {
    const html = await (await service.get(path, { headers: { 'accept-language': 'en' } })).text();
    assert.match(find(parseHtml(html), PAGE.sampleBanner) ?? '', /invented/);
  }
});

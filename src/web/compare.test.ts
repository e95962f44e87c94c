import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, createSite, exampleComparison, exampleResult, NOW, TRIP } from './testing/harness.ts';

test('a complete trip takes one comparison and is cached privately until its entry expires', async () => {
  const site = createSite();
  const { status, headers } = await site.get(TRIP);
  assert.equal(status, 200);
  assert.deepEqual(site.compared, [{ country: 'TR', days: 7, need: 'normal' }]);
  assert.equal(headers['Cache-Control'], 'private, max-age=900');
  assert.equal(headers['Vary'], 'Accept-Encoding, Accept-Language');
  assert.equal(headers['X-RateLimit-Remaining'], '11');
  const again = await site.get(TRIP, { 'if-none-match': headers['ETag'] ?? '' });
  assert.deepEqual([again.status, again.body], [304, null]);
});

test('every spelling redirects to the one address of the trip, and the redirect takes no quota', async () => {
  const site = createSite();
  for (const query of [
    'country=turkey&days=7&need=normal',
    'country=t%C3%BCrkiye&days=07&need=normal',
    'country=tr&days=+7&need=normal',
    'country=TR&days=07&need=normal',
  ]) {
    const { status, headers } = await site.get(`/compare?${query}`);
    assert.deepEqual([status, headers['Location']], [303, TRIP], query);
  }
  const kept = await site.get('/compare?country=uk&days=3&need=light&sort=fastest&lang=tr');
  assert.equal(kept.headers['Location'], '/compare?country=GB&days=3&need=light&sort=fastest&lang=tr');
  assert.equal((await site.get('/compare')).headers['Location'], '/');
  assert.deepEqual(site.compared, []);
});

test('an invalid form is returned with its values and every fault, and takes no quota', async () => {
  const site = createSite();
  const { status, headers, text } = await site.get('/compare?country=Turky&days=91&need=lots');
  assert.equal(status, 422);
  assert.equal(headers['Cache-Control'], 'no-store');
  for (const id of ['fault-country', 'fault-days', 'fault-need']) assert.ok(text.includes(`id="${id}"`), id);
  assert.match(text, /value="Turky"[^>]*aria-invalid="true"/);
  assert.match(text, /value="91"[^>]*aria-invalid="true"/);
  assert.ok(text.includes('href="/compare?country=TR&amp;days=91&amp;need=lots"'));
  assert.deepEqual(site.compared, []);
});

test('a city means its country, and the page states that', async () => {
  const site = createSite();
  const { status, headers } = await site.get('/compare?country=Barcelona&days=7&need=normal&lang=de');
  const address = '/compare?country=ES&days=7&need=normal&place=Barcelona&lang=de';
  assert.deepEqual([status, headers['Location']], [303, address]);
  assert.match((await site.get(address)).text, /<h1>Barcelona, Spanien, 7 Tage/);
  const stops = await site.get('/compare?country=Bali&days=7&need=normal&stop1=Tokio&stop1_days=3&lang=de');
  assert.equal(
    stops.headers['Location'],
    '/compare?country=ID&days=7&need=normal&then=JP:3&place=Bali&place=Tokio&lang=de',
  );
});

test('an address cannot put a place on the page that is not in a country of the trip', async () => {
  const site = createSite();
  for (const place of ['Barcelona', 'Best deals at evil.example', 'TR', 'Türkiye'])
    assert.equal(
      (await site.get(`${TRIP}&place=${encodeURIComponent(place)}`)).text,
      (await site.get(TRIP)).text,
      place,
    );
});

test('an ambiguous place has choices as links that keep the rest of the form', async () => {
  const site = createSite();
  const rest = 'days=9&need=heavy&stop1=JP&stop1_days=3&require=hotspot&sort=cheapest';
  const links = async (country: string, lang: string) => {
    const query = `country=${encodeURIComponent(country)}&${rest}&lang=${lang}`;
    const { status, text } = await site.get(`/compare?${query}`);
    assert.equal(status, 422, country);
    const [, list = ''] = /<ul class="examples">([\s\S]*?)<\/ul>/.exec(text) ?? [];
    return [...list.matchAll(/<a href="([^"]*)"><b>([^<]*)/g)].map(([, href = '', label]) => {
      const { searchParams } = new URL(href.replaceAll('&amp;', '&'), 'https://esim.example');
      const code = searchParams.get('country');
      searchParams.delete('country');
      assert.equal(searchParams.toString(), `${rest}&lang=${lang}`, country);
      return [code, label];
    });
  };
  const congo = await links('Congo', 'en');
  assert.deepEqual(
    congo.map(([code]) => code),
    ['CD', 'CG'],
  );
  assert.deepEqual(await links('Rom', 'en'), [
    ['IT', 'Rome: Italy'],
    ['RO', 'Romania'],
  ]);
  assert.deepEqual(await links('Sevastopol', 'en'), [
    ['UA', 'Sevastopol: Ukraine'],
    ['RU', 'Sevastopol: Russia'],
  ]);
  assert.deepEqual((await links('Escandinavia', 'es')).slice(0, 3), [
    ['EU', 'Europa'],
    ['SE', 'Suecia'],
    ['NO', 'Noruega'],
  ]);
  assert.deepEqual(site.compared, []);
});

test('a further stop that is ambiguous has choices of its own, and a group explains several stops', async () => {
  const site = createSite();
  const { text } = await site.get('/compare?country=JP&days=5&need=normal&stop1=Congo&stop1_days=4');
  assert.match(text, /id="fault-stop1"[^>]*><p>Stop 2: which place do you mean\?<\/p><p>Did you mean/);
  assert.ok(
    text.includes('href="/compare?country=JP&amp;days=5&amp;need=normal&amp;stop1=CG&amp;stop1_days=4"'),
  );
  assert.match((await site.get('/compare?country=Benelux')).text, /several countries\..*add others as stops/);
  assert.match((await site.get('/compare?country=Kyrenia')).text, /Northern Cyprus has no country code/);
});

test('a 429 page states how long to wait, with the same headers as the API', async () => {
  const window = { name: 'comparison.minute' as const, limit: 12, remaining: 0, resetAt: NOW + 41_000 };
  const site = createSite(() => ({
    kind: 'refused',
    decision: { admitted: false, window, windows: [window], retryAfterSeconds: 41, now: NOW },
  }));
  const english = await site.get(TRIP);
  assert.equal(english.status, 429);
  assert.deepEqual(
    ['Retry-After', 'X-RateLimit-Remaining', 'Cache-Control'].map((name) => english.headers[name]),
    ['41', '0', 'no-store'],
  );
  assert.match(english.text, /data-seconds="41"[^>]*>Please try again in <span>41 seconds<\/span>/);
  assert.match((await site.get(`${TRIP}&lang=tr`)).text, /<span>41 saniye<\/span> sonra yeniden/);
});

test('without a catalogue the page explains that there is no data', async () => {
  const { status, headers, text } = await createSite(() => ({ kind: 'unavailable', cause: 'data' })).get(
    TRIP,
  );
  assert.deepEqual([status, headers['Cache-Control'], headers['Retry-After']], [503, 'no-store', '60']);
  assert.match(text, /no usable price list/);
});

test('a hostile feed cannot put an element, a handler or an address into the page', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.plan.name = hostile;
    made.provider.name = hostile;
    made.speed.networks = [hostile];
    made.coupons[0]!.code = hostile;
    made.coupons[0]!.conditions = [hostile];
    made.eligibility.notes = [hostile];
  });
  comparison.orders = { Recommended: [result], Cheapest: [result], Fastest: [result] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.ok(text.includes('&lt;script&gt;'));
  assert.equal(text.match(/<script/g)?.length, 1, 'only our own');
  assert.doesNotMatch(text, /<img src=x|onerror=alert\(1\)>/);
});

test('every result page has the attribution, the ranking promise, outbound links and no inline style or script', async () => {
  for (const lang of ['en', 'tr', 'de', 'es']) {
    const { text } = await createSite().get(`${TRIP}&lang=${lang}`);
    assert.match(text, /<a href="https:\/\/esim\.example">(Data by|Veri:|Daten von|Datos de) Eşim<\/a>/);
    assert.match(text, /href="\/how-we-rank\?lang=/);
    const links = [...text.matchAll(/<a [^>]*href="\/go\/[^>]*>/g)];
    assert.ok(links.length > 0);
    for (const [link] of links) assert.ok(link.includes('rel="sponsored nofollow noopener"'), link);
    assert.doesNotMatch(text, / style="| on[a-z]+="|<style|<script>/);
  }
});

test('stops and filters of the form become the one address of the trip, and stay in every link', async () => {
  const site = createSite();
  const form =
    'country=japan&days=5&need=normal&stop1=korea+south&stop1_days=4&stop2=&stop2_days=&require=5g&require=hotspot&sort=cheapest&lang=de';
  const canonical =
    '/compare?country=JP&days=5&need=normal&then=KR:4&require=hotspot,5g&sort=cheapest&lang=de';
  assert.equal((await site.get(`/compare?${form}`)).headers['Location'], canonical);
  assert.deepEqual(site.compared, []);
  const { text } = await site.get(canonical);
  assert.deepEqual(site.compared, [
    { country: 'JP', days: 5, need: 'normal', then: [{ country: 'KR', days: 4 }] },
  ]);
  // The bar of filters and the number of hidden plans have links that change the filters.
  const kept = text.replaceAll(
    /<div class="filter-row">[\s\S]*?<\/nav>|hidden by[^\n]*|aus\. <a [^>]*>/g,
    '',
  );
  for (const [, href = ''] of kept.matchAll(/<a [^>]*href="(\/compare[^"]*)"/g)) {
    assert.match(href, /then=KR:4&amp;require=hotspot,5g/, href);
  }
  assert.match(text, /name="stop1"[^>]*value="Südkorea"/);
  assert.match(text, /type="hidden" name="require" value="hotspot,5g"/);
  assert.match(text, /name="stop2"/);
});

test('an invalid stop is reported, and the rest of the form is kept', async () => {
  const site = createSite();
  const { status, text } = await site.get(
    '/compare?country=JP&days=5&need=normal&stop1=Xyzzy&stop1_days=4&stop2=KR&stop2_days=0&require=5g',
  );
  assert.equal(status, 422);
  for (const id of ['fault-stop1', 'fault-stop2_days']) assert.ok(text.includes(`id="${id}"`), id);
  assert.match(text, /value="Xyzzy"[^>]*aria-invalid="true"/);
  assert.match(text, /name="require" value="5g"/);
  assert.match(text, /Stop 2: which place[\s\S]*Stop 3: enter a whole number/);
  assert.equal((await site.get('/compare?country=JP&days=60&need=normal&then=KR:60')).status, 422);
  assert.deepEqual(site.compared, []);
});

test('a link that names a place alone means seven days and a normal need', async () => {
  assert.equal(
    (await createSite().get('/compare?country=JP')).headers['Location'],
    '/compare?country=JP&days=7&need=normal',
  );
});

test('too many stops are reported next to their field and kept, and take no quota', async () => {
  const site = createSite();
  const query = 'country=JP&days=5&need=normal&then=KR:4,TW:3,TR:2,IT:3,DE:2,FR:2&require=hotspot,wifi7';
  for (const [lang, stops] of [
    ['en', /At most 5 further stops\. You entered 6/],
    ['de', /Höchstens 5 weitere Stopps\. Sie haben 6/],
    ['es', /Como máximo 5 paradas más\. Has puesto 6/],
    ['tr', /En çok 5 durak daha olabilir\. Siz 6/],
  ] as const) {
    const { status, text } = await site.get(`/compare?${query}&lang=${lang}`);
    assert.equal(status, 422);
    assert.match(text, stops);
    assert.match(text, /name="require" value="hotspot,wifi7"/);
    // The page has the same faults in another language.
    const other = /href="([^"]*)" lang="tr"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const again = await site.get(other);
    assert.match(again.text, /Siz 6 yazdınız/);
  }
  assert.equal((await site.get('/compare?country=JP&days=5&need=normal&then=KR:4:9')).status, 422);
  assert.equal(
    (await site.get('/compare?country=JP&days=5&need=normal&then=KR:4&then=TW:3')).headers['Location'],
    '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3',
  );
  assert.deepEqual(site.compared, []);
});

test('a comparison can be shared and taken as CSV or JSON', async () => {
  const { text } = await createSite().get(TRIP);
  assert.match(
    text,
    /data-link>Copy link<\/button> <button [^>]*data-share="Türkiye, 7 days: eSIM plans" hidden>Share</,
  );
  for (const format of ['format=csv', 'include=variants'])
    assert.ok(
      text.includes(`href="/api/v1/plans?country=TR&amp;days=7&amp;need=normal&amp;${format}"`),
      format,
    );
});

test('empty days become the default, and a stop without a place is ignored', async () => {
  const form =
    '/compare?country=JP&days=&need=normal&stop1=KR&stop1_days=&stop2=&stop2_days=4&stop3=TW&stop3_days=2';
  assert.equal(
    (await createSite().get(form)).headers['Location'],
    '/compare?country=JP&days=7&need=normal&then=KR:7,TW:2',
  );
});

test('two stops in one country keep the places that were typed for them', async () => {
  const site = createSite();
  const named = async (query: string) =>
    /<title>([^<]+)/.exec((await site.get(`/compare?need=normal&${query}`)).text)?.[1] ?? '';
  const both = 'country=ES&days=3&then=JP:4,ES:2';
  assert.match(
    await named(`${both}&place=Barcelona&place=Madrid`),
    /Barcelona \(Spain\), Japan,? and Madrid \(Spain\)/,
  );
  assert.match(
    await named(`${both}&place=Barcelona`),
    /Barcelona \(Spain\), Japan,? and Barcelona \(Spain\)/,
  );
});

test('the page of an invalid trip keeps the currency, and a choice changes no other value', async () => {
  const site = createSite();
  const { text } = await site.get('/compare?country=Congo&days=100&need=normal&cur=EUR');
  assert.match(text, /name="cur" value="EUR"/);
  assert.ok(text.includes('href="/compare?country=CG&amp;days=100&amp;need=normal&amp;cur=EUR"'));
});

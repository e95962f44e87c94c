import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachFeature } from '../domain/facts.ts';
import type { DrawbackCode } from '../domain/ranking/drawbacks-table.ts';
import { NO_REFERENCE } from '../mcp/testing/fakes.ts';
import type { Result } from '../wire/schemas/result.ts';
import type { NoticeCode } from '../wire/sentences/notices.ts';
import { answered, createSite, exampleComparison, exampleResult, NOW, wordsOf } from './testing/harness.ts';

const TRIP = '/compare?country=TR&days=7&need=normal';
const PAST = {
  lowest_30d_usd: 9,
  highest_30d_usd: 15,
  changed_at: '2026-10-31T00:00:00Z',
  first_seen_at: '2026-01-01T00:00:00Z',
};

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

const notice = (code: NoticeCode) => ({ code, text: code });

test('unknown facts are shown as unknown, and a shortfall is shown with its amount', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.features = { hotspot_gb: null, ...eachFeature(() => null) };
    made.eligibility = { ...made.eligibility, identity_check: null };
    made.fits = { meets_need: false, short_by_gb: 2, short_by_days: 1, missing_countries: null };
    made.speed = { ...made.speed, generation: null, networks: [] };
    made.data = { ...made.data, after_cap: 'unknown' };
    made.validity = { ...made.validity, starts: 'unknown' };
    made.copies = 3;
  });
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  for (const sentence of [
    'Not stated</dt><dd>The days start, Hotspot, Top-up, Networks, ID check, Phone number, Calls, Text messages, Advertisements, When data runs out, Network, Advertised top speed',
    '2 GB less than you need',
    '1 day shorter than the trip',
    'Buy 3, use one after another',
    '3 × 30 days',
  ]) {
    assert.ok(text.includes(sentence), sentence);
  }
});

test('a destination without plans has a page of its own', async () => {
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [], Cheapest: [], Fastest: [] };
  comparison.variants = [];
  comparison.notices = [notice('no_plans_for_country'), notice('prices_are_estimates')];
  const { status, text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.equal(status, 200);
  assert.match(text, /We found no suitable plan for Türkiye/);
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

/** The lines of the first bill of a page. */
const billOf = (text: string): string[] => {
  const [bill = ''] = /<table class="bill">[\s\S]*?<\/table>/.exec(text) ?? [];
  return [...bill.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, line = '']) => line.replaceAll(/<[^>]*>/g, ''));
};

test('each price is explained as a sum, with its history of 30 days if that is known', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.price = {
      ...made.price,
      usd: 10.63,
      history: {
        lowest_30d_usd: 9,
        highest_30d_usd: 15,
        changed_at: '2026-11-02T00:00:00Z',
        first_seen_at: '2026-10-01T00:00:00Z',
      },
    };
    made.why = {
      ...made.why,
      comparable_usd: 11.06,
      drawbacks: [{ code: 'hotspot_unknown', percent: 4, usd: 0.43, text: 'Hotspot not stated' }],
    };
  });
  comparison.orders = { Recommended: [result], Cheapest: [result], Fastest: [result] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.deepEqual(billOf(text), [
    'Price with TRIP10 $10.63',
    'Hotspot not confirmed + $0.43',
    'Compares like $11.06',
  ]);
  const words = 'now $14.00, lowest $9.00, highest $15.00';
  assert.ok(text.includes(`<dt>Price of one, last 30 days</dt><dd>${words}</dd>`));
});

test('the price history is that of one copy, and of one day if the plan is sold by the day', async () => {
  const past = async (change: (result: Result) => void): Promise<string | undefined> => {
    const comparison = exampleComparison();
    const result = exampleResult((made) => {
      made.copies = 2;
      made.price = { ...made.price, list_usd: 24, history: PAST };
      change(made);
    });
    comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
    const { text } = await createSite(() => answered(comparison)).get(TRIP);
    return /Price of one, last 30 days<\/dt><dd>now (\$[\d.]+)/.exec(text)?.[1];
  };
  assert.equal(await past(() => {}), '$12.00');
  const perDay = await past(({ validity }) => {
    validity.sold_per_day = true;
    validity.days = 4;
  });
  assert.equal(perDay, '$6.00');
  const unknown = await past(({ price }) => {
    price.history = null;
  });
  assert.equal(unknown, undefined, 'nothing before the second day');
});

test('the price history is described in words in every language', async () => {
  const comparison = exampleComparison();
  const result = exampleResult(({ price }) => {
    price.history = PAST;
  });
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  for (const [lang, words] of [
    ['en', /now \$14\.00, lowest \$9\.00, highest \$15\.00/],
    ['de', /jetzt 14,00\s\$, niedrigster 9,00\s\$, höchster 15,00\s\$/],
    ['es', /ahora 14,00\s\$, mínimo 9,00\s\$, máximo 15,00\s\$/],
    ['tr', /şimdi \$14,00, en düşük \$9,00, en yüksek \$15,00/],
  ] as const) {
    const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&lang=${lang}`);
    assert.match(text, new RegExp(`<dd>${words.source}</dd>`), lang);
  }
});

test('Turkish pages use idiomatic sentences', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.eligibility = { ...made.eligibility, new_customers_only: false, identity_check: true };
    made.freshness = { ...made.freshness, status: 'fresh' };
    made.price.tax = 'included';
  });
  const aging = exampleResult((made) => {
    made.freshness = { ...made.freshness, status: 'aging' };
  });
  comparison.orders = { Recommended: [result, aging], Cheapest: [], Fastest: [] };
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&lang=tr`);
  const plain = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  for (const sentence of [
    'Kimlik doğrulama Var',
    'UTC , güncel',
    'almadan önce kontrol edin',
    'Vergi dâhil',
    'Hafif',
    'Yoğun',
  ])
    assert.ok(plain.includes(sentence), sentence);
  assert.doesNotMatch(plain, /şart/i, 'one word for condition');
});

test('a filter that is not understood is named next to its field, and the plans stay', async () => {
  const site = createSite();
  for (const [lang, message, unknown] of [
    ['en', '“abc” was not understood', 'We do not know the filter “wifi7”'],
    ['de', '„abc“ wurde nicht verstanden', 'Den Filter „wifi7“ kennen wir nicht'],
    ['es', 'No entendemos «abc»', 'No conocemos el filtro «wifi7»'],
    ['tr', '“abc” anlaşılamadı', '“wifi7” filtresini tanımıyoruz'],
  ] as const) {
    const query = `${TRIP}&max_usd=abc&require=wifi7&lang=${lang}`;
    const { status, text } = await site.get(query);
    assert.equal(status, 200, text);
    assert.ok(text.includes(message) && text.includes(unknown), lang);
    assert.match(text, /name="max_usd"[^>]* value="abc"[^>]* aria-invalid="true"/);
    assert.match(text, /<li class="card first"/);
  }
  assert.doesNotMatch((await site.get(`${TRIP}&max_usd=${encodeURIComponent('<b>x')}`)).text, /<b>x/);
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

test('if no plan states its network, the list by speed has a note', async () => {
  const comparison = exampleComparison();
  comparison.notices = [...comparison.notices, notice('fastest_means_little')];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const panel = text.split('id="fastest"')[1]?.split('</li>')[0] ?? '';
  assert.match(panel, /No plan there states whether it is 4G or 5G[\s\S]*<ol class="cards"/);
  assert.equal(text.split('No plan there states whether').length, 2, 'stated once');
});

test('if no plan states its network, no plan is called the fastest', async () => {
  const comparison = exampleComparison();
  const [first] = comparison.orders.Recommended;
  assert.ok(first);
  comparison.orders = { Recommended: [first], Cheapest: [first], Fastest: [first] };
  const site = createSite(() => answered(comparison));
  const named = async () => {
    const { text } = await site.get(`${TRIP}&sort=cheapest`);
    const contrast = /class="contrast">([^<]*)/.exec(text)?.[1] ?? '';
    return [text.includes('<span class="tag">Fastest</span>'), /fastest/i.test(contrast)];
  };
  assert.deepEqual(await named(), [true, true]);
  comparison.notices = [...comparison.notices, notice('fastest_means_little')];
  assert.deepEqual(await named(), [false, false]);
});

/** The address of each filter link with its text. */
const filterLinks = (text: string): string[] => {
  const [filters = ''] = /<nav class="filters"[\s\S]*?<\/nav>/.exec(text) ?? [];
  return [...filters.matchAll(/href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href = '', words = '']) =>
      `${words.replace(/<[^>]*>/g, '')} ${new URLSearchParams(href.replaceAll('&amp;', '&')).get('require') ?? ''}`,
  );
};

test('each filter is a link with its count, and a filter in force is a link that removes it', async () => {
  const all = filterLinks((await createSite().get(TRIP)).text);
  assert.ok(all.includes('Hotspot allowed 7 plans hotspot'), all.join('\n'));
  const none = createSite(undefined, {
    queries: {
      comparison: async () => answered(exampleComparison()),
      matches: () => [],
      reference: () => NO_REFERENCE,
    } as never,
  });
  assert.deepEqual(
    filterLinks((await none.get(TRIP)).text),
    [],
    'a filter that leaves nothing is not offered',
  );
  const active = filterLinks((await createSite().get(`${TRIP}&require=hotspot,5g`)).text);
  assert.ok(active.includes('Remove filter: Hotspot allowed  5g'), active.join('\n'));
  assert.ok(active.includes('Remove filter: 5G  hotspot'), active.join('\n'));
  assert.ok(active.includes('Remove all filters '), active.join('\n'));
  assert.ok(active.includes('Top-up possible 7 plans hotspot,top_up,5g'), active.join('\n'));
});

test('an empty list names every filter that can be removed', async () => {
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [], Cheapest: [], Fastest: [] };
  comparison.notices = [
    { code: 'nothing_qualifies', value: 'max_usd', text: 'No plan is left.' },
    { code: 'lowest_price', value: '5.00', text: 'The lowest price.' },
  ];
  const query = `${TRIP}&data_gb=20&require=hotspot,5g&max_usd=5&avoid_exits=HK`;
  const { text } = await createSite(() => answered(comparison)).get(query);
  assert.match(text, /No plan meets all of this: Up to \$5[^.]/);
  assert.deepEqual(waysOut(text), [
    'Without “Hotspot allowed” 7 plans from $5.00',
    'Without “5G” 7 plans from $5.00',
    'Without “Up to $5” 7 plans from $5.00',
  ]);
  const links = filterLinks(text);
  for (const name of ['Up to $5', 'Hotspot allowed', '5G', 'Internet not via Hong Kong SAR China'])
    assert.ok(
      links.some((link) => link.startsWith(`Remove filter: ${name}`)),
      links.join('\n'),
    );
});

test('if nothing covers the trip, the headline names the closest match, also where an itinerary has no plan', async () => {
  const comparison = exampleComparison();
  comparison.considered.meet_the_need = 0;
  for (const result of Object.values(comparison.orders).flat()) result.fits.meets_need = false;
  const nothing = {
    ...{ usd: 0, group_usd: null, comparable_usd: 0, further_purchases_usd: 0, purchases: 0 },
    legs: [{ stops: [{ country: 'JP', days: 7 }], result: null }],
  };
  for (const itinerary of [undefined, { recommended: nothing, cheapest: nothing }]) {
    const { itinerary: _, ...rest } = comparison;
    const site = createSite(() => answered({ ...rest, ...(itinerary && { itinerary }) }));
    const { text } = await site.get(TRIP);
    assert.match(text, /<h1>[^<]*Closest match: <b>/);
    assert.doesNotMatch(text, /Best value: <b>|\$0\.00/);
  }
});

test('the answer for several stops says what a cheaper way saves, and how often it has to be bought', async () => {
  const wayOf = (usd: number, countries: readonly string[]) => ({
    ...{ usd, group_usd: null, comparable_usd: usd, further_purchases_usd: 0, purchases: countries.length },
    legs: countries.map((country) => ({ stops: [{ country, days: 3 }], result: exampleResult() })),
  });
  const comparison = exampleComparison();
  comparison.itinerary = { recommended: wayOf(20, ['TR']), cheapest: wayOf(15.5, ['JP', 'KR', 'TW']) };
  const site = createSite(() => answered(comparison));
  const contrast = async () => /class="contrast">([^<]*)/.exec((await site.get(TRIP)).text)?.[1];
  assert.equal(await contrast(), '3 separate eSIMs: $4.50 less, but to buy and install 3 times.');
  comparison.itinerary.recommended = wayOf(20, ['JP', 'KR', 'TW']);
  // The shops are the same, too.
  assert.equal(await contrast(), 'Cheapest: $4.50 less.');
});

test('the card of a pick names its two dearest drawbacks, also those of the best value', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, ...drawbacks: readonly (readonly [DrawbackCode, number])[]) =>
    exampleResult((result) => {
      result.plan.id = id;
      result.why.drawbacks = drawbacks.map(([code, usd]) => ({ code, percent: 1, usd, text: code }));
    });
  const best = planWith('best', ['tax_unknown', 0.1], ['exit_elsewhere', 0.61], ['low_top_speed', 1.52]);
  const cheapest = planWith('cheapest', ['exit_unknown', 0.2]);
  comparison.picks = [
    { ...comparison.picks[0]!, picks: ['best_value'], difference_usd: 2, result: best },
    { ...comparison.picks[0]!, picks: ['cheapest'], difference_usd: 0, result: cheapest },
    { ...comparison.picks[0]!, picks: ['fewest_unknowns'], difference_usd: 3, result: planWith('clear') },
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const tiles = [...text.matchAll(/<li class="pick-tile plan">[\s\S]*?<a class="out/g)].map(([tile]) => ({
    label: tile.includes('What to know'),
    isRoutePraised: tile.includes('a known internet route'),
    drawbacks: /<p class="faults">.*?<\/b> (.*?)<\/p>/.exec(tile)?.[1] ?? '',
  }));
  assert.deepEqual(tiles, [
    {
      label: true,
      isRoutePraised: false,
      drawbacks: 'Slow: less than 10 Mbit/s; Internet runs through another country',
    },
    { label: true, isRoutePraised: false, drawbacks: 'Unclear which country its internet runs through' },
    { label: false, isRoutePraised: true, drawbacks: '' },
  ]);
});

test('the least uncertain pick says all that it leaves open, once, and each pick says what it is compared with', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, name: string, usd: number, ...codes: readonly DrawbackCode[]) =>
    exampleResult((result) => {
      result.plan.id = id;
      result.provider.name = name;
      result.price.usd = usd;
      result.why.drawbacks = codes.map((code) => ({ code, percent: 1, usd: 0.1, text: code }));
    });
  const best = planWith('best', 'Larkspan', 10, 'hotspot_unknown', 'tax_unknown', 'generation_unknown');
  const clear = planWith('clear', 'Moonferry', 12, 'hotspot_unknown', 'generation_4g');
  comparison.picks = [
    { ...comparison.picks[0]!, picks: ['best_value', 'cheapest'], difference_usd: 0, result: best },
    { ...comparison.picks[0]!, picks: ['fewest_unknowns'], difference_usd: 2, result: clear },
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const [first = '', second = ''] = [
    ...text.matchAll(/<li class="pick-tile plan">[\s\S]*?<a class="out/g),
  ].map(([tile]) => wordsOf(tile));
  assert.match(first, /\$2\.00 less than Moonferry/);
  assert.doesNotMatch(first, /Not stated/);
  assert.match(second, /\$2\.00 more than the cheapest: .*Not stated: hotspot What to know: 4G, not 5G/);
});

test('if most plans have only the drawbacks of all, the list says once that they have no other', async () => {
  const planWith = (id: string, ...codes: readonly DrawbackCode[]) =>
    exampleResult((result) => {
      result.plan.id = id;
      result.why.drawbacks = codes.map((code) => ({ code, percent: 1, usd: 0.1, text: code }));
    });
  const comparison = exampleComparison();
  const plain = ['a', 'b', 'c'].map((id) => planWith(id, 'generation_4g'));
  const pageOf = async (results: Result[]) => {
    comparison.orders.Recommended = results;
    return wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  };
  const common = /Where no other drawback is named, there is none/g;
  const said = await pageOf(plain);
  assert.equal(said.match(common)?.length, 1);
  assert.doesNotMatch(said, /No other drawback/);
  const others = ['d', 'e', 'f'].map((id) => planWith(id, 'generation_4g', 'price_aging'));
  const mixed = await pageOf([...plain, ...others]);
  assert.doesNotMatch(mixed, common);
  assert.equal(mixed.match(/No other drawback/g)?.length, plain.length);
});

test('a row hides only a note that repeats the name of its column, never the cap of a hotspot', async () => {
  const comparison = exampleComparison();
  const notesFor = async (hotspotGb: number | null) => {
    comparison.orders.Recommended = [
      exampleResult(({ features, speed }) => {
        features.hotspot = true;
        features.hotspot_gb = hotspotGb;
        speed.generation = null;
        speed.networks = [];
      }),
    ];
    const { text } = await createSite(() => answered(comparison)).get(TRIP);
    const [facts = ''] = /<dl class="facts">[\s\S]*?<\/dl>/.exec(text) ?? [];
    return [...facts.matchAll(/<small( class="name")?>(.*?)<\/small>/g)].slice(-2).map(([note]) => note);
  };
  const network = '<small class="name">Network</small>';
  assert.deepEqual(await notesFor(null), [network, '<small class="name">Hotspot</small>']);
  assert.deepEqual(await notesFor(2), [network, '<small>up to 2 GB</small>']);
});

test('side by side, a value is better only if both plans state one', async () => {
  const comparison = exampleComparison();
  const [first, second] = [
    exampleResult((result) => {
      result.plan.id = 'once';
      result.validity.days = 30;
    }),
    exampleResult((result) => {
      result.plan.id = 'thrice';
      result.validity.days = 7;
      result.copies = 3;
      result.speed.advertised_max_mbps = 5;
    }),
  ];
  comparison.orders.Recommended = [first, second];
  const picks = [first, second].map(({ provider, plan }) => `&pick=${provider.id}/${plan.id}`).join('');
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}${picks}`);
  const rowOf = (name: string) =>
    new RegExp(`<tr><th scope="row">${name}</th>(.*?)</tr>`).exec(text)?.[1] ?? '';
  assert.match(rowOf('Purchases'), /^<td>–<\/td><td>/);
  assert.match(rowOf('Advertised top speed'), /^<td>.*<\/td><td>5 Mbit\/s<\/td>$/);
  assert.match(rowOf('Valid for'), /^<td class="better">/);
});

test('a plan that is too slow for the need says so instead of an amount', async () => {
  const comparison = exampleComparison();
  comparison.orders.Recommended = [
    exampleResult((result) => {
      result.fits = { meets_need: false, short_by_gb: 7, short_by_days: 0, missing_countries: null };
      result.why.reasons = [{ code: 'too_slow', text: 'Too slow' }];
    }),
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.match(text, /<ul class="short"><li><i [^>]*><\/i>Too slow for this data need<\/li><\/ul>/);
});

test('the closest plan stands below the name of the change that leads to it', async () => {
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [], Cheapest: [], Fastest: [] };
  comparison.notices = [
    { code: 'nothing_qualifies_together', value: ['max_usd', 'phone_number'], text: 'No plan is left.' },
    { code: 'lowest_price', value: '5.00', text: 'The lowest price.' },
  ];
  const query = `${TRIP}&require=hotspot,phone_number&max_usd=5`;
  const { text } = await createSite(() => answered(comparison)).get(query);
  assert.match(text, /<p class="hint">Without “Hotspot allowed”<\/p>/);
  assert.match(text, /<summary>Details and drawbacks<\/summary>/, 'a single plan is not the first of a list');
});

/** What an empty page offers instead. */
const waysOut = (text: string): string[] => {
  const [list = ''] = /<ul class="ways-out">[\s\S]*?<\/ul>/.exec(text) ?? [];
  return [...list.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, words = '']) =>
    words.replaceAll(/<[^>]*>/g, '').trim(),
  );
};

test('a budget that is too low says what the cheapest plan costs and offers the next round budget', async () => {
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [], Cheapest: [], Fastest: [] };
  comparison.notices = [
    { code: 'nothing_qualifies', value: 'max_usd', text: 'No plan is left.' },
    { code: 'lowest_price', value: '5.00', text: 'The lowest price.' },
  ];
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&max_usd=0.5`);
  assert.match(text, /<h1>No plan for \$0\.50 or less<\/h1>/);
  assert.match(text, /The cheapest costs \$5\.00, so \$4\.50 more\./);
  assert.equal(waysOut(text)[0], 'Raise the budget to $5 7 plans from $5.00');
});

test('an empty result says how many plans state otherwise and how many do not say', async () => {
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [], Cheapest: [], Fastest: [] };
  comparison.considered.left_out_by_require = { no: 238, unknown: 1 };
  const reasonFor = async (value: string) => {
    comparison.notices = [{ code: 'nothing_qualifies', value, text: 'No plan is left.' }];
    const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&require=hotspot&max_usd=5`);
    return /<p>(Stated otherwise: [^<]*)/.exec(text)?.[1];
  };
  assert.equal(await reasonFor('hotspot'), 'Stated otherwise: 238 plans. Not stated: 1 plan.');
  assert.equal(await reasonFor('max_usd'), undefined, 'no plan is left out by a feature');
});

test('if the plans within the filters cover the trip in part, the page says that it is for the filters, and raises the budget', async () => {
  const comparison = exampleComparison();
  comparison.considered.meet_the_need = 0;
  for (const result of Object.values(comparison.orders).flat()) result.fits.meets_need = false;
  const site = createSite(() => answered(comparison));
  const contrast = (text: string) => /class="contrast">([^<]*)/.exec(text)?.[1] ?? '';
  const { text } = await site.get(`${TRIP}&max_usd=4`);
  assert.match(contrast(text), /^No plan that passes your filters covers the whole trip\./);
  assert.equal(waysOut(text)[0], 'Raise the budget to $5 7 plans from $5.00');
  assert.match(contrast((await site.get(TRIP)).text), /^No plan covers the whole trip\./);
});

test('a region in which no plan works says so, and advises to name the countries', async () => {
  const comparison = exampleComparison();
  comparison.orders = { Recommended: [], Cheapest: [], Fastest: [] };
  comparison.destination = { code: 'EU', name: 'Europe', region: 'Europe', kind: 'region' };
  comparison.notices = [{ code: 'no_plans_for_country', value: 'EU', text: 'None.' }];
  const { text } = await createSite(() => answered(comparison)).get('/compare?country=EU&days=7&need=normal');
  assert.match(
    text,
    /<h1>No plan here works in most of Europe<\/h1>\s*<p>Name the countries of your trip as stops/,
  );
});

test('a price for new customers stands below the price of the row and of the pick, and changes neither', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    const [coupon] = made.coupons;
    const dearer = { ...coupon!, applied_to_price: false, for: 'app_only' as const, usd: 12 };
    made.coupons = [coupon!, dearer, { ...dearer, for: 'new_customers', usd: 9.2 }];
  });
  comparison.orders.Recommended = [result];
  comparison.picks = [{ ...comparison.picks[0]!, result }];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const prices = [...text.matchAll(/<p class="price">.*?<\/p>/g)].map(([price]) => wordsOf(price).trim());
  const [pick = '', row = ''] = prices;
  assert.match(pick, /^Without discount \$14\.00 \$12\.60 New customers: \$9\.20$/);
  assert.match(row, /\$12\.60 compares like \$\d+\.\d\d New customers: \$9\.20$/);
  assert.doesNotMatch(text, /class="personal">[^<]*app/, 'only the lowest one');
});

test('a plan to share states its amount with what follows it, and what to know, beside the price', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    Object.assign(made.data, { model: 'total', gb: 10, after_cap: 'throttle', throttle_kbps: 384 });
    Object.assign(made.features, { hotspot: true, hotspot_gb: 5 });
    made.speed.generation = '5G';
  });
  const split = {
    ...{ data_gb: 14, usd: 12, comparable_usd: 13, further_purchases_usd: 0, purchases: 1 },
    legs: [{ stops: [{ country: 'TR', days: 7 }], result }],
  };
  comparison.sharing = { recommended: split, cheapest: split } as NonNullable<typeof comparison.sharing>;
  const { text } = await createSite(() => answered(comparison)).get(`${TRIP}&travellers=2`);
  const tile = wordsOf(text.split('class="pick-tile shared"')[1]?.split('</li>')[0] ?? '');
  assert.match(tile, /10 GB, then 384 kbit\/s · 30 days · 5G · Hotspot up to 5 GB/);
  assert.match(tile, /What to know: /);
  const details = wordsOf(text.split('class="sharing"')[1] ?? '');
  assert.match(details, /10 GB, then 384 kbit\/s · 30 days/);
});

test('all filters are a form that needs no script, and empty fields are removed from the address', async () => {
  const comparison = exampleComparison();
  comparison.orders.Recommended = ['PL', 'HK'].map((exit) =>
    exampleResult((made) => {
      made.plan.id = exit;
      made.speed.exits = [exit];
    }),
  );
  const site = createSite(() => answered(comparison));
  const { text } = await site.get(`${TRIP}&avoid_exits=SG`);
  const boxes = [...text.matchAll(/checkbox" name="avoid_exits" value="(..)"( checked)?/g)].map(
    ([, code, on]) => [code, on],
  );
  assert.deepEqual(boxes, [
    ['SG', ' checked'],
    ['PL', undefined],
    ['HK', undefined],
  ]);
  assert.equal(text.match(/checkbox" name="require"/g)?.length, 8);
  const boxesOn = 'require=5g&require=hotspot&avoid_exits=SG&avoid_exits=HK';
  assert.equal(
    (await site.get(`${TRIP}&max_usd=&data_gb=20&cur=&${boxesOn}`)).headers['Location'],
    `${TRIP}&data_gb=20&require=hotspot,5g&avoid_exits=HK,SG`,
  );
});

test('an approximate price is shown only in a chosen currency with a rate, with the date of the rate', async () => {
  const rates = async () => ({
    date: '2026-11-13',
    usdFor: new Map([
      ['USD', '1'],
      ['EUR', '1.25'],
    ]),
  });
  const site = createSite(undefined, { rates });
  const [plain, euro, unknown] = await Promise.all(
    ['', '&cur=EUR', '&cur=XXX'].map(async (cur) => (await site.get(`${TRIP}${cur}`)).text),
  );
  assert.doesNotMatch(plain ?? '', /about €/);
  assert.doesNotMatch(unknown ?? '', /about-price/);
  assert.match(euro ?? '', /<b>\$12\.60<\/b> <small class="about-price">about €10\.08<\/small>/);
  assert.match(euro ?? '', /exchange rates of Nov 13, 2026/);
  assert.match(euro ?? '', /cur=EUR" rel="nofollow" aria-current="true">EUR Euro<\/a>/);
  assert.ok(euro?.includes('require=hotspot&amp;cur=EUR"'), 'links keep the currency');
  assert.doesNotMatch((await createSite().get(`${TRIP}&cur=EUR`)).text, /about-price|class="menu currencies/);
  const broken = createSite(undefined, { rates: () => Promise.reject(new Error('the store is away')) });
  assert.equal((await broken.get(`${TRIP}&cur=EUR`)).status, 200);
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

test('the dollars on a card add up to the comparable price', async () => {
  const comparison = exampleComparison();
  const result = exampleResult((made) => {
    made.price.usd = 1.2;
    made.why.comparable_usd = 4.11;
    made.why.drawbacks = [
      { code: 'further_purchases', percent: 60, usd: 2, text: '' },
      { code: 'hotspot_not_allowed', percent: 15, usd: 0.75, text: '' },
      { code: 'identity_check_unknown', percent: 2, usd: 0.1, text: '' },
      { code: 'tax_unknown', percent: 1, usd: 0.06, text: '' },
    ];
  });
  comparison.orders = { Recommended: [result], Cheapest: [], Fastest: [] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const [list = ''] = /<ul class="know">.*?<li class="further">/.exec(text) ?? [];
  assert.match(text, /<details><summary>2 more drawbacks<\/summary><ul><li>.*?May ask for an ID/);
  assert.deepEqual(
    [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line.replace(/<[^>]*>/g, '')),
    ['Bought more than once', 'No hotspot'],
    'the two largest, in words',
  );
  assert.deepEqual(billOf(text), [
    'Price with TRIP10 $1.20',
    'Bought more than once + $2.00',
    'No hotspot + $0.75',
    'May ask for an ID + $0.10',
    'Tax may be added at checkout + $0.06',
    'Compares like $4.11',
  ]);
});

test('a row names its dearest drawbacks first, with data to spare and the discount, before it has no other', async () => {
  const comparison = exampleComparison();
  const planWith = (id: string, ...drawbacks: readonly (readonly [DrawbackCode, number])[]) =>
    exampleResult((made) => {
      made.plan.id = id;
      made.data = { ...made.data, model: 'total', gb: 7, gb_for_trip: 7, period_days: null };
      made.why.drawbacks = drawbacks.map(([code, usd]) => ({ code, percent: 1, usd, text: code }));
    });
  comparison.picks = [];
  comparison.orders.Recommended = [
    planWith('a', ['tax_unknown', 0.1], ['coupon', 0.22], ['little_reserve', 1.3]),
    planWith('b', ['coupon', 0.2]),
    planWith('c'),
  ];
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  const [open = ''] = text.split('<template>');
  const known = [...open.matchAll(/<ul class="know">(.*?)<\/ul>\n/g)].map(([, lines = '']) =>
    lines
      .replaceAll(/<li[^>]*>/g, '|')
      .replace(/<[^>]*>/g, '')
      .split('|')
      .slice(1),
  );
  assert.deepEqual(known, [
    ['Data may run short', 'Price depends on a discount', '1 more drawback', 'Tax may be added at checkout'],
    ['Price depends on a discount'],
    ['No drawbacks'],
  ]);
});

test('plans that do not cover the trip are counted apart from those that do', async () => {
  const comparison = exampleComparison();
  const short = exampleResult((made) => {
    made.plan.id = 'short';
    made.fits = { meets_need: false, short_by_gb: 1, short_by_days: 0, missing_countries: null };
  });
  comparison.orders.Recommended = [...comparison.orders.Recommended.slice(0, 1), short];
  comparison.considered.meet_the_need = 1;
  const words = wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  assert.match(words, /1 plan\s*\. Below them, 1 more that does not cover the whole trip\./);
});

test('a list that has room for a plan that does not cover the trip has left out only weaker plans of the same shops', async () => {
  const comparison = exampleComparison();
  const plans = Array.from({ length: 19 }, (_, at) =>
    exampleResult(({ plan }) => {
      plan.id = `plan-${at}`;
    }),
  );
  const short = exampleResult((made) => {
    made.plan.id = 'short';
    made.fits = { meets_need: false, short_by_gb: 1, short_by_days: 0, missing_countries: null };
  });
  comparison.orders.Recommended = [...plans, short];
  comparison.considered.meet_the_need = 22;
  const words = wordsOf((await createSite(() => answered(comparison)).get(TRIP)).text);
  assert.match(words, /22 plans: 19 shown, 3 weaker offers of the same shops\s*\./);
  assert.doesNotMatch(words, /Top 19 of|Narrow it down/);
});

test('percentages are written as each language writes them', async () => {
  for (const [lang, written] of [
    ['en', /<b>−10%<\/b>/],
    ['de', /<b>−10\s%<\/b>/],
    ['es', /<b>−10\s%<\/b>/],
    ['tr', /<b>−%10<\/b>/],
  ] as const)
    assert.match((await createSite().get(`${TRIP}&lang=${lang}`)).text, written, lang);
});

test('empty days become the default, and a stop without a place is ignored', async () => {
  const form =
    '/compare?country=JP&days=&need=normal&stop1=KR&stop1_days=&stop2=&stop2_days=4&stop3=TW&stop3_days=2';
  assert.equal(
    (await createSite().get(form)).headers['Location'],
    '/compare?country=JP&days=7&need=normal&then=KR:7,TW:2',
  );
});

test('a tab has the price and the provider of its first plan without its marketplace, or that none covers the trip', async () => {
  const comparison = exampleComparison();
  const short = exampleResult((made) => {
    made.fits = { meets_need: false, short_by_gb: 1, short_by_days: 0, missing_countries: null };
  });
  const onShop = exampleResult(({ provider }) => {
    provider.shop = 'Market.example';
  });
  comparison.orders = { Recommended: [onShop], Cheapest: [short], Fastest: [short] };
  const { text } = await createSite(() => answered(comparison)).get(TRIP);
  assert.match(
    text,
    /id="tab-recommended"[^>]*><span>Best value<\/span> <b>\$12\.60<\/b> <small>Nomadica<\/small>/,
  );
  assert.match(text, /id="tab-cheapest"[^>]*><span>Cheapest<\/span> <small>no full match<\/small>/);
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_REFERENCE } from '../../mcp/testing/fakes.ts';
import {
  answered,
  createSite,
  exampleComparison,
  exampleResult,
  filterLinks,
  TRIP,
} from '../testing/harness.ts';

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

test('each filter is a link with its count, and a filter in force is a link that removes it', async () => {
  const all = filterLinks((await createSite().get(TRIP)).text);
  assert.ok(all.includes('Hotspot allowed 7 7 plans hotspot'), all.join('\n'));
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
  assert.ok(active.includes('Top-up possible 7 7 plans hotspot,top_up,5g'), active.join('\n'));
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

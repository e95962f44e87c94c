import assert from 'node:assert/strict';
import { test } from 'node:test';
import { couponEntry, createProposals, regionsEntry, regionsMessage } from './proposals.ts';

test('the regions that rows wait for are counted by name without the number of their countries, the most frequent first', () => {
  const { waiting, proposals } = createProposals();
  waiting(['Balkans']);
  waiting([' Europe (36 countries) ', 'Balkans']);
  waiting(['Europe']);
  waiting(['Europe']);
  assert.deepEqual(Object.entries(proposals().regions), [
    ['Europe', 3],
    ['Balkans', 2],
  ]);
  assert.deepEqual(proposals().coupons, []);
});

test('a promotion with a code is proposed once for each provider, with its first text and the number of its rows', () => {
  const { promotion, proposals } = createProposals();
  promotion('anka', undefined);
  promotion('anka', { code: '', text: '5% off' });
  promotion('anka', { code: 'TRIP10', text: null });
  promotion('anka', { code: 'TRIP10', text: '10% off' });
  promotion('anka', { code: 'TRIP10', text: '20% off' });
  promotion('simurg', { code: 'TRIP10', text: '15% off' });
  assert.deepEqual(proposals(), {
    regions: {},
    coupons: [
      { provider: 'anka', code: 'TRIP10', text: '10% off', rows: 3 },
      { provider: 'simurg', code: 'TRIP10', text: '15% off', rows: 1 },
    ],
  });
});

test('proposals contain no credential and no text that is too long to be read', () => {
  const { waiting, promotion, proposals } = createProposals((text) => text.replaceAll('s3cret', '…'));
  waiting(['Europe s3cret', 'x'.repeat(500)]);
  promotion('anka', { code: 's3cret', text: `s3cret ${'y'.repeat(500)}` });
  const { regions, coupons } = proposals();
  const [first, second = ''] = Object.keys(regions);
  assert.equal(first, 'Europe …');
  assert.ok(second.length <= 100);
  assert.equal(coupons[0]?.code, '…');
  assert.ok(coupons[0]?.text?.startsWith('… yyy') && coupons[0].text.length <= 100);
});

test('after fifty regions or promotions only known ones are counted', () => {
  const { waiting, promotion, proposals } = createProposals();
  for (let at = 0; at < 60; at++) {
    waiting([`Region ${at}`]);
    promotion('anka', { code: `CODE${at}`, text: null });
  }
  waiting(['Region 0', 'Region 59']);
  promotion('anka', { code: 'CODE0', text: null });
  const { regions, coupons } = proposals();
  assert.deepEqual(
    [Object.keys(regions).length, regions['Region 0'], regions['Region 59']],
    [50, 2, undefined],
  );
  assert.deepEqual([coupons.length, coupons[0]?.rows, coupons[49]?.code], [50, 2, 'CODE49']);
});

test('the message about waiting rows names each region and the entry that an operator completes', () => {
  const message = (regions: Record<string, number>) => regionsMessage('anka-feed', { regions, coupons: [] });
  assert.equal(message({}), null);
  assert.equal(
    message({ Europe: 1 }),
    'anka-feed: 1 row waits for the countries of regions: "Europe" (1); ask the seller, and add to the options "regions": {"Europe":["…"]}',
  );
  assert.equal(
    message({ Europe: 3, Balkans: 2 }),
    'anka-feed: 5 rows wait for the countries of regions: "Europe" (3), "Balkans" (2); ask the seller, and add to the options "regions": {"Europe":["…"],"Balkans":["…"]}',
  );
});

test('the entry of regions keeps the countries that are already listed', () => {
  assert.equal(
    regionsEntry(['Europe', 'toString'], { Europe: ['FR', 'DE'] }),
    '"regions": {"Europe":["FR","DE"],"toString":["…"]}',
  );
});

test('the entry of a coupon has the percentage or the amount of its text, or a gap that the operator fills', () => {
  const discountIn = (text: string | null) =>
    (couponEntry({ provider: 'anka', code: 'TRIP10', text, rows: 1 }) as { discount: object }).discount;
  const cases: readonly [string | null, object][] = [
    ['10% off', { percent: '10' }],
    ['save 12.75 %', { percent: '12.75' }],
    ['$3.00', { amount: '3.00', currency: 'USD' }],
    ['US$ 5 off', { amount: '5', currency: 'USD' }],
    ['3 EUR off', { amount: '3', currency: 'EUR' }],
    ['12.50EUR', { amount: '12.50', currency: 'EUR' }],
    ['EUR 12.50 off', { amount: '12.50', currency: 'EUR' }],
    ['EUR1500', { amount: '1500', currency: 'EUR' }],
    ['USD 5.125', { amount: '5.125', currency: 'USD' }],
    ['1234.125 JPY', { amount: '1234.125', currency: 'JPY' }],
    ['10% off up to 3 EUR', { percent: '10' }],
    ['one gift', { percent: '…' }],
    [null, { percent: '…' }],
  ];
  for (const [text, discount] of cases) assert.deepEqual(discountIn(text), discount, text ?? 'no text');
});

test('the entry of a coupon is complete except for what only the operator can see', () => {
  assert.deepEqual(couponEntry({ provider: 'anka', code: 'Sommer & Spaß', text: '10%', rows: 4 }), {
    id: 'anka-sommer-spa-',
    provider: 'anka',
    code: 'Sommer & Spaß',
    discount: { percent: '10' },
    audience: 'everyone',
    use: 'every_order',
    verifiedAt: 'the day on which you saw it work',
  });
});

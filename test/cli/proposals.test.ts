import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { coupon, esim, temporaryFolder } from './support.ts';

const item = (id: string, name: string, promotion: object | null = null) => ({
  CatalogItemId: id,
  Name: name,
  CurrentPrice: '9.00',
  Currency: 'USD',
  StockAvailability: 'InStock',
  Url: `https://lumen.example/${id}`,
  Promotions: promotion === null ? [] : [promotion],
});

test('rows that wait for regions are counted with the entry to add, and codes are proposed as coupons and not applied', async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const at = (name: string) => join(folder.path, name);
  const promotion = { GenericRedemptionCode: 'LUMEN10', Discount: '10% off' };
  const Items = [
    item('jp-1', 'Japan eSIM 3 GB 7 Days', promotion),
    item('jp-2', 'Japan eSIM 5 GB 30 Days', promotion),
    item('eu-1', 'Europe eSIM 10 GB 30 Days'),
    item('eu-2', 'Europe eSIM 20 GB 30 Days'),
    item('as-1', 'Asia eSIM 20 GB 30 Days'),
  ];
  writeFileSync(at('saved.json'), JSON.stringify({ Items }));
  mkdirSync(at('providers'));
  const provider = {
    id: 'lumen',
    name: 'Lumen',
    homepage: 'https://lumen.example/',
    hosts: ['lumen.example'],
  };
  writeFileSync(at('providers/lumen.json'), JSON.stringify(provider));
  const SOURCES_FILE = at('sources.json');
  const write = (options: object, coupons: readonly object[]) => {
    const source = {
      id: 'lumen',
      adapter: 'impact',
      provider: 'lumen',
      options: { url: 'file:saved.json', ...options },
    };
    writeFileSync(at('coupons.json'), JSON.stringify({ coupons }));
    writeFileSync(SOURCES_FILE, JSON.stringify({ coupons: 'coupons.json', sources: [source] }));
  };
  write({}, []);
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };

  const tried = await esim(['try', at('saved.json'), '--source', 'lumen'], env);
  assert.match(
    tried.stdout,
    /3 rows wait for the countries of regions: ask the seller, and add to the options "regions": \{"Europe":\["…"\],"Asia":\["…"\]\}/,
  );
  await esim(['ingest'], env);
  await esim(['accept', 'lumen'], env);
  const ingested = await esim(['ingest'], env);
  assert.match(
    ingested.stdout + ingested.stderr,
    /lumen: 3 rows wait for the countries of regions: "Europe" \(2\), "Asia" \(1\)/,
  );
  const listed = await esim(['sources'], env);
  assert.match(
    listed.stdout,
    /lumen: 3 rows wait for the countries of regions: "Europe" \(2\), "Asia" \(1\)/,
  );
  assert.match(
    listed.stdout,
    /lumen: the feed states the code "LUMEN10" \(2 rows\): "10% off"; if it works, add to coupons.json/,
  );
  const [source] = JSON.parse((await esim(['sources', '--json'], env)).stdout) as [
    { readonly waiting_for_regions: unknown; readonly proposed_coupons: unknown; readonly plans: number },
  ];
  assert.deepEqual(source.waiting_for_regions, { Europe: 2, Asia: 1 });
  assert.deepEqual(source.proposed_coupons, [
    { provider: 'lumen', code: 'LUMEN10', text: '10% off', rows: 2 },
  ]);
  assert.equal(source.plans, 2);
  const ranked = await esim(['rank', 'JP', '--days', '7', '--json'], env);
  assert.doesNotMatch(ranked.stdout, /LUMEN10/);

  const entry = coupon('lumen-lumen10', { provider: 'lumen', code: 'LUMEN10' });
  write({ regions: { Europe: ['FR', 'DE'], Asia: ['JP', 'KR'] } }, [entry]);
  await esim(['ingest', '--only', 'lumen'], env);
  const done = await esim(['sources'], env);
  assert.doesNotMatch(done.stdout, /rows wait|LUMEN10/);
  assert.match(done.stdout, /lumen +lumen +impact +ok .* 5 +0 /);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUNDLED_REFERENCE, loadReference } from '../reference/load.ts';
import type { PageOptions } from './context.ts';
import { createSite, somePlans } from './testing/harness.ts';

interface Path {
  readonly '@type': string;
  readonly itemListElement: readonly { position: number; name: string; item: string }[];
}

const dataIn = (page: string): unknown[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, data = '']) =>
    JSON.parse(data),
  );

async function dataOf(path: string, more: Partial<PageOptions> = {}): Promise<unknown[]> {
  return dataIn((await createSite(undefined, { catalogue: somePlans(), ...more }).get(path)).text);
}

test('the home page says to search engines what the site is, and who runs it only if that is stated', async () => {
  const site = { name: 'Eşim', url: 'https://esim.example/', inLanguage: 'de' };
  const [silent] = (await dataOf('/?lang=de')) as { '@graph': object[] }[];
  assert.deepEqual(silent?.['@graph'], [
    { '@type': 'WebSite', '@id': 'https://esim.example/#site', ...site },
  ]);
  const [open] = (await dataOf('/?lang=de', { operator: 'Example </script> Ltd' })) as {
    '@graph': Record<string, unknown>[];
  }[];
  const [webSite, organisation] = open?.['@graph'] ?? [];
  assert.deepEqual(webSite?.['publisher'], { '@id': organisation?.['@id'] });
  assert.equal(organisation?.['@type'], 'Organization');
  assert.equal(organisation?.['name'], 'Example </script> Ltd');
  assert.equal(organisation?.['email'], 'desk@esim.example');
});

test('destinations, regions and topics of the guide state the path to them, in the language of the address', async () => {
  const topic = loadReference(BUNDLED_REFERENCE).guide!.topics[0]!;
  const paths = [
    ['/esim/JP', 'Destinations', '/esim', 'Japan'],
    ['/esim/asia', 'Destinations', '/esim', 'Asia'],
    [`/guide/${topic.id}`, 'Help with your eSIM', '/guide', topic.question.en],
  ] as const;
  for (const [path, above, abovePath, name] of paths) {
    const [data] = (await dataOf(path)) as Path[];
    assert.equal(data?.['@type'], 'BreadcrumbList');
    assert.deepEqual(
      data.itemListElement.map(({ position, name, item }) => [position, name, item]),
      [
        [1, above, `https://esim.example${abovePath}`],
        [2, name, `https://esim.example${path}`],
      ],
    );
    const page = (await createSite(undefined, { catalogue: somePlans() }).get(path)).text;
    assert.ok(page.includes(`<p class="crumb"><a href="${abovePath}">${above}</a></p>`), path);
  }
  const [turkish] = (await dataOf('/esim/JP?lang=tr')) as Path[];
  assert.equal(turkish?.itemListElement[1]?.item, 'https://esim.example/esim/JP?lang=tr');
});

test('no structured data contains a price, and pages that are not indexed have none', async () => {
  const lowestPrices = () => ({
    byCountry: new Map([['JP', { light: 345, normal: 345, heavy: 345, unlimited: 345 }]]),
    computedAt: 0,
  });
  for (const path of ['/', '/esim/JP', '/esim/asia']) {
    const data = JSON.stringify(await dataOf(path, { lowestPrices }));
    assert.doesNotMatch(data, /price|offer|3\.45/i, path);
  }
  assert.deepEqual(await dataOf('/compare?country=TR&days=7&need=normal'), []);
  assert.deepEqual(await dataOf('/esim/asia?days=9'), []);
});

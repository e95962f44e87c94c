import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planId } from './plan-id.ts';
import { planKeys, planOfLink, publishedIds, shownName } from './plan-names.ts';

test('a link of a plan is read with and without address, query and escapes', () => {
  const anka = { provider: 'anka', plan: 'tr-10' };
  for (const link of [
    'https://esim.example/go/anka/tr-10',
    'https://host.example/esim/go/anka/tr-10?via=api&to=TR',
    '/go/anka/tr-10#top',
    'go/anka/tr-10',
  ])
    assert.deepEqual(planOfLink(link), anka, link);
  assert.deepEqual(planOfLink('/go/anka/TRK%2010'), { provider: 'anka', plan: 'TRK 10' });
  for (const text of ['TRK10', 'anka/tr-10', 'ago/anka/tr-10', '/go/anka', '/go/anka/a/b', '/go/anka/%E0'])
    assert.equal(planOfLink(text), null, text);
});

test('the id of the feed, the published id and the link mean the same plan', () => {
  const published = planId('TRK10');
  assert.notEqual(published, 'TRK10');
  for (const name of ['TRK10', published, `https://esim.example/go/anka/${published}?via=page`])
    assert.ok(planKeys('anka', name).includes(`anka/${published}`), name);
  // Two shops of one source may use the same id, so the published id has the name of the shop.
  assert.ok(publishedIds('anka', 'TRK10').includes(planId('anka-TRK10')));
  assert.deepEqual(planKeys('simurg', `/go/anka/${published}`), [], 'the link is of another provider');
});

test('a link in a file is shown as provider and id, and a link of another provider as it is written', () => {
  const link = 'https://esim.example/go/anka/tr-10gb?via=page';
  assert.equal(shownName('anka', link), 'anka/tr-10gb');
  assert.equal(shownName('anka', 'TRK10'), 'anka/TRK10');
  assert.equal(shownName('simurg', link), `simurg/${link}`);
});

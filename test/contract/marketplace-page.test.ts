import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { find, findAll, type HtmlElement, parseHtml, textOf } from '../support/html.ts';
import { writeMarketplace } from '../support/marketplace.ts';
import { PAGE } from '../support/selectors.ts';
import { startTestService, type TestService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'esim-marketplace-'));
let service: TestService;
before(async () => {
  service = await startTestService({ env: { SOURCES_FILE: writeMarketplace(folder) } });
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const KOREA = 'country=KR&days=7&need=normal';
const pageOf = async (query: string) =>
  parseHtml(await (await service.get(`/compare?${query}`, { headers: { 'accept-language': 'en' } })).text());

test('a fact that no plan states is one sentence above the list, and the list has no column for it', async () => {
  const korea = await pageOf(KOREA);
  const line = find(korea, PAGE.common) ?? '';
  assert.match(
    line,
    /None of the plans below names its network or says whether it is 4G or 5G\. None of the plans below says whether hotspot is allowed\./,
  );
  assert.ok(korea.querySelector(PAGE.withoutColumns('network', 'hotspot')) !== null);
  assert.doesNotMatch(
    findAll(korea, `${PAGE.openList} ${PAGE.know}`).join(),
    /Hotspot|4G|name its network/,
    'no plan repeats it',
  );
  const taiwan = await pageOf('country=TW&days=7&need=normal');
  assert.equal(taiwan.querySelector(PAGE.withoutColumns('hotspot')), null);
});

/** "generic" is what the marketplace writes for a seller without a name. */
const shownName = ({ name }: { readonly name: string }): string =>
  name === 'generic' ? 'Unnamed seller' : name;

test('a seller of a marketplace is named with it, and every plan by its own name', async () => {
  const { orders, picks } = await service.json<Comparison>(`/api/v1/plans?${KOREA}`);
  const korea = await pageOf(KOREA);
  const [first] = picks;
  assert.ok(first);
  assert.ok((find(korea, 'h1') ?? '').includes(`${shownName(first.result.provider)} on Market.example, `));
  const names = findAll(korea, `${PAGE.openList} ${PAGE.card} ${PAGE.cardTitle}`);
  // The open list is Recommended.
  for (const [at, { plan, provider }] of orders.Recommended.entries())
    assert.ok(
      names[at]?.includes(`${shownName(provider)} on Market.example ${plan.name}`),
      `${names[at]}: ${plan.name}`,
    );
});

test('a seller without a name is called one everywhere on the page, and keeps its name in the data', async () => {
  const { orders } = await service.json<Comparison>(`/api/v1/plans?${KOREA}`);
  assert.ok(orders.Recommended.some(({ provider }) => provider.name === 'generic'));
  const picked = orders.Recommended.filter(({ provider }) => provider.name === 'generic');
  const pick = picked.slice(0, 2).map(({ provider, plan }) => `&pick=${provider.id}/${plan.id}`);
  for (const path of [
    `/compare?${KOREA}${pick.join('')}`,
    '/providers',
    `/providers/${picked[0]?.provider.id}`,
  ]) {
    const answer = await service.get(path, { headers: { 'accept-language': 'en' } });
    const words = find(parseHtml(await answer.text()), 'main') ?? '';
    assert.match(words, /Unnamed seller/, path);
    assert.doesNotMatch(words, /\bgeneric\b/, path);
  }
});

test('the shop of all sellers stands above the list, and no order repeats it', async () => {
  const korea = await pageOf(KOREA);
  assert.match(find(korea, PAGE.common) ?? '', /All of these: Sold on Market\.example; /);
  const tabs = findAll(korea, PAGE.tabs);
  assert.equal(tabs.length, 3);
  assert.doesNotMatch(tabs.join(), /Market\.example/);
});

test('beyond twenty plans the page says how many there are and offers filters with their true counts', async () => {
  const { considered } = await service.json<Comparison>(`/api/v1/plans?${KOREA}`);
  const korea = await pageOf(KOREA);
  assert.match(
    find(korea, PAGE.listSummary) ?? '',
    new RegExp(`^Top 20 of ${considered.meet_the_need} suitable plans\\.`),
  );
  const links = korea.querySelectorAll(PAGE.narrowing);
  assert.ok(links.some((link) => textOf(link).startsWith('Sellers that are not in this list (')));
  for (const link of links) {
    const query = link.getAttributeValue('href')?.split('?')[1]?.replaceAll('&amp;', '&') ?? '';
    const { considered: left } = await service.json<Comparison>(`/api/v1/plans?${query}&limit=1`);
    assert.ok(textOf(link).endsWith(` (${left.meet_the_need})`), textOf(link));
  }
  const chips = korea.querySelectorAll('nav.filters a').map((chip) => textOf(chip));
  assert.ok(chips.length > 0);
  for (const link of links) {
    const name = textOf(link).replace(/ \(\d+\)$/, '');
    assert.ok(!chips.some((chip) => chip.startsWith(name)), `${name} is among ${chips.join(', ')}`);
  }
});

async function expectTrueCount(box: HtmlElement): Promise<void> {
  const [name, value] = [box.getAttributeValue('name'), box.getAttributeValue('value')];
  const { considered } = await service.json<Comparison>(`/api/v1/plans?${KOREA}&${name}=${value}&limit=1`);
  assert.equal(box.getAttributeValue('data-count'), String(considered.meet_the_need), `${name}=${value}`);
}

test('the sheet of filters has the number of plans after each box', async () => {
  const korea = await pageOf(KOREA);
  const boxes = korea.querySelectorAll(`${PAGE.sheet} [type="checkbox"]`);
  // The first boxes are of several kinds. A request for each of all boxes would take long.
  for (const box of boxes.slice(0, 12)) await expectTrueCount(box);
});

test('the sheet of filters has the number of plans of a seller whose name is not in Latin letters', async () => {
  const korea = await pageOf(KOREA);
  const labels = korea.querySelectorAll(`${PAGE.sheet} label`);
  const label = labels.find((one) => textOf(one).includes('旅の電波本舗')) ?? assert.fail('no such seller');
  const box = label.querySelector('[name="providers"]') ?? assert.fail('no box');
  await expectTrueCount(box);
});

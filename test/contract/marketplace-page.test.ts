import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { find, findAll, parseHtml, textOf } from '../support/html.ts';
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

test('what no plan states is one line above the list instead of a column', async () => {
  const korea = await pageOf(KOREA);
  const line = find(korea, PAGE.common) ?? '';
  assert.match(
    line,
    /No plan names its network or says whether it is 4G or 5G\. No plan says whether hotspot is allowed\./,
  );
  assert.ok(korea.querySelector(`${PAGE.openList} .list.no-network.no-hotspot`) !== null);
  assert.doesNotMatch(findAll(korea, PAGE.know).join(), /Hotspot|4G|name its network/, 'said once');
  const taiwan = await pageOf('country=TW&days=7&need=normal');
  assert.equal(taiwan.querySelector('.list.no-hotspot'), null);
});

test('a seller of a marketplace is named with it, and every plan by its own name', async () => {
  const { orders, picks } = await service.json<Comparison>(`/api/v1/plans?${KOREA}`);
  const korea = await pageOf(KOREA);
  const [first] = picks;
  assert.ok(first);
  assert.ok((find(korea, 'h1') ?? '').includes(`${first.result.provider.name} on Market.example, `));
  const names = findAll(korea, `${PAGE.openList} ${PAGE.card} ${PAGE.cardTitle}`);
  for (const [at, { plan, provider }] of orders.Recommended.entries())
    assert.ok(
      names[at]?.includes(`${provider.name} on Market.example ${plan.name}`),
      `${names[at]}: ${plan.name}`,
    );
});

test('beyond twenty plans the page says how many there are and offers filters with their true counts', async () => {
  const { considered } = await service.json<Comparison>(`/api/v1/plans?${KOREA}`);
  const korea = await pageOf(KOREA);
  assert.match(
    find(korea, PAGE.listSummary) ?? '',
    new RegExp(`^Top 20 of ${considered.meet_the_need} plans\\.`),
  );
  const links = korea.querySelectorAll(PAGE.narrowing);
  assert.ok(links.some((link) => textOf(link).startsWith('other shops (')));
  for (const link of links) {
    const query = link.getAttributeValue('href')?.split('?')[1]?.replaceAll('&amp;', '&') ?? '';
    const { considered: left } = await service.json<Comparison>(`/api/v1/plans?${query}&limit=1`);
    assert.ok(textOf(link).endsWith(` (${left.meet_the_need})`), textOf(link));
  }
});

test('the sheet of filters has the number of plans after each box, also of sellers in other scripts', async () => {
  const korea = await pageOf(KOREA);
  const boxes = korea.querySelectorAll(`${PAGE.sheet} [type="checkbox"]`);
  for (const box of boxes.slice(0, 12)) {
    const [name, value] = [box.getAttributeValue('name'), box.getAttributeValue('value')];
    const { considered } = await service.json<Comparison>(`/api/v1/plans?${KOREA}&${name}=${value}&limit=1`);
    assert.equal(box.getAttributeValue('data-count'), String(considered.meet_the_need), `${name}=${value}`);
  }
  assert.ok(boxes.some((box) => box.getAttributeValue('name') === 'providers'));
});

/** What only a layout shows: accessibility of every template, overflow, the first screen of a phone, forced colours. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { publishedFolder } from '../support/published.ts';
import { PAGE } from '../support/selectors.ts';
import { someCaller } from '../support/service.ts';
import { type Stage, setStage } from './support/visit.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** WCAG 2.2, 2.5.8. */
const TARGET_PX = 24;
/** WCAG 2.1, 1.4.10. */
const NARROW = { width: 320, height: 700 };
const PHONE = { width: 375, height: 812 };
const WIDE = { width: 1280, height: 900 };
const TRIP = '/compare?country=TR&days=7&need=normal';
const STOPS = '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3&require=hotspot';
/** Prices older than a week are not shown. */
const TOO_OLD_MS = 8 * 24 * 60 * 60_000;

let stage: Stage;
let shiftMs = 0;
before(async () => {
  stage = await setStage({ clock: () => Date.now() + shiftMs, folder: publishedFolder() });
});
after(() => stage.close());

/** One address for each template. */
const TEMPLATES: readonly (readonly [path: string, status: number])[] = [
  ['/', 200],
  ['/esim/JP', 200],
  ['/esim', 200],
  ['/esim/europe', 200],
  ['/how-we-rank', 200],
  ['/phone', 200],
  ['/guide', 200],
  ['/guide/install-iphone', 200],
  ['/providers', 200],
  ['/providers/driftlark', 200],
  ['/terms', 200],
  ['/docs', 200],
  ['/docs/api', 200],
  [TRIP, 200],
  [STOPS, 200],
  ['/compare?country=AQ&days=7&need=light', 200],
  ['/compare?country=kore&days=99&need=no', 422],
  ['/no-such-page', 404],
];

async function assertAccessible(page: Page, what: string): Promise<void> {
  assert.deepEqual(await page.evaluate(`inPage.smallTargets(${TARGET_PX})`), [], what);
  await assertNoOverflow(page, what);
  assert.deepEqual(await page.evaluate(`inPage.violations(${JSON.stringify(RULES)})`), [], what);
}

async function assertNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = Number(await page.evaluate('inPage.overflow()'));
  assert.deepEqual(overflow > 0 ? await page.evaluate('inPage.beyond()') : [], [], what);
}

test('no template overflows at 320 pixels or with text of twice the size, and axe finds no violation', () =>
  stage.visit({ locale: 'de', viewport: NARROW }, async (page, context) => {
    await context.addInitScript(axe.source);
    for (const [path, status] of TEMPLATES) {
      assert.equal((await page.goto(path))?.status(), status);
      await page.evaluate('inPage.openAll()');
      await assertNoOverflow(page, `${path} at 320 pixels`);
      await page.setViewportSize(PHONE);
      await page.evaluate('inPage.textAt("200%")');
      await assertNoOverflow(page, `${path} at 200%`);
      await page.setViewportSize(NARROW);
      await page.evaluate('inPage.textAt("")');
      await page.evaluate('inPage.foldAgain()');
      await assertAccessible(page, path);
    }
  }));

test('axe finds no violation in a dark wide window', () =>
  stage.visit({ locale: 'de', viewport: WIDE, colorScheme: 'dark' }, async (page, context) => {
    await context.addInitScript(axe.source);
    for (const path of ['/', TRIP]) {
      await page.goto(path);
      await assertAccessible(page, path);
    }
  }));

test('axe finds no violation in open suggestions and details', () =>
  stage.visit({ viewport: NARROW, locale: 'en' }, async (page, context) => {
    await context.addInitScript(axe.source);
    await page.goto(`${TRIP}&sort=fastest`);
    await page.locator(PAGE.formFold).click();
    await page.getByRole('combobox').first().fill('united');
    await page.locator(PAGE.suggestion).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator(`${PAGE.openList} ${PAGE.opener}`).first().click();
    await assertAccessible(page, 'suggestions and details');
  }));

test('the pages for a rate limit and for missing data are accessible', async () => {
  const caller = someCaller();
  for (let sent = 0; sent < 12; sent++) assert.equal((await stage.service.get(TRIP, { caller })).status, 200);
  await stage.visit({ caller, viewport: NARROW, locale: 'en' }, async (page, context) => {
    await context.addInitScript(axe.source);
    assert.equal((await page.goto(TRIP))?.status(), 429);
    await assertAccessible(page, 'rate limit');
    shiftMs = TOO_OLD_MS;
    try {
      assert.equal((await page.goto('/compare?country=FR&days=7&need=light'))?.status(), 503);
      await assertAccessible(page, 'missing data');
    } finally {
      shiftMs = 0;
    }
  });
});

test('the first screen of a phone shows the first price in every language and order', async () => {
  for (const lang of ['en', 'de', 'es', 'tr']) {
    await stage.visit({ viewport: PHONE, locale: lang }, async (page) => {
      await page.goto(TRIP);
      for (const sort of ['recommended', 'cheapest', 'fastest']) {
        await page.locator(PAGE.sortTab(sort)).click();
        const prices = page.locator(`${PAGE.openList} ${PAGE.price}`);
        const box = await prices.first().boundingBox();
        assert.ok(box !== null && box.y + box.height <= PHONE.height, `${lang} ${sort}: ${box?.y}`);
      }
    });
  }
});

test('the first screen of a phone shows the first price of a trip with several stops', () =>
  stage.visit({ viewport: PHONE, locale: 'de' }, async (page) => {
    await page.goto(STOPS);
    const first = page.locator(PAGE.way).first();
    const box = await first.locator(PAGE.price).first().boundingBox();
    assert.ok(box !== null && box.y + box.height <= PHONE.height, `${box?.y}`);
  }));

test('with forced colours every control keeps a border', () =>
  stage.visit({ viewport: PHONE, forcedColors: 'active' }, async (page) => {
    await page.goto(TRIP);
    for (const control of PAGE.controls)
      assert.notEqual(await page.evaluate(`inPage.border('${control}')`), '0px', control);
  }));

test('a printed page has no controls and no dark colours, and every offer has its address', () =>
  stage.visit({ viewport: WIDE, locale: 'en', colorScheme: 'dark' }, async (page) => {
    await page.goto(TRIP);
    await page.emulateMedia({ media: 'print' });
    for (const part of PAGE.notPrinted)
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    assert.equal(await page.locator(PAGE.tripLine).isVisible(), true);
    const paper = "getComputedStyle(document.documentElement).getPropertyValue('--surface')";
    assert.equal(await page.evaluate(paper), '#ffffff');
    assert.match(
      await page.evaluate<string>(`inPage.after('${PAGE.openList} ${PAGE.outLink}')`),
      /^"https?:\/\/[^/]+\/go\/[^/]+\/[^/]+"$/,
    );
  }));

test('a list of 20 plans is printed on at most three sheets of A4', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    assert.equal(await page.locator(`${PAGE.openList} ${PAGE.card}`).count(), 20);
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    const sheets = Math.max(...[...paper.matchAll(/\/Count (\d+)/g)].map(([, count]) => Number(count)));
    assert.ok(sheets >= 1 && sheets <= 3, `${sheets} sheets`);
  }));

test('a page does not shift while it loads, also on a slow phone', () =>
  stage.visit({ viewport: PHONE }, async (page, context) => {
    const devtools = await context.newCDPSession(page);
    for (const rate of [1, 10]) {
      // A browser that is this slow paints pages that it has read in part.
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
      for (const path of ['/', TRIP, `${TRIP}&then=GR:3`, '/docs/api']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        assert.equal(await page.evaluate('inPage.shift'), 0, `${path}, ${rate} times slower`);
      }
    }
  }));

/** WCAG 2.2, 2.5.5, and the guidelines of phones. */
const THUMB_PX = 44;

test('the buttons that add a stop are large enough for a thumb', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto('/');
    const opener = page.getByText('Add a stop');
    await opener.click();
    for (const button of [opener, page.getByRole('button', { name: 'Another stop' })]) {
      const box = await button.boundingBox();
      assert.ok(box !== null && box.height >= THUMB_PX, `${box?.height} px`);
    }
  }));

test('the offer is the only red button of a page of results, also with an open form, open filters and picked plans', () =>
  stage.visit({ viewport: WIDE, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    for (const place of [0, 1]) await page.locator(`${PAGE.openList} ${PAGE.comparePick}`).nth(place).check();
    await page.evaluate('inPage.openAll()');
    assert.deepEqual(await page.evaluate('inPage.redButtons()'), ['out first']);
    await page.evaluate('inPage.foldAgain()');
    await page.locator(`${PAGE.pickBar} ${PAGE.submit}`).click();
    await page.waitForURL('**#side-heading');
    assert.deepEqual(await page.evaluate('inPage.redButtons()'), ['out first']);
  }));

test('the keyboard reaches the results with one link, and an offer before the box that compares it', () =>
  stage.visit({ viewport: WIDE, locale: 'en' }, async (page) => {
    for (const path of [TRIP, STOPS]) {
      await page.goto(path);
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
      await page.locator('#results:focus').waitFor();
    }
    await page.goto(TRIP);
    const card = page.locator(`${PAGE.openList} ${PAGE.card}`).first();
    await card.locator(PAGE.outLink).focus();
    await page.keyboard.press('Tab');
    // The code of a discount may stand between both.
    if ((await page.evaluate("inPage.focused('class')")) === 'copy') await page.keyboard.press('Tab');
    assert.equal(await page.evaluate("inPage.focused('name')"), 'pick');
  }));

test('with several stops the prices of all ways stand in the first view', () =>
  stage.visit({ viewport: PHONE, locale: 'de' }, async (page) => {
    for (const path of [STOPS, `${TRIP}&then=GR:3`]) {
      await page.goto(path);
      const ways = await page.locator(PAGE.way).count();
      const sums = await page.locator(PAGE.waySums).all();
      assert.equal(sums.length, ways === 1 ? 0 : ways, path);
      for (const sum of sums) {
        const box = await sum.boundingBox();
        assert.ok(box !== null && box.y + box.height <= PHONE.height, `${path}: ${box?.y}`);
      }
    }
  }));

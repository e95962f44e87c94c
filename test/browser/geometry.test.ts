import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Stage, setStage } from './support/visit.ts';

/** Widths in pixels for each size of the text. */
const SIZES = [
  ['100%', [320, 360, 390, 480, 580, 680, 760, 1024, 1100, 1440]],
  ['200%', [320, 640, 1024, 1280]],
] as const;
const LANGUAGES = ['en', 'de', 'es', 'tr'];
const PAGE = '/compare?country=TR&days=7&need=normal';
/** Further pages, each in the language with the longest words for it. */
const FURTHER: Readonly<Record<string, string>> = {
  de: '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3',
  tr: '/compare?country=JP&days=21&need=unlimited&sort=cheapest',
};

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

/** The parts of plans that a visitor sees without scrolling: two rows, or the first card with its price and facts. */
const SCREENS = [
  { viewport: { width: 1280, height: 900 }, cards: 2, part: ' .price' },
  { viewport: { width: 390, height: 844 }, cards: 1, part: ' .facts' },
];
const TRIPS = ['TR&days=7&need=normal', 'IT&days=5&need=unlimited'];

/** The height of one line of the header on a phone. */
const HEADER_LINE_PX = 56;

for (const lang of LANGUAGES) {
  // One visit for all tests of a language, because a new window takes longer than a page.
  test(`in ${lang}`, (t) =>
    stage.visit({ locale: lang }, async (page) => {
      await t.test('no text of a card lies on another text or on a control at any width', () =>
        assertNoOverlaps(page, [PAGE, FURTHER[lang] ?? []].flat()),
      );
      await t.test('the first screen has two rows on a wide window and the first card on a phone', () =>
        assertFirstScreens(page),
      );
      await t.test('the header has one line on a phone', () => assertFlatHeader(page));
    }));
}

async function assertNoOverlaps(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate('inPage.longNames()');
    for (const [size, widths] of SIZES) {
      await page.evaluate(`inPage.textAt("${size}")`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${path} ${width} ${size}`;
        const overlaps = await page.evaluate<string[]>('inPage.overlaps()');
        assert.equal(overlaps.length, 0, `${where}: ${overlaps[0]}`);
        assert.ok((await page.evaluate<number>('inPage.overflow()')) <= 0, where);
      }
    }
  }
}

async function assertFirstScreens(page: Page): Promise<void> {
  for (const trip of TRIPS) {
    await page.goto(`/compare?country=${trip}`);
    for (const { viewport, cards, part } of SCREENS) {
      await page.setViewportSize(viewport);
      const box = await page.locator(`.panel.open .card:nth-child(${cards})${part}`).boundingBox();
      assert.ok(
        box !== null && box.y + box.height <= viewport.height,
        `${trip} ${viewport.width}: ends at ${box && box.y + box.height}`,
      );
    }
  }
}

async function assertFlatHeader(page: Page): Promise<void> {
  await page.goto('/docs');
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await page.locator('.top').boundingBox();
    assert.ok(box !== null && box.height <= HEADER_LINE_PX, `${width}: ${box?.height} px`);
  }
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PAGE as PAGE_PARTS } from '../support/selectors.ts';
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

/** The widths of phones, tablets and windows. */
const WIDTHS = [320, 360, 390, 412, 768, 1000, 1024, 1280, 1920];
const SIX_STOPS = '/compare?country=ES&days=5&need=normal&then=FR:5,IT:5,GR:5,TR:5,GB:5';
const THREE_STOPS = '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3&place=Tokyo&place=Seoul';

/** What a visitor sees without scrolling: every pick and the first row, or the first pick with its action. */
const SCREENS = [
  { viewport: { width: 1280, height: 900 }, part: '.pick-tile:last-child .out' },
  { viewport: { width: 1280, height: 900 }, part: '.panel.open .card:first-child .price b' },
  { viewport: { width: 390, height: 844 }, part: '.pick-tile:first-child .out' },
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
      await t.test(
        'the first screen has every pick and a row on a wide window, and the first pick with its action on a phone',
        () => assertFirstScreens(page),
      );
      await t.test('the header has one line on a phone', () => assertFlatHeader(page));
      await t.test('names of columns stand unbroken above their facts, whatever columns are left out', () =>
        assertColumnNames(page),
      );
      await t.test('no name on a map lies on another one, and every stop has its name', () =>
        assertMapNames(page),
      );
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
    for (const { viewport, part } of SCREENS) {
      await page.setViewportSize(viewport);
      const box = await page.locator(part).boundingBox();
      assert.ok(
        box !== null && box.y + box.height <= viewport.height,
        `${trip} ${viewport.width} ${part}: ends at ${box && box.y + box.height}`,
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

/** Columns that are left out of a list in which no plan states them. */
const LEFT_OUT = [[], ['network'], ['hotspot'], ['network', 'hotspot']];

async function assertColumnNames(page: Page): Promise<void> {
  await page.goto(PAGE);
  for (const width of [1024, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await page.locator(PAGE_PARTS.columnNames).first().isVisible(), true);
    for (const columns of LEFT_OUT) {
      const misplaced = await page.evaluate(`inPage.misplacedHeads(${JSON.stringify(columns)})`);
      assert.deepEqual(misplaced, [], `${width} without ${columns.join(' and ')}`);
    }
  }
}

async function assertMapNames(page: Page): Promise<void> {
  for (const [path, names] of [
    [SIX_STOPS, 6],
    [THREE_STOPS, 3],
  ] as const) {
    await page.goto(path);
    await page.evaluate('inPage.removePlans()');
    assert.equal(await page.locator(PAGE_PARTS.mapName).count(), names);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${path} ${width}`;
      assert.deepEqual(await page.evaluate(`inPage.pairs('${PAGE_PARTS.mapName}')`), [], where);
      assert.deepEqual(await page.evaluate(`inPage.pairs('${PAGE_PARTS.flags}')`), [], where);
    }
  }
}

test('name and price come first in every card, with and without badges and coupons, at nine widths', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    for (const path of [PAGE, THREE_STOPS, SIX_STOPS]) {
      await page.goto(path);
      for (const kind of ['as sent', 'bare', 'full']) {
        if (kind !== 'as sent') await page.evaluate(`inPage.dressCards('${kind}')`);
        if (kind === 'full') await page.evaluate('inPage.longNames()');
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await page.evaluate('inPage.disorder()'), [], `${path} ${kind} ${width}`);
        }
      }
    }
  }));

/** Of the narrowest phones on sale to the widest one. */
const PHONES = [360, 390, 412];

test('no word of a seller of a way is broken beside a price for some people, in any language', async () => {
  for (const locale of LANGUAGES)
    await stage.visit({ locale }, async (page) => {
      await page.goto(SIX_STOPS);
      assert.ok((await page.locator(PAGE_PARTS.personalPrice).count()) > 0);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 900 });
        const broken = await page.evaluate(`inPage.brokenWords('${PAGE_PARTS.legSeller}')`);
        assert.deepEqual(broken, [], `${locale} ${width}`);
      }
    });
});

test('no word of a seller is broken on a phone, and the box to compare stands beside the action', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    for (const path of [PAGE, '/compare?country=JP&days=10&need=normal', THREE_STOPS]) {
      await page.goto(path);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${path} ${width}`;
        assert.deepEqual(await page.evaluate(`inPage.brokenWords('${PAGE_PARTS.seller}')`), [], where);
        const first = page.locator('.panel.open .card').first();
        const [box, action] = await Promise.all(
          [PAGE_PARTS.comparePick, PAGE_PARTS.outLink].map((part) => first.locator(part).boundingBox()),
        );
        assert.ok(box && action && box.y >= action.y && box.y < action.y + action.height, where);
      }
    }
  }));

/** The page may grow or shrink by this share while plans below the screen are laid out. */
const HEIGHT_CHANGE_MAX = 0.05;

test('the page keeps its height while somebody scrolls', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    for (const path of [PAGE, SIX_STOPS]) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // Sizes that the browser remembers from another width are gone on a new page.
        await page.goto(path);
        const [before = 0, after = 0] = await page.evaluate<number[]>('inPage.heightsWhileScrolling()');
        const change = Math.abs(after - before) / before;
        assert.ok(change <= HEIGHT_CHANGE_MAX, `${path} ${width}: ${before} became ${after}`);
      }
    }
  }));

/** Two lines and the room around them. */
const BAR_PX = 64;

test('the bar of a trip with six stops stays low, and opening it shows every stop', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    await page.goto(SIX_STOPS);
    await page.evaluate('inPage.removePlans()');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const box = await page.locator(PAGE_PARTS.formFold).boundingBox();
      assert.ok(box !== null && box.height <= BAR_PX, `${width}: ${box?.height} px`);
    }
    assert.match(await page.locator(PAGE_PARTS.tripLine).innerText(), /6 stops[\s\S]*30 days/);
    await page.locator(PAGE_PARTS.formFold).click();
    const fields = await page.locator('#country, .stop .box input').all();
    const shown = await Promise.all(fields.map((field) => field.inputValue()));
    const names = ['Spain', 'France', 'Italy', 'Greece', 'Türkiye', 'United Kingdom'];
    assert.deepEqual(shown.filter(Boolean), names);
  }));

test('the bar of a trip says the number of travellers at every width, and the card for them has one edge', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    await page.goto(`${PAGE}&travellers=4`);
    const people = page.locator(`${PAGE_PARTS.tripLine} > :last-child b`);
    const parts = [PAGE_PARTS.sharingHint, PAGE_PARTS.cardTitle].map(
      (part) => `${PAGE_PARTS.sharing} ${part}`,
    );
    const leftOf = (part: string) => page.evaluate(`inPage.contentLeft('${part}')`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      assert.match(await people.innerText(), /^4( travellers)?$/, String(width));
      const [hint, name] = await Promise.all(parts.map(leftOf));
      assert.equal(hint, name, String(width));
    }
  }));

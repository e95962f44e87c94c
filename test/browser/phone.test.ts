import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Stage, setStage } from './support/visit.ts';

const PHONE = { width: 375, height: 812 };
const NARROW = { width: 320, height: 700 };
const TRIP = '/compare?country=TR&days=7&need=normal';
const STOPS = '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3&require=hotspot';
const LANGUAGES = ['en', 'de', 'es', 'tr'];
const TRIPS = [
  'TR&days=7&need=normal',
  'JP&days=14&need=heavy',
  'US&days=10&need=light',
  'IT&days=5&need=unlimited',
];
const SORTS = ['recommended', 'cheapest', 'fastest'];

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

test('the first screen of a phone holds the first price and the second card’s, in every language and order', async () => {
  for (const lang of LANGUAGES) {
    await stage.visit({ viewport: PHONE, locale: lang }, async (page) => {
      for (const trip of TRIPS) {
        await page.goto(`/compare?country=${trip}`);
        for (const sort of SORTS) {
          await page.locator(`#tab-${sort}`).click();
          const prices = page.locator('.panel.open .price b');
          for (const place of [0, 1]) {
            const box = await prices.nth(place).boundingBox();
            assert.ok(
              box !== null && box.y + box.height <= PHONE.height,
              `${lang} ${sort} ${trip}: price ${place} at ${box?.y}`,
            );
          }
        }
      }
    });
  }
});

test('with several stops the first screen of a phone holds the first part’s price, in every language', async () => {
  for (const lang of LANGUAGES) {
    await stage.visit({ viewport: PHONE, locale: lang }, async (page) => {
      await page.goto(STOPS);
      const box = await page.locator('.way .price b').first().boundingBox();
      assert.ok(box !== null && box.y + box.height <= PHONE.height, `${lang}: ${box?.y}`);
    });
  }
});

test('a card’s first row has the price, what it gets, how many to buy, and the button', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto('/compare?country=JP&days=21&need=unlimited');
    const several = page.locator('.panel.open .card:has(.copies)').first();
    assert.match(await several.locator('.copies').innerText(), /^Buy \d+, one after another$/);
    const tops = await Promise.all(
      ['.price', '.gets', '.out', '.copies'].map(
        async (part) => (await several.locator(part).boundingBox())?.y ?? 0,
      ),
    );
    const card = await several.boundingBox();
    for (const top of tops) assert.ok(card !== null && top - card.y < 60, `${top} in a card at ${card?.y}`);
  }));

/** Nothing scrolls sideways; if something does, what it is. */
const beyond = async (page: Page): Promise<unknown> =>
  (await page.evaluate('inPage.overflow()')) === 0 ? [] : page.evaluate('inPage.beyond()');

const PAGES = [
  '/',
  TRIP,
  STOPS,
  '/esim/JP',
  '/phone',
  '/docs/api',
  '/terms',
  '/compare?country=kore&days=99',
  '/nowhere',
];

test('nothing overflows at 320 pixels, nor with text of twice the size', async () => {
  for (const lang of ['de', 'es']) {
    for (const path of PAGES) {
      await stage.visit({ viewport: NARROW, locale: lang }, async (page) => {
        await page.goto(path);
        await page.evaluate('inPage.openAll()');
        assert.deepEqual(await beyond(page), [], `${path} at 320 pixels, ${lang}`);
        await page.setViewportSize({ width: 375, height: 812 });
        await page.evaluate('inPage.textAt("200%")');
        assert.deepEqual(await beyond(page), [], `${path} at 200%, ${lang}`);
      });
    }
  }
});

test('with forced colours every button keeps a border', () =>
  stage.visit({ viewport: PHONE, forcedColors: 'active' }, async (page) => {
    await page.goto(TRIP);
    for (const part of ['.out', '.change', '.tabs a', '.copy', '.go']) {
      const width = await page.evaluate(`inPage.border('${part}')`);
      assert.notEqual(width, '0px', part);
    }
  }));

test('the charts are one link away, and the form one line that opens', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    const form = page.locator('form.trip');
    assert.equal(await form.isVisible(), false);
    await page.locator('.fold > summary').click();
    assert.equal(await form.isVisible(), true);
    assert.equal(await page.getByLabel('Destination').inputValue(), 'Türkiye');
    await page.locator('.panel.open').getByRole('link', { name: 'Charts' }).click();
    const charts = await page.locator('#charts').boundingBox();
    assert.ok(charts !== null && charts.y < PHONE.height);
  }));

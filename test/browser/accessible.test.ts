import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { someCaller } from '../support/service.ts';
import { type Stage, setStage } from './support/visit.ts';

const TRIP = '/compare?country=TR&days=7&need=normal';
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** WCAG 2.2, 2.5.8: a link inside a sentence may be smaller. */
const TARGET_PX = 24;
/** WCAG 2.1, 1.4.10. */
const NARROW = { width: 320, height: 700 };
const WIDE = { width: 1280, height: 900 };
const LANGUAGES = ['en', 'de', 'es', 'tr'];
/** Contrast takes most of the time, and colours are the same in every language: it is looked at in this one. */
const CONTRAST_LANGUAGE = 'en';

let stage: Stage;
let shiftMs = 0;
before(async () => {
  stage = await setStage({ clock: () => Date.now() + shiftMs });
});
after(() => stage.close());

const loadAxe = (page: Page): Promise<unknown> => page.evaluate(axe.source);

const findings = (page: Page, withContrast = true): Promise<unknown> =>
  page.evaluate(`inPage.barriers(${JSON.stringify(RULES)}, ${withContrast})`);

const smallTargets = (page: Page): Promise<unknown> => page.evaluate(`inPage.smallTargets(${TARGET_PX})`);

const overflow = (page: Page): Promise<number> => page.evaluate('inPage.overflow()');

interface State {
  /** Looked at in both windows in every language; the others in both in one, and in one of them in the rest. */
  readonly main?: true;
  readonly name: string;
  readonly path: string;
  readonly status: number;
  /** The page is looked at once, in this language. */
  readonly only?: string;
}

const STATES: readonly State[] = [
  { main: true, name: 'empty form', path: '/', status: 200 },
  { name: 'a destination', path: '/esim/JP', status: 200 },
  { name: 'all destinations', path: '/esim', status: 200 },
  { name: 'help with the phone', path: '/phone', status: 200 },
  { name: 'privacy', path: '/privacy', status: 200 },
  { name: 'accessibility', path: '/accessibility', status: 200 },
  { name: 'terms', path: '/terms', status: 200 },
  { main: true, name: 'results', path: TRIP, status: 200 },
  {
    name: 'plans that miss the need',
    path: '/compare?country=TR&days=30&need=unlimited&sort=cheapest',
    status: 200,
  },
  {
    name: 'several stops with filters',
    path: '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3&require=hotspot',
    status: 200,
  },
  { name: 'destination without plans', path: '/compare?country=AQ&days=7&need=light', status: 200 },
  { main: true, name: 'unknown country', path: '/compare?country=kore&days=99&need=no', status: 422 },
  { name: 'nothing here', path: '/no-such-page', status: 404 },
];

const SCHEMES = ['light', 'dark'] as const;

/** A page in a light narrow window, a dark wide one, or both, loaded once. */
const look = (state: State, lang: string, caller = someCaller()): Promise<void> =>
  stage.visit({ caller, locale: lang, viewport: NARROW }, async (page) => {
    const answer = await page.goto(state.path);
    assert.equal(answer?.status(), state.status);
    assert.equal(await page.locator('html').getAttribute('lang'), lang);
    await loadAxe(page);
    const turn = SCHEMES[LANGUAGES.indexOf(lang) % 2]!;
    const withContrast = lang === (state.only ?? CONTRAST_LANGUAGE);
    const isInBoth = state.main === true || (withContrast && state.only === undefined);
    for (const colorScheme of isInBoth ? SCHEMES : [turn]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(colorScheme === 'dark' ? WIDE : NARROW);
      assert.deepEqual(await findings(page, withContrast), [], `${state.path} ${lang} ${colorScheme}`);
      assert.deepEqual(await smallTargets(page), [], `${state.path} ${lang} ${colorScheme}`);
      assert.ok((await overflow(page)) <= 0, 'no scrolling sideways');
    }
  });

for (const state of STATES) {
  test(`${state.name}: no barrier in any language, in light and dark`, async () => {
    for (const lang of LANGUAGES) await look(state, lang);
  });
}

/** Their text is the same in every language; only the frame around it changes. */
const TEXT_PAGES = ['api', 'mcp', 'ranking', 'limits', 'errors', 'feeds', 'sample']
  .map((name) => `/docs/${name}`)
  .concat('/docs');

test('documentation has no barrier, in a frame of any language', async () => {
  for (const [index, path] of TEXT_PAGES.entries()) {
    const only = LANGUAGES[index % LANGUAGES.length]!;
    await look({ name: path, path, status: 200, only }, only);
  }
});

test('suggestions and the other orders have no barrier', () =>
  stage.visit({ viewport: NARROW, locale: 'en' }, async (page) => {
    await page.goto(`${TRIP}&sort=fastest`);
    await page.locator('.fold > summary').click();
    await page.getByRole('combobox').first().fill('united');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.panel.open summary').first().click();
    await loadAxe(page);
    assert.deepEqual(await findings(page), []);
    assert.ok((await overflow(page)) <= 0);
  }));

test('a rate limit is explained, with the time to wait, without a barrier', async () => {
  const caller = someCaller();
  for (let asked = 0; asked < 12; asked++)
    assert.equal((await stage.service.get(TRIP, { caller })).status, 200);
  const state = { name: 'rate limit', path: TRIP, status: 429 };
  for (const lang of LANGUAGES) await look(state, lang, caller);
});

test('sample data says that it is invented', () =>
  stage.visit({ viewport: NARROW, locale: 'en' }, async (page) => {
    for (const path of ['/', TRIP]) {
      await page.goto(path);
      assert.match(await page.locator('.banner').first().innerText(), /invented/);
    }
  }));

/** Prices older than a week are not shown; this is past it. */
const TOO_OLD_MS = 8 * 24 * 60 * 60_000;

test('a data failure has a page of its own, without a barrier', async () => {
  shiftMs = TOO_OLD_MS;
  try {
    for (const lang of LANGUAGES)
      await look({ name: 'data failure', path: '/compare?country=FR&days=7&need=light', status: 503 }, lang);
  } finally {
    shiftMs = 0;
  }
});

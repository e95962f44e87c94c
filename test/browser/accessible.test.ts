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
/** Colours and the form of a card are the same in every language: contrast and every card are looked at in this one. */
const FULL_LANGUAGE = 'en';

let stage: Stage;
let shiftMs = 0;
before(async () => {
  stage = await setStage({ clock: () => Date.now() + shiftMs });
});
after(() => stage.close());

const findings = (page: Page, isFull = true): Promise<unknown> =>
  page.evaluate(`inPage.barriers(${JSON.stringify(RULES)}, ${isFull})`);

const smallTargets = (page: Page): Promise<unknown> => page.evaluate(`inPage.smallTargets(${TARGET_PX})`);

const overflow = (page: Page): Promise<number> => page.evaluate('inPage.overflow()');

interface State {
  /** Looked at in both windows in every language; the others in both in one, and in one of them in the rest. */
  readonly main?: true;
  readonly path: string;
  readonly status: number;
  /** The page is looked at once, in this language. */
  readonly only?: string;
}

const STATES: readonly State[] = [
  { main: true, path: '/', status: 200 },
  { path: '/esim/JP', status: 200 },
  { path: '/esim', status: 200 },
  { path: '/phone', status: 200 },
  { path: '/privacy', status: 200 },
  { path: '/accessibility', status: 200 },
  { path: '/terms', status: 200 },
  { main: true, path: TRIP, status: 200 },
  {
    path: '/compare?country=TR&days=30&need=unlimited&sort=cheapest',
    status: 200,
  },
  {
    path: '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3&require=hotspot',
    status: 200,
  },
  { path: '/compare?country=AQ&days=7&need=light', status: 200 },
  { main: true, path: '/compare?country=kore&days=99&need=no', status: 422 },
  { path: '/no-such-page', status: 404 },
];

const SCHEMES = ['light', 'dark'] as const;

/** A page in a light narrow window, a dark wide one, or both, loaded once. */
async function look(page: Page, state: State, lang: string): Promise<void> {
  const answer = await page.goto(state.path);
  assert.equal(answer?.status(), state.status);
  assert.equal(await page.locator('html').getAttribute('lang'), lang);
  const turn = SCHEMES[LANGUAGES.indexOf(lang) % 2]!;
  const isFull = lang === (state.only ?? FULL_LANGUAGE);
  const isInBoth = state.main === true || (isFull && state.only === undefined);
  for (const colorScheme of isInBoth ? SCHEMES : [turn]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(colorScheme === 'dark' ? WIDE : NARROW);
    assert.deepEqual(await findings(page, isFull), [], `${state.path} ${lang} ${colorScheme}`);
    assert.deepEqual(await smallTargets(page), [], `${state.path} ${lang} ${colorScheme}`);
    assert.ok((await overflow(page)) <= 0, 'no scrolling sideways');
  }
}

/** Looks at one state after the other in one window: a new one for each would cost more than the look. */
const lookAtAll = (states: readonly State[], lang: string, caller = someCaller()): Promise<void> =>
  stage.visit({ caller, locale: lang, viewport: NARROW }, async (page, context) => {
    await context.addInitScript(axe.source);
    for (const state of states) await look(page, state, lang);
  });

for (const lang of LANGUAGES) {
  test(`no barrier in any state of the page in ${lang}, in light and dark`, () => lookAtAll(STATES, lang));
}

/** Their text is the same in every language; only the frame around it changes. */
const TEXT_PAGES = ['api', 'mcp', 'ranking', 'limits', 'errors', 'feeds', 'sample']
  .map((name) => `/docs/${name}`)
  .concat('/docs');

test('documentation has no barrier, in a frame of any language', async () => {
  for (const [turn, only] of LANGUAGES.entries()) {
    const pages = TEXT_PAGES.filter((_, index) => index % LANGUAGES.length === turn);
    await lookAtAll(
      pages.map((path) => ({ path, status: 200, only })),
      only,
    );
  }
});

test('suggestions and the other orders have no barrier', () =>
  stage.visit({ viewport: NARROW, locale: 'en' }, async (page, context) => {
    await context.addInitScript(axe.source);
    await page.goto(`${TRIP}&sort=fastest`);
    await page.locator('.fold > summary').click();
    await page.getByRole('combobox').first().fill('united');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.panel.open summary').first().click();
    assert.deepEqual(await findings(page), []);
    assert.ok((await overflow(page)) <= 0);
  }));

test('a rate limit is explained, with the time to wait, without a barrier', async () => {
  const caller = someCaller();
  for (let asked = 0; asked < 12; asked++)
    assert.equal((await stage.service.get(TRIP, { caller })).status, 200);
  const state = { path: TRIP, status: 429 };
  for (const lang of LANGUAGES) await lookAtAll([state], lang, caller);
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
      await lookAtAll([{ path: '/compare?country=FR&days=7&need=light', status: 503 }], lang);
  } finally {
    shiftMs = 0;
  }
});

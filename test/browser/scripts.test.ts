/** What needs scripts, the keyboard or forms: search, comparison, sorting, copying, and the same without JavaScript. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DAY_MS } from '../../src/domain/freshness.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { PAGE } from '../support/selectors.ts';
import { someCaller } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type Stage, setStage } from './support/visit.ts';

const TRIP = '/compare?country=TR&days=7&need=normal';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const openPanels = async (page: Page): Promise<(string | null)[]> => {
  // A click returns when the navigation starts, which may be before the results are there.
  await page.locator(PAGE.openList).waitFor();
  return page.locator(`${PAGE.list}:visible`).evaluateAll((panels) => panels.map((panel) => panel.id));
};

/** The clock of the page stands still, so that no result depends on how long the browser takes. */
async function stopClock(page: Page, time: number): Promise<void> {
  // It cannot be stopped at a time that has passed, and it runs after it is installed.
  await page.clock.install({ time: time - DAY_MS });
  await page.clock.pauseAt(time);
}

const focused = (page: Page, attribute: string): Promise<string> =>
  page.evaluate(`inPage.focused('${attribute}')`);

test('typing any spelling offers a suggestion that leads to a comparison', () =>
  stage.visit({ viewport: DESKTOP }, async (page) => {
    await page.goto('/');
    const box = page.getByRole('combobox').first();
    await box.pressSequentially('alman');
    // Suggestions for the first letters may be shown for a moment.
    await page.locator(`${PAGE.suggestion}:first-child`, { hasText: 'Germany' }).click();
    assert.equal(await box.inputValue(), 'Germany');
    await page.locator('#days').fill('10');
    await page.getByRole('radio', { name: /Heavy/ }).check();
    await page.getByRole('button', { name: 'Compare plans' }).click();
    await page.waitForURL('**/compare?country=DE&days=10&need=heavy');
    assert.match(await page.locator('h1').innerText(), /Germany/);
    assert.ok((await page.locator(`${PAGE.openList} ${PAGE.card}`).count()) > 0);
  }));

test('the keyboard alone is enough to search, compare, sort and follow a link', () =>
  stage.visit({ viewport: DESKTOP }, async (page) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    assert.ok(await page.locator(`${PAGE.skipLink}:focus`).isVisible());
    for (let presses = 0; presses < 12 && (await focused(page, 'id')) !== 'country'; presses++) {
      await page.keyboard.press('Tab');
    }
    // One input event, so that no suggestions for earlier letters follow.
    await page.keyboard.insertText('turk');
    await page.locator(PAGE.suggestion).first().waitFor();
    await page.keyboard.press('ArrowDown');
    assert.equal(
      await page.getByRole('combobox').first().getAttribute('aria-activedescendant'),
      await page.locator(PAGE.suggestion).first().getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('combobox').first().inputValue(), 'Türkiye');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/compare?country=TR&days=7&need=normal');
    await page.locator('[role=tab][aria-selected=true]').focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await openPanels(page), ['cheapest']);
    assert.match(page.url(), /sort=cheapest/);
    await page.keyboard.press('End');
    assert.deepEqual(await openPanels(page), ['fastest']);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await openPanels(page), ['recommended']);
    for (let presses = 0; presses < 40 && !(await focused(page, 'href')).startsWith('/go/'); presses++)
      await page.keyboard.press('Tab');
    assert.match(await focused(page, 'href'), /^\/go\//);
  }));

test('changing the order sends no request', () =>
  stage.visit({ viewport: DESKTOP }, async (page) => {
    await page.goto(TRIP);
    // The flag and the letters of "Eşim" are loaded with the first frame, which may come after the load event.
    const loaded = "performance.getEntriesByType('resource').map(({ name }) => name).join()";
    await until('the page is complete', async () =>
      /(?=.*flag-TR)(?=.*figtree-turkish)/.test((await page.evaluate(loaded)) as string),
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      // The browser requests its icon when the address changes.
      if (!request.url().endsWith('/favicon.svg')) asked.push(request.url());
    });
    await page.getByRole('tab', { name: 'Fastest' }).click();
    assert.deepEqual(await openPanels(page), ['fastest']);
    await page.getByRole('tab', { name: 'Cheapest' }).click();
    assert.deepEqual(await openPanels(page), ['cheapest']);
    assert.deepEqual(asked, []);
    await page.reload();
    assert.deepEqual(await openPanels(page), ['cheapest'], 'the address keeps the order');
  }));

test('the title names the first plan of the order that is open, and the charts stand behind its fifth plan', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    for (const name of ['Cheapest', 'Fastest', 'Best value']) {
      await page.getByRole('tab', { name }).click();
      const first = page.locator(`${PAGE.openList} ${PAGE.card}`).first();
      const price = await first.locator(PAGE.price).innerText();
      const title = await page.locator(PAGE.verdict).innerText();
      assert.ok(title.startsWith(`Türkiye, 7 days. ${name}: `) && title.endsWith(` for ${price}`), title);
      const ids = await page.locator(PAGE.listEntries).evaluateAll((entries) => entries.map(({ id }) => id));
      assert.equal(ids.indexOf('charts'), 5, name);
      assert.equal(await page.locator(PAGE.chart).count(), 1, 'one element has the id');
    }
  }));

test('one chart at most stands open, a bar of data leads to its plan, and one of a length changes the days', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    for (const bar of await page.locator(`${PAGE.bars}[href*="#"]`).all()) {
      await bar.click();
      const price = await bar.locator('b').innerText();
      assert.ok((await page.locator(':target').innerText()).includes(price), price);
      assert.equal(await page.locator(':target').isVisible(), true);
    }
    await page.goto(TRIP);
    await page.locator(`${PAGE.bars}[href*="#"]`).first().click();
    assert.deepEqual(await openPanels(page), ['cheapest']);
    await page.goBack();
    assert.deepEqual(await openPanels(page), ['recommended'], 'the list that was open before');
    // The finding of the other chart is its title, which opens it.
    assert.equal(await page.locator(`${PAGE.chart} [open]`).count(), 1);
    await page.locator(`${PAGE.chart} summary`, { hasText: 'Staying up to 10 days' }).click();
    await page.getByRole('link', { name: /^10 days/ }).click();
    await page.waitForURL('**/compare?country=TR&days=10&need=normal**');
  }));

test('Escape and a click outside close menus and the sheet of filters, which are applied together', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    await page.locator(PAGE.allFilters).click();
    assert.equal(await page.locator(PAGE.sheet).isVisible(), true);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator(PAGE.sheet).isVisible(), false);
    await page.locator(PAGE.allFilters).click();
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator(PAGE.sheet).isVisible(), false);
    await page.locator(PAGE.languages).click();
    await page.locator(PAGE.verdict).click();
    assert.equal(await page.getByRole('link', { name: 'Deutsch' }).isVisible(), false);
    // The button in the bar of the trip stays visible where the list is long.
    await page.mouse.wheel(0, 3_000);
    await page.locator('.to-filters').click();
    await page.getByRole('checkbox', { name: 'Hotspot allowed' }).check();
    await page.getByRole('checkbox', { name: /^5G/ }).check();
    await page.getByLabel('Budget, USD').fill('$30');
    await page.getByRole('button', { name: 'Show plans' }).click();
    await page.waitForURL('**/compare?country=TR&days=7&need=normal&require=hotspot,5g&max_usd=30');
  }));

test('the button of the open sheet of filters says how many plans follow now and after one change, and no number after two', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    await page.locator(PAGE.allFilters).click();
    const button = page.locator(`${PAGE.sheet} .go`);
    const all = await page.locator(PAGE.sheet).getAttribute('data-count');
    await button.filter({ hasText: `Show ${all} plans` }).waitFor();
    const hotspot = page.getByRole('checkbox', { name: 'Hotspot allowed' });
    await hotspot.check();
    await button.filter({ hasText: `Show ${await hotspot.getAttribute('data-count')} plans` }).waitFor();
    await page.getByRole('checkbox', { name: /^5G/ }).check();
    await button.filter({ hasText: /^Show plans$/ }).waitFor();
  }));

test('without JavaScript a country is found, orders change and details open', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false }, async (page) => {
    await page.goto('/');
    await page.getByLabel('Where are you going?').fill('Turkey');
    await page.getByRole('button', { name: 'Compare plans' }).click();
    assert.match(page.url(), /country=TR&days=7&need=normal$/);
    assert.deepEqual(await openPanels(page), ['recommended']);
    await page.locator(PAGE.sortTab('cheapest')).click();
    assert.deepEqual(await openPanels(page), ['cheapest']);
    await page.goto(`${TRIP}&sort=fastest`);
    assert.deepEqual(await openPanels(page), ['fastest']);
    await page.locator(`${PAGE.openList} ${PAGE.opener}`).first().click();
    assert.ok(await page.locator(`${PAGE.openList} details[open] ${PAGE.bill}`).first().isVisible());
  }));

test('an unknown destination is answered with similar ones that keep the trip', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false }, async (page) => {
    await page.goto('/');
    await page.getByLabel('Where are you going?').fill('Turky');
    await page.getByRole('button', { name: 'Compare plans' }).click();
    assert.equal(await page.getByLabel('Where are you going?').inputValue(), 'Turky');
    await page.getByRole('link', { name: 'Türkiye', exact: true }).click();
    assert.match(await page.locator('h1').innerText(), /Türkiye/);
  }));

test('Enter takes the only suggestion, and a city leads to its country and stays named', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto('/');
    // At once, because the suggestions for fewer letters may be the same and are not taken by Enter.
    await page.getByRole('combobox').first().focus();
    await page.keyboard.insertText('tenerif');
    await page.locator(`${PAGE.suggestion}:only-child`, { hasText: 'Tenerife, Spain' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/compare?country=ES&days=7&need=normal&place=Tenerife');
  }));

test('a similar name is not taken by Enter: the page asks', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto('/');
    await page.getByRole('combobox').first().pressSequentially('thialand');
    await page.locator(`${PAGE.suggestion}:only-child`, { hasText: 'Thailand' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Did you mean').waitFor();
    await page.getByRole('link', { name: 'Thailand', exact: true }).waitFor();
  }));

test('Enter and Tab keep what is typed: a guess is shown before it is sent, and a stale choice is not taken', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    const box = page.getByRole('combobox').first();
    const shown = page.locator(PAGE.suggestion).first();
    const type = async (text: string) => {
      await page.goto('/');
      await box.focus();
      await page.keyboard.insertText(text);
      await shown.waitFor();
    };
    await type('thai');
    await page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'Thailand');
    assert.equal(new URL(page.url()).pathname, '/');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/compare?country=TH&days=7&need=normal');
    await type('ger');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    assert.equal(await box.inputValue(), 'Germany');
    await type('thai');
    await page.keyboard.press('Tab');
    assert.equal(await box.inputValue(), 'thai');
    await type('ger');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.insertText('x');
    assert.equal(await box.getAttribute('aria-activedescendant'), null);
    await page.keyboard.press('Enter');
    await page.getByText('We do not know “gerx”.').waitFor();
  }));

test('a list of places becomes the stops of a trip, with and without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    await stage.visit({ viewport: PHONE, locale: 'en', javaScriptEnabled }, async (page) => {
      await page.goto('/');
      await page
        .getByRole(javaScriptEnabled ? 'combobox' : 'textbox')
        .first()
        .fill('Japan, Korea and Taiwan');
      await page.getByRole('button', { name: 'Compare plans' }).click();
      await page.waitForURL('**/compare?country=JP&days=3&need=normal&then=KR:2,TW:2');
      assert.match(await page.locator(PAGE.tripLine).innerText(), /Japan, South Korea, and Taiwan/);
    });
  }
});

test('a group of countries is suggested before its countries, every suggestion can be clicked, and its page keeps the days', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto('/');
    await page.locator('#days').fill('30');
    await page.getByRole('combobox').first().pressSequentially('Benelux');
    await page.locator(`${PAGE.suggestion}:first-child`, { hasText: /^Benelux$/ }).waitFor();
    const hidden = await page.evaluate(`inPage.covered('${PAGE.suggestion}')`);
    assert.deepEqual(hidden, []);
    await page.locator(PAGE.suggestion).first().click();
    await page.getByRole('button', { name: 'Compare plans' }).click();
    await page.waitForURL('**/esim/benelux?days=30');
    assert.equal(await page.locator('#days').inputValue(), '30');
    assert.match(await page.locator('.lead').innerText(), /\d+ plans work in at least \d+ of the \d+/);
  }));

test('phones are suggested while somebody types', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto('/phone');
    const box = page.getByRole('combobox');
    await box.pressSequentially('galaxy a5');
    await page.locator(PAGE.suggestion, { hasText: 'Samsung Galaxy A54' }).click();
    assert.equal(await box.inputValue(), 'Samsung Galaxy A54');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.waitForURL('**/phone?model=Samsung+Galaxy+A54');
  }));

test('a suggestion that is chosen right after a letter stays chosen, and the list stays closed', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await stopClock(page, Date.now());
    await page.goto('/phone');
    const box = page.getByRole('combobox');
    const galaxy = page.locator(PAGE.suggestion, { hasText: 'Samsung Galaxy A54' });
    await box.pressSequentially('galaxy a5');
    await page.clock.runFor(1_000);
    await galaxy.waitFor();
    await box.pressSequentially('4');
    await galaxy.click();
    await page.clock.runFor(1_000);
    assert.equal(await box.inputValue(), 'Samsung Galaxy A54');
    assert.equal(await box.getAttribute('aria-expanded'), 'false');
  }));

test('the form says if no destination is found', () =>
  stage.visit({ viewport: PHONE, locale: 'en' }, async (page) => {
    await page.goto('/');
    await page.getByRole('combobox').first().pressSequentially('qqxx');
    await page.locator(PAGE.noSuggestion).waitFor();
    assert.match(await page.locator(PAGE.noSuggestion).innerText(), /No destination found/);
  }));

test('filters and stops work without JavaScript and stay when the order or the language changes', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false, locale: 'en' }, async (page) => {
    await page.goto('/compare?country=JP&days=5&need=normal');
    await page.locator(PAGE.formFold).click();
    await page.getByText('Add a stop').click();
    await page.getByLabel('Stop 2', { exact: true }).fill('South Korea');
    await page.locator('#stop1_days').fill('4');
    await page.getByRole('button', { name: 'Compare plans' }).click();
    await page.getByRole('link', { name: /^Hotspot allowed/ }).click();
    const address = 'country=JP&days=5&need=normal&then=KR:4&require=hotspot';
    assert.ok(page.url().endsWith(address), page.url());
    assert.match(await page.locator('h1').innerText(), /Japan and South Korea/);
    assert.match(await page.locator(PAGE.tripLine).innerText(), /5 \+ 4 =\s9 days/);
    await page.locator(PAGE.way).first().waitFor();
    await page.locator(PAGE.sortTab('cheapest')).click();
    assert.ok(page.url().endsWith(`${address}&sort=cheapest`), page.url());
    await page.locator(PAGE.languages).click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    assert.ok(page.url().endsWith(`${address}&sort=cheapest&lang=de`), page.url());
    assert.match(await page.locator('h1').innerText(), /Japan und Südkorea/);
  }));

test('the page states how many plans the filters removed, and stops are added and removed with a click', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    const trip = 'country=TR&days=7&need=normal&require=hotspot,5g';
    const json = await stage.service.json<Comparison>(`/api/v1/plans?${trip}`);
    const all = await stage.service.json<Comparison>('/api/v1/plans?country=TR&days=7&need=normal');
    const hidden = all.considered.meet_the_need - json.considered.meet_the_need;
    await page.goto(`/compare?${trip}`);
    const means = await page.locator(`${PAGE.openList} ${PAGE.listSummary}`).innerText();
    assert.ok(means.includes(`${json.considered.meet_the_need} suitable plans`), means);
    assert.ok(means.includes(`${hidden} plans hidden by your filters.`), means);
    await page.locator(PAGE.formFold).click();
    await page.getByText('Add a stop').click();
    await page.getByRole('button', { name: 'Another stop' }).click();
    await page.locator('#stop2').pressSequentially('bali');
    await page.locator(`${PAGE.suggestion}:first-child`, { hasText: 'Bali' }).click();
    assert.equal(await page.locator('#stop2').inputValue(), 'Bali, Indonesia');
    await page.locator('#stop2_days').fill('5');
    await page.getByText('7 + 5 = 12 days in all').waitFor();
    await page.getByRole('button', { name: 'Remove stop 2' }).click();
    assert.equal(await page.getByLabel('Stop 2', { exact: true }).inputValue(), 'Bali, Indonesia');
    assert.equal(await page.locator(PAGE.stopRow).count(), 1);
    await page.getByRole('button', { name: 'Remove stop 2' }).click();
    assert.equal(await page.getByLabel('Stop 2', { exact: true }).inputValue(), '', 'an empty row stays');
  }));

/** Row titles that do not fit into one or two lines. */
const cutWords = (page: Page): Promise<unknown> =>
  page
    .locator(`${PAGE.sideBySide} th[scope=row]`)
    .evaluateAll((heads) =>
      heads.map((head) => head.textContent).filter((_, at) => (heads[at]?.clientHeight ?? 0) > 40),
    );

test('up to three plans can be compared without JavaScript, and with it never more', async () => {
  await stage.visit({ viewport: PHONE, javaScriptEnabled: false, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    for (const place of [0, 2, 3])
      await page.locator(`${PAGE.openList} ${PAGE.comparePick}`).nth(place).check();
    await page.getByRole('button', { name: 'Compare side by side' }).click();
    // A click waits only until the next page begins.
    await page.waitForLoadState();
    assert.equal(await page.locator(`${PAGE.sideBySide} thead th`).count(), 3);
    assert.equal(await page.locator(`${PAGE.sideBySide} ${PAGE.outLink}`).count(), 3);
    assert.match(await page.locator(PAGE.sideBySide).innerText(), /With drawbacks/);
    const bar = page.getByRole('button', { name: 'Compare side by side' });
    assert.equal(await bar.isVisible(), false, 'what is chosen is shown already');
    await page.locator(`${PAGE.openList} ${PAGE.comparePick}`).nth(1).check();
    assert.equal(await bar.isVisible(), true);
    await page.setViewportSize({ width: 320, height: 700 });
    assert.deepEqual(await cutWords(page), [], 'no name of a row is cut into letters');
    assert.equal(await page.evaluate('inPage.overflow()'), 0);
    await page.evaluate('inPage.textAt("200%")');
    assert.equal(await page.evaluate('inPage.overflow()'), 0);
    await page.getByRole('link', { name: 'Close' }).click();
    assert.ok(page.url().endsWith(TRIP), page.url());
  });
  await stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    const boxes = page.locator(`${PAGE.openList} ${PAGE.comparePick}`);
    const button = page.locator(`${PAGE.pickBar} ${PAGE.submit}`);
    await boxes.nth(0).check();
    assert.equal(await page.locator(PAGE.pickBar).innerText(), 'Pick another plan to compare.');
    assert.equal(await button.isVisible(), false);
    for (const place of [1, 2]) await boxes.nth(place).check();
    await boxes.nth(3).click();
    assert.match(await page.locator(PAGE.pickBar).innerText(), /^Three plans at most\. Remove one first\./);
    assert.equal(await button.isVisible(), true);
    assert.equal(await page.locator(`${PAGE.openList} ${PAGE.comparePick}:checked`).count(), 3);
    assert.deepEqual([await boxes.first().isChecked(), await boxes.nth(3).isChecked()], [true, false]);
    await button.click();
    await page.locator(PAGE.sideBySide).waitFor();
    await page.goBack();
    await page.waitForURL(`**${TRIP}`);
    await page.locator(`${PAGE.openList} ${PAGE.comparePick}:checked`).first().waitFor();
    assert.equal(await page.locator(`${PAGE.openList} ${PAGE.comparePick}:checked`).count(), 3, 'after Back');
    assert.equal(await button.innerText(), 'Compare 3 plans');
    await button.click();
    await page.getByRole('link', { name: 'Close' }).click();
    assert.equal(await page.locator(PAGE.sideBySide).count(), 0);
    assert.ok(page.url().endsWith(TRIP), page.url());
    assert.equal(
      await page.locator(`${PAGE.openList} ${PAGE.comparePick}:checked`).count(),
      3,
      'after Close',
    );
    await page.getByRole('tab', { name: 'Cheapest' }).click();
    await boxes.first().waitFor();
    assert.ok(
      (await page.locator(`${PAGE.openList} ${PAGE.comparePick}:checked`).count()) > 0,
      'in another list',
    );
  });
});

for (const javaScriptEnabled of [true, false])
  test(`a comparison of plans opens at its table on a phone ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () =>
    stage.visit({ viewport: { width: 360, height: 800 }, javaScriptEnabled, locale: 'en' }, async (page) => {
      await page.goto(TRIP);
      for (const place of [0, 1, 2])
        await page.locator(`${PAGE.openList} ${PAGE.comparePick}`).nth(place).check();
      await page.locator(`${PAGE.pickBar} ${PAGE.submit}`).click();
      const heading = page.getByRole('heading', { name: '3 plans side by side' });
      await heading.waitFor();
      await page.waitForURL('**#side-heading');
      // The browser scrolls to the heading and focuses it after the page has loaded.
      await page.locator(`${PAGE.sideBySide} h2:focus`).waitFor();
      const [box, bar] = await Promise.all([
        heading.boundingBox(),
        page.locator(PAGE.formFold).boundingBox(),
      ]);
      assert.ok(box && bar && box.y >= bar.y + bar.height && box.y < 200, `at ${box?.y}`);
    }));

test('side by side, each plan has a verdict that agrees with the prices and with the order', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto(`${TRIP}&sort=cheapest`);
    const boxes = page.locator(`${PAGE.openList} ${PAGE.comparePick}`);
    for (const place of [0, 1, 5]) await boxes.nth(place).check();
    await page.locator(`${PAGE.pickBar} ${PAGE.submit}`).click();
    const row = (name: string) =>
      page
        .locator(`${PAGE.sideBySide} tr`, { has: page.getByRole('rowheader', { name, exact: true }) })
        .locator('td')
        .allInnerTexts();
    await page.waitForURL('**#side-heading');
    const verdicts = await row('In short');
    const heads = await page.locator(`${PAGE.sideBySide} thead th b`).allInnerTexts();
    const prices = heads.map((price) => Number(price.replace('$', '')));
    const sums = (await row('With drawbacks')).map((sum) => Number(sum.replace('$', '')));
    assert.equal(verdicts.length, 3);
    for (const [at, verdict] of verdicts.entries()) {
      assert.equal(
        /cheapest\b(?! )/i.test(verdict) && !/more than/.test(verdict),
        prices[at] === Math.min(...prices),
        verdict,
      );
      assert.equal(/best value of these/i.test(verdict), sums[at] === Math.min(...sums), verdict);
    }
  }));

test('picked plans stay picked after filters, in another order and after a change of the trip', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    const boxes = page.locator(`${PAGE.openList} ${PAGE.comparePick}`);
    const picked: (string | null)[] = [];
    for (const place of [0, 1]) {
      await boxes.nth(place).check();
      picked.push(await boxes.nth(place).getAttribute('value'));
    }
    const stillPicked = async (when: string) => {
      for (const name of picked)
        assert.equal(
          await page.locator(`${PAGE.openList} [value="${name}"]`).isChecked(),
          true,
          `${when}: ${name}`,
        );
    };
    await page.getByRole('button', { name: /^Hotspot allowed/ }).click();
    await page.locator(PAGE.sendChips).click();
    await page.waitForURL('**&require=hotspot**');
    await page.locator(PAGE.openList).waitFor();
    await stillPicked('after a filter');
    await page.getByRole('tab', { name: 'Cheapest' }).click();
    await stillPicked('in another order');
    await page.locator(PAGE.formFold).click();
    await page.locator('#days').fill('8');
    await page.getByRole('button', { name: 'Compare plans' }).click();
    await page.waitForURL('**/compare?country=TR&days=8**');
    await page.locator(PAGE.openList).waitFor();
    await stillPicked('after a change of the trip');
    assert.equal(await page.locator(`${PAGE.sideBySide} thead th`).count(), 2);
  }));

test('without JavaScript a fourth plan is refused with a sentence', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    const boxes = page.locator(`${PAGE.openList} ${PAGE.comparePick}`);
    for (const place of [0, 1, 2, 3]) await boxes.nth(place).check();
    await page.getByRole('button', { name: 'Compare side by side' }).click();
    await page.waitForLoadState();
    assert.equal(await page.locator(`${PAGE.sideBySide} thead th`).count(), 3);
    assert.match(await page.locator(PAGE.sideBySide).innerText(), /Three plans at most\. Remove one first\./);
    assert.equal(await page.locator(`${PAGE.openList} ${PAGE.comparePick}:checked`).count(), 3);
  }));

test('coupon codes and examples can be copied', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(TRIP);
    const copy = page.locator(`${PAGE.openList} ${PAGE.copyButton}`).first();
    await copy.click();
    await page.getByText('Copied').first().waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), await copy.getAttribute('data-code'));
    await page.goto('/docs/api');
    await page.locator(PAGE.codeCopy).first().click();
    await page.getByText('Copied').first().waitFor();
    assert.match(
      (await page.evaluate('navigator.clipboard.readText()')) as string,
      /curl .*\/api\/v1\/plans/,
    );
  }));

test('the page follows the language of the browser, and a chosen language stays', () =>
  stage.visit({ viewport: PHONE, locale: 'tr-TR' }, async (page) => {
    await page.goto('/');
    assert.equal(await page.locator('html').getAttribute('lang'), 'tr');
    await page.getByRole('combobox').first().pressSequentially('japonya');
    await page.locator(`${PAGE.suggestion}:first-child`, { hasText: 'Japonya' }).click();
    await page.locator(PAGE.submit).click();
    await page.waitForURL('**/compare?country=JP**');
    assert.match(await page.locator('h1').innerText(), /Japonya/);
    await page.locator(PAGE.languages).click();
    await page.getByRole('link', { name: 'English' }).click();
    assert.match(await page.locator('h1').innerText(), /Japan/);
    await page.getByRole('link', { name: 'Terms of use' }).click();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  }));

test('without JavaScript every filter can be set in one form and removed by a link, and a destination can be found', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    await page.locator(PAGE.allFilters).click();
    await page.getByLabel('Hotspot allowed').check();
    await page.getByLabel('Budget, USD').fill('30');
    await page.getByLabel('Data for the whole trip').fill('5');
    await page.getByRole('button', { name: 'Show plans' }).click();
    await page.locator(PAGE.currencies).click();
    await page.getByRole('link', { name: 'EUR Euro' }).click();
    const { data_gb, require, max_usd, avoid_exits } = Object.fromEntries(new URL(page.url()).searchParams);
    assert.deepEqual([data_gb, require, max_usd, avoid_exits], ['5', 'hotspot', '30', undefined]);
    assert.match(await page.locator(`${PAGE.openList} ${PAGE.approximate}`).first().innerText(), /^about €/);
    for (const name of ['Hotspot allowed', 'Up to $30', '5 GB for the trip'])
      await page.getByRole('link', { name: `Remove filter: ${name}` }).click();
    assert.ok(page.url().endsWith(`${TRIP}&cur=EUR`), page.url());
    await page.getByRole('link', { name: 'Places' }).click();
    await page.getByLabel('Find a destination').fill('tokyo');
    await page.getByRole('button', { name: 'Search' }).click();
    assert.ok(page.url().endsWith('/esim/JP'), page.url());
    await page.getByRole('link', { name: /^Heavy/ }).click();
    assert.ok(page.url().endsWith('/compare?country=JP&days=7&need=heavy'), page.url());
  }));

test('the address of the page can be copied with the order that is open', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(TRIP);
    await page.locator(PAGE.sortTab('cheapest')).click();
    const copy = page.getByRole('button', { name: 'Copy link' });
    // Chromium on Linux has no menu for sharing.
    assert.equal(await page.getByRole('button', { name: 'Share' }).count(), 0);
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.ok(
      ((await page.evaluate('navigator.clipboard.readText()')) as string).endsWith(`${TRIP}&sort=cheapest`),
    );
  }));

test('the back button shows the form of the page, not what was typed before the page was left', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto(`${TRIP}&then=GR:3`);
    await page.locator(PAGE.formFold).click();
    await page.locator('#days').fill('12');
    await page.getByRole('button', { name: 'Remove stop 2' }).click();
    await page.getByRole('button', { name: 'Compare plans' }).click();
    await page.waitForURL('**/compare?country=TR&days=12&need=normal');
    await page.goBack();
    await page.waitForURL('**/compare?country=TR&days=7&need=normal&then=GR:3');
    await page.locator('#stop1[value="Greece"]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('#days').inputValue(), '7');
    assert.equal(await page.locator('#stop1').inputValue(), 'Greece');
  }));

test('chips are collected and sent together, as one comparison', () => {
  const caller = someCaller();
  return stage.visit({ viewport: DESKTOP, locale: 'en', caller }, async (page) => {
    await page.goto(TRIP);
    const send = page.locator(PAGE.sendChips);
    assert.equal(await send.isVisible(), false);
    for (const name of [/^Hotspot allowed/, /^5G/, /^Up to \$15/, /^Up to \$20/])
      await page.getByRole('button', { name }).click();
    await send.click();
    await page.waitForURL('**/compare?country=TR&days=7&need=normal&require=hotspot,5g&max_usd=20');
    // Chosen filters are removed in the same way.
    await page.getByRole('button', { name: 'Remove filter: 5G' }).click();
    await page.getByRole('button', { name: /^No ID check/ }).click();
    await page.locator(PAGE.sendChips).click();
    await page.waitForURL('**&require=hotspot,no_identity_check&max_usd=20');
    await page.locator(PAGE.openList).waitFor();
    const { headers } = await stage.service.get('/api/v1/plans?country=TR&days=7&need=normal', { caller });
    assert.equal(headers.get('x-ratelimit-remaining'), '8', 'three pages and this request');
  });
});

test('the last three comparisons are announced, and a refused one keeps the results and counts down', async (t) => {
  // The minute of the limit does not end, however long the browser takes.
  const now = Date.now();
  const still = await setStage({ clock: () => now });
  t.after(() => still.close());
  const caller = someCaller();
  for (let sent = 0; sent < 8; sent++) await still.service.get(TRIP, { caller });
  await still.visit({ viewport: PHONE, locale: 'en', caller }, async (page) => {
    const left = page.locator(PAGE.allowance);
    await page.goto(TRIP);
    assert.equal(await left.innerText(), '3 comparisons are left for the moment.');
    await page.getByRole('button', { name: /^Up to \$15/ }).click();
    await page.locator(PAGE.sendChips).click();
    await page.waitForURL('**&max_usd=15');
    assert.equal(await left.innerText(), '2 comparisons are left for the moment.');
    for (let sent = 0; sent < 2; sent++) await still.service.get(TRIP, { caller });
    await page.clock.install();
    await page.getByRole('button', { name: /^Hotspot allowed/ }).click();
    await page.locator(PAGE.sendChips).click();
    await left.getByText('Please try again in').waitFor();
    assert.ok((await page.locator(`${PAGE.openList} ${PAGE.card}`).count()) > 0, 'the results stay');
    await page.clock.runFor(61_000);
    const again = left.getByRole('link', { name: 'Show plans' });
    assert.ok((await again.getAttribute('href'))?.endsWith('&max_usd=15&require=hotspot'));
  });
});

test('a trip that is opened again says how its best price changed, and the device forgets its trips on request', () =>
  stage.visit({ viewport: DESKTOP, locale: 'en' }, async (page) => {
    await page.goto('/');
    assert.equal(await page.locator(PAGE.lastTrips).isVisible(), false);
    await page.goto(TRIP);
    assert.equal(await page.locator(PAGE.since).isVisible(), false);
    const dearer =
      'JSON.parse(localStorage.trips).map((trip) => ({ ...trip, usd: trip.usd + 1.2, at: 1700000000000 }))';
    await page.evaluate(`localStorage.trips = JSON.stringify(${dearer})`);
    await page.goto(TRIP);
    assert.match(
      await page.locator(PAGE.since).innerText(),
      /^\$1\.20 less than on Nov 14, 2023, when the best price was \$\d+\.\d\d\.$/,
    );
    for (const more of ['&max_usd=20', '&require=5g', '&then=GR:3']) await page.goto(`${TRIP}${more}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    const links = page.locator(PAGE.lastTrips).getByRole('link');
    assert.deepEqual(await links.allInnerTexts(), [
      'Türkiye and Greece, 10 days',
      'Türkiye, 7 days, 5G',
      'Türkiye, 7 days, Up to $20',
    ]);
    assert.deepEqual(
      asked.filter((path) => !/assets|favicon/.test(path)),
      ['/'],
    );
    await page.getByRole('button', { name: 'Forget them' }).click();
    await page.reload();
    assert.equal(await page.locator(PAGE.lastTrips).isVisible(), false);
  }));

test('the page of a rate limit counts down and then offers to load the page again', async () => {
  const caller = someCaller();
  for (let sent = 0; sent < 12; sent++) assert.equal((await stage.service.get(TRIP, { caller })).status, 200);
  await stage.visit({ caller, locale: 'en' }, async (page) => {
    await stopClock(page, Date.now());
    await page.goto(TRIP);
    const wait = page.locator(PAGE.wait);
    const seconds = Number(await wait.getAttribute('data-seconds'));
    await page.clock.runFor((seconds - 5) * 1_000);
    assert.match(await wait.innerText(), /in 5 seconds\./);
    await page.clock.runFor(6_000);
    assert.equal(await wait.innerText(), 'Load the page again');
    assert.ok((await wait.locator('a').getAttribute('href'))?.endsWith(TRIP));
  });
});

const observedAt = async (trip: string): Promise<number> => {
  const json = await stage.service.json<Comparison>(`/api/v1/plans?${trip}`);
  return Date.parse(json.orders.Recommended[0]?.freshness.observed_at ?? '');
};

test('the age of a price is computed in the browser and stays right while the page is open', () =>
  stage.visit({ locale: 'en' }, async (page) => {
    const trip = 'country=TR&days=7&need=normal';
    await stopClock(page, (await observedAt(trip)) + 30_000);
    await page.goto(`/compare?${trip}`);
    const age = page.locator(`${PAGE.openList} ${PAGE.age}`).first();
    assert.equal(await age.innerText(), 'Prices checked just now');
    await page.clock.runFor(16 * 60_000);
    assert.equal(await age.innerText(), 'Prices checked 16 min. ago');
  }));

test('the age of a price is in the language of the page', () =>
  stage.visit({ locale: 'tr' }, async (page) => {
    const trip = 'country=TR&days=7&need=normal';
    await stopClock(page, (await observedAt(trip)) + 16 * 60_000);
    await page.goto(`/compare?${trip}`);
    assert.match(await page.locator(`${PAGE.openList} ${PAGE.age}`).first().innerText(), /16 dk\. önce/);
  }));

test('the form of a result page opens with the current trip', () =>
  stage.visit({ viewport: PHONE, javaScriptEnabled: false, locale: 'en' }, async (page) => {
    await page.goto(TRIP);
    const form = page.locator(PAGE.form);
    assert.equal(await form.isVisible(), false);
    await page.locator(PAGE.formFold).click();
    assert.equal(await form.isVisible(), true);
    assert.equal(await page.getByLabel('Where are you going?').inputValue(), 'Türkiye');
  }));

test('the estimate of data follows what is typed, and a typical day fills the hours in', () =>
  stage.visit({ viewport: PHONE }, async (page) => {
    await page.goto('/data?country=JP&days=5&need=light');
    const answer = page.locator('.estimated');
    assert.equal(await answer.isVisible(), false);
    await page.getByLabel('Video, HD').pressSequentially('2');
    // 5 days with 2 hours of 3,000 MB.
    assert.equal(await answer.innerText(), 'About 30 GB for 5 days');
    // It stays in sight below on the page.
    const { y } = (await answer.boundingBox())!;
    assert.ok(y >= 0 && y < PHONE.height / 2);
    await page.getByLabel('Days').fill('1');
    assert.equal(await answer.innerText(), 'About 6 GB for 1 day');
    await page.getByRole('link', { name: /^Heavy, / }).click();
    await page.getByLabel('Days').fill('10');
    assert.equal(await page.getByLabel('Video, HD').inputValue(), '');
    const typed = await answer.innerText();
    const compare = page.getByRole('link', { name: 'Compare plans' });
    const href = new URL((await compare.getAttribute('href')) ?? '', stage.service.url);
    assert.equal(href.searchParams.get('days'), '10');
    assert.equal(`About ${href.searchParams.get('data_gb')} GB for 10 days`, typed);
    // The service computes the same, without the script.
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.waitForURL('**h_video_sd=2**');
    assert.equal(await answer.innerText(), typed);
    const red = page.locator('.go:visible');
    assert.deepEqual(await red.allInnerTexts(), ['Compare plans']);
  }));

test('an estimate without a destination asks for it and compares with the amount that is shown', () =>
  stage.visit({ viewport: DESKTOP }, async (page) => {
    await page.goto('/data');
    await page.getByLabel('Video, HD').fill('24');
    await page.getByLabel('Days').fill('90');
    assert.match(await page.locator('.range').innerText(), /more than 500 GB/);
    await page.getByRole('link', { name: /^Light, / }).click();
    await page.getByLabel('Days').fill('10');
    await page.getByRole('combobox').fill('JP');
    await page.getByRole('button', { name: 'Compare plans' }).click();
    await page.waitForURL('**/compare?country=JP&days=10&need=normal&**');
    assert.equal(new URL(page.url()).searchParams.get('data_gb'), '3');
  }));

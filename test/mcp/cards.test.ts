/** The page of plan cards in a real browser, under a host made of the official bridge. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';
import { DRAWBACK_CODES } from '../../src/domain/ranking/drawbacks-table.ts';
import { openBrowser } from '../browser/support/browser.ts';
import { TIMEOUT_MS } from '../browser/support/visit.ts';
import { openHost } from './support/host-page.ts';
import { callTool, rpc } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

/** Texts of four languages among them. */
const BYTES_MAX = 48 * 1024;
const TRIP = { country: 'TR', days: 7, need: 'normal' };
const JOURNEY = {
  ...TRIP,
  country: 'JP',
  days: 5,
  then: [
    { country: 'KR', days: 4 },
    { country: 'AQ', days: 3 },
  ],
};
const names = new Intl.DisplayNames('en', { type: 'region' });
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let browser: Browser;
let service: TestService;
/** The host, which shows the page for each test in a new frame. */
let page: Page;
const faults: string[] = [];
const requests: string[] = [];
// biome-ignore lint/suspicious/noExplicitAny: the answer's shape is tested elsewhere
let answer: any;
// biome-ignore lint/suspicious/noExplicitAny: the same
let journey: any;
let html: string;

before(async () => {
  service = await startService();
  answer = (await callTool(service.mcp, 'search_esim_plans', TRIP)).json.result;
  journey = (await callTool(service.mcp, 'search_esim_plans', JOURNEY)).json.result;
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const uri = tools[0]._meta.ui.resourceUri;
  html = (await rpc(service.mcp, 'resources/read', { uri })).json.result.contents[0].text;
  browser = await openBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await openHost(page, html, (address) => requests.push(address));
});
after(async () => {
  await browser?.close();
  await service?.close();
});

interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly result?: unknown;
  readonly locale?: string;
  readonly variables?: Record<string, string>;
}

async function show(look: Look, walk: (app: Frame) => Promise<void>): Promise<void> {
  const { theme = 'light', locale = 'en-US', width = 900, result = answer, variables = {} } = look;
  await page.setViewportSize({ width, height: 900 });
  const tool = { arguments: TRIP, result };
  await page.evaluate(`host.open(${JSON.stringify({ theme, locale, variables, tool })})`);
  const app = page.frames().find((frame) => frame.url().startsWith('https://sandbox.example/'));
  assert.ok(app !== undefined);
  await walk(app);
  assert.deepEqual(faults.splice(0), []);
  assert.deepEqual(requests.splice(0), [], 'the page asks nobody for anything');
  assert.equal(await page.evaluate('host.heard.toolCalls'), 0);
}

async function barriers(app: Frame): Promise<unknown> {
  await app.evaluate(axe.source);
  return app.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}

test('the page is one file of bounded size that names nobody else', () => {
  assert.ok(Buffer.byteLength(html) <= BYTES_MAX, `${Buffer.byteLength(html)} bytes`);
  assert.doesNotMatch(html, /https?:\/\/(?!\/)[a-z]|@import|\bfetch\(|innerHTML|\bsrc=/);
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [320, 1100]) {
    test(`in ${theme} at ${width} px nothing bars a reader, and nothing overflows`, () =>
      show({ theme, width }, async (app) => {
        assert.deepEqual(await barriers(app), []);
        assert.equal(await app.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        assert.equal(await app.evaluate('getComputedStyle(document.documentElement).colorScheme'), theme);
      }));
  }
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const TAX: Record<string, string> = { included: 'included', excluded: 'not included', unknown: 'not stated' };

test('a group reads its price, the shared plan, the refund, the cap of the hotspot, the notes and the phone check', () => {
  const [first, second] = answer.structuredContent.plans;
  const plan = {
    ...first,
    group_usd: 40.4,
    refund: 'Unused plans, within 30 days',
    hotspot: true,
    hotspot_gb: 5,
  };
  const note = {
    country: 'TR',
    code: 'shops_blocked',
    text: 'Shops may be blocked there.',
    caveat: 'Not on every network.',
    since: null,
    checked_on: '2025-08-11',
    may_have_changed: true,
    sources: [{ publisher: 'A newspaper', url: 'https://news.example/esim', date: '2025-08-11' }],
  };
  const shared = { usd: second.usd, legs: [{ stops: [{ country: 'TR', days: 7 }], plan: second }] };
  const structuredContent = {
    ...answer.structuredContent,
    query: { ...answer.structuredContent.query, travellers: 4 },
    plans: [plan],
    sharing: { recommended: shared, cheapest: shared },
    phone: { text: 'iPhone 13: yes.' },
    good_to_know: [note],
  };
  return show({ result: { ...answer, structuredContent } }, async (app) => {
    const card = await app.locator('#cards > li').innerText();
    assert.ok(card.includes('4 travellers: $40.40'), card);
    assert.ok(card.includes('Refund: Unused plans, within 30 days'), card);
    assert.match(card, /otspot.*: yes, up to 5 GB/);
    const plans = await app.locator('#shared').innerText();
    assert.ok(plans.includes('Shared by all 4 by hotspot') && plans.includes(second.name), plans);
    assert.ok(plans.includes(`${dollars(second.usd)} · for all together, estimate`), plans);
    const know = await app.locator('#know').innerText();
    for (const words of [
      'iPhone 13: yes.',
      'Shops may be blocked there. Not on every network.',
      'as of Aug 11, 2025',
      'This may have changed since.',
    ])
      assert.ok(know.includes(words), know);
    const source = app.getByRole('link', { name: 'A newspaper' });
    assert.equal(await source.getAttribute('href'), 'https://news.example/esim');
    assert.deepEqual(await barriers(app), []);
  });
});

test('every plan is a card with price, list price, tax, age, conditions, drawbacks and link; notices and attribution are there', () =>
  show({}, async (app) => {
    await app
      .getByRole('button', { name: `Show all ${answer.structuredContent.plans.length} plans` })
      .click();
    const { plans, notices, attribution } = answer.structuredContent;
    const cards = app.locator('#cards > li');
    assert.equal(await cards.count(), plans.length);
    for (const [place, plan] of plans.entries()) {
      const text = await cards.nth(place).innerText();
      assert.ok(text.includes(plan.name) && text.includes(plan.provider));
      assert.ok(text.includes(`${dollars(plan.usd)} · Price for 7 days, estimate`), text);
      assert.ok(text.includes(`Without discount: ${dollars(plan.list_usd)} · Tax: ${TAX[plan.tax]}`), text);
      assert.match(text, /Price checked: (just now|\d+ (min\.|hr\.|days) ago)/);
      for (const note of plan.notes) assert.ok(text.includes(note), note);
      for (const { usd } of plan.drawbacks) assert.ok(text.includes(`(+${dollars(usd)})`));
      for (const { conditions } of plan.coupons)
        for (const condition of conditions) assert.ok(text.includes(condition), condition);
      const link = cards.nth(place).getByRole('link');
      assert.equal(await link.getAttribute('href'), plan.url);
    }
    for (const { text } of notices) assert.ok(await app.getByText(text).isVisible());
    assert.equal(
      await app.getByRole('link', { name: attribution.text }).getAttribute('href'),
      attribution.url,
    );
  }));

test('several stops: each way with its sum, each part with its price, conditions and link, and a part without plans', () =>
  show({ result: journey, width: 1100 }, async (app) => {
    const { itinerary, plans } = journey.structuredContent;
    const ways = [itinerary.recommended, itinerary.cheapest].filter(
      (way, at, all) => at === 0 || JSON.stringify(way) !== JSON.stringify(all[0]),
    );
    assert.equal(await app.locator('#ways h2').count(), ways.length);
    assert.match(await app.locator('#title').innerText(), /Japan, South Korea, Antarctica, 12 days/);
    for (const [at, way] of ways.entries()) {
      const heading = await app.locator('#ways > h2').nth(at).innerText();
      assert.ok(heading.endsWith(`, ${dollars(way.usd)}`), heading);
      const sum = await app.locator('#ways > p').nth(at).innerText();
      assert.ok(
        sum.startsWith(`With drawbacks: ${dollars(way.comparable_usd)} = ${dollars(way.usd)} +`),
        sum,
      );
      const parts = app.locator('#ways > ol').nth(at).locator('> li');
      assert.equal(await parts.count(), way.legs.length);
      for (const [place, { stops, plan }] of way.legs.entries()) {
        const text = await parts.nth(place).innerText();
        for (const { country, days } of stops)
          assert.ok(text.includes(`${names.of(country)}, ${days} day`), text);
        if (plan === null) {
          assert.match(text, /No suitable plans found/);
          continue;
        }
        const all = stops.reduce((sum: number, { days }: { days: number }) => sum + days, 0);
        for (const said of [
          plan.name,
          plan.provider,
          `${dollars(plan.usd)} · Price for ${all} days, estimate`,
        ])
          assert.ok(text.includes(said), said);
        for (const { conditions } of plan.coupons)
          for (const condition of conditions) assert.ok(text.includes(condition), condition);
        assert.equal(await parts.nth(place).getByRole('link').getAttribute('href'), plan.url);
      }
    }
    assert.ok(ways.some(({ legs }) => legs.some(({ plan }: { plan: unknown }) => plan === null)));
    assert.equal(await app.locator('#list').isVisible(), plans.length > 0);
    assert.deepEqual(await barriers(app), []);
  }));

test('every drawback is said in words', () =>
  show({}, async (app) => {
    const [plan] = answer.structuredContent.plans;
    const drawbacks = DRAWBACK_CODES.map((code, at) => ({ code, usd: at + 1 }));
    const structuredContent = { ...answer.structuredContent, plans: [{ ...plan, drawbacks }] };
    await page.evaluate(`host.result(${JSON.stringify({ ...answer, structuredContent })})`);
    await app.getByText(/\(\+\$1\.00\)/).waitFor();
    const said = (await app.locator('#cards .soft.part li').allInnerTexts()).slice(1);
    assert.equal(said.length, DRAWBACK_CODES.length);
    assert.equal(new Set(said.map((line) => line.split(' (+')[0])).size, said.length, 'each its own');
    for (const [at, line] of said.entries()) {
      assert.ok(line.endsWith(` (+$${at + 1}.00)`), line);
      assert.doesNotMatch(line, /_|unknown|unstated/);
      assert.match(line, /^\S+ [^(]/, 'more than one word');
    }
  }));

test('a plan that is too slow is not called short of data', () =>
  show({}, async (app) => {
    const { query, plans } = answer.structuredContent;
    const missing = { ...plans[0], short_by_days: 0 };
    const [slow, small] = [
      { ...missing, name: 'Slow', short_by_gb: query.data_needed_gb },
      { ...missing, name: 'Small', short_by_gb: 2 },
    ];
    const structuredContent = { ...answer.structuredContent, plans: [slow, small] };
    await page.evaluate(`host.result(${JSON.stringify({ ...answer, structuredContent })})`);
    await app.getByRole('heading', { name: 'Slow' }).waitFor();
    const warnings = app.locator('#cards ul.warn > li:first-child');
    assert.deepEqual(await warnings.allInnerTexts(), [
      'Does not cover the trip: Too slow for this data need',
      'Does not cover the trip: 2 GB less than you need',
    ]);
  }));

test('the age is that of the moment of display, however long ago the answer was sent', () =>
  show({}, async (app) => {
    const { query, plans } = answer.structuredContent;
    for (const [hoursAgo, price_age_hours, said] of [
      [0, 1.5, /^Price checked: 1 hr\. ago$/],
      [10, 1.5, /^Price checked: 11 hr\. ago$/],
      [30, 1.5, /^Price checked: 31 hr\. ago: more than a day old: check it before you buy$/],
      [72, 0, /^Price checked: 3 days ago: old: check it before you buy$/],
    ] as const) {
      const sent_at = new Date(Date.now() - hoursAgo * 3_600_000 - 1_000).toISOString();
      const structuredContent = {
        ...answer.structuredContent,
        query: { ...query, sent_at },
        plans: [{ ...plans[0], price_age_hours }],
      };
      await page.evaluate(`host.result(${JSON.stringify({ ...answer, structuredContent })})`);
      await app.locator('#cards .age').getByText(said).waitFor();
    }
  }));

for (const [locale, lang, estimate, tax, condition, note] of [
  ['de-AT', 'de', 'geschätzt', 'Steuer', 'Für alle', 'Gilt nicht in Frankreich'],
  ['es-MX', 'es', 'estimado', 'Impuestos', 'Para todos', 'No funciona en Francia'],
  ['tr', 'tr', 'tahmini', 'Vergi', 'Herkese açık', 'Çalışmadığı yerler: Fransa'],
  ['fr-FR', 'en', 'estimate', 'Tax', 'Open to everyone', 'Not valid in FR'],
] as const) {
  test(`for a host in ${locale} the page speaks ${lang}, with every condition, and nothing bars a reader`, () =>
    show({ locale }, async (app) => {
      assert.equal(await app.evaluate('document.documentElement.lang'), lang);
      const [plan] = answer.structuredContent.plans;
      const conditions = ['Open to everyone', 'Ends 2030-12-31', 'A condition that nobody knows'];
      const notes = { notes: ['Not valid in FR'], note_codes: [['not_valid_in', ['FR']]] };
      const coupon = {
        code: 'ALL',
        discount: '10%',
        in_price: true,
        usd: 5,
        conditions,
        condition_codes: [['everyone'], ['ends', '2030-12-31'], ['of_a_later_version', 3]],
        verified_days_ago: 3,
      };
      const structuredContent = {
        ...answer.structuredContent,
        plans: [{ ...plan, ...notes, coupons: [coupon] }],
      };
      await page.evaluate(`host.result(${JSON.stringify({ ...answer, structuredContent })})`);
      const card = app.locator('#cards > li');
      await card.getByText(/A condition that nobody knows/).waitFor();
      const text = (await card.innerText()).toLowerCase();
      for (const said of [estimate, tax, condition, note, '2030'])
        assert.ok(text.includes(said.toLowerCase()), `${said}: ${text}`);
      assert.doesNotMatch(await app.locator('main').innerText(), /undefined|\{\w+\}|null/);
      assert.deepEqual(await barriers(app), []);
    }));
}

test('the page follows a host that changes its language', () =>
  show({}, async (app) => {
    await page.evaluate(`host.locale('de-DE')`);
    await app.waitForFunction(`document.documentElement.lang === 'de'`);
    await app
      .getByText(/Preis .* geprüft/)
      .first()
      .waitFor();
  }));

test('a link is opened by the host, and where it will not, the address is shown', () =>
  show({}, async (app) => {
    const { url } = answer.structuredContent.plans[0];
    const link = app.locator('#cards > li').first().getByRole('link');
    await link.press('Enter');
    await page.waitForFunction('host.heard.links.length === 1');
    assert.deepEqual(await page.evaluate('host.heard.links'), [url]);
    await page.evaluate('host.refusesLinks = true');
    await link.click();
    await app.getByText(`(${url})`).waitFor();
    assert.equal(app.url(), 'https://sandbox.example/cards.html');
  }));

test('it answers ping and teardown, tells its size, and follows the host’s theme and variables', () =>
  show({ variables: { '--color-background-primary': 'rgb(1, 2, 3)' } }, async (app) => {
    assert.deepEqual(await page.evaluate('host.ping()'), {});
    const ground = 'getComputedStyle(document.body).backgroundColor';
    assert.equal(await app.evaluate(ground), 'rgb(1, 2, 3)');
    await page.evaluate(`host.theme('dark')`);
    await app.waitForFunction(`getComputedStyle(document.documentElement).colorScheme === 'dark'`);
    await page.waitForFunction('host.heard.sizes.some(({ height }) => height > 300)');
    assert.deepEqual(await page.evaluate('host.teardown()'), {});
  }));

test('texts of a feed are text, a link that is none stays text, and errors are said', () =>
  show({}, async (app) => {
    const [plan] = answer.structuredContent.plans;
    const name = '<img src=x onerror=alert(1)>';
    const plans = [{ ...plan, name, url: 'javascript:alert(1)' }];
    const structuredContent = { ...answer.structuredContent, plans };
    await page.evaluate(`host.result(${JSON.stringify({ ...answer, structuredContent })})`);
    await app.getByRole('heading', { name }).waitFor();
    assert.equal(await app.locator('#cards a, img').count(), 0);
    const error = { content: [{ type: 'text', text: 'days is missing.' }], isError: true };
    await page.evaluate(`host.result(${JSON.stringify(error)})`);
    await app.getByText('days is missing.').waitFor();
    await page.evaluate('host.cancel()');
    await app.getByText('The search was cancelled.').waitFor();
  }));

/** The page of plan cards in a real browser, under a host made of the official bridge. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import { build } from 'esbuild-wasm';
import type { Browser, Frame, Page } from 'playwright-core';
import { CARDS_CONTENTS } from '../../src/mcp/app/resource.ts';
import { openBrowser } from '../browser/support/browser.ts';
import { callTool, rpc } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

const BYTES_MAX = 12 * 1024;
const TRIP = { country: 'TR', days: 7, need: 'normal' };
/** What a host must set where a resource asks for no domain. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";
const HOST_PAGE =
  '<!doctype html><html lang="en"><title>Host</title><body style="margin:0"><iframe title="App" sandbox="allow-scripts" style="border:0;width:100%;height:200px"></iframe><script src="/host.js"></script>';
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let browser: Browser;
let service: TestService;
let hostScript: string;
// biome-ignore lint/suspicious/noExplicitAny: the answer's shape is tested elsewhere
let answer: any;
let html: string;

before(async () => {
  const entryPoints = [new URL('./support/apps-host.js', import.meta.url).pathname];
  const bundle = await build({ entryPoints, bundle: true, write: false, format: 'iife', logLevel: 'silent' });
  hostScript = bundle.outputFiles[0]?.text ?? '';
  service = await startService();
  answer = (await callTool(service.mcp, 'search_esim_plans', TRIP)).json.result;
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const uri = tools[0]._meta.ui.resourceUri;
  html = (await rpc(service.mcp, 'resources/read', { uri })).json.result.contents[0].text;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

interface Shown {
  readonly page: Page;
  readonly app: Frame;
  readonly requests: readonly string[];
}
interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly result?: unknown;
  readonly variables?: Record<string, string>;
}

async function show(look: Look, walk: (shown: Shown) => Promise<void>): Promise<void> {
  const { theme = 'light', width = 900, result = answer, variables = {} } = look;
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === 'https://host.example/') return route.fulfill({ body: HOST_PAGE, contentType: 'text/html' });
    if (url === 'https://host.example/host.js')
      return route.fulfill({ body: hostScript, contentType: 'text/javascript' });
    if (url === 'https://sandbox.example/cards.html') {
      const headers = { 'Content-Security-Policy': POLICY };
      return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8', headers });
    }
    requests.push(url);
    return route.abort();
  });
  try {
    await page.goto('https://host.example/');
    const tool = { arguments: TRIP, result };
    await page.evaluate(`host.open(${JSON.stringify({ theme, variables, tool })})`);
    const app = page.frames().find((frame) => frame.url().startsWith('https://sandbox.example/'));
    assert.ok(app !== undefined);
    await walk({ page, app, requests });
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, [], 'the page asks nobody for anything');
    assert.equal(await page.evaluate('host.heard.toolCalls'), 0);
  } finally {
    await page.close();
  }
}

test('the page is small, names nobody else and is served as the resource that the tool points to', () => {
  assert.equal(
    html,
    CARDS_CONTENTS.contents[0] && 'text' in CARDS_CONTENTS.contents[0] ? CARDS_CONTENTS.contents[0].text : '',
  );
  assert.ok(Buffer.byteLength(html) <= BYTES_MAX, `${Buffer.byteLength(html)} bytes`);
  assert.doesNotMatch(html, /https?:\/\/(?!\/)[a-z]|@import|\bfetch\(|innerHTML|\bsrc=/);
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [320, 1100]) {
    test(`in ${theme} at ${width} px nothing bars a reader, and nothing overflows`, () =>
      show({ theme, width }, async ({ app }) => {
        await app.evaluate(axe.source);
        const found = await app.evaluate(
          `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
        );
        assert.deepEqual(found, []);
        assert.equal(await app.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        assert.equal(await app.evaluate('getComputedStyle(document.documentElement).colorScheme'), theme);
      }));
  }
}

test('every plan is a card with price, age, conditions, drawbacks and link; notices and attribution are there', () =>
  show({}, async ({ app }) => {
    await app
      .getByRole('button', { name: `Show all ${answer.structuredContent.plans.length} plans` })
      .click();
    const { plans, notices, attribution } = answer.structuredContent;
    const cards = app.locator('#cards > li');
    assert.equal(await cards.count(), plans.length);
    for (const [place, plan] of plans.entries()) {
      const text = await cards.nth(place).innerText();
      assert.ok(text.includes(plan.name) && text.includes(plan.provider));
      assert.ok(text.includes(`$${plan.price.usd.toFixed(2)}`) && text.includes('estimate'));
      assert.match(text, /Price read \d+ (min|hours|days) ago/);
      for (const { conditions } of plan.coupons)
        for (const condition of conditions) assert.ok(text.includes(condition), condition);
      const link = cards.nth(place).getByRole('link');
      assert.equal(await link.getAttribute('href'), plan.url);
    }
    for (const notice of notices) assert.ok(await app.getByText(notice).isVisible());
    assert.equal(
      await app.getByRole('link', { name: attribution.text }).getAttribute('href'),
      attribution.url,
    );
  }));

test('a link is opened by the host, and where it will not, the address is shown', () =>
  show({}, async ({ page, app }) => {
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
  show({ variables: { '--color-background-primary': 'rgb(1, 2, 3)' } }, async ({ page, app }) => {
    assert.deepEqual(await page.evaluate('host.ping()'), {});
    const ground = 'getComputedStyle(document.body).backgroundColor';
    assert.equal(await app.evaluate(ground), 'rgb(1, 2, 3)');
    await page.evaluate(`host.theme('dark')`);
    await app.waitForFunction(`getComputedStyle(document.documentElement).colorScheme === 'dark'`);
    await page.waitForFunction('host.heard.sizes.some(({ height }) => height > 300)');
    assert.deepEqual(await page.evaluate('host.teardown()'), {});
  }));

test('texts of a feed are text, a link that is none stays text, and errors are said', () =>
  show({}, async ({ page, app }) => {
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

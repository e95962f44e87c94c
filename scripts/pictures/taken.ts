/** The pictures that Chromium takes of the page and of the plan cards. They are compressed like photographs. */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../test/browser/support/browser.ts';
import { openHost } from '../../test/mcp/support/host-page.ts';
import { callTool, rpc } from '../../test/mcp/support/post.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { NOW } from './drawn.ts';
import { COLOURS } from './svg.ts';

const TRIP = { country: 'JP', days: 7, need: 'normal' };
const QUESTION = 'I am in Japan for a week and need about 1 GB a day. Which eSIM?';
const RESULTS = '/compare?country=TR&days=7&need=normal';

interface Size {
  readonly width: number;
  readonly height: number;
}
const DESKTOP: Size = { width: 1280, height: 860 };
const PHONE: Size = { width: 390, height: 844 };
/** Both in one picture, the phone in front. */
const TOGETHER: Size = { width: 1520, height: 890 };
const CHAT: Size = { width: 1000, height: 700 };

const SHOWN_PLANS = 3;

const QUALITY = 72;

/** Playwright does not write WebP, but Chromium does. */
async function webpOf(page: Page, { width, height }: Size): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale: 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}

async function screenOf(browser: Browser, address: string, size: Size): Promise<string> {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  // Ages are those of the fixed time.
  await page.clock.setFixedTime(NOW);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot();
  await page.close();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The results on a desktop, and before them on a phone. */
async function pageOfResults(browser: Browser, { url }: TestService): Promise<Buffer> {
  const desktop = await screenOf(browser, `${url}${RESULTS}`, DESKTOP);
  const phone = await screenOf(browser, `${url}${RESULTS}`, PHONE);
  const page = await browser.newPage({ viewport: TOGETHER });
  const frame = `position:absolute;border:1px solid ${COLOURS.line};box-shadow:0 8px 30px #10172f33`;
  await page.setContent(`<body style="margin:0;background:${COLOURS.sunk}">
<img src="${desktop}" style="${frame};left:20px;top:20px;width:1180px;border-radius:12px">
<img src="${phone}" style="${frame};right:20px;bottom:20px;width:340px;border-radius:28px"></body>`);
  const picture = await webpOf(page, TOGETHER);
  await page.close();
  return picture;
}

/** An answer of an assistant: the question, and the plan cards as a host of MCP Apps shows them. */
async function planCards(browser: Browser, { url }: TestService): Promise<Buffer> {
  const address = `${url}/mcp`;
  const { result } = (await callTool(address, 'search_esim_plans', { ...TRIP, limit: SHOWN_PLANS })).json;
  const { tools } = (await rpc(address, 'tools/list')).json.result;
  const { resourceUri } = tools[0]._meta.ui;
  const cards = (await rpc(address, 'resources/read', { uri: resourceUri })).json.result.contents[0].text;
  const page = await browser.newPage({ viewport: CHAT });
  await openHost(page, cards, (other) => {
    throw new Error(`the plan cards requested ${other}`);
  });
  // The age of a price is that of the moment of display.
  await page.clock.setFixedTime(NOW);
  const tool = { arguments: TRIP, result };
  await page.evaluate(
    `host.open(${JSON.stringify({ theme: 'light', locale: 'en-US', variables: {}, tool })})`,
  );
  await page.evaluate(
    `document.body.style = 'margin:20px;background:#fff;font:16px sans-serif';
    const question = document.createElement('p');
    question.textContent = ${JSON.stringify(QUESTION)};
    question.style = 'margin:0 0 20px auto;width:fit-content;padding:12px 18px;border-radius:18px;background:${COLOURS.tonal}';
    document.body.prepend(question);`,
  );
  const app = page.frames().find((frame) => frame.url().startsWith('https://sandbox.example/'));
  await app!
    .locator('#cards > li')
    .nth(SHOWN_PLANS - 1)
    .waitFor();
  const cardsHeight = await app!.evaluate<number>('document.documentElement.scrollHeight');
  await page.evaluate(`document.querySelector('iframe').style.height = '${cardsHeight}px'`);
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  // The frame is painted by another process, which must have seen its new size.
  await app!.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.screenshot();
  const picture = await webpOf(page, { ...CHAT, height: Math.min(height, CHAT.height) });
  await page.close();
  return picture;
}

/** By file name. */
export async function takenPictures(): Promise<ReadonlyMap<string, Buffer>> {
  const service = await startTestService({ clock: () => NOW });
  const browser = await openBrowser();
  try {
    return new Map([
      ['results.webp', await pageOfResults(browser, service)],
      ['plan-cards.webp', await planCards(browser, service)],
    ]);
  } finally {
    await browser.close();
    await service.stop();
  }
}

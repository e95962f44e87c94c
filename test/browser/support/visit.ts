/** A service and a browser. Every visit fails on console errors, requests to other hosts, and cookies. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import {
  someCaller,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../support/service.ts';
import { openBrowser } from './browser.ts';

export interface Stage {
  readonly service: TestService;
  /** Uses a new caller unless one is given. */
  visit<T>(options: VisitOptions, walk: (page: Page, context: BrowserContext) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  readonly caller?: string;
}

const IN_PAGE = join(import.meta.dirname, 'in-page.js');
/** Ends a step that hangs. It is far more than any step takes on a busy machine. */
export const TIMEOUT_MS = 120_000;

export async function setStage(options: TestServiceOptions = {}): Promise<Stage> {
  const service = await startTestService(options);
  let browser = await openBrowser();
  const visitOnce: Stage['visit'] = async ({ caller = someCaller(), ...more }, walk) => {
    const context = await browser.newContext({
      baseURL: service.url,
      extraHTTPHeaders: { 'x-forwarded-for': caller },
      ...more,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addInitScript({ path: IN_PAGE });
    const faults = watch(context, service.url);
    const ended = new AbortController();
    try {
      const page = await context.newPage();
      const result = await Promise.race([
        walk(page, context),
        failIfDrawingStops(context, page, ended.signal),
      ]);
      assert.deepEqual(await context.cookies(), [], 'no cookies');
      assert.deepEqual(faults, []);
      return result;
    } finally {
      ended.abort();
      await context.close();
    }
  };
  return {
    service,
    async visit(visitOptions, walk) {
      try {
        return await visitOnce(visitOptions, walk);
      } catch (error) {
        if (!(error instanceof StoppedDrawing)) throw error;
        console.log(error.message);
        await browser.close();
        browser = await openBrowser();
        return await visitOnce(visitOptions, walk);
      }
    },
    async close() {
      await browser.close();
      await service.stop();
    },
  };
}

/** A picture takes milliseconds, and seconds on a busy machine. */
const PICTURE_MS = 60_000;

/**
 * About once in a thousand visits, Chromium stops drawing for good: scripts still run, but no frame and no picture ever
 * comes. The page is not the cause, and only a new browser helps.
 */
class StoppedDrawing extends Error {
  override readonly message = 'Chromium stopped drawing, so the visit is repeated in a new browser.';
}

/** Takes a picture each minute. Most visits are shorter. */
async function failIfDrawingStops(context: BrowserContext, page: Page, ended: AbortSignal): Promise<never> {
  const minute = () => delay(PICTURE_MS, 'over', { signal: ended }).catch(() => 'visit ended');
  while ((await minute()) === 'over') {
    // A page that is closed or leads elsewhere at this moment has no picture.
    const drawn = pictureOf(context, page).catch(() => 'no page');
    if ((await Promise.race([drawn, minute()])) === 'over') throw new StoppedDrawing();
  }
  // The walk has the result.
  return await new Promise<never>(() => {});
}

async function pictureOf(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 });
  await session.detach();
}

/** Collects requests to other hosts, console errors and policy violations. */
function watch(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`request to ${request.url()}`);
  });
  context.on('weberror', (fault) => void faults.push(`script: ${String(fault.error())}`));
  context.on('console', (message) => {
    // The browser also reports an error status of the page itself, which some tests expect.
    const isStatus =
      message.text().startsWith('Failed to load resource') && !message.location().url.includes('/assets/');
    if ((message.type() === 'error' || message.type() === 'warning') && !isStatus)
      faults.push(message.text());
  });
  return faults;
}

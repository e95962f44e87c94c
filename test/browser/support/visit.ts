/** A service and a browser. Every visit fails on console errors, requests to other hosts, and cookies. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import {
  someCaller,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../support/service.ts';
import { openBrowser } from './browser.ts';

export interface Stage {
  readonly service: TestService;
  readonly browser: Browser;
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
  const browser = await openBrowser();
  return {
    service,
    browser,
    async visit({ caller = someCaller(), ...more }, walk) {
      const context = await browser.newContext({
        baseURL: service.url,
        extraHTTPHeaders: { 'x-forwarded-for': caller },
        ...more,
      });
      context.setDefaultTimeout(TIMEOUT_MS);
      await context.addInitScript({ path: IN_PAGE });
      const faults = watch(context, service.url);
      try {
        const result = await walk(await context.newPage(), context);
        assert.deepEqual(await context.cookies(), [], 'no cookies');
        assert.deepEqual(faults, []);
        return result;
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      await service.stop();
    },
  };
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

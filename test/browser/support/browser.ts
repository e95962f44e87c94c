/** The real Chromium of this machine. It is a part that these tests need: without it they fail and say so. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** As root there is no sandbox; the others keep the browser from asking anything of anybody. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export function openBrowser(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync);
  if (executablePath === undefined) {
    throw new Error('No Chromium on PATH: the browser tests need one (Debian: apt-get install chromium).');
  }
  return chromium.launch({ executablePath, args: FLAGS });
}

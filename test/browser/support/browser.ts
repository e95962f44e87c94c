/** Starts the Chromium of this machine. Without it the browser tests fail. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The list of Playwright. `--disable-features` can be given only once, so our list must contain it. It prevents requests of
 * the browser itself and redirects to https.
 */
const PLAYWRIGHT_DISABLES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** The popups of the address bar. The browser would load them as pages on every visit, which takes longer than a test. */
const POPUPS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** Root needs --no-sandbox. The other flags prevent requests of the browser itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...PLAYWRIGHT_DISABLES, ...POPUPS].join(',')}`,
];

export function openBrowser(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync);
  if (executablePath === undefined) {
    throw new Error('The browser tests need Chromium on the PATH (Debian: apt-get install chromium).');
  }
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Run by hand: draws the social card and the old icon with Chromium into src/web/assets, and the pictures of docs/. */
import { readFileSync, writeFileSync } from 'node:fs';
import { startTestService } from '../support/service.ts';
import { openBrowser } from './support/browser.ts';

const ASSETS = new URL('../../src/web/assets/', import.meta.url);
const icon = readFileSync(new URL('favicon.svg', ASSETS), 'utf8');
const DOCS = new URL('../../docs/pictures/', import.meta.url);
const BRAND_FOLDER = new URL('../../config/brand/', import.meta.url).pathname;
const CARD = { width: 1200, height: 630 };
const ICON = 32;

const card = `<body style="margin:0;width:1200px;height:630px;box-sizing:border-box;padding:90px;background:#1d3fae;color:#fff;font:800 84px/1.1 system-ui,sans-serif;letter-spacing:-.03em">
<div style="width:120px">${icon.replace('#1d3fae', '#fff')}</div>
<p style="margin:90px 0 0">Compare travel eSIMs</p>
<p style="margin:24px 0 0;font:500 42px/1.3 system-ui,sans-serif;letter-spacing:0;color:#d5def8">What each plan costs for your whole trip,<br>and what its drawbacks are.</p></body>`;

const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: CARD });
  await page.setContent(card);
  writeFileSync(new URL('card.png', ASSETS), await page.screenshot());
  await page.setViewportSize({ width: ICON, height: ICON });
  await page.setContent(
    `<body style="margin:0">${icon.replace('<svg', `<svg style="display:block" width="${ICON}"`)}</body>`,
  );
  const png = await page.screenshot({ omitBackground: true });
  // An icon file may hold a PNG: a header of six bytes, one entry of sixteen, the picture.
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(ICON, 6);
  head.writeUInt8(ICON, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  writeFileSync(new URL('favicon.ico', ASSETS), Buffer.concat([head, png]));

  // The home page with the example of a look of the operator.
  const service = await startTestService({ env: { BRAND_FOLDER, SERVICE_NAME: 'Tideline' } });
  try {
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.goto(`${service.url}/?lang=en`, { waitUntil: 'networkidle' });
    writeFileSync(new URL('brand.png', DOCS), await page.screenshot());
  } finally {
    await service.stop();
  }
} finally {
  await browser.close();
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAssets } from './assets.ts';
import { createSite } from './testing/harness.ts';

test('the names of assets contain a hash, and assets are compressed and cached permanently', async () => {
  const site = createSite();
  const home = (await site.get('/')).text;
  const paths = [...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  assert.deepEqual(new Set(paths.map((path) => path.split('.').at(-1))), new Set(['css', 'js', 'woff2']));
  for (const path of paths) {
    const { status, headers } = await site.get(path, { 'accept-encoding': 'br, gzip' });
    const encoding = path.endsWith('.woff2') ? undefined : 'br';
    assert.deepEqual([status, headers['Content-Encoding']], [200, encoding], path);
    assert.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{12}\.[a-z0-9]+$/);
    assert.equal(headers['Cache-Control'], 'public, max-age=31536000, immutable');
  }
  assert.equal((await site.get('/assets/style.000000000000.css')).status, 404);
  assert.equal((await site.get('/favicon.ico')).headers['Content-Type'], 'image/x-icon');
  assert.match(
    home,
    /property="og:image" content="https:\/\/esim\.example\/assets\/card\.[0-9a-f]{12}\.png"/,
  );
});

test('a flag is compressed once, and not for each request', () => {
  const { flag } = loadAssets(null);
  const compressed = () => flag('flag-TR.svg')?.compressed('br');
  assert.ok(compressed() instanceof Promise);
  assert.equal(compressed(), compressed());
  assert.equal(flag('flag-ZZ.svg'), null);
});

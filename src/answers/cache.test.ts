import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Expiry, NEVER_EXPIRES, ResponseCache } from './cache.ts';

const clock = () => 0;
const FOR_15_MINUTES: Expiry = { at: 900_000, lifetimeMs: 900_000, serial: 1 };
/** A text with this many bytes in UTF-8. Each character takes three bytes, and counts as one in the length of a string. */
const textOf = (bytes: number) => '語'.repeat(bytes / 3);

test('the cache never exceeds its limit, with all compressed copies', async () => {
  const maxBytes = 1_000_000;
  const cache = new ResponseCache({ maxBytes, clock });
  for (let trip = 0; trip < 20; trip += 1) {
    cache.put(`trip ${trip}`, textOf(60_000), FOR_15_MINUTES);
    for (const language of ['en', 'de', 'es', 'tr']) {
      const page = cache.put(`page ${trip} ${language}`, textOf(90_000) + trip + language, FOR_15_MINUTES);
      for (const encoding of ['br', 'gzip'] as const) await page.body(encoding);
      assert.ok(cache.bytes <= maxBytes, `${cache.bytes} bytes`);
    }
  }
  // At least the four pages of the last trip, of 90 kB each, are still there, and only old entries were removed.
  assert.ok(cache.bytes > 360_000, `${cache.bytes} bytes`);
  assert.notEqual(cache.get('trip 19'), null);
  assert.equal(cache.get('trip 0'), null);
});

test('the size of every entry is counted in bytes, not in characters', () => {
  const cache = new ResponseCache({ maxBytes: 1_000_000, clock });
  cache.put('trip', textOf(30_000), FOR_15_MINUTES);
  const before = cache.bytes;
  // The key and the objects of an entry count too, with about 1 kB.
  assert.ok(before >= 30_000 && before < 33_000, `${before} bytes`);
  cache.put('page', textOf(90_000), FOR_15_MINUTES);
  assert.ok(cache.bytes >= before + 90_000, `${cache.bytes} bytes`);
});

test('a compressed copy adds its size to its entry, which keeps its expiry', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let elapsed = 1;
  const cache = new ResponseCache({ maxBytes: 1_000_000, clock, monotonic: () => elapsed });
  const entry = cache.put('trip', textOf(30_000), FOR_15_MINUTES);
  const before = cache.bytes;
  elapsed += 600_000;
  const { bytes } = await entry.body('gzip');
  assert.equal(cache.bytes, before + bytes.length);
  assert.equal(cache.size, 1);
  // The copy was made after 10 of the 15 minutes.
  elapsed += 300_001;
  assert.equal(cache.get('trip'), null);
});

test('no entry uses more memory than its counted size', async () => {
  const cache = new ResponseCache({ maxBytes: 1_000_000, clock });
  const entry = cache.put(
    'small',
    'a short text, which Node puts into a buffer that others share',
    FOR_15_MINUTES,
  );
  const page = cache.put('page', 'x'.repeat(50_000), FOR_15_MINUTES);
  for (const bytes of [entry.bytes, (await page.body('br')).bytes, (await page.body('gzip')).bytes]) {
    assert.equal(bytes.buffer.byteLength, bytes.length);
  }
});

test('an entry and a compressed copy are created once, also for concurrent requests', async () => {
  const cache = new ResponseCache({ maxBytes: 1_000_000, clock });
  let made = 0;
  const page = () => cache.getOrPut('page', FOR_15_MINUTES, () => textOf(6_000) + ++made);
  const copies = await Promise.all([page().body('br'), page().body('br'), page().body('br')]);
  assert.equal(made, 1);
  assert.equal(new Set(copies.map(({ bytes }) => bytes)).size, 1);
});

test('expired entries are removed without a lookup', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let elapsed = 1;
  const cache = new ResponseCache({ maxBytes: 1_000_000, clock, monotonic: () => elapsed });
  cache.put('trip', textOf(6_000), FOR_15_MINUTES);
  cache.put('page', textOf(6_000), FOR_15_MINUTES);
  cache.put('document', textOf(6_000), NEVER_EXPIRES);
  assert.equal(cache.size, 3);
  elapsed += 900_001;
  t.mock.timers.tick(900_001);
  assert.equal(cache.size, 1);
  assert.notEqual(cache.get('document'), null);
});

test('a body that is larger than the whole cache is served but not cached', async () => {
  const cache = new ResponseCache({ maxBytes: 10_000, clock });
  const entry = cache.put('trip', textOf(60_000), FOR_15_MINUTES);
  assert.equal(entry.bytes.length, 60_000);
  assert.equal((await entry.body('gzip')).encoding, 'gzip');
  assert.equal(cache.get('trip'), null);
  assert.ok(cache.bytes <= 10_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appWithoutData } from '../../bench/routes/known-routes.ts';
import { Entry } from '../answers/cache.ts';
import { Slices } from '../catalogue/slices.ts';

test('indexes and pages are prepared in slices, with a pause before each page', async (t) => {
  const app = appWithoutData();
  const steps: string[] = [];
  const prepared = Promise.withResolvers<void>();
  t.mock.method(Slices.prototype, 'pause', async () => void steps.push('pause'));
  t.mock.method(Entry.prototype, 'body', async (encoding: string) => {
    steps.push(encoding);
    if (steps.filter((step) => step === 'gzip').length < 3) return;
    app.stopPreparing();
    prepared.resolve();
  });
  // A slice is over whenever somebody looks at the clock.
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 1_000));
  app.preparePages();
  await prepared.promise;
  const firstPage = steps.indexOf('br');
  assert.ok(
    firstPage >= 5,
    `${firstPage} pauses: one for each of the four indexes and one for the first page`,
  );
  const pages = steps.slice(firstPage - 1, firstPage + 8);
  assert.deepEqual(pages, Array(3).fill(['pause', 'br', 'gzip']).flat());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { putJson } from '../documents.ts';
import { readStoredRates, writeStoredRates } from './rates.ts';

test('stored exchange rates are read as they were written, and an incomplete table is none', async () => {
  const { documents } = await openMemoryStore({ clock: Date.now });
  assert.equal(await readStoredRates(documents), null);
  const table = { date: '2026-11-10', usdFor: new Map([['EUR', '1.25']]) };
  await writeStoredRates(documents, table);
  assert.deepEqual(await readStoredRates(documents), table);
  await putJson(documents, 'rates', 'latest', { date: '2026-11-10' });
  assert.equal(await readStoredRates(documents), null);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { putJson } from '../documents.ts';
import { readRates, readStoredRates, writeStoredRates } from './rates.ts';

test('stored exchange rates are read as they were written, and an incomplete table is none', async () => {
  const { documents } = await openMemoryStore({ clock: Date.now });
  assert.equal(await readStoredRates(documents), null);
  const table = { date: '2026-11-10', usdFor: new Map([['EUR', '1.25']]) };
  await writeStoredRates(documents, table);
  assert.deepEqual(await readStoredRates(documents), table);
  await putJson(documents, 'rates', 'latest', { date: '2026-11-10' });
  assert.equal(await readStoredRates(documents), null);
});

test('the complete history of the ECB is read, of which the newest day counts', async (t) => {
  const day = (time: string) =>
    `<Cube time="${time}">${'<Cube currency="USD" rate="1.25"/>'.repeat(32)}</Cube>`;
  const history = `<Envelope>${day('2026-11-09')}${day('2026-11-06').repeat(7100)}</Envelope>`;
  const server = createServer((_request, response) => response.end(history)).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { documents } = await openMemoryStore({ clock: Date.now });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const deps = { clock: Date.now, random: Math.random, allowLoopback: true };
  const now = Date.parse('2026-11-10T12:00:00Z');
  const { table, problem } = await readRates({ kind: 'url', url }, documents, deps, now);
  assert.deepEqual([table?.date, table?.usdFor.get('EUR'), problem], ['2026-11-09', '1.25', null]);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { DAY_MS } from '../../domain/freshness.ts';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { putJson } from '../documents/json.ts';
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

const NOW = Date.parse('2026-11-16T12:00:00Z');

async function ratesReader() {
  const { documents } = await openMemoryStore({ clock: () => NOW });
  const deps = { clock: () => NOW, random: () => 0 };
  return (text: string, now = NOW) => readRates({ kind: 'text', text }, documents, deps, now);
}

const tableOf = (date: string, usd = '1.25') => JSON.stringify({ date, base: 'EUR', rates: { USD: usd } });

test('rates with a date in the future are not used, and the corrected file is', async () => {
  const read = await ratesReader();
  assert.deepEqual(await read(tableOf('2027-11-16')), {
    table: null,
    problem: 'exchange rates: the table is from 2027-11-16, which is in the future',
  });
  assert.equal((await read(tableOf('2026-11-16'))).table?.date, '2026-11-16');
});

test('an earlier table that is recent enough replaces the stored one', async () => {
  const read = await ratesReader();
  await read(tableOf('2026-11-16', '125'));
  const { table, problem } = await read(tableOf('2026-11-13'));
  assert.deepEqual([table?.date, table?.usdFor.get('EUR'), problem], ['2026-11-13', '1.25', null]);
});

test('rates that fail for more than a week are reported with the cause and the date of the stored table', async () => {
  const read = await ratesReader();
  await read(tableOf('2026-11-16'));
  const nineDaysLater = NOW + 9 * DAY_MS;
  assert.deepEqual(await read('Forbidden', nineDaysLater), {
    table: null,
    problem:
      'exchange rates: line 1, column 1: exchange rates must be JSON or XML; the stored table is from 2026-11-16, more than 7 days ago',
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerSets } from './headers.ts';

test('browsers are told to use https only for a host of our own, and never for its subdomains', () => {
  const sent = (baseUrl: string) =>
    Object.values(headerSets(baseUrl)).map((headers) => headers['Strict-Transport-Security']);
  assert.deepEqual(new Set(sent('https://esim.example')), new Set(['max-age=31536000']));
  for (const other of ['https://host.example/esim', 'http://localhost:8080'])
    assert.deepEqual(new Set(sent(other)), new Set([undefined]), other);
});

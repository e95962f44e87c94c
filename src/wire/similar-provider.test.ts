import assert from 'node:assert/strict';
import { test } from 'node:test';
import { similarProvider } from './similar-provider.ts';

const PROVIDERS = [
  { id: 'airalo', name: 'Airalo' },
  { id: 'jet-pac', name: 'Jetpac Global' },
  { id: 'us-mobile', name: 'US Mobile' },
  { id: 'getnomad', name: 'Nomad' },
  { id: 'go', name: 'GO' },
  { id: 's', name: 'S Mobile' },
];

test('a provider is similar by its letters, by its name or by a beginning', () => {
  for (const [given, meant] of [
    ['airallo', 'airalo'],
    ['air-alo', 'airalo'],
    ['jetpac', 'jet-pac'],
    ['jetpacglobal', 'jet-pac'],
    ['usmobil', 'us-mobile'],
    ['nomad', 'getnomad'],
    ['nomadesim', 'getnomad'],
    ['Go', 'go'],
  ] as const)
    assert.equal(similarProvider(given, PROVIDERS), meant, given);
});

test('a provider is never similar by two or three letters that are the same by chance', () => {
  for (const given of ['saily', 'us', 'googlefi', 'saily-x', 'air', 'gx'])
    assert.equal(similarProvider(given, PROVIDERS), null, given);
});

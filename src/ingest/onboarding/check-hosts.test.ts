import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressNotes } from './check-hosts.ts';

test('every address in the options of a source is checked, also those that issue tokens', async () => {
  const source = { id: 'anka-feed', adapter: 'alosim', provider: 'anka' };
  // Hosts below .example are not looked up, because they are for examples.
  const options = {
    url: 'https://plans.anka.example/',
    authorizeUrl: 'https://login.anka.example/?secret=abc',
    tokenUrl: 'https://token.anka.example/',
  };
  assert.deepEqual(await addressNotes({ sources: [{ ...source, options }] }), [
    'the address of the source anka-feed contains a credential (secret): keep it in a variable, which "credentials" names',
    ...['plans', 'login', 'token'].map(
      (name) =>
        `the host ${name}.anka.example of the source anka-feed is a name for examples: it cannot be read`,
    ),
  ]);
});

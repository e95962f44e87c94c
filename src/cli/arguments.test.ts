import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryFrom } from './arguments.ts';
import { UsageError } from './errors.ts';

test('a country is given by code or name, a place has a notice, and an unknown or ambiguous name is a usage error', () => {
  const notices: string[] = [];
  const codeOf = (text: string) => countryFrom(text, (notice) => notices.push(notice));
  assert.deepEqual(['TR', 'tr', 'Turkey', 'Türkiye', 'UK'].map(codeOf), ['TR', 'TR', 'TR', 'TR', 'GB']);
  assert.equal(codeOf('XX'), 'XX', 'the ranking reports an unknown code');
  assert.deepEqual(notices, []);
  assert.deepEqual(['Barcelona', 'Bali'].map(codeOf), ['ES', 'ID']);
  assert.deepEqual(['Europe', 'EU', 'XA'].map(codeOf), ['EU', 'EU', 'XA']);
  assert.deepEqual(notices, ['Barcelona: Spain', 'Bali: Indonesia']);
  assert.throws(() => codeOf('Atlantis'), UsageError);
  assert.throws(() => codeOf('Congo'), /Did you mean CD \(DR Congo\) or CG/);
  assert.throws(() => codeOf('Thialand'), /not a known place\. Did you mean TH \(Thailand\)\?/);
  assert.throws(
    () => codeOf('Benelux'),
    /Benelux is several countries: .* NL \(Netherlands\), BE \(Belgium\)/,
  );
});

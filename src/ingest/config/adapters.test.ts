import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { CASES } from '../testing/adapters.ts';
import { ADAPTERS } from './adapters.ts';

test('every adapter is registered under its own id and has a fixture', () => {
  for (const [id, adapter] of Object.entries(ADAPTERS)) {
    assert.equal(adapter.id, id);
    assert.ok(
      CASES.some((each) => each.adapter === id),
      `${id} has no fixture`,
    );
  }
});

test('every adapter needs a valid url in its options, and rejects unknown options', () => {
  for (const { adapter, options } of CASES) {
    const schema = ADAPTERS[adapter]?.options as TSchema;
    assert.ok(Check(schema, options), adapter);
    const { url: _url, ...without } = options;
    assert.ok(!Check(schema, without), `${adapter} works without a url`);
    assert.ok(!Check(schema, { ...options, url: 'feed.example' }), `${adapter} takes any url`);
    assert.ok(!Check(schema, { ...options, ulr: 'x' }), `${adapter} takes unknown options`);
  }
});

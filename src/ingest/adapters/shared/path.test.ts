import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedRow, readPath, valueAt } from './path.ts';

const ROW = {
  price: { amount: '9.50' },
  packages: [{ id: 'a' }, { id: 'b' }],
  attributes: [
    { name: 'Data ', terms: [{ name: '3 GB' }, { name: '5 GB' }] },
    { name: 'SIM', terms: [{ name: 'eSIM' }] },
    { speed: 512 },
  ],
  details: '[{"name": "TAGS", "value": "hotspot"}]',
  element: { '#text': '4.50', currency: 'EUR' },
};
const at = (path: string): unknown => readPath(path)({ value: ROW, outer: null });

test('a path reads fields, positions and every entry of a list', () => {
  assert.equal(at('price.amount'), '9.50');
  assert.equal(at('packages[1].id'), 'b');
  assert.equal(at('packages[2].id'), undefined);
  assert.deepEqual(at('packages[].id'), ['a', 'b']);
  assert.deepEqual(at('packages.id'), ['a', 'b']);
});

test('a condition finds the entry with a value, whatever the case and the blanks of its name', () => {
  assert.equal(at('attributes[name=Data].terms[0].name'), '3 GB');
  assert.deepEqual(at('attributes[name=data].terms[].name'), ['3 GB', '5 GB']);
  assert.equal(at('attributes[speed].speed'), 512);
  assert.equal(at('attributes[name=Calls].terms'), undefined);
});

test('a text that contains JSON is read like its value, and an element with attributes like its text', () => {
  assert.equal(at('details[name=TAGS].value'), 'hotspot');
  assert.equal(at('element'), '4.50');
  assert.equal(at('element.currency'), 'EUR');
  assert.equal(valueAt({ broken: '[{' }, 'broken.name'), undefined);
});

test('"outer" is the entry around the list, level by level', () => {
  const country: FeedRow = { value: { iso: 'JP' }, outer: null };
  const operator: FeedRow = { value: { title: 'Net' }, outer: country };
  const row: FeedRow = { value: { id: 1 }, outer: operator };
  assert.deepEqual(
    ['id', 'outer.title', 'outer.outer.iso', 'outer.outer.outer.iso'].map((path) => readPath(path)(row)),
    [1, 'Net', 'JP', undefined],
  );
});

test('a field that every object inherits is no field of the feed', () => {
  assert.equal(at('constructor'), undefined);
  assert.equal(at('price.__proto__'), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileValue } from './compile-value.ts';
import { compileCondition } from './conditions.ts';
import { readPath } from './path.ts';
import type { Condition, ValueRule } from './value-rules.ts';

const ROW = {
  title: 'Japan 3 GB / 7 days',
  sale: '',
  list: '1,299.00 JPY',
  now: 999,
  kind: 'first-usage',
  codes: 'FR;DE; ES',
  isPlan: true,
  tags: ['eSIM', 'Asia'],
  nothing: null,
  speed: 512,
};
const read = (rule: ValueRule): unknown => compileValue(rule, readPath)({ value: ROW, outer: null });
const holds = (condition: Condition): boolean =>
  compileCondition(condition, readPath)({ value: ROW, outer: null });

test('of several columns or rules, the first one that has a value counts', () => {
  assert.equal(read({ column: ['sale', 'missing', 'now'] }), 999);
  assert.equal(read(['sale', { column: 'nothing' }, 'kind']), 'first-usage');
  assert.equal(read(['sale', 'nothing']), undefined);
});

test('a pattern takes its group "value", or what it matches; another text has no value', () => {
  assert.equal(read({ column: 'title', pattern: '/ (?<value>\\d+) DAYS' }), '7');
  assert.equal(read({ column: 'title', pattern: '\\d+ GB' }), '3 GB');
  assert.equal(read({ column: 'title', pattern: '\\d+ TB' }), undefined);
});

test('words are translated, with a word for all others, and some count as none', () => {
  const values = { 'FIRST-usage': 'first_use' };
  assert.equal(read({ column: 'kind', values }), 'first_use');
  assert.equal(read({ column: 'title', values }), undefined);
  assert.equal(read({ column: 'title', values, otherwise: 'install' }), 'install');
  assert.equal(read({ column: 'sale', values, otherwise: 'install' }), undefined, 'an empty cell is no word');
  assert.equal(read({ column: 'speed', except: [512] }), undefined);
  assert.equal(read({ column: 'speed', except: [256] }), 512);
});

test('values are joined, listed and split', () => {
  assert.equal(read({ join: ['kind', 'sale', 'now'], with: '-' }), 'first-usage-999');
  assert.deepEqual(read({ list: ['tags', 'sale', 'kind'] }), ['eSIM', 'Asia', 'first-usage']);
  assert.deepEqual(read({ column: 'codes', split: ';' }), ['FR', 'DE', 'ES']);
});

test('the greatest and the least number are found in texts too, and zero is no price', () => {
  assert.equal(read({ greatest: ['now', 'list', 'sale'] }), '1,299.00 JPY');
  assert.equal(read({ least: ['now', 'list', { value: 0 }] }), 999);
});

test('a fixed value holds under a condition', () => {
  assert.equal(read({ value: 'day', when: { column: 'isPlan', values: [true] } }), 'day');
  assert.equal(read({ value: 'day', when: [{ column: 'isPlan' }, { column: 'sale' }] }), undefined);
});

test('a condition compares booleans, numbers, null, texts and lists', () => {
  for (const condition of [
    { column: 'isPlan', values: [true] },
    { column: 'isPlan', values: ['true'] },
    { column: 'now', values: ['999.0'] },
    { column: 'now', above: 998 },
    { column: 'nothing', values: [null] },
    { column: 'tags', values: ['esim'] },
    { column: 'tags', pattern: '^as' },
    { column: 'kind', except: ['other'] },
    { column: 'kind' },
  ])
    assert.ok(holds(condition), JSON.stringify(condition));
  for (const condition of [
    { column: 'isPlan', values: [false] },
    { column: 'now', above: 999 },
    { column: 'sale', above: 0 },
    { column: 'missing', values: [null] },
    { column: 'tags', values: ['as'] },
    { column: 'tags', except: ['eSIM'] },
    { column: 'sale' },
  ])
    assert.ok(!holds(condition), JSON.stringify(condition));
});

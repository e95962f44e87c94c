import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson, positionText } from './json.ts';

function faultOf(text: string): string {
  const json = parseJson(text);
  return 'fault' in json ? `${positionText(json.fault.position)}: ${json.fault.message}` : 'none';
}

for (const [what, text, fault] of [
  [
    'a missing comma after a value',
    '{\n  "a": 1\n  "b": 2\n}',
    'line 2, column 9: is not valid JSON: a comma is missing here',
  ],
  [
    'a missing comma between entries',
    '[{"a": 1}\n {"a": 2}]',
    'line 1, column 10: is not valid JSON: a comma is missing here',
  ],
  [
    'a comma after the last entry of an object',
    '{\n  "a": 1,\n}',
    'line 2, column 9: is not valid JSON: remove the comma after the last entry',
  ],
  [
    'a comma after the last entry of a list',
    '[1,\n]',
    'line 1, column 3: is not valid JSON: remove the comma after the last entry',
  ],
  [
    'UTF-16',
    Buffer.from('\ufeff{"a": 1}', 'utf16le').toString('utf8'),
    'line 1, column 1: is not UTF-8 but UTF-16, save it as UTF-8',
  ],
  ['two commas', '{"a": [1,, 2]}', 'line 1, column 10: is not valid JSON: remove this comma'],
  [
    'a comment',
    '{\n  // why\n  "a": 1\n}',
    'line 2, column 3: is not valid JSON: JSON has no comments, remove this one',
  ],
  [
    'a comment of several lines',
    '{"a": /* x\n */ 1}',
    'line 1, column 7: is not valid JSON: JSON has no comments, remove this one',
  ],
  [
    'a comment of another format',
    '# feeds\n{}',
    'line 1, column 1: is not valid JSON: JSON has no comments, remove this one',
  ],
  [
    'curly quotes',
    '{“a”: 1}',
    'line 1, column 2: is not valid JSON: “ is no straight quote, write " instead',
  ],
  [
    'a curly quote at the end of a text',
    '{\n "a”: 1\n}',
    'line 2, column 4: is not valid JSON: ” is no straight quote, write " instead',
  ],
  [
    'single quotes',
    "{'a': 1}",
    'line 1, column 2: is not valid JSON: texts and names need double quotes (") instead of single ones',
  ],
  ['a name without quotes', '{a: 1}', 'line 1, column 2: is not valid JSON: "a" is not in double quotes'],
  ['a value of another language', '{"a": True}', 'line 1, column 7: is not valid JSON: True is written true'],
  ['a missing colon', '{"a" 1}', 'line 1, column 5: is not valid JSON: a colon is missing here'],
  [
    'a missing closing quote',
    '{"a": "x\n}',
    'line 1, column 7: is not valid JSON: this text has no closing quote (")',
  ],
  [
    'a path of Windows',
    '{"a": "C:\\data"}',
    'line 1, column 10: is not valid JSON: \\d means nothing in JSON, a backslash is written \\\\',
  ],
  [
    'a file that ends early',
    '{"a": [1,',
    'line 1, column 10: is not valid JSON: the file ends here, and "]}" is missing',
  ],
  [
    'a wrong bracket',
    '{"a": [1, 2}',
    'line 1, column 12: is not valid JSON: "}" closes nothing here, "]" does',
  ],
  [
    'text after the end',
    '{}\n}',
    'line 2, column 1: is not valid JSON: the file continues after its last bracket',
  ],
  [
    'a tab in a text',
    '{"a": "x\ty"}',
    'line 1, column 7: is not valid JSON: this text contains a tab or another control character',
  ],
  ['an empty file', ' \n', 'line 1, column 1: is empty'],
] as const)
  test(`${what} is named with its line and column`, () => {
    assert.equal(faultOf(text), fault);
  });

test('a file may be nested as deeply as the body of a request, and no deeper', () => {
  const nested = (levels: number) => `{"a": ${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`;
  assert.equal(faultOf(nested(32)), 'none');
  assert.equal(faultOf(nested(33)), 'line 1, column 38: is nested more than 32 levels deep');
  // Deep enough to end the process if anything recursed into it.
  assert.equal(faultOf('['.repeat(1_000_000)), 'line 1, column 33: is nested more than 32 levels deep');
  assert.equal(
    faultOf(`// "\n${'['.repeat(100_000)}`),
    'line 2, column 33: is nested more than 32 levels deep',
  );
  assert.equal(faultOf(`{"a": "${'['.repeat(100)}"}`), 'none', 'brackets in a text are no levels');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '../../src');
const require = createRequire(import.meta.url);

interface Node {
  readonly type: number;
  readonly max?: number;
  readonly value?: Node | number;
  readonly stack?: readonly Node[];
  readonly options?: readonly (readonly Node[])[];
}
const tokenise = require('ret') as ((source: string) => Node) & { types: { REPETITION: number } };

/** A repetition with a larger maximum counts as unbounded. */
const BOUNDED_MAX = 30;

/** True if an unbounded repetition contains another one, as in `(a+)+`. Such a pattern can take exponential time. */
function nests(node: Node, isInside = false): boolean {
  const repeats = node.type === tokenise.types.REPETITION && (node.max ?? 0) > BOUNDED_MAX;
  if (repeats && isInside) return true;
  const inner = typeof node.value === 'object' ? [node.value] : [];
  const children = [...inner, ...(node.stack ?? []), ...(node.options ?? []).flat()];
  return children.some((child) => nests(child, isInside || repeats));
}

/**
 * Patterns with nested repetitions that can match a text in one way only, because the outer repetition begins with a
 * separator that the inner one cannot match. The second test measures them like all others.
 */
const UNAMBIGUOUS: readonly string[] = [
  '^(?!.*&[#a-zA-Z])[!-~]+(?: [!-~]+)*$',
  "^[!-%'-~]+(?: [!-%'-~]+)*$",
  '^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$',
  '^https:\\/\\/([a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.[a-z]{2,})\\/[\\w\\-~!$&()*+,;=:@/?%.]*$',
];

/** Patterns that take quadratic time. Their texts are short or written by us. */
const QUADRATIC: readonly string[] = [
  // The texts are our documentation.
  '<[^>]*>',
  // The text is our style sheet.
  '--([a-z-]+): (#[0-9a-f]{6});',
  // The texts are our messages and those of the parser of the command line.
  '\\s*\\n\\s*',
  // The text is cut to 53 characters before.
  '[._-]+$',
  // The text is a number with at most 15 digits after the point.
  '0+$',
  // A title of more than 200 characters is refused before.
  '[\\d.,–-]*\\d ?(?:GB|MB|TB)(?![a-z]|\\/s)',
  '[\\d.,–-]*\\d[ -]?(?:days?|d|weeks?|hours?|hrs?|h|months?|years?)(?![a-z])',
];

interface Found {
  readonly file: string;
  readonly pattern: RegExp;
}

/** A regular expression begins where a value may begin: `= /a/`, `return /a/`, `.test(/a/`. Elsewhere, `/` is a division. */
const BEFORE_A_VALUE = String.raw`(?<=[=(,:[!&|?{};\n]|return|=>|\b(?:test|exec|match|replace|split)\()`;
/** `[a/]`: in a class of characters, `/` needs no escape. */
const CHARACTER_CLASS = String.raw`\[(?:[^\]\\\n]|\\.)*\]`;
/** One character of the pattern, an escape such as `\d`, or a class of characters. */
const BODY_PART = String.raw`[^/\\[\n]|\\.|${CHARACTER_CLASS}`;
/** `// text` and `/* text` are comments. */
const NO_COMMENT = '(?![/*])';
const LITERAL = new RegExp(
  String.raw`${BEFORE_A_VALUE}\s*/${NO_COMMENT}(?<source>(?:${BODY_PART})+)/(?<flags>[dgimsuvy]*)`,
  'g',
);

async function literals(): Promise<Found[]> {
  const found: Found[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || file.includes('testing')) continue;
    const code = readFileSync(join(SOURCE, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/ \/\/ .*$/gm, '');
    for (const { groups: { source = '', flags = '' } = {} } of code.matchAll(LITERAL)) {
      try {
        found.push({ file, pattern: new RegExp(source, flags) });
      } catch {
        // This was a division or a path, and no regular expression.
      }
    }
  }
  return found;
}

test('no regular expression has an unbounded repetition in another one', async () => {
  const all = await literals();
  assert.ok(all.length > 80, `only ${all.length} were found`);
  const unsafe = all.filter(({ pattern: { source } }) => {
    // The package `ret` does not parse look-behind, so it is replaced by a group.
    return nests(tokenise(source.replaceAll(/\(\?<[=!]/g, '(?:'))) && !UNAMBIGUOUS.includes(source);
  });
  assert.deepEqual(
    unsafe.map(({ file, pattern }) => `${file}: ${String(pattern)}`),
    [],
  );
});

/** Long runs of what patterns repeat, each with a wrong end, make a backtracking pattern try every way to fail. */
const RUNS = [
  'a',
  '0',
  ' ',
  '-',
  '.',
  ',',
  '/',
  '<',
  '&',
  '%',
  'A',
  'ı',
  'a ',
  '1.',
  'a,',
  'a.',
  '&#',
  '1 GB ',
];
const ENDS = ['', '!', '\n'];
const LENGTH = 8_000;
const HOSTILE_TEXTS = RUNS.flatMap((run) => ENDS.map((end) => run.repeat(LENGTH / run.length) + end));

/** Processor time. A linear pattern takes a tenth of this, and a quadratic one at least five times as much. */
const MOMENT_MS = 100;
/** The first test of a pattern may include its compilation, so a pattern is slow only if each of these tests is slow. */
const TRIES = 3;

const isSlow = (pattern: RegExp, text: string): boolean =>
  Array.from({ length: TRIES }).every(() => testMs(pattern, text) >= MOMENT_MS);

/** Processor time, because other work on the machine must not count. */
function testMs(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const started = busyMs();
  pattern.test(text);
  return busyMs() - started;
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

test('no regular expression needs more than a moment for thousands of hostile characters', async () => {
  const slow: string[] = [];
  for (const { file, pattern } of await literals()) {
    if (QUADRATIC.includes(pattern.source)) continue;
    const slowText = HOSTILE_TEXTS.find((text) => isSlow(pattern, text));
    if (slowText !== undefined)
      slow.push(`${file}: ${String(pattern)} on ${JSON.stringify(slowText.slice(0, 8))}…`);
  }
  assert.deepEqual(slow, []);
});

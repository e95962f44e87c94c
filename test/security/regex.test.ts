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

/** From here on a repetition counts as without end. */
const MANY = 30;

/** Whether something that repeats without end stands in something that does: the shape that takes exponential time. */
function nests(node: Node, isInside = false): boolean {
  const repeats = node.type === tokenise.types.REPETITION && (node.max ?? 0) > MANY;
  if (repeats && isInside) return true;
  const inner = typeof node.value === 'object' ? [node.value] : [];
  const children = [...inner, ...(node.stack ?? []), ...(node.options ?? []).flat()];
  return children.some((child) => nests(child, isInside || repeats));
}

/** Nested, and still with one way only to match any text: each is tried below. */
const ONE_WAY_ONLY: readonly string[] = [
  // A separator that the inner part cannot match stands between the rounds.
  '^(?!.*&[#a-zA-Z])[!-~]+(?: [!-~]+)*$',
  "^[!-%'-~]+(?: [!-%'-~]+)*$",
  '^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$',
  '^https:\\/\\/([a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.[a-z]{2,})\\/[\\w\\-~!$&()*+,;=:@/?%.]*$',
];

/** Needs time that grows with the square of its text, which is short by then or our own. */
const SHORT_TEXT: readonly string[] = [
  // Documentation of ours.
  '<[^>]*>',
  // Messages of ours and of the command line's parser.
  '\\s*\\n\\s*',
  // Cut to 53 characters just before.
  '[._-]+$',
  // Digits after the point, at most 15 of them.
  '0+$',
  // Longer titles than 200 characters are refused first.
  '[\\d.,–-]*\\d ?(?:GB|MB|TB)(?![a-z]|\\/s)',
  '[\\d.,–-]*\\d[ -]?(?:days?|d|weeks?|hours?|hrs?|h|months?|years?)(?![a-z])',
];

interface Found {
  readonly file: string;
  readonly pattern: RegExp;
}

/** A literal stands where a value may stand; what follows it is not a value. */
const LITERAL =
  /(?<=[=(,:[!&|?{};\n]|return|=>|\b(?:test|exec|match|replace|split)\()\s*\/(?![/*])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

async function literals(): Promise<Found[]> {
  const found: Found[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || file.includes('testing')) continue;
    const code = readFileSync(join(SOURCE, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/ \/\/ .*$/gm, '');
    for (const [, source = '', flags = ''] of code.matchAll(LITERAL)) {
      try {
        found.push({ file, pattern: new RegExp(source, flags) });
      } catch {
        // A division or a path that looked like one.
      }
    }
  }
  return found;
}

test('no regular expression nests one endless repetition in another', async () => {
  const all = await literals();
  assert.ok(all.length > 80, `only ${all.length} were found`);
  const unsafe = all.filter(({ pattern: { source } }) => {
    // The reader knows no look-behind; what is in one is read as a group.
    return nests(tokenise(source.replaceAll(/\(\?<[=!]/g, '(?:'))) && !ONE_WAY_ONLY.includes(source);
  });
  assert.deepEqual(
    unsafe.map(({ file, pattern }) => `${file}: ${String(pattern)}`),
    [],
  );
});

/** Inputs that make backtracking patterns try every way to fail: long runs of what they repeat, and a wrong end. */
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
/** Processor time. A linear pattern takes a tenth of this, and a quadratic one at least five times as much. */
const MOMENT_MS = 100;

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

test('no regular expression needs more than a moment for thousands of hostile characters', async () => {
  const slow: string[] = [];
  for (const { file, pattern } of await literals()) {
    if (SHORT_TEXT.includes(pattern.source)) continue;
    const culprit = RUNS.flatMap((run) => ENDS.map((end) => run.repeat(LENGTH / run.length) + end)).find(
      (text) => {
        // Other work on the machine does not count as processor time. The compilation of the pattern may, so it gets three tries.
        for (let tries = 0; tries < 3; tries += 1) {
          pattern.lastIndex = 0;
          const started = busyMs();
          pattern.test(text);
          if (busyMs() - started < MOMENT_MS) return false;
        }
        return true;
      },
    );
    if (culprit !== undefined)
      slow.push(`${file}: ${String(pattern)} on ${JSON.stringify(culprit.slice(0, 8))}…`);
  }
  assert.deepEqual(slow, []);
});

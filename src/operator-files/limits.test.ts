import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_LIMITS, POLICY_NAMES } from '../limits/policies.ts';
import { parseLimits } from './limits.ts';
import { ConfigError } from './problems.ts';

const parsedText = (text: string) => parseLimits({ name: 'limits.json', text });
const parsed = (figures: unknown) => parsedText(JSON.stringify(figures));

test('an empty object keeps the default limits', () => {
  assert.deepEqual(parsed({}), DEFAULT_LIMITS);
  const limits = POLICY_NAMES.map((name) => [name, DEFAULT_LIMITS.policies[name].limit]);
  assert.deepEqual(Object.fromEntries(limits), {
    'comparison.minute': 12,
    'comparison.day': 120,
    'comparison.service.day': 2_000,
    'comparison.uncached.day': 250,
    'list.minute': 30,
    'list.day': 300,
    'list.service.day': 10_000,
    'health.uncached.day': 500,
  });
});

test('single limits are overridden by name, and all others stay', () => {
  const { policies, burst } = parsed({ 'list.minute': 0, 'burst.capacity': 40 });
  assert.equal(policies['list.minute'].limit, 0);
  assert.equal(policies['list.minute'].window, 'minute');
  assert.deepEqual(policies['comparison.day'], DEFAULT_LIMITS.policies['comparison.day']);
  assert.deepEqual(burst, { capacity: 40, perSecond: 10 });
});

test('the error names every faulty limit', () => {
  const faulty = {
    'list.minute': -1,
    'list.day': 1.5,
    'burst.perSecond': 0,
    'comparison.day': '5',
    'plans.minute': 3,
  };
  assert.throws(
    () => parsed(faulty),
    (error: Error) => {
      for (const name of Object.keys(faulty)) assert.ok(error.message.includes(name), name);
      return true;
    },
  );
});

test('every file results in a table or in problems of one line with their positions', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom(...POLICY_NAMES, 'burst.capacity', '__proto__', 'constructor'),
  );
  const json = fc.oneof(
    fc.json().map((text) => JSON.parse(text) as unknown),
    fc.dictionary(name, fc.oneof(fc.integer(), fc.double(), fc.string())),
  );
  fc.assert(
    fc.property(json, (value) => {
      try {
        const { policies } = parsed(value);
        for (const policy of POLICY_NAMES) assert.ok(Number.isInteger(policies[policy].limit));
      } catch (error) {
        assert.ok(error instanceof ConfigError);
        for (const { message, position } of error.problems) {
          assert.ok(!message.includes('\n'));
          assert.ok(position !== undefined && position.line >= 1 && position.column >= 1);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('docs/limits.md shows every limit of the table', () => {
  const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  for (const name of POLICY_NAMES) {
    const { limit, scope, window } = DEFAULT_LIMITS.policies[name];
    const over = window === 'minute' ? 'any 60 seconds' : 'UTC day';
    assert.ok(page.includes(`| \`${name}\` | ${limit} | ${scope} | ${over} |`), name);
  }
  const { capacity, perSecond } = DEFAULT_LIMITS.burst;
  assert.ok(page.includes(`| \`burst\` | ${capacity} at once, then ${perSecond} a second |`));
});

test('a file that is not an object is rejected', () => {
  for (const json of [null, [], 'list.minute', 5, true]) {
    assert.throws(() => parsed(json), {
      message: 'limits.json, line 1, column 1: must be an object',
    });
  }
});

test('each limit accepts every whole number of its range, and a fault states the range', () => {
  const table = parsed({
    'list.minute': 0,
    'list.day': 1_000_000_000,
    'burst.capacity': 1,
    'burst.perSecond': 1_000_000,
  });
  assert.equal(table.policies['list.day'].limit, 1_000_000_000);
  assert.deepEqual(table.burst, { capacity: 1, perSecond: 1_000_000 });
  for (const [figures, message] of [
    [
      { 'list.minute': -1, 'list.day': 1_000_000_001 },
      'limits.json, line 1, column 16: list.minute must be at least 0\nlimits.json, line 1, column 30: list.day must be at most 1000000000',
    ],
    [{ 'burst.capacity': 0 }, 'limits.json, line 1, column 19: burst.capacity must be at least 1'],
    [
      { 'burst.perSecond': 1_000_001 },
      'limits.json, line 1, column 20: burst.perSecond must be at most 1000000',
    ],
    [{ 'list.minute': '5' }, 'limits.json, line 1, column 16: list.minute must be a whole number'],
    [{ 'list.minute': 1.5 }, 'limits.json, line 1, column 16: list.minute must be a whole number'],
    [{ plans: 1 }, 'limits.json, line 1, column 2: plans is an unknown field'],
  ] as const) {
    assert.throws(() => parsed(figures), { message });
  }
});

test('a name that occurs many times is one fault, and a file lists a bounded number of faults', () => {
  const problemsOf = (text: string): ConfigError['problems'] => {
    try {
      parsedText(text);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    return [];
  };
  const repeated = Array.from({ length: 1_000 }, () => '"list.day": 1').join();
  assert.deepEqual(
    problemsOf(`{${repeated}, "list.minute": 1, "list.minute": 1}`).map(({ path }) => path),
    ['list.day', 'list.minute'],
  );
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, 1]));
  const { length } = problemsOf(JSON.stringify(unknown));
  assert.ok(length > 0 && length <= 20, `${length} faults`);
});

test('faults have the positions of the original file, also with a byte order mark', () => {
  const text = '\uFEFF{\n  "list.minute": 5,\n  "list.day": "many",\n  "plans": 1,\n  "list.minute": 6\n}\n';
  assert.throws(() => parsedText(text), {
    message: [
      'limits.json, line 5, column 18: list.minute occurs twice',
      'limits.json, line 4, column 3: plans is an unknown field',
      'limits.json, line 3, column 15: list.day must be a whole number',
    ].join('\n'),
  });
  assert.throws(() => parsedText('{\n  "list.minute": 5,\n}'), {
    message: 'limits.json, line 2, column 19: is not valid JSON: remove the comma after the last entry',
  });
});

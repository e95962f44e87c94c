/** A test reporter that prints only failures and writes the counts and durations into a file for `scripts/test.ts`. */
import { AssertionError } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The time of the tests in each file, without its hooks. */
  readonly seconds: Readonly<Record<string, number>>;
}

export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, seconds: {} as Record<string, number> };
  for await (const event of source) {
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, file, line, nesting, details } = event.data;
    if (nesting === 0 && file !== undefined) {
      const path = relative('.', file);
      counts.seconds[path] = (counts.seconds[path] ?? 0) + details.duration_ms / 1000;
    }
    // Suites are reported too, but only single tests are counted.
    const isTest = details.type !== 'suite';
    if (event.type === 'test:pass') counts.passed += isTest ? 1 : 0;
    else {
      counts.failed += isTest ? 1 : 0;
      const { error } = event.data.details;
      const cause = (error as Error & { cause?: unknown }).cause ?? error;
      yield `\nFAILED: ${name}\n  ${file ?? ''}:${line ?? ''}\n${indent(cause)}\n`;
    }
  }
  const target = process.env['TEST_COUNTS_FILE'];
  if (target !== undefined) writeFileSync(target, JSON.stringify(counts satisfies Counts));
}

function indent(cause: unknown): string {
  const text = cause instanceof AssertionError ? (cause.stack ?? cause.message) : inspect(cause);
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

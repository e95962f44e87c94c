/** Prints failures in full and nothing else; writes the counts where the test command can read them. */
import { writeFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0 };
  for await (const event of source) {
    if (event.type === 'test:stderr') yield event.data.message;
    if (event.type === 'test:stdout') yield event.data.message;
    if (event.type === 'test:pass' && isTest(event.data)) counts.passed += 1;
    if (event.type === 'test:fail') {
      const { name, file, line, details } = event.data;
      if (isTest(event.data)) counts.failed += 1;
      const cause = (details.error as Error & { cause?: unknown }).cause ?? details.error;
      yield `\nFAILED: ${name}\n  ${file ?? ''}:${line ?? ''}\n${describe(cause)}\n`;
    }
  }
  const target = process.env['TEST_COUNTS_FILE'];
  if (target !== undefined) writeFileSync(target, JSON.stringify(counts));
}

/** Suites and files report as well; only single tests are counted. */
const isTest = ({ details }: { details: { type?: string | undefined } }): boolean => details.type !== 'suite';

function describe(cause: unknown): string {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

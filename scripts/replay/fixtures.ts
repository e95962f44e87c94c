/** One line for each fixture of a feed: a hash of the drafts and rejected rows that its adapter reads. */
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { CASES, fixture, pageFrom, parseAll } from '../../src/ingest/testing/adapters.ts';

export async function fixtureLines(hash: (text: string) => string): Promise<string[]> {
  const lines: string[] = [];
  for (const { adapter, fixture: name, options } of CASES) {
    const rows = await parseAll(ADAPTERS[adapter]!, pageFrom(fixture(name)), options);
    lines.push(`${hash(JSON.stringify(rows))} fixture ${name} (${rows.length} rows)`);
  }
  return lines;
}

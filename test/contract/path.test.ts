import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startTestService } from '../support/service.ts';

const SOURCE = pathToFileURL(`${import.meta.dirname}/../../src/`).href;
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
/** More than these nobody can follow. */
const FILES_MAX = 18;

/** The files of the source of which any function ran meanwhile, as V8 counts them. */
async function filesRunBy(session: Session, work: () => Promise<void>): Promise<Set<string>> {
  // Counts begin anew with every look at them.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const hasRun = ({ functions }: (typeof result)[number]) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
  return new Set(result.filter(hasRun).flatMap(({ url }) => url.split(SOURCE)[1] ?? []));
}

test('a cached comparison crosses the files that the architecture names, and no more than 18', async (t) => {
  const service = await startTestService({ detectsOverload: true });
  t.after(() => service.stop());
  const session = new Session();
  session.connect();
  t.after(() => session.disconnect());
  // Over a socket of its own, so that the way begins where the service first hears of somebody.
  const ask = async () => {
    const answer = await fetch(service.url + TRIP, { headers: { connection: 'close' } });
    assert.equal(answer.status, 200);
    await answer.text();
  };
  await ask();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // What runs by a timer (a tick of the journal, a look for news) is not in all of them.
  const [first, ...others] = await Array.fromAsync({ length: 8 }, () => filesRunBy(session, ask));
  const crossed = [...first!].filter((file) => others.every((files) => files.has(file)));

  const page = readFileSync(new URL('../docs/architecture.md', SOURCE), 'utf8');
  const [, section = ''] = /^## The path of a request\n(.*?)^On a miss/ms.exec(page) ?? [];
  const named = [...section.matchAll(/^\|[^|]*\| `([\w/.-]+)` \|/gm)].map(([, file]) => file!);
  assert.deepEqual(named.toSorted(), crossed.toSorted());
  assert.ok(crossed.length <= FILES_MAX, `${crossed.length} files`);
});

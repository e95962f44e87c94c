/** `esim check`: checks the settings and every configuration file without starting anything. */
import { type CheckReport, checkConfigFiles } from '../../ingest/config/look.ts';
import { changedFigures } from '../../limits/policies.ts';
import { networksText } from '../../operator-files/agreements.ts';
import { type Problem, serialiseProblem } from '../../operator-files/problems.ts';
import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { diskFault, storeFolderFault } from '../../store/access.ts';
import { folderOf, openStore } from '../../store/open.ts';
import { noCounters, StoreError } from '../../store/port.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT } from '../errors.ts';
import { type JsonOption, plural, printJson } from '../output.ts';

export async function check(
  file: string | undefined,
  { json }: JsonOption,
  deps: Dependencies,
): Promise<number> {
  const { env, clock, out, err } = deps;
  const settings = await checkSettings(deps);
  const path = file ?? (env['SOURCES_FILE']?.trim() || undefined);
  const files = path === undefined ? SAMPLE : await checkConfigFiles(path, env, clock());
  const ok = [...settings.good, ...files.good];
  const notes = [...settings.notes, ...files.notes];
  const problems = [...settings.problems, ...files.problems];
  const exitCode = problems.length === 0 ? EXIT.ok : EXIT.failure;
  if (json) {
    printJson(out, { ok: problems.length === 0, checked: ok, notes, problems: problems.map(problemJson) });
    return exitCode;
  }
  for (const text of ok) out.write(`${painter(out.colour)('green', 'ok')}  ${text}\n`);
  for (const problem of problems)
    err.write(`${painter(err.colour)('red', 'error')} ${serialiseProblem(problem)}\n`);
  for (const note of notes) err.write(`${painter(err.colour)('yellow', 'note')} ${note}\n`);
  return exitCode;
}

/** Has line and column as numbers, so that an editor or a script can use them. */
function problemJson({ place, ...problem }: Problem): object {
  const [, line, column] = /^line (\d+), column (\d+)$/.exec(place ?? '') ?? [];
  return {
    ...problem,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  };
}

const SAMPLE: CheckReport = {
  good: ['sources: SOURCES_FILE is not set, so the bundled sample market is used'],
  notes: [],
  problems: [],
};

async function checkSettings({ env, clock }: Dependencies): Promise<CheckReport> {
  try {
    const settings = readSettings(env);
    const store = await checkStore(settings, clock);
    return { ...store, good: [...settingsGood(settings), ...store.good] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { good: [], notes: [], problems: error.problems };
  }
}

function settingsGood({ limitsFile, limits, agreements }: Settings): string[] {
  const lines = ['settings'];
  if (limitsFile !== null)
    lines.push(`${limitsFile}: ${plural(changedFigures(limits).length, 'limit')} changed`);
  for (const agreement of agreements) lines.push(`agreement "${agreement.name}": ${networksText(agreement)}`);
  return lines;
}

async function checkStore({ storeUrl, limits }: Settings, clock: () => number): Promise<CheckReport> {
  const wrong = (message: string): CheckReport => ({
    good: [],
    notes: [],
    problems: [{ file: 'environment', path: 'STORE_URL', message: `cannot be used: ${message}` }],
  });
  if (storeUrl.startsWith('file:')) {
    const folder = folderOf(storeUrl);
    const message = storeFolderFault(folder) ?? diskFault(folder);
    if (message !== null) return wrong(message);
    return { good: [`store: the folder ${folder} is readable and writable`], notes: [], problems: [] };
  }
  const notes: string[] = [];
  try {
    const store = await openStore({
      url: storeUrl,
      mode: 'share',
      clock,
      policies: limits.policies,
      makeCounters: noCounters,
      onEvent: ({ message }) => notes.push(message),
    });
    await store.close();
    return { good: ['store: Redis answers'], notes, problems: [] };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return wrong(error.message);
  }
}

/** `esim check`: checks the settings and every configuration file without starting anything. */
import { type LookedAt, lookAtFiles } from '../../ingest/config/look.ts';
import { type Problem, serialiseProblem } from '../../ingest/config/problems.ts';
import { networksText } from '../../limits/agreements.ts';
import { changedFigures } from '../../limits/policies.ts';
import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { storeFolderFault } from '../../store/access.ts';
import { folderOf } from '../../store/open.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT } from '../errors.ts';
import { type JsonOption, plural, printJson } from '../output.ts';

export async function check(
  file: string | undefined,
  { json }: JsonOption,
  { env, clock, out, err }: Dependencies,
): Promise<number> {
  const settings = checkSettings(env);
  const path = file ?? (env['SOURCES_FILE']?.trim() || undefined);
  const files = path === undefined ? SAMPLE : await lookAtFiles(path, env, clock());
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

/** Line and column as numbers, so that an editor or a script can use them. */
function problemJson({ place, ...problem }: Problem): object {
  const [, line, column] = /^line (\d+), column (\d+)$/.exec(place ?? '') ?? [];
  return {
    ...problem,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  };
}

const SAMPLE: LookedAt = {
  good: ['sources: SOURCES_FILE is not set, so the bundled sample market is used'],
  notes: [],
  problems: [],
};

function checkSettings(env: Dependencies['env']): LookedAt {
  try {
    const settings = readSettings(env);
    const folder = folderProblems(settings);
    return { good: [...settingsGood(settings), ...folder.good], notes: [], problems: folder.problems };
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

/** Only a data folder is checked. A check of Redis would need a connection. */
function folderProblems({ storeUrl }: Settings): { readonly good: string[]; readonly problems: Problem[] } {
  if (!storeUrl.startsWith('file:')) return { good: [], problems: [] };
  const folder = folderOf(storeUrl);
  const message = storeFolderFault(folder);
  return message === null
    ? { good: [`store: the folder ${folder} is readable and writable`], problems: [] }
    : { good: [], problems: [{ file: 'environment', path: 'STORE_URL', message }] };
}

/** `esim check`: everything that an operator may write, looked at without starting anything. */
import { type LookedAt, lookAtFiles } from '../../ingest/config/look.ts';
import { networksText } from '../../limits/agreements.ts';
import { changedFigures } from '../../limits/policies.ts';
import { type Problem, serialiseProblem } from '../../operator-files/problems.ts';
import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { storeFolderFault } from '../../store/access.ts';
import { folderOf } from '../../store/open.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { type JsonOption, plural, printJson } from '../display.ts';
import { EXIT } from '../failure.ts';

export async function check(
  file: string | undefined,
  { json }: JsonOption,
  { env, clock, out, err }: Dependencies,
): Promise<number> {
  const own = lookAtSettings(env);
  const path = file ?? (env['SOURCES_FILE']?.trim() || undefined);
  const files = path === undefined ? SAMPLE : await lookAtFiles(path, env, clock());
  const [ok, notes, problems] = (['good', 'notes', 'problems'] as const).map((name) => [
    ...own[name],
    ...files[name],
  ]) as [string[], string[], Problem[]];
  const exitCode = problems.length === 0 ? EXIT.ok : EXIT.failure;
  if (json) {
    printJson(out, { ok: problems.length === 0, checked: ok, notes, problems: problems.map(problemJson) });
    return exitCode;
  }
  for (const text of ok) out.write(`${painter(out.colour)('green', 'ok')}  ${text}\n`);
  for (const problem of problems)
    err.write(`${painter(err.colour)('red', 'bad')} ${serialiseProblem(problem)}\n`);
  for (const note of notes) err.write(`${painter(err.colour)('yellow', 'note')} ${note}\n`);
  return exitCode;
}

/** An editor or a script jumps to the place. */
function problemJson({ place, ...problem }: Problem): object {
  const [, line, column] = /^line (\d+), column (\d+)$/.exec(place ?? '') ?? [];
  return {
    ...problem,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  };
}

const SAMPLE: LookedAt = {
  good: ['sources: the bundled sample market (SOURCES_FILE is not set)'],
  notes: [],
  problems: [],
};

function lookAtSettings(env: Dependencies['env']): LookedAt {
  try {
    const settings = readSettings(env);
    const folder = folderProblems(settings);
    return { good: [...settingsGood(settings), ...folder.good], notes: [], problems: folder.problems };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { good: [], notes: [], problems: error.problems };
  }
}

function settingsGood({ limitsFile, limits, agreements, agreementsFile }: Settings): string[] {
  return [
    'settings',
    ...(limitsFile === null
      ? []
      : [`${limitsFile}: ${plural(changedFigures(limits).length, 'limit')} changed`]),
    ...(agreementsFile === null
      ? []
      : [
          `${agreementsFile}: ${plural(agreements.length, 'agreement')}`,
          ...agreements.map((agreement) => `agreement "${agreement.name}": ${networksText(agreement)}`),
        ]),
  ];
}

/** Redis is not asked: nothing is started, and no connection made. */
function folderProblems({ storeUrl }: Settings): { readonly good: string[]; readonly problems: Problem[] } {
  if (!storeUrl.startsWith('file:')) return { good: [], problems: [] };
  const folder = folderOf(storeUrl);
  const message = storeFolderFault(folder);
  return message === null
    ? { good: [`store: the folder ${folder} can be read and written`], problems: [] }
    : { good: [], problems: [{ file: 'environment', path: 'STORE_URL', message }] };
}

/** `esim check`: checks the settings and every configuration file without starting anything. `--feeds` opens every feed. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../ingest/config/load.ts';
import { type CheckReport, checkConfigFiles } from '../../ingest/onboarding/check-config.ts';
import { checkFeeds } from '../../ingest/onboarding/check-feeds.ts';
import { hasConfiguredSources, NO_SOURCES_FILE } from '../../ingest/run/sample-guard.ts';
import { TRUSTS_EVERYBODY, trustsEverybody } from '../../limits/caller.ts';
import { changedFigures } from '../../limits/policies.ts';
import { networksText } from '../../operator-files/agreements.ts';
import { type Problem, serialiseProblem } from '../../operator-files/problems.ts';
import { loadReference, type Reference } from '../../reference/load.ts';
import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { diskFault, storeFolderFault } from '../../store/access.ts';
import { folderOf, openStore } from '../../store/open.ts';
import { StoreError } from '../../store/port.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT } from '../errors.ts';
import { type JsonOption, plural, printJson } from '../output.ts';
import { damageText, hasNoData } from '../store.ts';

export interface CheckOptions extends JsonOption {
  readonly feeds?: boolean;
}

export async function check(
  file: string | undefined,
  { json, feeds: isFeeds = false }: CheckOptions,
  deps: Dependencies,
): Promise<number> {
  const { env, clock, out, err } = deps;
  const path = file ?? (env['SOURCES_FILE']?.trim() || undefined);
  const settings = await checkSettings(deps, path === undefined);
  const files = path === undefined ? NOTHING : await checkConfigFiles(path, env, clock());
  // With a mistake in the files, the feeds are unknown.
  const feeds =
    isFeeds && path !== undefined && files.problems.length === 0
      ? await checkFeeds(await readConfig(path), deps)
      : NOTHING;
  const ok = [...settings.good, ...files.good, ...feeds.good];
  const notes = [...settings.notes, ...files.notes];
  const problems = [...settings.problems, ...files.problems, ...feeds.problems];
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

const NOTHING: CheckReport = { good: [], notes: [], problems: [] };

async function checkSettings({ env, clock }: Dependencies, isSample: boolean): Promise<CheckReport> {
  try {
    const settings = readSettings(env);
    const store = await checkStore(settings, clock, isSample);
    const reference = loadReference(settings.referenceFolder);
    return {
      ...store,
      notes: [...settingsNotes(settings), ...store.notes],
      good: [...settingsGood(settings), ...referenceGood(reference), ...store.good],
      problems: [...portProblems(settings), ...reference.problems, ...store.problems],
    };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { ...NOTHING, problems: error.problems };
  }
}

const EVERY_ADDRESS: readonly string[] = ['::', '0.0.0.0'];

/** Both listeners would use the same port, so the service could not start. */
function portProblems({ port, host, adminPort, adminHost }: Settings): Problem[] {
  const isSameHost = host === adminHost || [host, adminHost].some((one) => EVERY_ADDRESS.includes(one));
  return port !== 0 && port === adminPort && isSameHost
    ? [{ file: 'environment', path: 'ADMIN_PORT', message: `is ${port}, the same as PORT: use another port` }]
    : [];
}

const settingsNotes = ({ trustProxy }: Settings): string[] =>
  trustProxy !== null && trustsEverybody(trustProxy) ? [TRUSTS_EVERYBODY] : [];

function settingsGood({ limitsFile, limits, agreements }: Settings): string[] {
  const lines = ['settings'];
  if (limitsFile !== null)
    lines.push(`${limitsFile}: ${plural(changedFigures(limits).length, 'limit')} changed`);
  for (const agreement of agreements) lines.push(`agreement "${agreement.name}": ${networksText(agreement)}`);
  return lines;
}

function referenceGood({ phones, notes, activities }: Reference): string[] {
  const tables = [
    phones && plural(phones.phones.length, 'phone'),
    notes && plural(notes.notes.length, 'country note'),
    activities && `${activities.activities.length} activities`,
  ].filter((table) => table !== null);
  return tables.length === 0 ? [] : [`facts for travellers: ${tables.join(', ')}`];
}

/** Also checks that the sample market would not replace the plans of configured sources. */
async function checkStore(
  { storeUrl, limits }: Settings,
  clock: () => number,
  isSample: boolean,
): Promise<CheckReport> {
  const environment = (path: string, message: string) => [{ file: 'environment', path, message }];
  const wrong = (message: string): CheckReport => ({
    ...NOTHING,
    problems: environment('STORE_URL', `cannot be used: ${message}`),
  });
  const sample = isSample ? ['sources: SOURCES_FILE is not set, so the bundled sample market is used'] : [];
  let good = 'store: Redis answers';
  if (storeUrl.startsWith('file:')) {
    const folder = folderOf(storeUrl);
    const message = storeFolderFault(folder, 'write') ?? diskFault(folder);
    if (message !== null) return wrong(message);
    good = existsSync(folder)
      ? `store: the folder ${folder} is readable and writable`
      : `store: the folder ${folder} does not exist yet and will be created`;
    if (hasNoData(storeUrl)) return { ...NOTHING, good: [good, ...sample] };
  }
  const notes: string[] = [];
  try {
    const store = await openStore({
      url: storeUrl,
      mode: 'read',
      clock,
      policies: limits.policies,
      onEvent: ({ message }) => notes.push(message),
    });
    const isRefused = isSample && (await hasConfiguredSources(store.snapshots));
    await store.close();
    return isRefused
      ? { good: [good], notes, problems: environment('', NO_SOURCES_FILE) }
      : { good: [good, ...sample], notes, problems: [] };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return wrong(error.code === 'damaged' ? damageText(storeUrl) : error.message);
  }
}

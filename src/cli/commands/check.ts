/** `esim check`: checks the settings and every configuration file without starting anything. `--feeds` opens every feed. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../ingest/config/load.ts';
import {
  type CheckReport,
  checkConfigFiles,
  NOTHING_STORED,
  type StoredFacts,
} from '../../ingest/onboarding/check-config.ts';
import { checkFeeds } from '../../ingest/onboarding/check-feeds.ts';
import { readStoredRates } from '../../ingest/read/rates.ts';
import { hasConfiguredSources, NO_SOURCES_FILE } from '../../ingest/run/sample-guard.ts';
import { readSeenPlans } from '../../ingest/run/seen-plans.ts';
import { TRUSTS_EVERYBODY, trustsEverybody } from '../../limits/caller.ts';
import { changedFigures } from '../../limits/policies.ts';
import { networksText } from '../../operator-files/agreements.ts';
import { type Problem, serialiseProblem } from '../../operator-files/problems.ts';
import { loadReference, type Reference } from '../../reference/load.ts';
import { notesDue, topicsDue } from '../../reference/notes.ts';
import {
  misspeltSettings,
  readSettings,
  type Settings,
  SettingsError,
  unsaid,
} from '../../service/settings.ts';
import { openStore } from '../../store/open.ts';
import { StoreError } from '../../store/port.ts';
import { brandParts } from '../../web/brand/brand.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT } from '../errors.ts';
import { type JsonOption, plural, printJson } from '../output.ts';
import { damageText, embeddedFolder, folderFault, hasNoData, loadCatalogue } from '../store.ts';

export interface CheckOptions extends JsonOption {
  readonly feeds?: boolean;
}

export async function check(
  file: string | undefined,
  { json, feeds: shouldOpenFeeds = false }: CheckOptions,
  deps: Dependencies,
): Promise<number> {
  const { env, clock, out, err } = deps;
  const path = file ?? (env['SOURCES_FILE']?.trim() || undefined);
  const settings = await checkSettings(deps, path === undefined);
  const files = path === undefined ? NOTHING : await checkConfigFiles(path, env, clock(), settings.stored);
  // With a mistake in the files, the feeds are unknown.
  const canOpenFeeds = shouldOpenFeeds && path !== undefined && files.problems.length === 0;
  const feeds = canOpenFeeds ? await checkFeeds(await readConfig(path), deps) : NOTHING;
  const variables: CheckReport = { ...NOTHING, notes: misspeltSettings(env) };
  const { checked, notes, problems } = joined([variables, settings.report, files, feeds]);
  const exitCode = problems.length === 0 ? EXIT.ok : EXIT.failure;
  if (json) {
    printJson(out, { ok: problems.length === 0, checked, notes, problems: problems.map(problemJson) });
    return exitCode;
  }
  for (const text of checked) out.write(`${painter(out.colour)('green', 'ok')}  ${text}\n`);
  for (const problem of problems)
    err.write(`${painter(err.colour)('red', 'error')} ${serialiseProblem(problem)}\n`);
  for (const note of notes) err.write(`${painter(err.colour)('yellow', 'note')} ${note}\n`);
  return exitCode;
}

const problemJson = ({ position, ...problem }: Problem): object => ({
  ...problem,
  line: position?.line ?? null,
  column: position?.column ?? null,
});

const NOTHING: CheckReport = { checked: [], notes: [], problems: [] };

const joined = (reports: readonly CheckReport[]): CheckReport => ({
  checked: reports.flatMap(({ checked }) => checked),
  notes: reports.flatMap(({ notes }) => notes),
  problems: reports.flatMap(({ problems }) => problems),
});

interface CheckedSettings {
  readonly report: CheckReport;
  /** null: the store was not read. */
  readonly stored: StoredFacts | null;
}

async function checkSettings(deps: Dependencies, isSample: boolean): Promise<CheckedSettings> {
  const { env, clock } = deps;
  try {
    const settings = readSettings(env);
    const store = await checkStore(settings, deps, isSample);
    const reference = loadReference(settings.referenceFolder, { isThorough: true });
    const own = {
      checked: [...settingsChecked(settings), ...referenceChecked(reference)],
      notes: [...settingsNotes(settings), ...notesToReview(reference, clock())],
      problems: [...portProblems(settings), ...reference.problems],
    };
    return { ...store, report: joined([own, store.report]) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { report: { ...NOTHING, problems: error.problems }, stored: null };
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

const settingsNotes = (settings: Settings): string[] => [
  ...(trustsEverybody(settings.trustProxy) ? [TRUSTS_EVERYBODY] : []),
  ...[unsaid(settings)].filter((note) => note !== null),
];

function settingsChecked({ limitsFile, limits, agreements, brand }: Settings): string[] {
  const lines = ['settings'];
  if (brand !== null)
    lines.push(`look of the pages: ${brandParts(brand).join(', ') || 'nothing of its own'}`);
  if (limitsFile !== null)
    lines.push(`${limitsFile}: ${plural(changedFigures(limits).length, 'limit')} changed`);
  for (const agreement of agreements) lines.push(`agreement "${agreement.name}": ${networksText(agreement)}`);
  return lines;
}

function referenceChecked({ phones, notes, activities, guide }: Reference): string[] {
  const tables = [
    phones && plural(phones.phones.length, 'phone'),
    notes && plural(notes.notes.length, 'country note'),
    activities && `${activities.activities.length} activities`,
    guide && plural(guide.topics.length, 'guide topic'),
  ].filter((table) => table !== null);
  return tables.length === 0 ? [] : [`facts for travellers: ${tables.join(', ')}`];
}

/** One line, because every table has some notes that are due. */
function notesToReview({ notes, guide }: Reference, now: number): string[] {
  const line = (due: readonly { readonly id: string; readonly review_by: string }[], what: string) => {
    const listed = due.map(({ id, review_by }) => `${id} (${review_by})`).join(', ');
    return due.length === 0 ? [] : [`${plural(due.length, what)} due for a review: ${listed}`];
  };
  return [
    ...(notes === null ? [] : line(notesDue(notes, now), 'country note')),
    ...(guide === null ? [] : line(topicsDue(guide, now), 'guide topic')),
  ];
}

/** Also checks that the sample market would not replace the plans of configured sources. */
async function checkStore(
  settings: Settings,
  deps: Dependencies,
  isSample: boolean,
): Promise<CheckedSettings> {
  const { storeUrl, limits } = settings;
  const refused = (path: string, message: string): CheckedSettings => ({
    report: { ...NOTHING, problems: [{ file: 'environment', path, message }] },
    stored: null,
  });
  const fault = folderFault(settings);
  if (fault !== null) return refused('STORE_URL', `cannot be used: ${fault}`);
  const checked = [storeText(settings), ...(isSample ? [SAMPLE_IS_USED] : [])];
  if (hasNoData(storeUrl)) return { report: { ...NOTHING, checked }, stored: NOTHING_STORED };
  const notes: string[] = [];
  try {
    const store = await openStore({
      url: storeUrl,
      mode: 'read',
      clock: deps.clock,
      policies: limits.policies,
      onEvent: ({ message }) => notes.push(message),
    });
    try {
      if (isSample && (await hasConfiguredSources(store.snapshots))) return refused('', NO_SOURCES_FILE);
      const { catalogue } = await loadCatalogue(store, deps);
      return {
        report: { checked, notes, problems: [] },
        stored: {
          rates: await readStoredRates(store.documents),
          catalogue: catalogue?.sample === false ? catalogue : null,
          seenPlans: await readSeenPlans(store.documents),
        },
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const message = error.code === 'damaged' ? damageText(storeUrl) : error.message;
    return refused('STORE_URL', `cannot be used: ${message}`);
  }
}

const SAMPLE_IS_USED = 'sources: SOURCES_FILE is not set, so the bundled sample market is used';

function storeText(settings: Settings): string {
  const folder = embeddedFolder(settings);
  if (folder === null) return 'store: Redis answers';
  return existsSync(folder)
    ? `store: the folder ${folder} is readable and writable`
    : `store: the folder ${folder} does not exist yet and will be created`;
}

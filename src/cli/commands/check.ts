/** `esim check`: everything that an operator may write, looked at without starting anything. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ADAPTERS } from '../../ingest/adapters/index.ts';
import { checkFiles, placed } from '../../ingest/config/check.ts';
import { type ConfigFiles, readConfigFiles } from '../../ingest/config/files.ts';
import { ConfigError, type Problem, serialiseProblem } from '../../ingest/config/problems.ts';
import type { OverrideEntry, SourcesFile } from '../../ingest/config/schema.ts';
import { areTooOld, parseRates, RATES_AGE_MAX_DAYS, RatesError } from '../../ingest/rates.ts';
import { type Environment, readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { type JsonOption, plural, printJson } from '../display.ts';
import { EXIT } from '../failure.ts';

interface Found {
  readonly good: readonly string[];
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

export async function check(
  file: string | undefined,
  { json }: JsonOption,
  { env, clock, out, err }: Dependencies,
): Promise<number> {
  const settings = readSettings(env);
  const path = file ?? settings.sourcesFile;
  const found = path === null ? SAMPLE : await look(path, env, clock());
  const exitCode = found.problems.length === 0 ? EXIT.ok : EXIT.failure;
  const ok = [`settings${env['LIMITS_FILE'] ? ' and limits file' : ''}`, ...found.good];
  if (json) {
    const { notes, problems } = found;
    printJson(out, { ok: problems.length === 0, checked: ok, notes, problems });
    return exitCode;
  }
  for (const text of ok) out.write(`${painter(out.colour)('green', 'ok')}  ${text}\n`);
  for (const problem of found.problems)
    err.write(`${painter(err.colour)('red', 'bad')} ${serialiseProblem(problem)}\n`);
  for (const note of found.notes) err.write(`${painter(err.colour)('yellow', 'note')} ${note}\n`);
  return exitCode;
}

const SAMPLE: Found = {
  good: ['sources: the bundled sample market (SOURCES_FILE is not set)'],
  notes: [],
  problems: [],
};

async function look(path: string, env: Environment, now: number): Promise<Found> {
  const files = await readOrProblems(path);
  if (Array.isArray(files)) return { good: [], notes: [], problems: files };
  const { sources, providers, coupons, overrides, problems } = checkFiles(files, Object.values(ADAPTERS));
  const { name } = files.sources;
  const plain = plainAddresses(name, sources).map((problem) => placed(problem, files));
  const all = [...problems, ...plain, ...(await oddRates(files, sources, now))];
  const notes = [
    ...missingVariables(sources, env).map(
      (variable) => `${variable} is not set here: its source cannot be read without it`,
    ),
    ...idleOverrides(sources, overrides),
  ];
  if (all.length > 0) return { good: [], notes, problems: all };
  const good = [
    `${name}: ${plural(sources?.sources.length ?? 0, 'source')}`,
    plural(providers.length, 'provider'),
    plural(coupons.length, 'coupon'),
    ...(files.overrides === null ? [] : [plural(overrides.length, 'override')]),
  ];
  return {
    good: sources?.rates?.file === undefined ? good : [...good, 'exchange rates'],
    notes,
    problems: [],
  };
}

/** The service fetches over https alone, so such a feed would fail with every read. */
function plainAddresses(file: string, config: SourcesFile | null): Problem[] {
  const message = 'is not https: only https addresses are fetched';
  const isPlain = (value: unknown) => typeof value === 'string' && /^http:/i.test(value);
  const found = (config?.sources ?? []).flatMap(({ options }, index) =>
    Object.entries(options ?? {})
      .filter(([, value]) => isPlain(value))
      .map(([name]) => ({ file, path: `sources[${index}].options.${name}`, message })),
  );
  return isPlain(config?.rates?.url) ? [...found, { file, path: 'rates.url', message }] : found;
}

async function oddRates(
  { folder }: ConfigFiles,
  config: SourcesFile | null,
  now: number,
): Promise<Problem[]> {
  const file = config?.rates?.file;
  if (file === undefined) return [];
  const bad = (message: string) => [{ file, path: '', message }];
  let text: string;
  try {
    text = await readFile(resolve(folder, file), 'utf8');
  } catch {
    return bad('cannot be read');
  }
  try {
    const table = parseRates(text);
    return areTooOld(table, now) ? bad(`is of ${table.date}: older than ${RATES_AGE_MAX_DAYS} days`) : [];
  } catch (error) {
    if (error instanceof RatesError && error.faults.length > 0)
      return error.faults.map(({ place, message }) => ({ file, path: '', message, place }));
    return bad((error as Error).message);
  }
}

async function readOrProblems(path: string): Promise<ConfigFiles | Problem[]> {
  try {
    return await readConfigFiles(path);
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems];
    throw error;
  }
}

/** A source of many providers may make any; whether the plan is there, an ingest says. */
function idleOverrides(file: SourcesFile | null, overrides: readonly OverrideEntry[]): string[] {
  const sources = file?.sources ?? [];
  if (sources.some(({ providers }) => providers !== undefined)) return [];
  return overrides
    .filter((entry) => !sources.some(({ provider }) => provider === entry.provider))
    .map(
      ({ provider, plan }) =>
        `the override of ${provider}/${plan} meets no plan: no source has that provider`,
    );
}

/** Variables may well be set only where the service runs, so this is a note and no failure. */
function missingVariables(file: SourcesFile | null, env: Environment): string[] {
  const names = (file?.sources ?? []).flatMap(({ credentials }) => Object.values(credentials ?? {}));
  return [...new Set(names)].filter((name) => (env[name] ?? '') === '');
}

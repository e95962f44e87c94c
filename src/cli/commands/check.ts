/** `esim check`: everything that an operator may write, looked at without starting anything. */
import { ADAPTERS } from '../../ingest/adapters/index.ts';
import { checkFiles } from '../../ingest/config/check.ts';
import { type ConfigFiles, readConfigFiles } from '../../ingest/config/files.ts';
import { ConfigError, type Problem, spellProblem } from '../../ingest/config/problems.ts';
import type { SourcesFile } from '../../ingest/config/schema.ts';
import { type Environment, readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { plural } from '../display.ts';
import { EXIT } from '../failure.ts';

export async function check(file: string | undefined, { env, out, err }: Dependencies): Promise<number> {
  const settings = readSettings(env);
  const good = (text: string) => out.write(`${painter(out.colour)('green', 'ok')}  ${text}\n`);
  good(`settings${env['LIMITS_FILE'] ? ' and limits file' : ''}`);
  const path = file ?? settings.sourcesFile;
  if (path === null) {
    good('sources: the bundled sample market (SOURCES_FILE is not set)');
    return EXIT.ok;
  }
  const bad = (text: string) => err.write(`${painter(err.colour)('red', 'bad')} ${text}\n`);
  const files = await readOrProblems(path);
  if (Array.isArray(files)) {
    for (const problem of files) bad(spellProblem(problem));
    return EXIT.failure;
  }
  const { sources, providers, coupons, problems } = checkFiles(files, Object.values(ADAPTERS));
  for (const problem of problems) bad(spellProblem(problem));
  for (const name of missingVariables(sources, env)) {
    err.write(
      `${painter(err.colour)('yellow', 'note')} ${name} is not set here: its source cannot be read without it\n`,
    );
  }
  if (problems.length > 0) return EXIT.failure;
  good(`${files.sources.name}: ${plural(sources?.sources.length ?? 0, 'source')}`);
  good(plural(providers.length, 'provider'));
  good(plural(coupons.length, 'coupon'));
  return EXIT.ok;
}

async function readOrProblems(path: string): Promise<ConfigFiles | Problem[]> {
  try {
    return await readConfigFiles(path);
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems];
    throw error;
  }
}

/** Variables may well be set only where the service runs, so this is a note and no failure. */
function missingVariables(file: SourcesFile | null, env: Environment): string[] {
  const names = (file?.sources ?? []).flatMap(({ credentials }) => Object.values(credentials ?? {}));
  return [...new Set(names)].filter((name) => (env[name] ?? '') === '');
}

/** What is mutated, and how Stryker runs. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The minimum percentage of mutants that the tests of a folder must detect. */
export const LEAST_PERCENT = 85;

/** Excluded files of each folder, which contain only data or text. */
export const FOLDERS: Readonly<Record<'domain' | 'limits' | 'mcp', readonly string[]>> = {
  domain: [],
  limits: [],
  mcp: [],
};

/** Files that compute a value once and cache it, so that a later mutant would have no effect in the same thread. */
export const LAZY_FILES: readonly string[] = ['src/domain/places/names.ts'];

export type FolderName = keyof typeof FOLDERS;

/** Tests of a folder that are in another folder, because they need more imports. */
const TESTS_ELSEWHERE: Readonly<Partial<Record<FolderName, readonly string[]>>> = {
  domain: ['src/catalogue/explanation.test.ts', 'src/wire/comparison.test.ts', 'test/ranking/groups.test.ts'],
};

/** Patterns, with commas between them. Throws if a test that is elsewhere was renamed, because its mutants would survive. */
export function testsOf(folder: FolderName): string {
  const elsewhere = TESTS_ELSEWHERE[folder] ?? [];
  for (const file of elsewhere) if (!existsSync(file)) throw new Error(`there is no ${file}`);
  return [`src/${folder}/**/*.test.ts`, ...elsewhere].join(',');
}

/** `files`: only these; none: all of the folder. */
export function optionsFor(folder: FolderName, files: readonly string[], tempDirName: string): object {
  return {
    mutate: [
      ...(files.length > 0 ? files : [`src/${folder}/**/*.ts`]),
      `!src/${folder}/**/*.test.ts`,
      `!src/${folder}/**/testing/**`,
      ...FOLDERS[folder].map((file) => `!src/${folder}/${file}`),
    ],
    testRunner: 'node-test',
    plugins: [fileURLToPath(new URL('runner.ts', import.meta.url))],
    coverageAnalysis: 'perTest',
    // Node strips the types, so no type check is needed.
    disableTypeChecks: false,
    // Without tsconfig.json too: Stryker would rewrite it with a TypeScript library that version 7 no longer has.
    ignorePatterns: ['/bench', '/bin', '/data', '/deploy', '/tsconfig.json'],
    tempDirName,
    cleanTempDir: 'always',
    // One process, so that a machine with two cores stays usable. The runner stops endless tests by processor time.
    // This timeout is for tests that wait forever.
    concurrency: 1,
    timeoutMS: 60_000,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    // A pattern that matches nothing is not an error here.
    logLevel: 'error',
    allowConsoleColors: false,
  };
}

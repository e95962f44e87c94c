/** What is mutated, and how Stryker runs. */
import { fileURLToPath } from 'node:url';

/** The minimum percentage of mutants that the tests of a folder must detect. */
export const LEAST_PERCENT = 85;

/** The unit tests in a folder count for its score. */
export const FOLDERS = ['domain', 'ingest/normalise', 'limits', 'mcp'] as const;
export type FolderName = (typeof FOLDERS)[number];

/** Files that compute a value once and cache it, so that a later mutant would have no effect in the same thread. */
export const LAZY_FILES: readonly string[] = ['src/domain/places/names.ts'];

/** `files`: only these; none: all of the folder. */
export function optionsFor(folder: FolderName, files: readonly string[], tempDirName: string): object {
  return {
    mutate: [
      ...(files.length > 0 ? files : [`src/${folder}/**/*.ts`]),
      `!src/${folder}/**/*.test.ts`,
      `!src/${folder}/**/testing/**`,
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

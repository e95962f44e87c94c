/** What is mutated, and how Stryker runs. */
import { fileURLToPath } from 'node:url';

/** The least share of mutants that the tests of a folder must notice. */
export const LEAST_PERCENT = 85;

/** For each folder, the files that hold nothing but data or text: a change there is a change of mind, not a fault. */
export const FOLDERS: Readonly<Record<'domain' | 'limits' | 'mcp', readonly string[]>> = {
  domain: ['places/aliases.ts'],
  limits: [],
  mcp: [],
};

/** Files that work something out once, when it is first asked for: the first test would keep it from all mutants. */
export const LAZY_FILES: readonly string[] = ['src/domain/places/names.ts'];

export type FolderName = keyof typeof FOLDERS;

/** Tests of a folder that need more than it may import, and so stand further out. */
const TESTS_ELSEWHERE: Readonly<Partial<Record<FolderName, string>>> = {
  domain: 'src/catalogue/standing.test.ts',
};

/** Patterns, with commas between them. */
export const testsOf = (folder: FolderName): string =>
  [`src/${folder}/**/*.test.ts`, TESTS_ELSEWHERE[folder] ?? []].flat().join(',');

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
    // Node strips the types, and nothing here looks at them.
    disableTypeChecks: false,
    // Without tsconfig.json too: Stryker would rewrite it with a TypeScript library that version 7 no longer has.
    ignorePatterns: ['/bench', '/bin', '/data', '/deploy', '/tsconfig.json'],
    tempDirName,
    cleanTempDir: 'always',
    // One process keeps a machine of two cores usable. Endless tests are stopped by the runner, by processor time;
    // this is for what sleeps for ever.
    concurrency: 1,
    timeoutMS: 60_000,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    // A pattern that leaves nothing out is no fault here.
    logLevel: 'error',
    allowConsoleColors: false,
  };
}

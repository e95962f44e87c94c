/** The thread with the loaded tests. It handles one request of `runner.ts` at a time, which stops it if it hangs. */
import { glob } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { type CollectedTest, collectedTests, collectInto } from './collect.ts';

export type Request =
  /** Every test once, counting which mutants it reaches. */
  | { readonly kind: 'all' }
  | {
      readonly kind: 'mutant';
      readonly mutant: string;
      /** For code that runs when its file is loaded. */
      readonly isActiveWhileLoading: boolean;
      readonly hitLimit: number | undefined;
      readonly tests: readonly string[];
    };

export interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly timeSpentMs: number;
  readonly status: 'success' | 'failed';
  readonly failureMessage?: string;
}

export interface FirstRun {
  readonly tests: readonly TestResult[];
  readonly coverage: unknown;
}

export type Verdict =
  | { readonly status: 'survived'; readonly nrOfTests: number }
  | {
      readonly status: 'killed';
      readonly killedBy: readonly string[];
      readonly failureMessage: string;
      readonly nrOfTests: number;
    }
  | { readonly status: 'timeout'; readonly reason: string }
  /** The thread ended for another reason than the mutant, so nothing is known about it. */
  | { readonly status: 'error'; readonly errorMessage: string }
  /** The test also fails without the mutant, because an earlier mutant changed the state in memory. */
  | { readonly status: 'spoilt'; readonly test: string };

/** The variables of Stryker that the mutated code uses. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  /** Added by this project: disables the counting of reached mutants. */
  isCoverageKnown?: boolean;
}

const globals = globalThis as { __stryker__?: Switchboard };
globals.__stryker__ = {};
const board = globals.__stryker__;

/** The index of the current test, for the check of its time; -1 while files are loaded. */
const { current, pattern } = workerData as { readonly current: Int32Array; readonly pattern: string };

const COUNTING = 'function cover() {';
const collector = new URL('collect.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test' ? { url: collector, shortCircuit: true } : next(specifier, context),
  // Counting takes most of the time of mutated code, and only the first run needs it.
  load: (url, context, next) => {
    const loaded = next(url, context);
    const source = Buffer.isBuffer(loaded.source) ? loaded.source.toString() : loaded.source;
    if (typeof source !== 'string' || !source.includes(COUNTING)) return loaded;
    return { ...loaded, source: source.replace(COUNTING, `${COUNTING} if (ns.isCoverageKnown) return;`) };
  },
});

let loaded: ReadonlyMap<string, CollectedTest> | null = null;

async function load(): Promise<ReadonlyMap<string, CollectedTest>> {
  if (loaded !== null) return loaded;
  await import(pathToFileURL(resolve('scripts/seed.ts')).href);
  // One counterexample is enough, because shrinking takes long.
  fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
  for (const file of (await Array.fromAsync(glob(pattern.split(',')))).sort()) {
    collectInto(file);
    await import(pathToFileURL(resolve(file)).href);
  }
  loaded = new Map(collectedTests().map((test) => [test.id, test]));
  return loaded;
}

async function runAll(): Promise<FirstRun> {
  const tests: TestResult[] = [];
  for (const test of (await load()).values()) {
    board.currentTestId = test.id;
    const before = process.threadCpuUsage();
    const fault = await faultOf(test);
    const { user, system } = process.threadCpuUsage(before);
    const known = { id: test.id, name: test.id, timeSpentMs: (user + system) / 1000 };
    tests.push(
      fault === null
        ? { ...known, status: 'success' }
        : { ...known, status: 'failed', failureMessage: fault },
    );
  }
  board.currentTestId = undefined;
  return { tests, coverage: board.mutantCoverage };
}

async function tryMutant(request: Extract<Request, { kind: 'mutant' }>): Promise<Verdict> {
  const { isActiveWhileLoading, hitLimit } = request;
  const mutant = internalised(request.mutant);
  board.isCoverageKnown = true;
  board.activeMutant = isActiveWhileLoading ? mutant : undefined;
  let tests: ReadonlyMap<string, CollectedTest>;
  try {
    tests = await load();
  } catch (error) {
    // Without an active mutant, the files cannot be loaded for another reason.
    if (!isActiveWhileLoading) throw error;
    return { status: 'killed', killedBy: ['loading'], failureMessage: inspect(error), nrOfTests: 0 };
  }
  board.activeMutant = mutant;
  board.hitCount = hitLimit === undefined ? undefined : 0;
  board.hitLimit = hitLimit;
  for (const [at, id] of request.tests.entries()) {
    Atomics.store(current, 0, at);
    const test = tests.get(id);
    if (test === undefined && !isActiveWhileLoading)
      throw new Error(`"${id}" is not declared without a mutant`);
    // A mutant that prevents the declaration of a test counts as detected.
    const fault = test === undefined ? 'not declared' : await faultOf(test);
    if (hitLimit !== undefined && board.hitCount! > hitLimit) {
      return { status: 'timeout', reason: `${board.hitCount} times reached in "${id}"` };
    }
    if (fault === null) continue;
    board.activeMutant = undefined;
    const isSpoilt = test !== undefined && !isActiveWhileLoading && (await faultOf(test)) !== null;
    if (isSpoilt) return { status: 'spoilt', test: id };
    return { status: 'killed', killedBy: [id], failureMessage: fault, nrOfTests: at + 1 };
  }
  return { status: 'survived', nrOfTests: request.tests.length };
}

/** An internalised string, so that comparisons with literals compare pointers. */
const internalised = (text: string): string => Object.keys({ [text]: 0 })[0]!;

/** Uncaught errors fail the current test, as in `node:test`. */
let stray: string | null = null;
const keepStray = (error: unknown): void => {
  stray ??= inspect(error);
};
process.on('uncaughtException', keepStray);
process.on('unhandledRejection', keepStray);

async function faultOf(test: CollectedTest): Promise<string | null> {
  stray = null;
  try {
    await test.run();
    // Unhandled rejections are reported in the next turn of the event loop.
    await new Promise(setImmediate);
  } catch (error) {
    keepStray(error);
  }
  return stray;
}

async function answer(request: Request): Promise<void> {
  // If a test waits forever, the event loop of this thread is empty and the thread ends.
  parentPort!.unref();
  Atomics.store(current, 0, -1);
  const made = request.kind === 'all' ? await runAll() : await tryMutant(request);
  parentPort!.ref();
  parentPort!.postMessage(made);
}

parentPort!.on('message', (request: Request) => {
  answer(request).catch((error: unknown) =>
    parentPort!.postMessage({ ended: inspect(error), isEndless: false }),
  );
});

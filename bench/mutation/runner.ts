/**
 * The Stryker test runner of this project. A thread keeps the tests loaded and activates one mutant after another, so
 * that a mutant takes only the milliseconds of the tests that reach it, without a new process. An endless thread is
 * stopped by its processor time, not by wall time, so that a busy machine does not change the result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LAZY_FILES } from './options.ts';
import type { FirstRun, Request, Verdict } from './thread.ts';

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
  readonly mutantActivation: 'runtime' | 'static';
  readonly reloadEnvironment?: boolean;
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number | undefined;
}

/**
 * Additional processor time for a test, beyond its time in the first run. The first test in a thread may fill tables
 * that another test filled in the first run, which takes several times as long on a busy machine.
 */
const GRACE_MS = 3_000;
const LOADING_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** Written by the first run into the folder of the mutated copy, for every process that tries mutants there. */
const USUAL_FILE = 'usual-milliseconds.json';

/** Why the thread gave no result. Only a test that never ends says something about the mutant. */
type Ended = { readonly ended: string; readonly isEndless: boolean };

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** A test that collects without end fills the memory of the thread. Any other error is one of the thread itself. */
const endOfError = (error: unknown): Ended => ({
  ended: String(error),
  isEndless: error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY,
});

/** The event loop of a thread whose test waits forever is empty, and the thread exits with 0. */
const endOfExit = (code: number): Ended =>
  code === 0
    ? { ended: 'waits for what never comes', isEndless: true }
    : { ended: `the thread exited with ${code}`, isEndless: false };

class NodeTestRunner {
  #thread: Worker | null = null;
  readonly #current = new Int32Array(new SharedArrayBuffer(4));
  #usual: ReadonlyMap<string, number> | null = null;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const answer = await this.#ask<FirstRun>({ kind: 'all' }, () => Number.POSITIVE_INFINITY);
    if ('ended' in answer) return { status: 'error', errorMessage: answer.ended };
    const usual = answer.tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]);
    writeFileSync(USUAL_FILE, JSON.stringify(usual));
    return { status: 'complete', tests: answer.tests, mutantCoverage: answer.coverage };
  }

  async mutantRun(run: MutantRun): Promise<object> {
    if (run.reloadEnvironment) await this.dispose();
    if (LAZY_FILES.includes(relative(process.cwd(), run.sandboxFileName))) return this.#tryAnew(run);
    const result = await this.#try(run);
    if (result.status !== 'spoilt') return result;
    await this.dispose();
    const again = await this.#try(run);
    if (again.status !== 'spoilt') return again;
    return { status: 'error', errorMessage: `"${again.test}" fails without a mutant` };
  }

  /** Every test, in a thread that knew the code only with the mutant. */
  async #tryAnew({ activeMutant, sandboxFileName, hitLimit }: MutantRun): Promise<Verdict> {
    await this.dispose();
    const result = await this.#try({ activeMutant, sandboxFileName, hitLimit, mutantActivation: 'static' });
    await this.dispose();
    return result;
  }

  async dispose(): Promise<void> {
    await this.#thread?.terminate();
    this.#thread = null;
  }

  async #try({ activeMutant, mutantActivation, testFilter, hitLimit }: MutantRun): Promise<Verdict> {
    this.#usual ??= new Map(JSON.parse(readFileSync(USUAL_FILE, 'utf8')) as [string, number][]);
    const usual = this.#usual;
    const wanted = testFilter ?? [...usual.keys()];
    // The fastest tests first, because most mutants are detected by any test.
    const tests = wanted.toSorted((a, b) => usual.get(a)! - usual.get(b)!);
    const isActiveWhileLoading = mutantActivation === 'static';
    const answer = await this.#ask<Verdict>(
      { kind: 'mutant', mutant: activeMutant.id, isActiveWhileLoading, hitLimit, tests },
      (at) => (at < 0 ? LOADING_MS : usual.get(tests[at]!)! + GRACE_MS),
    );
    if (!('ended' in answer)) return answer;
    return answer.isEndless
      ? { status: 'timeout', reason: answer.ended }
      : { status: 'error', errorMessage: answer.ended };
  }

  /** The reply of the thread, or why there is none. */
  async #ask<Answer>(request: Request, mayTakeMs: (test: number) => number): Promise<Answer | Ended> {
    this.#thread ??= new Worker(new URL('thread.ts', import.meta.url), {
      workerData: { current: this.#current, pattern: process.env['MUTATION_TESTS'] },
    });
    const thread = this.#thread;
    const { promise, resolve } = Promise.withResolvers<Answer | Ended>();
    thread.once('message', resolve);
    thread.once('error', (error) => resolve(endOfError(error)));
    thread.once('exit', (code) => resolve(endOfExit(code)));
    let before = process.cpuUsage();
    let test = -2;
    const look = setInterval(() => {
      const at = Atomics.load(this.#current, 0);
      if (at !== test) {
        test = at;
        before = process.cpuUsage();
      }
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > mayTakeMs(at)) resolve({ ended: 'endless', isEndless: true });
    }, LOOK_EVERY_MS);
    thread.postMessage(request);
    const answer = await promise;
    clearInterval(look);
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
    if (typeof answer === 'object' && answer !== null && 'ended' in answer) await this.dispose();
    return answer;
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'node-test', injectableClass: NodeTestRunner }];

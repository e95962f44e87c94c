/** The operator's files that are read again without a restart (SIGHUP), except those of the sources. */
import type { Limiter } from '../limits/limiter.ts';
import { serialiseProblem } from '../operator-files/problems.ts';
import { loadReference, type Reference } from '../reference/load.ts';
import type { Store } from '../store/port.ts';
import type { App } from './app.ts';
import type { Log } from './log.ts';
import { readAgreements, readLimits, type Settings } from './settings.ts';

export class ReloadedFiles {
  readonly #settings: Settings;
  readonly #log: Log;
  reference: Reference;
  /** True if the last reload found an error in the file of limits or agreements, which were then not changed. */
  hasReloadFailed = false;

  constructor(settings: Settings, log: Log) {
    this.#settings = settings;
    this.#log = log;
    this.reference = this.#loadReference();
  }

  reload({ counters }: Store, limiter: Limiter, app: App): void {
    const { limitsFile, agreementsFile } = this.#settings;
    this.hasReloadFailed = false;
    this.#attempt('limits', limitsFile, () => {
      const limits = readLimits(limitsFile);
      counters.usePolicies(limits.policies);
      app.useLimits(limits);
    });
    this.#attempt('agreements', agreementsFile, () => limiter.useAgreements(readAgreements(agreementsFile)));
    this.reference = this.#loadReference();
    app.renderAgain();
  }

  #attempt(what: string, file: string | null, apply: () => void): void {
    if (file === null) return;
    try {
      apply();
      this.#log.info(`the ${what} were reloaded`);
    } catch (error) {
      this.hasReloadFailed = true;
      this.#log.error(`the ${what} were not changed: ${(error as Error).message}`);
    }
  }

  /** A table with a mistake is not used, and health reports it. Everything else works. */
  #loadReference(): Reference {
    const reference = loadReference(this.#settings.referenceFolder);
    for (const problem of reference.problems) this.#log.error(serialiseProblem(problem));
    return reference;
  }
}

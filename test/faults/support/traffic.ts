/**
 * Constant requests to several service processes while something goes wrong, and a record of every answer: counted ones
 * from callers with a known allowance, and free ones. Says afterwards which promise was broken.
 */
import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { TRIP } from './crash.ts';
import type { ServiceProcess } from './process.ts';

/** Of one caller, in one UTC day; what every caller of this traffic may never exceed. */
export const DAY_LIMIT = 12;
/** Enough that their allowance lasts for a whole fault; all of them ask in turn. */
const CALLERS = 40;
/** Counted requests that are under way at once; one more lane asks for what is free. */
const LANES = 4;
/** Between two requests of one lane. */
const PAUSE_MS = 10;
/** 300 ms of waiting are promised, and measured; a machine that does much else beside gets ten times that. */
const ANSWERS_WITHIN_MS = 3_000;
/** A refusal for want of the store has less to do; below the time after which a silent connection is given up. */
const REFUSALS_WITHIN_MS = 1_500;
const FREE = '/terms';

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly at: number;
  readonly caller: string | null;
  readonly service: number;
  readonly retryAfter: string | undefined;
  readonly etag: string | undefined;
}

export class Traffic {
  readonly #services: readonly ServiceProcess[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #prefix: string;
  readonly #lanes: Promise<void>[] = [];
  readonly answers: Answer[] = [];
  #going = true;
  #sent = 0;

  /** `round` keeps the callers of one fault apart from those of the next. */
  constructor(services: readonly ServiceProcess[], round: number) {
    this.#services = services;
    this.#prefix = `10.77.${round}.`;
    for (let lane = 0; lane < LANES; lane += 1) this.#lanes.push(this.#lane(() => this.#counted()));
    this.#lanes.push(this.#lane(() => this.#free()));
  }

  /** Resolves once that many counted requests more were answered. */
  async more(count: number): Promise<void> {
    const goal = this.#countedAnswers().length + count;
    for (let tries = 0; tries < 3_000 && this.#countedAnswers().length < goal; tries += 1) await delay(10);
    assert.ok(this.#countedAnswers().length >= goal, 'requests are no longer answered');
  }

  /** Resolves once each process answers as told, and says after how many milliseconds. */
  async until(statuses: readonly number[], withinMs: number): Promise<number> {
    const from = performance.now();
    const isThere = (service: number) =>
      this.#countedAnswers().some(
        (answer) =>
          answer.service === service && answer.at - answer.ms >= from && statuses.includes(answer.status),
      );
    while (!this.#services.every((_, service) => isThere(service))) {
      assert.ok(performance.now() - from < withinMs, `not ${statuses.join(' or ')} within ${withinMs} ms`);
      await delay(10);
    }
    return performance.now() - from;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#lanes);
  }

  /** Each caller asks until it is refused, so that all that was admitted can be held against the limit. */
  async exhaust(): Promise<void> {
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#exhaust(caller)));
  }

  async #exhaust(caller: number): Promise<void> {
    for (let tries = 0; tries <= DAY_LIMIT * 2; tries += 1) {
      const service = (caller + tries) % this.#services.length;
      const { status } = await this.#ask(service, TRIP, this.#address(caller));
      if (status === 429) return;
      // Forty at once are no fault of the store, and still a lot for a busy machine.
      if (status === 503) await delay(PAUSE_MS * 10);
    }
    assert.fail('a caller is never refused');
  }

  /** How often each caller was served. */
  served(): number[] {
    const counts = new Map<string, number>();
    for (const { caller, status } of this.answers) {
      if (caller !== null && status === 200) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    }
    return [...counts.values()];
  }

  /** What must hold whatever happens to the store; gives the slowest counted answer. */
  check(): { slowestMs: number; refusedMs: number; unavailable: number } {
    const counted = this.#countedAnswers();
    for (const { status, retryAfter } of counted) {
      assert.ok([200, 429, 503].includes(status), `a counted route answered ${status}`);
      if (status !== 200) assert.ok(Number(retryAfter) >= 1, `${status} without Retry-After`);
    }
    const tags = new Set(counted.filter(({ status }) => status === 200).map(({ etag }) => etag));
    assert.equal(tags.size, 1, 'the same question got different answers');
    const free = this.answers.filter(({ caller }) => caller === null);
    assert.ok(free.length > 0 && free.every(({ status }) => status === 200), 'a free route did not go on');
    const slowestMs = Math.max(...this.answers.map(({ ms }) => ms));
    assert.ok(slowestMs < ANSWERS_WITHIN_MS, `an answer took ${slowestMs.toFixed(0)} ms`);
    const unavailable = counted.filter(({ status }) => status === 503);
    const refusedMs = Math.max(0, ...unavailable.map(({ ms }) => ms));
    assert.ok(refusedMs < REFUSALS_WITHIN_MS, `a 503 took ${refusedMs.toFixed(0)} ms`);
    return { slowestMs, refusedMs, unavailable: unavailable.length };
  }

  #countedAnswers(): Answer[] {
    return this.answers.filter(({ caller }) => caller !== null);
  }

  #address(caller: number): string {
    return `${this.#prefix}${caller % CALLERS}`;
  }

  async #lane(ask: () => Promise<unknown>): Promise<void> {
    while (this.#going) {
      await ask();
      await delay(PAUSE_MS);
    }
  }

  #counted(): Promise<Answer> {
    const turn = this.#sent++;
    // Callers meet all processes in turn.
    return this.#ask(Math.floor(turn / CALLERS + turn) % this.#services.length, TRIP, this.#address(turn));
  }

  #free(): Promise<Answer> {
    return this.#ask(this.#sent % this.#services.length, FREE, null);
  }

  #ask(service: number, path: string, caller: string | null): Promise<Answer> {
    const began = performance.now();
    const headers = caller === null ? {} : { 'x-forwarded-for': caller };
    return new Promise((resolve, reject) => {
      get(`${this.#services[service]!.url}${path}`, { agent: this.#agent, headers }, (response) => {
        response.resume().on('end', () => {
          const { 'retry-after': retryAfter, etag } = response.headers;
          const at = performance.now();
          const answer = {
            status: response.statusCode ?? 0,
            ms: at - began,
            at,
            caller,
            service,
            retryAfter,
            etag,
          };
          this.answers.push(answer);
          resolve(answer);
        });
      }).on('error', reject);
    });
  }
}

/**
 * Sends requests to several service processes during a fault and records every response: counted requests of callers with
 * a known limit, and requests that are not counted. Afterwards it checks all responses.
 */
import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { TRIP } from './crash.ts';
import type { ServiceProcess } from './process.ts';

/** The limit of each caller in one UTC day. */
export const DAY_LIMIT = 12;
/** Enough that their quotas last for a whole fault. They send requests in turn. */
const CALLERS = 40;
/** The number of concurrent counted requests. One more lane sends requests that are not counted. */
const LANES = 4;
/** The pause between two requests of one lane. */
const PAUSE_MS = 10;
/** The service promises 300 ms. A busy machine may take ten times as long. */
const ANSWERS_WITHIN_MS = 3_000;
/** A 503 is quicker than other responses. This is less than the timeout of a silent connection. */
const REFUSALS_WITHIN_MS = 1_500;
const FREE = '/terms';

interface RecordedResponse {
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
  readonly responses: RecordedResponse[] = [];
  #going = true;
  #sent = 0;

  /** `round`: the number of the fault. Each fault has its own callers. */
  constructor(services: readonly ServiceProcess[], round: number) {
    this.#services = services;
    this.#prefix = `10.77.${round}.`;
    for (let lane = 0; lane < LANES; lane += 1) this.#lanes.push(this.#lane(() => this.#counted()));
    this.#lanes.push(this.#lane(() => this.#free()));
  }

  /** Resolves after this number of further counted responses. */
  async more(count: number): Promise<void> {
    const goal = this.#countedResponses().length + count;
    for (let tries = 0; tries < 3_000 && this.#countedResponses().length < goal; tries += 1) await delay(10);
    assert.ok(this.#countedResponses().length >= goal, 'requests no longer get responses');
  }

  /** Waits until each process returns one of the statuses, and resolves with the milliseconds. */
  async until(statuses: readonly number[], withinMs: number): Promise<number> {
    const from = performance.now();
    const isThere = (service: number) =>
      this.#countedResponses().some(
        ({ service: by, at, ms, status }) => by === service && at - ms >= from && statuses.includes(status),
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

  /** Each caller sends requests until it is refused, so that its admitted requests can be compared with the limit. */
  async exhaust(): Promise<void> {
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#exhaust(caller)));
  }

  async #exhaust(caller: number): Promise<void> {
    for (let tries = 0; tries <= DAY_LIMIT * 2; tries += 1) {
      const service = (caller + tries) % this.#services.length;
      const { status } = await this.#request(service, TRIP, this.#address(caller));
      if (status === 429) return;
      // Forty concurrent callers may overload a busy machine, although the store works.
      if (status === 503) await delay(PAUSE_MS * 10);
    }
    assert.fail('a caller is never refused');
  }

  /** The number of 200 responses of each caller. */
  served(): number[] {
    const counts = new Map<string, number>();
    for (const { caller, status } of this.responses) {
      if (caller !== null && status === 200) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    }
    return [...counts.values()];
  }

  /** Checks what must hold during every fault of the store, and returns the slowest times. */
  check(): { slowestMs: number; refusedMs: number; unavailable: number } {
    const counted = this.#countedResponses();
    for (const { status, retryAfter } of counted) {
      assert.ok([200, 429, 503].includes(status), `a counted route returned ${status}`);
      if (status !== 200) assert.ok(Number(retryAfter) >= 1, `${status} without Retry-After`);
    }
    const tags = new Set(counted.filter(({ status }) => status === 200).map(({ etag }) => etag));
    assert.equal(tags.size, 1, 'the same request got different responses');
    const free = this.responses.filter(({ caller }) => caller === null);
    assert.ok(
      free.length > 0 && free.every(({ status }) => status === 200),
      'a route without a limit failed',
    );
    const slowestMs = Math.max(...this.responses.map(({ ms }) => ms));
    assert.ok(slowestMs < ANSWERS_WITHIN_MS, `a response took ${slowestMs.toFixed(0)} ms`);
    const unavailable = counted.filter(({ status }) => status === 503);
    const refusedMs = Math.max(0, ...unavailable.map(({ ms }) => ms));
    assert.ok(refusedMs < REFUSALS_WITHIN_MS, `a 503 took ${refusedMs.toFixed(0)} ms`);
    return { slowestMs, refusedMs, unavailable: unavailable.length };
  }

  #countedResponses(): RecordedResponse[] {
    return this.responses.filter(({ caller }) => caller !== null);
  }

  #address(caller: number): string {
    return `${this.#prefix}${caller % CALLERS}`;
  }

  async #lane(send: () => Promise<unknown>): Promise<void> {
    while (this.#going) {
      await send();
      await delay(PAUSE_MS);
    }
  }

  #counted(): Promise<RecordedResponse> {
    const turn = this.#sent++;
    // Each caller uses all processes in turn.
    return this.#request(
      Math.floor(turn / CALLERS + turn) % this.#services.length,
      TRIP,
      this.#address(turn),
    );
  }

  #free(): Promise<RecordedResponse> {
    return this.#request(this.#sent % this.#services.length, FREE, null);
  }

  #request(service: number, path: string, caller: string | null): Promise<RecordedResponse> {
    const startedAt = performance.now();
    const headers = caller === null ? {} : { 'x-forwarded-for': caller };
    return new Promise((resolve, reject) => {
      get(`${this.#services[service]!.url}${path}`, { agent: this.#agent, headers }, (response) => {
        response.resume().on('end', () => {
          const { 'retry-after': retryAfter, etag } = response.headers;
          const at = performance.now();
          const recorded = {
            status: response.statusCode ?? 0,
            ms: at - startedAt,
            at,
            caller,
            service,
            retryAfter,
            etag,
          };
          this.responses.push(recorded);
          resolve(recorded);
        });
      }).on('error', reject);
    });
  }
}

/**
 * The counters on Redis. A decision is one script, so one round trip, on the server's clock.
 *
 * An epoch is stored with the counts. If it is another one, or if the stored time is behind a time that this process has
 * seen, the server lost counts. They are not restored: decisions continue with what is there, the operator is told, and
 * health reports `degraded` until midnight UTC.
 */
import { callerOf } from '../../limits/caller.ts';
import {
  admission,
  dayOf,
  endOfDay,
  type RequestWindow,
  refusal,
  refusingWindow,
  type WindowCount,
  windowsOf,
} from '../../limits/decision.ts';
import { isServiceWindow, POLICY_NAMES, type Policies, type RequestKind } from '../../limits/policies.ts';
import type {
  Caller,
  Clock,
  CounterStore,
  Deadline,
  Decision,
  Reservation,
  WindowUsage,
} from '../../limits/port.ts';
import { type OnStoreEvent, StoreError } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { EPOCH, REFUND, TAKE } from './scripts.ts';
import { callerUsage, scan } from './usage.ts';
import { bufferOf } from './values.ts';

const SECRET_BYTES = 32;
const EPOCH_BYTES = 12;
/** Smaller steps back are ordinary corrections of a clock. */
const CLOCK_SLACK_MS = 1_000;
/** A decision is tried again after a new epoch and after midnight; more often would mean that nothing settles. */
const MOST_TRIES = 3;
const LOST = -1;
const OTHER_DAY = -2;

export interface RedisCountersOptions {
  readonly link: Link;
  readonly keys: Keys;
  readonly policies: Policies;
  readonly random: (bytes: number) => Uint8Array;
  readonly onEvent: OnStoreEvent;
  /** For the day on which counts were lost. */
  readonly clock: Clock;
  /** For tests: the time of a decision in place of the server's. */
  readonly timeSource: (() => number) | undefined;
}

export class RedisCounters implements CounterStore {
  readonly #options: RedisCountersOptions;
  readonly #reservations: string;
  #policies: Policies;
  #epoch = '';
  /** The latest time of a decision that this process has seen, on the server's clock. */
  #latest = 0;
  #day = 0;
  #lostDay = -1;
  #joining: Promise<void> | null = null;
  #taken = 0;
  #isBack = false;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#policies = options.policies;
    this.#reservations = this.#randomText(9);
  }

  /** Counts were lost on the day that is still running, as far as this process knows. */
  get hasLostCounts(): boolean {
    return this.#lostDay === this.#today();
  }

  /** Joins the counts of the server, or begins new ones. Rejects if the server takes no writes. */
  join(): Promise<void> {
    this.#joining ??= this.#join().finally(() => {
      this.#joining = null;
    });
    return this.#joining;
  }

  async take(kind: RequestKind, asker: Caller | string, deadline?: Deadline): Promise<Decision> {
    const caller = callerOf(asker);
    const windows = windowsOf(kind, caller, this.#policies);
    this.#taken += 1;
    const id = `${this.#reservations}${this.#taken.toString(36)}`;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const [verdict, ...figures] = await this.#runTake(windows, id, deadline);
      if (verdict === LOST) await this.join();
      else if (verdict === OTHER_DAY) this.#day = figures[0]!;
      else return this.#decisionOf(kind, caller, id, windows, figures);
    }
    throw new StoreError('unavailable', 'the shared store keeps losing its counts');
  }

  async refund({ kind, caller, takenAt, id }: Reservation): Promise<void> {
    const { link, onEvent } = this.#options;
    const windows = windowsOf(kind, { key: caller }, this.#policies);
    try {
      await link.script(REFUND, this.#keysOf(windows, dayOf(takenAt)), [id]);
    } catch {
      const message = 'a refund failed: one request is over-counted';
      onEvent({ level: 'warn', kind: 'refund_failed', message });
    }
  }

  async usage(): Promise<readonly WindowUsage[]> {
    const { link, keys } = this.#options;
    const budgets = await this.budgets();
    const time = await this.#time();
    const usage: WindowUsage[] = [];
    for (const name of POLICY_NAMES) {
      const budget = budgets.find((each) => each.name === name);
      const { limit } = this.#policies[name];
      usage.push(budget ?? { name, limit, ...(await callerUsage(link, keys, name, time, dayOf(time))) });
    }
    return usage;
  }

  async budgets(): Promise<readonly WindowUsage[]> {
    const { link, keys } = this.#options;
    const names = POLICY_NAMES.filter(isServiceWindow);
    const day = dayOf(await this.#time());
    const counts = await link.send((client) => client.mget(names.map((name) => keys.day(name, day, ''))));
    return names.map((name, at) => ({
      name,
      limit: this.#policies[name].limit,
      taken: Number(counts[at] ?? 0),
      callers: null,
    }));
  }

  usePolicies(policies: Policies): void {
    this.#policies = policies;
  }

  /** With a new epoch first, so that every process forgets the time that it has seen. */
  async reset(): Promise<void> {
    const { link, keys } = this.#options;
    const state = { epoch: this.#randomText(EPOCH_BYTES), time: 0, lost: -1 };
    await link.send((client) => client.hset(keys.clock, state));
    for await (const { master, found } of scan(link, keys.counterPattern)) await master.unlink(...found);
  }

  /** Created by whichever process comes first, and the same for all. */
  async secret(): Promise<Uint8Array> {
    const { link, keys, random } = this.#options;
    await link.send((client) => client.set(keys.secret, bufferOf(random(SECRET_BYTES)), 'NX'));
    const secret = await link.send((client) => client.getBuffer(keys.secret));
    if (secret === null) throw new StoreError('unavailable', 'the shared store did not keep the secret');
    return new Uint8Array(secret);
  }

  async #join(): Promise<void> {
    const { link, keys, onEvent } = this.#options;
    const args = [this.#randomText(EPOCH_BYTES), this.#epoch, this.#latest, this.#today()];
    const [epoch, lostDay] = (await link.probe(EPOCH, [keys.clock], args)) as [string, number];
    if (epoch === this.#epoch) return;
    const isNewLoss = this.#epoch !== '' && lostDay === this.#today();
    this.#epoch = epoch;
    this.#lostDay = lostDay;
    this.#latest = 0;
    if (!isNewLoss) return;
    onEvent({
      level: 'error',
      kind: 'counts_lost',
      message:
        'Redis lost counts of today: limits continue with what it still has, so callers may get more than their limit until midnight UTC (appendonly yes avoids this)',
    });
  }

  async #runTake(
    windows: readonly RequestWindow[],
    id: string,
    deadline: Deadline | undefined,
  ): Promise<number[]> {
    const { link, keys } = this.#options;
    const reply = await link.script(
      TAKE,
      [keys.clock, ...this.#keysOf(windows, this.#day)],
      [this.#epoch, this.#latest, this.#day, this.#givenTime(), id, ...windows.map(({ limit }) => limit)],
      deadline,
    );
    return reply as number[];
  }

  /** The rolling minute, then the days. */
  #keysOf(windows: readonly RequestWindow[], day: number): string[] {
    const { keys } = this.#options;
    return windows.map(({ name, caller }) =>
      name.endsWith('.minute') ? keys.minute(name, caller) : keys.day(name, day, caller),
    );
  }

  #decisionOf(
    kind: RequestKind,
    caller: Caller,
    id: string,
    windows: readonly RequestWindow[],
    [clock = 0, time = 0, minuteUsed = 0, minuteReset = 0, minuteFree = 0, ...dayCounts]: number[],
  ): Decision {
    this.#latest = Math.max(this.#latest, time);
    this.#watchClock(clock, time);
    const midnight = endOfDay(dayOf(time));
    const counts = windows.map(
      ({ name, limit }, at): WindowCount =>
        at === 0
          ? { name, limit, used: minuteUsed, resetAt: minuteReset, freeAt: minuteFree }
          : { name, limit, used: dayCounts[at - 1]!, resetAt: midnight, freeAt: midnight },
    );
    const refusedBy = refusingWindow(counts);
    return refusedBy === null
      ? admission(counts, clock, { kind, caller: caller.key, takenAt: time, id })
      : refusal(refusedBy, clock, counts);
  }

  /** Reported once for each time that the clock goes back. */
  #watchClock(clock: number, time: number): void {
    const byMs = time - clock;
    if (byMs <= 0) this.#isBack = false;
    if (byMs <= CLOCK_SLACK_MS || this.#isBack) return;
    this.#isBack = true;
    this.#options.onEvent({
      level: 'warn',
      kind: 'clock_went_back',
      message: `the clock of the shared store went back by ${Math.round(byMs / 1000)} s: counts stand until it has caught up`,
    });
  }

  /** The time of the windows now. */
  async #time(): Promise<number> {
    const { link, keys, timeSource } = this.#options;
    const [latest, [seconds, microseconds]] = await link.send((client) =>
      Promise.all([client.hget(keys.clock, 'time'), client.time()]),
    );
    const clock = timeSource?.() ?? Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
    return Math.max(clock, Number(latest ?? 0));
  }

  #today(): number {
    const { timeSource, clock } = this.#options;
    return dayOf((timeSource ?? clock)());
  }

  #givenTime(): string | number {
    return this.#options.timeSource?.() ?? '';
  }

  #randomText(bytes: number): string {
    return Buffer.from(this.#options.random(bytes)).toString('base64url');
  }
}

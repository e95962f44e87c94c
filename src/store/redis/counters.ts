/**
 * The counters in Redis. A decision is one script and one round trip, on the server's clock.
 *
 * An epoch id is stored with the counts. If it has changed, or if the stored time is behind a time that this process has
 * seen, the server lost counts. They are not restored: decisions continue with the remaining counts, an event is logged,
 * and health reports `degraded` until midnight UTC.
 */
import {
  admission,
  type ChargedWindow,
  type CountedWindow,
  chargedWindows,
  dayOf,
  endOfDay,
  refusal,
  refusingWindow,
} from '../../limits/decision.ts';
import {
  CALLER_POLICIES,
  POLICY_NAMES,
  type Policies,
  type RequestKind,
  SERVICE_POLICIES,
} from '../../limits/policies.ts';
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
import { JOIN_EPOCH, REFUND, TAKE } from './scripts.ts';
import { callerUsage, scan } from './usage.ts';
import { bufferOf } from './values.ts';

const SECRET_BYTES = 32;
const EPOCH_BYTES = 12;
/** Long enough that no two processes get the same prefix of reservation ids. */
const ID_PREFIX_BYTES = 9;
/** Smaller steps back are normal corrections of a clock. */
const CLOCK_SLACK_MS = 1_000;
/** One try can fail because of a new epoch, and one because of midnight. If the third fails too, the server is unstable. */
const MAX_TRIES = 3;
/** The special statuses of `take.lua`. */
const LOST = -1;
const OTHER_DAY = -2;

interface RedisCountersOptions {
  readonly link: Link;
  readonly keys: Keys;
  readonly policies: Policies;
  readonly random: (bytes: number) => Uint8Array;
  readonly onEvent: OnStoreEvent;
  /** For the day on which counts were lost. */
  readonly clock: Clock;
  /** For tests: replaces the server's clock. */
  readonly timeSource: (() => number) | undefined;
}

export class RedisCounters implements CounterStore {
  readonly #options: RedisCountersOptions;
  readonly #idPrefix: string;
  #policies: Policies;
  #epoch = '';
  /** The latest time of a decision that this process has seen, on the server's clock. */
  #latest = 0;
  /** The day of the server, for the keys of the day counters. `take.lua` returns `OTHER_DAY` if it is another one. */
  #day = 0;
  /** The latest day on which counts were lost; -1: none. */
  #lostDay = -1;
  #joining: Promise<void> | null = null;
  #lastReservation = 0;
  #isClockBack = false;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#policies = options.policies;
    this.#idPrefix = this.#randomText(ID_PREFIX_BYTES);
  }

  /** True if this process has seen that counts of the current day were lost. */
  get hasLostCounts(): boolean {
    return this.#lostDay === this.#today();
  }

  /** Reads the current epoch, or starts a new one. Rejects if the server accepts no writes. */
  joinEpoch(link: Link): Promise<void> {
    this.#joining ??= this.#joinEpoch(link).finally(() => {
      this.#joining = null;
    });
    return this.#joining;
  }

  async take(kind: RequestKind, caller: Caller, deadline?: Deadline): Promise<Decision> {
    const windows = chargedWindows(kind, caller, this.#policies);
    this.#lastReservation += 1;
    const id = `${this.#idPrefix}${this.#lastReservation.toString(36)}`;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [status, ...values] = await this.#runTake(windows, id, deadline);
      if (status === LOST) await this.joinEpoch(this.#options.link);
      else if (status === OTHER_DAY) this.#day = values[0]!;
      else return this.#decisionOf(kind, caller, id, windows, values);
    }
    throw new StoreError('unavailable', 'the shared store lost its counts repeatedly');
  }

  async refund({ kind, caller, takenAt, id }: Reservation): Promise<void> {
    const { link, onEvent } = this.#options;
    const windows = chargedWindows(kind, { key: caller }, this.#policies);
    try {
      await link.script(REFUND, this.#keysOf(windows, dayOf(takenAt)), [id]);
    } catch {
      const message = 'a refund failed: one request is over-counted';
      onEvent({ level: 'warn', message });
    }
  }

  async usage(callers?: ReadonlySet<string>): Promise<readonly WindowUsage[]> {
    const { link, keys } = this.#options;
    const budgets = callers === undefined ? await this.budgets() : [];
    const time = await this.#time();
    const usage: WindowUsage[] = [];
    for (const name of callers === undefined ? POLICY_NAMES : CALLER_POLICIES) {
      const budget = budgets.find((each) => each.name === name);
      const { limit } = this.#policies[name];
      usage.push(budget ?? { name, limit, ...(await callerUsage(link, keys, name, time, callers)) });
    }
    return usage;
  }

  async budgets(): Promise<readonly WindowUsage[]> {
    const { link, keys } = this.#options;
    const day = dayOf(await this.#time());
    const counts = await link.send((client) =>
      client.mget(SERVICE_POLICIES.map((name) => keys.day(name, day, ''))),
    );
    return SERVICE_POLICIES.map((name, at) => ({
      name,
      limit: this.#policies[name].limit,
      taken: Number(counts[at] ?? 0),
      callers: null,
    }));
  }

  usePolicies(policies: Policies): void {
    this.#policies = policies;
  }

  /** Sets a new epoch first, so that every process discards the latest time that it has seen. */
  async reset(): Promise<void> {
    const { link, keys } = this.#options;
    const state = { epoch: this.#randomText(EPOCH_BYTES), time: 0, lost: -1 };
    await link.send((client) => client.hset(keys.clock, state));
    for await (const { master, found } of scan(link, keys.counterPattern)) await master.unlink(...found);
  }

  /** The first process creates the secret for all processes. */
  async secret(): Promise<Uint8Array> {
    const { link, keys, random } = this.#options;
    await link.send((client) => client.set(keys.secret, bufferOf(random(SECRET_BYTES)), 'NX'));
    const secret = await link.send((client) => client.getBuffer(keys.secret));
    if (secret === null) throw new StoreError('unavailable', 'the shared store did not store the secret');
    return new Uint8Array(secret);
  }

  async #joinEpoch(link: Link): Promise<void> {
    const { keys, onEvent } = this.#options;
    const args = [this.#randomText(EPOCH_BYTES), this.#epoch, this.#latest, this.#today()];
    const [epoch, lostDay] = (await link.probe(JOIN_EPOCH, [keys.clock], args)) as [string, number];
    if (epoch === this.#epoch) return;
    // At the start, the loss is old news. After a reset by the operator, the lost day is -1.
    const isNewLoss = this.#epoch !== '' && lostDay === this.#today();
    this.#epoch = epoch;
    this.#lostDay = lostDay;
    this.#latest = 0;
    if (!isNewLoss) return;
    onEvent({
      level: 'error',
      message:
        'Redis lost counts of today: limits continue with the remaining counts, so callers may get more than their limit until midnight UTC (appendonly yes avoids this)',
    });
  }

  async #runTake(
    windows: readonly ChargedWindow[],
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

  /** The key of the rolling minute, then those of the days. */
  #keysOf(windows: readonly ChargedWindow[], day: number): string[] {
    const { keys } = this.#options;
    return windows.map(({ name, owner }) =>
      this.#policies[name].window === 'minute' ? keys.minute(name, owner) : keys.day(name, day, owner),
    );
  }

  #decisionOf(
    kind: RequestKind,
    caller: Caller,
    id: string,
    windows: readonly ChargedWindow[],
    // In the order of the reply of `take.lua`.
    [clock = 0, time = 0, minuteUsed = 0, minuteReset = 0, minuteFree = 0, ...dayCounts]: number[],
  ): Decision {
    this.#latest = Math.max(this.#latest, time);
    this.#watchClock(clock, time);
    const midnight = endOfDay(dayOf(time));
    const counts = windows.map(
      ({ name, limit }, at): CountedWindow =>
        // The first window of every kind is the minute of the caller.
        at === 0
          ? { name, limit, used: minuteUsed, resetAt: minuteReset, freeAt: minuteFree }
          : { name, limit, used: dayCounts[at - 1]!, resetAt: midnight, freeAt: midnight },
    );
    const refusedBy = refusingWindow(counts);
    return refusedBy === null
      ? admission(counts, clock, { kind, caller: caller.key, takenAt: time, id })
      : refusal(refusedBy, clock, counts);
  }

  /** Reports once each time the clock goes back. */
  #watchClock(clock: number, time: number): void {
    const byMs = time - clock;
    if (byMs <= 0) this.#isClockBack = false;
    if (byMs <= CLOCK_SLACK_MS || this.#isClockBack) return;
    this.#isClockBack = true;
    this.#options.onEvent({
      level: 'warn',
      message: `the clock of the shared store went back by ${Math.round(byMs / 1000)} s: no unit expires until it has caught up`,
    });
  }

  /** The current time of the windows, which is later than the server's clock if that went back. */
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

  /** '' lets the script use the server's clock. */
  #givenTime(): string | number {
    return this.#options.timeSource?.() ?? '';
  }

  #randomText(bytes: number): string {
    return Buffer.from(this.#options.random(bytes)).toString('base64url');
  }
}

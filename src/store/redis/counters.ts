/**
 * The counters on Redis. A decision is one script, so one round trip; time is the server's; and what was refused a
 * moment ago is refused again without asking.
 */
import { callerOf } from '../../limits/caller.ts';
import {
  admissionTo,
  dayOf,
  endOfDay,
  NO_LIMIT,
  refusalBy,
  refusing,
  windowsOf,
} from '../../limits/decision.ts';
import {
  POLICY_NAMES,
  type Policies,
  type PolicyName,
  REQUEST_KINDS,
  type RequestKind,
} from '../../limits/policies.ts';
import type { Caller, CounterStore, Decision, Refusal, Reservation, WindowUsage } from '../../limits/port.ts';
import { type OnStoreEvent, StoreError } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import type { Recollection } from './recovery.ts';
import type { Refusals } from './refusals.ts';
import { REFUND, RESET, SERVICE_USAGE, TAKE } from './scripts.ts';
import { callerUsage, recordsOf } from './usage.ts';
import { argumentsOf, numberOf, readTaken, SERVICE_WINDOWS, servicesOf, type Taken } from './windows.ts';

const SECRET_BYTES = 32;
/** On the channel of give-backs: every count began anew. */
const RESET_MESSAGE = 'reset';
/** Far more requests than are in flight when a store fails. */
const MAX_OWED = 10_000;
/** Less than this is a clock that is being set, not one that went back. */
const CLOCK_SLACK_MS = 1_000;

export interface RedisCountersOptions {
  readonly link: Link;
  readonly keys: Keys;
  readonly policies: Policies;
  readonly random: (bytes: number) => Uint8Array;
  readonly refusals: Refusals;
  readonly recollection: Recollection;
  readonly onEvent: OnStoreEvent;
  /** Which counts this process knows; they are others after a loss. */
  readonly epoch: () => string;
  /** Brings lost counts back and adopts the new epoch. */
  readonly restore: () => Promise<void>;
  /** For tests: the time of a decision in place of the server's. */
  readonly timeSource: (() => number) | undefined;
}

export class RedisCounters implements CounterStore {
  readonly #options: RedisCountersOptions;
  readonly #marks: string;
  readonly #owed: Reservation[] = [];
  #taken = 0;
  #asked = 0;
  #isBack = false;
  /** What callers are hashed with, as far as this process has asked for it. */
  knownSecret: Uint8Array | null = null;
  #policies: Policies;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#policies = options.policies;
    this.#marks = Buffer.from(options.random(9)).toString('base64url');
  }

  take(kind: RequestKind, asker: Caller | string): Decision | Promise<Decision> {
    const caller = callerOf(asker);
    return this.refusal(kind, caller) ?? this.#ask(kind, caller, true);
  }

  refusal(kind: RequestKind, asker: Caller | string): Refusal | null {
    const caller = callerOf(asker);
    const refusal = this.#options.refusals.recall(kind, caller.key);
    // Figures that have changed since are asked for anew.
    const holds = windowsOf(kind, caller, this.#policies).some(
      ({ name, limit }) => name === refusal?.window.name && limit === refusal.window.limit,
    );
    return holds ? refusal : null;
  }

  async refund(reservation: Reservation): Promise<void> {
    const { link, keys, onEvent, refusals } = this.#options;
    const { kind, keys: callers, takenAt, mark } = reservation;
    const services = servicesOf(kind).map(numberOf);
    refusals.forgetAll();
    try {
      await link.script(
        REFUND,
        [keys.service, keys.refunded(mark), ...callers.map((caller) => keys.record(kind, caller))],
        [takenAt, keys.freedChannel, `${takenAt} ${kind} ${callers.join(' ')}`, ...services],
      );
    } catch {
      // Its mark lets it be tried again, even where only the answer was lost.
      if (this.#owed.length < MAX_OWED) this.#owed.push(reservation);
      else
        onEvent({
          level: 'warn',
          kind: 'refund_failed',
          message: 'a unit was not given back: one request is over-counted',
        });
    }
  }

  /** The store is back: what could not be given back is, now. */
  async settle(): Promise<void> {
    for (const reservation of this.#owed.splice(0)) await this.refund(reservation);
  }

  /** A give-back was heard of, from whichever process. */
  heardRefund(message: string): void {
    if (message === RESET_MESSAGE) this.#options.recollection.forgetAll();
    const [takenAt, kind, ...callers] = message.split(' ');
    this.#options.refusals.forgetAll();
    if (!REQUEST_KINDS.includes(kind as RequestKind)) return;
    const records = callers.map((caller) => this.#options.keys.record(kind as RequestKind, caller));
    this.#options.recollection.refund(Number(takenAt), records, servicesOf(kind as RequestKind));
  }

  async usage(): Promise<readonly WindowUsage[]> {
    const { link, keys } = this.#options;
    const budgets = new Map<PolicyName, WindowUsage>(
      (await this.budgets()).map((budget) => [budget.name, budget]),
    );
    const callers = await callerUsage(link, keys, this.#givenTime());
    return POLICY_NAMES.map((name) => {
      const { limit } = this.#policies[name];
      return budgets.get(name) ?? { name, limit, ...(callers.get(name) ?? { taken: 0, callers: 0 }) };
    });
  }

  async budgets(): Promise<readonly WindowUsage[]> {
    const { link, keys } = this.#options;
    const counts = (await link.script(SERVICE_USAGE, [keys.service], [this.#givenTime()])) as number[];
    return SERVICE_WINDOWS.map((name, at) => ({
      name,
      limit: this.#policies[name].limit,
      taken: counts[at] ?? 0,
      callers: null,
    }));
  }

  usePolicies(policies: Policies): void {
    this.#policies = policies;
    this.#options.refusals.forgetAll();
  }

  /**
   * The time first, so that whatever is counted meanwhile is counted at the right one; then the records; and said
   * twice, because an answer that was under way may have told a process of the old time once more.
   */
  async reset(): Promise<void> {
    const { link, keys } = this.#options;
    await link.script(RESET, [keys.service], [keys.freedChannel, RESET_MESSAGE]);
    const patterns = [keys.recordPattern('comparison'), keys.recordPattern('list'), keys.refundedPattern];
    for (const pattern of patterns) {
      for await (const batch of recordsOf(link, pattern)) await link.command('UNLINK', ...batch);
    }
    await link.command('PUBLISH', keys.freedChannel, RESET_MESSAGE);
  }

  /** Made by whichever process comes first, and the same for all. */
  async secret(): Promise<Uint8Array> {
    const { link, keys, random } = this.#options;
    if (this.knownSecret !== null) return this.knownSecret;
    await link.command('SET', keys.secret, Buffer.from(random(SECRET_BYTES)), 'NX');
    const secret = await link.bytes('GET', keys.secret);
    if (secret === null) throw new StoreError('unavailable', 'the shared store did not keep the secret');
    this.knownSecret = secret;
    return secret;
  }

  async #ask(kind: RequestKind, caller: Caller, mayRestore: boolean): Promise<Decision> {
    const { link, keys, refusals, epoch, restore } = this.#options;
    const windows = windowsOf(kind, caller, this.#policies);
    const callers = caller.together === undefined ? [caller.key] : [caller.key, caller.together.key];
    const mark = refusals.mark;
    this.#asked += 1;
    const ticket = this.#asked;
    const answer = await link.script(
      TAKE,
      [keys.service, ...callers.map((each) => keys.record(kind, each))],
      [this.#givenTime(), epoch(), ticket, ...argumentsOf(windows)],
      (late) => this.#tookTooLate(kind, callers, readTaken(late, ticket, windows)),
    );
    const taken = readTaken(answer, ticket, windows);
    if (taken === null) throw link.renew(new Error('an answer to another question'));
    if (taken !== 'lost') return this.#decided(kind, callers, mark, taken);
    if (!mayRestore) throw new StoreError('unavailable', 'the shared store keeps losing its counts');
    await restore();
    return this.#ask(kind, caller, false);
  }

  #decided(kind: RequestKind, callers: readonly string[], mark: number, taken: Taken): Decision {
    const { refusals, recollection, keys } = this.#options;
    const { admitted, clock, time, readings } = taken;
    this.#watchClock(clock, time);
    const counts = readings.map(({ name, limit, used }) => ({
      name,
      limit,
      count: used + (admitted ? 1 : 0),
    }));
    const services = counts.slice(callers.length * 2);
    for (const [at, caller] of callers.entries()) {
      const units = counts[at * 2 + 1]!.count;
      recollection.see(time, keys.record(kind, caller), { kind, caller, units }, services);
    }
    const midnight = endOfDay(dayOf(time));
    for (const { name, limit, count } of services) {
      if (count >= limit) refusals.rememberSpent(mark, { name, limit, now: clock, frees: midnight });
    }
    const told = readings.filter(({ limit }) => limit < NO_LIMIT);
    const [caller = ''] = callers;
    const refusedBy = refusing(told);
    if (refusedBy === null) {
      refusals.forget(caller);
      return admissionTo(told, clock, { kind, keys: callers, takenAt: time, mark: this.#nextMark() });
    }
    const { name, limit, freeAt } = refusedBy;
    refusals.remember(kind, caller, mark, { name, limit, now: clock, frees: freeAt });
    return refusalBy(refusedBy, clock, told);
  }

  /** Everybody had given up on this answer: nobody was served for it. */
  #tookTooLate(kind: RequestKind, keys: readonly string[], taken: Taken | 'lost' | null): void {
    if (taken === null || taken === 'lost' || !taken.admitted) return;
    void this.refund({ kind, keys, takenAt: taken.time, mark: this.#nextMark() });
  }

  /** Said once for each time: until the clock is where it was, time stands still for the windows. */
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

  #nextMark(): string {
    this.#taken += 1;
    return `${this.#marks}${this.#taken.toString(36)}`;
  }

  #givenTime(): string | number {
    return this.#options.timeSource?.() ?? '';
  }
}

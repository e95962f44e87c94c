/**
 * The counters on Redis. A decision is one script, so one round trip; time is the server's; and what was refused a
 * moment ago is refused again without asking.
 */
import { POLICY_NAMES, type Policies, type PolicyName, type RequestKind } from '../../limits/policies.ts';
import type { CounterStore, Decision, Receipt, Refusal, WindowUsage } from '../../limits/port.ts';
import { dayOf, endOfDay } from '../../limits/time.ts';
import { StoreError } from '../port.ts';
import type { OnRedisEvent } from './events.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import type { Recollection } from './recollection.ts';
import { type Refusals, refusedBy } from './refusals.ts';
import { GIVE_BACK, RESET, SERVICE_USAGE, TAKE } from './scripts.ts';
import { callerUsage, recordsOf } from './usage.ts';
import { type KindWindows, numberOf, SERVICE_WINDOWS, windowsOfKinds } from './windows.ts';

const SECRET_BYTES = 32;
/** On the channel of give-backs: every count began anew. */
const RESET_MESSAGE = 'reset';
/** Far more requests than are in flight when a store fails. */
const MAX_OWED = 10_000;

export interface RedisCountersOptions {
  readonly link: Link;
  readonly keys: Keys;
  readonly policies: Policies;
  readonly random: (bytes: number) => Uint8Array;
  readonly refusals: Refusals;
  readonly recollection: Recollection;
  readonly onEvent: OnRedisEvent;
  /** Which counts this process knows; they are others after a loss. */
  readonly epoch: () => string;
  /** Brings lost counts back and adopts the new epoch. */
  readonly restore: () => Promise<void>;
  /** For tests: the time of a decision in place of the server's. */
  readonly timeSource: (() => number) | undefined;
}

export class RedisCounters implements CounterStore {
  readonly #options: RedisCountersOptions;
  readonly #windows: Readonly<Record<RequestKind, KindWindows>>;
  readonly #marks: string;
  readonly #owed: Receipt[] = [];
  #taken = 0;
  #secret: Uint8Array | null = null;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#windows = windowsOfKinds(options.policies);
    this.#marks = Buffer.from(options.random(9)).toString('base64url');
  }

  /** What callers are hashed with, as far as this process has asked for it. */
  get knownSecret(): Uint8Array | null {
    return this.#secret;
  }

  take(kind: RequestKind, caller: string): Decision | Promise<Decision> {
    return this.#options.refusals.recall(kind, caller) ?? this.#ask(kind, caller, true);
  }

  refusal(kind: RequestKind, caller: string): Refusal | null {
    return this.#options.refusals.recall(kind, caller);
  }

  async giveBack(receipt: Receipt): Promise<void> {
    const { link, keys, onEvent, refusals } = this.#options;
    const { kind, caller, takenAt, mark } = receipt;
    const services = this.#windows[kind].services.map(numberOf);
    refusals.forgetAll();
    try {
      await link.script(
        GIVE_BACK,
        [keys.service, keys.record(kind, caller), keys.givenBack(mark)],
        [takenAt, keys.freedChannel, `${takenAt} ${kind} ${caller}`, ...services],
      );
    } catch {
      // Its mark lets it be tried again, even where only the answer was lost.
      if (this.#owed.length < MAX_OWED) this.#owed.push(receipt);
      else
        onEvent({
          level: 'warn',
          kind: 'give_back_failed',
          message: 'a unit was not given back: one request is over-counted',
        });
    }
  }

  /** The store is back: what could not be given back is, now. */
  async settle(): Promise<void> {
    for (const receipt of this.#owed.splice(0)) await this.giveBack(receipt);
  }

  /** A give-back was heard of, from whichever process. */
  heardGiveBack(message: string): void {
    if (message === RESET_MESSAGE) this.#options.recollection.forgetAll();
    const [, takenAt, kind, caller] = /^(\d+) (\w+) (.*)$/.exec(message) ?? [];
    const windows = this.#windows[kind as RequestKind];
    this.#options.refusals.forgetAll();
    if (windows === undefined || caller === undefined) return;
    const key = this.#options.keys.record(kind as RequestKind, caller);
    this.#options.recollection.giveBack(Number(takenAt), key, windows.services);
  }

  async usage(): Promise<readonly WindowUsage[]> {
    const { link, keys, policies } = this.#options;
    const counts = (await link.script(SERVICE_USAGE, [keys.service], [this.#givenTime()])) as number[];
    const taken = new Map<PolicyName, Pick<WindowUsage, 'taken' | 'callers'>>(
      SERVICE_WINDOWS.map((name, at) => [name, { taken: counts[at] ?? 0, callers: null }]),
    );
    const callers = await callerUsage(link, keys, this.#givenTime());
    return POLICY_NAMES.map((name) => ({
      name,
      limit: policies[name].limit,
      ...(taken.get(name) ?? callers.get(name) ?? { taken: 0, callers: 0 }),
    }));
  }

  /**
   * The time first, so that whatever is counted meanwhile is counted at the right one; then the records; and said
   * twice, because an answer that was under way may have told a process of the old time once more.
   */
  async reset(): Promise<void> {
    const { link, keys } = this.#options;
    await link.script(RESET, [keys.service], [keys.freedChannel, RESET_MESSAGE]);
    const patterns = [keys.recordPattern('comparison'), keys.recordPattern('list'), keys.givenBackPattern];
    for (const pattern of patterns) {
      for await (const batch of recordsOf(link, pattern)) await link.command('UNLINK', ...batch);
    }
    await link.command('PUBLISH', keys.freedChannel, RESET_MESSAGE);
  }

  /** Made by whichever process comes first, and the same for all. */
  async secret(): Promise<Uint8Array> {
    const { link, keys, random } = this.#options;
    if (this.#secret !== null) return this.#secret;
    await link.command('SET', keys.secret, Buffer.from(random(SECRET_BYTES)), 'NX');
    const secret = await link.bytes('GET', keys.secret);
    if (secret === null) throw new StoreError('unavailable', 'the shared store did not keep the secret');
    this.#secret = secret;
    return secret;
  }

  async #ask(kind: RequestKind, caller: string, mayRestore: boolean): Promise<Decision> {
    const { link, keys, refusals, epoch, restore } = this.#options;
    const windows = this.#windows[kind];
    const key = keys.record(kind, caller);
    const mark = refusals.mark;
    const reply = (await link.script(
      TAKE,
      [keys.service, key],
      [this.#givenTime(), epoch(), ...windows.args],
      (late) => this.#tookTooLate(kind, caller, late as number[]),
    )) as number[];
    if (reply[0] !== -1) return this.#decided(kind, caller, key, mark, reply);
    if (!mayRestore) throw new StoreError('unavailable', 'the shared store keeps losing its counts');
    await restore();
    return this.#ask(kind, caller, false);
  }

  #decided(kind: RequestKind, caller: string, key: string, mark: number, reply: readonly number[]): Decision {
    const { refusals, recollection } = this.#options;
    const { names, limits, services } = this.#windows[kind];
    const [verdict, clock, time, window, remaining, frees, units, ...counts] = reply as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const name = names[window - 1]!;
    const limit = limits[window - 1]!;
    recollection.see(
      time,
      key,
      { kind, caller, units },
      services.map((service, at): [PolicyName, number] => [service, counts[at] ?? 0]),
    );
    for (const [at, service] of services.entries()) {
      const most = limits[at + 2]!;
      if (counts[at]! < most) continue;
      refusals.rememberSpent(mark, { name: service, limit: most, now: clock, frees: endOfDay(dayOf(time)) });
    }
    if (verdict === 1) {
      refusals.forget(caller);
      const receipt = { kind, caller, takenAt: time, mark: this.#nextMark() };
      return { admitted: true, window: { name, limit, remaining, resetAt: frees }, now: clock, receipt };
    }
    refusals.remember(kind, caller, mark, { name, limit, now: clock, frees });
    return refusedBy(name, limit, clock, frees);
  }

  /** Everybody had given up on this answer: nobody was served for it. */
  #tookTooLate(kind: RequestKind, caller: string, reply: readonly number[]): void {
    if (reply[0] === 1) void this.giveBack({ kind, caller, takenAt: reply[2]!, mark: this.#nextMark() });
  }

  #nextMark(): string {
    this.#taken += 1;
    return `${this.#marks}${this.#taken.toString(36)}`;
  }

  #givenTime(): string | number {
    return this.#options.timeSource?.() ?? '';
  }
}

/** Hand-driven parts for the tests of the limits: a clock that is set, timers that are run, a journal that can fail. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CountersEvent,
  createMemoryCounters,
  FLUSH_MS,
  type MemoryCounters,
} from '../../src/limits/memory.ts';
import { DEFAULT_POLICIES, POLICY_NAMES, type Policies, type PolicyName } from '../../src/limits/policies.ts';
import type { CounterJournal, StoredCounter } from '../../src/limits/port.ts';

export const NOON = Date.UTC(2027, 4, 3, 12);

/** The standard policies with some limits changed; all others are out of the way. */
export function policiesWith(limits: Partial<Record<PolicyName, number>>): Policies {
  const entries = POLICY_NAMES.map((name) => [
    name,
    { ...DEFAULT_POLICIES[name], limit: limits[name] ?? 1_000_000 },
  ]);
  return Object.fromEntries(entries) as Policies;
}

/** A key as `callerKey` makes it. */
export const keyOf = (number: number): string => number.toString(16).padStart(8, '0').repeat(4);

export class HandClock {
  now: number;
  constructor(now = NOON) {
    this.now = now;
  }
  readonly read = (): number => this.now;
}

export class HandTimers {
  readonly #running = new Set<() => void>();
  readonly schedule = (run: () => void, everyMs: number): (() => void) => {
    if (everyMs !== FLUSH_MS) throw new Error(`unexpected interval ${everyMs}`);
    this.#running.add(run);
    return () => void this.#running.delete(run);
  };
  get running(): number {
    return this.#running.size;
  }
  /** Runs every timer once, and waits for the promises that depend on it. */
  async tick(times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      for (const run of this.#running) run();
      await nextTurn();
    }
  }
}

export class HandJournal implements CounterJournal {
  readonly kept = new Map<string, StoredCounter>();
  saves = 0;
  rowsSaved = 0;
  inFlight = 0;
  mostInFlight = 0;
  mode: 'works' | 'fails' | 'stalls' = 'works';
  #stalled: (() => void)[] = [];

  async load(): Promise<StoredCounter[]> {
    return [...this.kept.values()];
  }

  async clear(): Promise<void> {
    this.kept.clear();
  }

  async save(rows: readonly StoredCounter[], now: number): Promise<void> {
    this.saves += 1;
    this.rowsSaved += rows.length;
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    if (this.mode === 'stalls') await new Promise<void>((resolve) => this.#stalled.push(resolve));
    this.inFlight -= 1;
    if (this.mode === 'fails') throw new Error('no space left');
    for (const row of structuredClone(rows)) this.kept.set(`${row.window} ${row.caller}`, row);
    for (const [key, { expiresAt }] of this.kept) if (expiresAt <= now) this.kept.delete(key);
  }

  release(): void {
    this.mode = 'works';
    for (const resolve of this.#stalled.splice(0)) resolve();
  }
}

export interface Rig {
  readonly clock: HandClock;
  readonly timers: HandTimers;
  readonly journal: HandJournal;
  readonly events: CountersEvent[];
  readonly counters: MemoryCounters;
  /** Another process on the same journal and clock. The old one is left as it is: a crash. */
  again(policies?: Policies): Promise<Rig>;
}

export async function rigOf(
  policies: Policies,
  options: { maxCallers?: number; clock?: HandClock; journal?: HandJournal } = {},
): Promise<Rig> {
  const { clock = new HandClock(), journal = new HandJournal(), ...bounds } = options;
  const timers = new HandTimers();
  const events: CountersEvent[] = [];
  const counters = await createMemoryCounters({
    policies,
    clock: clock.read,
    journal,
    secret: new Uint8Array(32),
    maxCallers: 1000,
    onEvent: (event) => events.push(event),
    schedule: timers.schedule,
    ...bounds,
  });
  const again = (changed = policies) => rigOf(changed, { ...bounds, clock, journal });
  return { clock, timers, journal, events, counters, again };
}

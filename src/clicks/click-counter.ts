/**
 * Counts clicks in memory and writes them to the store twice a second. A request never waits for the store, and never
 * fails because of it.
 */
import { randomUUID } from 'node:crypto';
import { isoDay } from '../domain/calendar.ts';
import { DAY_MS } from '../domain/freshness.ts';
import type { ClickStore } from '../store/port.ts';
import { type Click, KEPT_DAYS, nameOfCount, OTHER, sumOldDays, type Via } from './clicks.ts';

const WRITE_EVERY_MS = 500;
/** Counts that could not be written for so long are dropped. */
const KEPT_MS = 60_000;
/** How long a stop waits for the last counts. */
const STOP_MS = 2_000;
/** Beyond so many different counts of a day in one process, the destination is no longer distinguished. */
const NAMES_MAX = 20_000;

interface ClickCounterOptions {
  readonly store: ClickStore;
  readonly clock: () => number;
  readonly onDropped: (clicks: number) => void;
  readonly writeEveryMs?: number;
}

interface Batch {
  readonly id: string;
  readonly amounts: Map<string, number>;
  readonly since: number;
}

export type ClickCounter = ReturnType<typeof createClickCounter>;

export function createClickCounter({
  store,
  clock,
  onDropped,
  writeEveryMs = WRITE_EVERY_MS,
}: ClickCounterOptions) {
  let counting: Batch | null = null;
  /** Oldest first. */
  let waiting: Batch[] = [];
  let writing: Promise<void> | null = null;
  let day = '';
  const namesOfDay = new Set<string>();
  let summedOn = '';
  /** Since the start, for the metrics. */
  const totals = new Map<string, { readonly provider: string; readonly via: Via; clicks: number }>();
  const timer = setInterval(() => void write(), writeEveryMs).unref();

  function count(click: Click): void {
    const now = clock();
    const today = isoDay(now);
    if (today !== day) namesOfDay.clear();
    day = today;
    const exact = nameOfCount(today, click);
    const name =
      namesOfDay.has(exact) || namesOfDay.size < NAMES_MAX
        ? exact
        : nameOfCount(today, { ...click, to: OTHER });
    namesOfDay.add(name);
    counting ??= { id: randomUUID(), amounts: new Map(), since: now };
    counting.amounts.set(name, (counting.amounts.get(name) ?? 0) + 1);
    if (click.isNavigation) addToTotal(click);
  }

  function addToTotal({ provider, via }: Click): void {
    const key = `${provider} ${via}`;
    const total = totals.get(key) ?? { provider, via, clicks: 0 };
    total.clicks += 1;
    totals.set(key, total);
  }

  /** Resolves when one attempt to write all counts has ended. Never rejects. */
  function write(): Promise<void> {
    if (counting !== null) waiting.push(counting);
    counting = null;
    dropOld();
    writing ??= writeWaiting().finally(() => {
      writing = null;
    });
    return writing;
  }

  function dropOld(): void {
    const isOld = ({ since }: Batch) => clock() - since > KEPT_MS;
    const dropped = waiting.filter(isOld).flatMap(({ amounts }) => [...amounts.values()]);
    if (dropped.length === 0) return;
    waiting = waiting.filter((batch) => !isOld(batch));
    onDropped(dropped.reduce((sum, amount) => sum + amount, 0));
  }

  async function writeWaiting(): Promise<void> {
    try {
      for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
        await store.add(batch.id, batch.amounts);
        // It may have been dropped meanwhile.
        waiting = waiting.filter((each) => each !== batch);
      }
      await sumOnceADay();
    } catch {
      // The store reports its own failure. The next attempt follows.
    }
  }

  async function sumOnceADay(): Promise<void> {
    const today = isoDay(clock());
    if (today === summedOn) return;
    await sumOldDays(store, isoDay(clock() - (KEPT_DAYS - 1) * DAY_MS));
    summedOn = today;
  }

  return {
    count,
    write,
    totals: () => [...totals.values()],
    async stop(): Promise<void> {
      clearInterval(timer);
      const finish = async () => {
        // The attempt that is under way may have begun before the last counts.
        await writing;
        await write();
      };
      const gaveUp = Promise.withResolvers<void>();
      const deadline = setTimeout(gaveUp.resolve, STOP_MS);
      await Promise.race([finish(), gaveUp.promise]);
      clearTimeout(deadline);
    },
  };
}

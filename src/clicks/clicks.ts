/**
 * Counts of clicks on outbound links, by day, provider, interface and destination. Nothing about a visitor is part of a
 * count. The store keeps each count under a name that contains these facts.
 */
import { compareStrings } from '../domain/destination.ts';
import type { ClickStore } from '../store/port.ts';

/** The interface that showed a link. `other`: the request states none, or a wrong one. */
const INTERFACES = ['api', 'mcp', 'page'] as const;
export type Via = (typeof INTERFACES)[number] | 'other';

/** The interface that a link states. */
export const viaOf = (stated: string | null): Via => INTERFACES.find((name) => name === stated) ?? 'other';

/** `other` in place of a destination: none was stated, or the plan does not cover it. */
export const OTHER = 'other';

export interface Click {
  readonly provider: string;
  readonly via: Via;
  /** The code of a destination that the plan covers, or `other`. */
  readonly to: string;
  /** True for a browser that opens the link. False for programs, and for browsers that do not say. */
  readonly isNavigation: boolean;
}

export interface ClickRow {
  /** A day in UTC (`2026-11-18`), or a month (`2026-11`) after `KEPT_DAYS`. */
  readonly date: string;
  readonly provider: string;
  readonly via: string;
  /** null: of a month, whose counts are not kept by destination. */
  readonly to: string | null;
  readonly clicks: number;
  /** Requests without `Sec-Fetch-Mode: navigate`. */
  readonly others: number;
}

/** Counts by destination are kept for so many days. */
export const KEPT_DAYS = 35;

const NO_DESTINATION = '-';

export const nameOfCount = (date: string, { provider, via, to, isNavigation }: Click): string =>
  [date, provider, via, to, isNavigation ? 'click' : 'other'].join(' ');

/** The name under which a daily count is kept with its month. */
function monthOfName(name: string): string {
  const [date = '', provider, via, , kind] = name.split(' ');
  return [date.slice(0, 'YYYY-MM'.length), provider, via, NO_DESTINATION, kind].join(' ');
}

const dayOfName = (name: string): string | null => /^\d{4}-\d\d-\d\d(?= )/.exec(name)?.[0] ?? null;

/** All counts, by date, provider, interface and destination. */
export async function readClicks(store: ClickStore): Promise<ClickRow[]> {
  const rows = new Map<string, { clicks: number; others: number }>();
  for (const [name, amount] of await store.all()) {
    const at = name.lastIndexOf(' ');
    const row = rows.get(name.slice(0, at)) ?? { clicks: 0, others: 0 };
    row[name.slice(at + 1) === 'click' ? 'clicks' : 'others'] += amount;
    rows.set(name.slice(0, at), row);
  }
  return [...rows]
    .sort(([one], [other]) => compareStrings(one, other))
    .map(([name, counts]) => {
      const [date = '', provider = '', via = '', to = ''] = name.split(' ');
      return { date, provider, via, to: to === NO_DESTINATION ? null : to, ...counts };
    });
}

/**
 * Adds the counts of days before `oldest` to their months. The batch is named by the day, so that two processes do not
 * move the same day twice.
 */
export async function sumOldDays(store: ClickStore, oldest: string): Promise<void> {
  const old = [...(await store.all())].filter(([name]) => (dayOfName(name) ?? oldest) < oldest);
  for (const [day, counts] of Map.groupBy(old, ([name]) => dayOfName(name))) {
    const moved = new Map<string, number>();
    for (const [name, amount] of counts) {
      const month = monthOfName(name);
      moved.set(name, -amount);
      moved.set(month, (moved.get(month) ?? 0) + amount);
    }
    await store.add(`month of ${day}`, moved);
  }
}

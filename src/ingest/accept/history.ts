/**
 * Records when each plan of a source was first seen, when its price changed, and its last published terms. The size of the
 * record is bounded. The record of a plan that is gone is kept for a while, because the plan may return.
 */

import { Slices } from '../../catalogue/slices.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { ID_PATTERN } from '../../domain/id.ts';
import { minorToUsdCents } from '../../domain/money.ts';
import type { Allowance, Observation, Plan, Price } from '../../domain/plan.ts';
import type { DocumentStore } from '../../store/port.ts';
import type { Candidate } from '../normalise/normalise.ts';
import type { ComparedTerms } from './source-checks.ts';

/** One price from one time on: milliseconds, minor units, currency, USD cents. */
type PriceFrom = readonly [at: number, minor: number, currency: string, usdCents: number];

/** A day (days since 1970, UTC) on which the price moved: its lowest and highest price in minor units. */
type DayRange = readonly [day: number, lowest: number, highest: number];

/** What `ComparedTerms` has beside the price. The destinations are one text, because many plans have more than a hundred. */
type LastTerms = readonly [
  model: Allowance['model'],
  bytes: number | null,
  fullSpeedBytesPerDay: number | null,
  days: number | null,
  destinations: string,
];

export interface PlanHistory {
  readonly firstSeenAt: number;
  /** When the feed stopped listing the plan. null while the feed lists it. Of a duplicate: when its entry was written. */
  readonly goneAt: number | null;
  /** Oldest first. The last one is the current price. */
  readonly prices: readonly PriceFrom[];
  /** Oldest first, in the currency of the current price. A day without an entry had the price of the day before. */
  readonly days: readonly DayRange[];
  /** It was only seen as a duplicate of another plan, and was never published. */
  readonly isDuplicate: boolean;
  /** As they were last published. They are known longer than the plan is served. null: it was never published. */
  readonly terms: LastTerms | null;
}

/** By plan id. */
export type SourceHistory = ReadonlyMap<string, PlanHistory>;

/** Enough for a year of monthly changes. */
export const PRICES_MAX = 12;
/** The number of days in the price range, including today. */
const RANGE_DAYS = 30;
/** A plan that returns within this time keeps its history. A duplicate that is not listed for this time is forgotten. */
export const GONE_KEPT_MS = 90 * DAY_MS;

interface NotPublished {
  /** The ids of plans that are quarantined, or whose last good price is kept. Their history does not change. */
  readonly keptIds?: ReadonlySet<string>;
  /** Duplicates are recorded too, so that a fall of the price is noticed when one becomes a plan of its own. */
  readonly duplicates?: readonly Plan[];
}

/** Returns the candidates with their observations, and the history after this run. */
export function recordRun(
  before: SourceHistory,
  candidates: readonly Candidate[],
  now: number,
  { keptIds = new Set(), duplicates = [] }: NotPublished = {},
) {
  const history = new Map<string, PlanHistory>();
  let hasChanged = false;
  const observed = candidates.map(({ plan, ref }) => {
    const known = before.get(plan.id);
    const entry =
      known === undefined || known.isDuplicate
        ? firstEntry(plan, now)
        : withTerms(nextEntry(known, plan, now), plan);
    if (entry !== known) hasChanged = true;
    history.set(plan.id, entry);
    return { plan, ref, observation: observe(entry, plan.price, now) };
  });
  for (const plan of duplicates) {
    const known = before.get(plan.id);
    if (history.has(plan.id) || (known !== undefined && !known.isDuplicate)) continue;
    const entry = known !== undefined && isUpToDate(known, plan, now) ? known : duplicateEntry(plan, now);
    if (entry !== known) hasChanged = true;
    history.set(plan.id, entry);
  }
  for (const [id, entry] of before) {
    if (history.has(id)) continue;
    if (keptIds.has(id)) {
      history.set(id, entry);
      continue;
    }
    const isNewlyGone = entry.goneAt === null;
    const isForgotten = entry.goneAt !== null && now - entry.goneAt > GONE_KEPT_MS;
    if (isNewlyGone || isForgotten) hasChanged = true;
    if (!isForgotten) history.set(id, isNewlyGone ? { ...entry, goneAt: now } : entry);
  }
  return { history, observed, hasChanged };
}

function observe(entry: PlanHistory, price: Price, now: number): Observation {
  const last = entry.prices.at(-1);
  const priceChangedAt = entry.prices.length > 1 && last !== undefined ? last[0] : null;
  return {
    observedAt: now,
    firstSeenAt: entry.firstSeenAt,
    priceChangedAt,
    ...rangeOf(entry, price, now),
  };
}

function firstEntry(plan: Plan, now: number): PlanHistory {
  const prices = [priceFrom(plan, now)];
  return { firstSeenAt: now, goneAt: null, prices, days: [], isDuplicate: false, terms: termsOf(plan) };
}

const termsOf = ({ allowance, validity, coverage }: Plan): LastTerms => [
  allowance.model,
  allowance.bytes,
  allowance.fullSpeedBytesPerDay,
  validity.days,
  coverage.destinations.join(' '),
];

function withTerms(entry: PlanHistory, plan: Plan): PlanHistory {
  const terms = termsOf(plan);
  const isSame = terms.every((value, index) => value === entry.terms?.[index]);
  return isSame ? entry : { ...entry, terms };
}

/** The last published terms of a plan. null: it was never published. */
export function lastTermsOf(entry: PlanHistory | undefined): ComparedTerms | null {
  const last = entry?.prices.at(-1);
  if (entry === undefined || entry.terms === null || last === undefined) return null;
  const [model, bytes, fullSpeedBytesPerDay, days, destinations] = entry.terms;
  const [, minor, currency, usdCents] = last;
  return {
    allowance: { model, bytes, fullSpeedBytesPerDay },
    validity: { days },
    price: { minor, currency, usdCents },
    coverage: { destinations: destinations.split(' ') },
  };
}

/** A duplicate is not published, so it counts as gone. It is forgotten as late as a plan that is gone. */
const duplicateEntry = (plan: Plan, now: number): PlanHistory => ({
  ...firstEntry(plan, now),
  goneAt: now,
  isDuplicate: true,
  terms: null,
});

/** The entry of a duplicate is written again once a day, because the time in `goneAt` decides when it is forgotten. */
function isUpToDate({ prices, goneAt }: PlanHistory, plan: Plan, now: number): boolean {
  const last = prices.at(-1);
  return last !== undefined && isSamePrice(last, plan) && now - (goneAt ?? 0) < DAY_MS;
}

function nextEntry(known: PlanHistory, plan: Plan, now: number): PlanHistory {
  const last = known.prices.at(-1);
  if (last !== undefined && isSamePrice(last, plan))
    return known.goneAt === null ? known : { ...known, goneAt: null };
  return {
    firstSeenAt: known.firstSeenAt,
    goneAt: null,
    prices:
      last !== undefined && isSameValue(last, plan)
        ? [...known.prices.slice(0, -1), priceFrom(plan, last[0])]
        : [...known.prices, priceFrom(plan, now)].slice(-PRICES_MAX),
    days: nextDays(known, plan.price, dayOf(now)),
    isDuplicate: false,
    terms: known.terms,
  };
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** On the day of a change, both the old and the new price were valid. */
function nextDays(
  { prices, days }: PlanHistory,
  { minor, currency }: Price,
  today: number,
): readonly DayRange[] {
  const [, before, beforeCurrency] = prices.at(-1) ?? [0, minor, currency];
  // Prices in different currencies cannot be compared.
  if (beforeCurrency !== currency) return [];
  const [, low, high] = days.find(([day]) => day === today) ?? [today, before, before];
  const range: DayRange = [today, Math.min(low, minor), Math.max(high, minor)];
  const earlier = days.filter(([day]) => day > today - RANGE_DAYS && day !== today);
  return [...earlier, range];
}

/**
 * The price range of the last 30 days. The range of the day of a change contains the price before it, so the price at the
 * beginning of the 30 days is included.
 */
export function rangeOf(
  { days }: Pick<PlanHistory, 'days'>,
  { minor, currency, rate, usdCents }: Price,
  now: number,
): Pick<Observation, 'lowestCents' | 'highestCents'> {
  const recent = days.filter(([day]) => day > dayOf(now) - RANGE_DAYS);
  const inUsd = (amount: number): number => {
    if (amount === minor) return usdCents;
    return (rate === null ? amount : minorToUsdCents(amount, currency, rate)) ?? usdCents;
  };
  return {
    lowestCents: inUsd(Math.min(minor, ...recent.map(([, lowest]) => lowest))),
    highestCents: inUsd(Math.max(minor, ...recent.map(([, , highest]) => highest))),
  };
}

/** Compares prices in the shop's currency, because a new exchange rate does not change the shop's price. */
const isSamePrice = ([, minor, currency]: PriceFrom, { price }: Plan): boolean =>
  currency === price.currency && minor === price.minor;

/** A feed that states the same value in another currency did not change the price. */
const isSameValue = ([, , currency, usdCents]: PriceFrom, { price }: Plan): boolean =>
  currency !== price.currency && usdCents === price.usdCents;

function priceFrom({ price }: Plan, now: number): PriceFrom {
  return [now, price.minor, price.currency, price.usdCents];
}

/** One plan in the stored document, which has one plan on each line. */
type Line = [
  id: string,
  firstSeenAt: number,
  goneAt: number | null,
  prices: PriceFrom[],
  days?: DayRange[],
  isDuplicate?: 0 | 1,
  terms?: LastTerms,
];

export function encodeHistory(history: SourceHistory): Uint8Array {
  const lines = Array.from(history, ([id, { firstSeenAt, goneAt, prices, days, isDuplicate, terms }]) =>
    JSON.stringify([id, firstSeenAt, goneAt, prices, days, isDuplicate ? 1 : 0, ...(terms ? [terms] : [])]),
  );
  return new TextEncoder().encode(lines.join('\n'));
}

const isListOfLists = (value: unknown): boolean => Array.isArray(value) && value.every(Array.isArray);

/** A damaged line loses the history of one plan only. */
export function decodeHistory(bytes: Uint8Array | null): SourceHistory {
  const history = new Map<string, PlanHistory>();
  for (const line of new TextDecoder().decode(bytes ?? undefined).split('\n')) {
    try {
      const [id, firstSeenAt, goneAt, prices, days = [], duplicate, terms] = JSON.parse(line) as Line;
      if (typeof id !== 'string' || !isListOfLists(prices) || !isListOfLists(days)) continue;
      const isDuplicate = duplicate === 1;
      history.set(id, { firstSeenAt, goneAt, prices, days, isDuplicate, terms: terms ?? null });
    } catch {}
  }
  return history;
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
/** The end of the line of a duplicate. Every other line ends with two lists. */
const DUPLICATE_END = '],1]';

/**
 * The ids of the plans that were published. The serving thread reads them, so this works in slices and parses no line: the
 * history of 100,000 plans has 24 MB, and parsing it takes half a second.
 */
export async function readPublishedIds(
  documents: DocumentStore,
  source: string,
): Promise<ReadonlySet<string>> {
  const stored = (await documents.get('history', source)) ?? new Uint8Array();
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const ids = new Set<string>();
  const slices = new Slices();
  let start = 0;
  while (start < bytes.length) {
    if (slices.isOver) await slices.pause();
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    // The id is the first text of the line.
    const idStart = start + '["'.length;
    const id = bytes.toString('utf8', idStart, bytes.indexOf(QUOTE, idStart));
    const isDuplicate = bytes.toString('utf8', end - DUPLICATE_END.length, end) === DUPLICATE_END;
    if (!isDuplicate && ID_PATTERN.test(id)) ids.add(id);
    start = end + 1;
  }
  return ids;
}

export const readHistory = async (documents: DocumentStore, source: string): Promise<SourceHistory> =>
  decodeHistory(await documents.get('history', source));
export const writeHistory = (documents: DocumentStore, source: string, history: Uint8Array) =>
  documents.put('history', source, history);

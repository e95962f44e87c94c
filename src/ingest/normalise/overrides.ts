/** The operator's corrections: hidden plans and providers, and plans with changed fields. */

import type { OverrideEntry } from '../config/schema.ts';
import type { HiddenEntry } from '../documents/hidden.ts';
import type { Draft } from '../draft.ts';
import { amountCell } from '../parse/data.ts';
import { endOf } from '../parse/days.ts';
import { planKeys } from '../parse/plan-names.ts';
import { reject } from '../parse/value.ts';

export interface Overrides {
  /** Returns the draft with the operator's corrections. Rejects the row of a hidden plan. */
  readonly correct: (provider: string, plan: string, draft: Draft) => Draft;
  readonly hides: (provider: string, plan: string) => boolean;
  /** The overrides that have not ended. */
  readonly active: readonly OverrideEntry[];
  readonly ended: readonly OverrideEntry[];
  /** The active overrides that have matched no plan so far. */
  readonly unmatched: () => readonly OverrideEntry[];
}

/** `hidden`: what `esim hide` hides. It counts more than the entries of the file. */
export function createOverrides(
  entries: readonly OverrideEntry[],
  hidden: readonly HiddenEntry[],
  now: number,
): Overrides {
  const active = entries.filter(({ until }) => endOf(until) > now);
  const byPlan = new Map(
    active.flatMap((entry) => planKeys(entry.provider, entry.plan).map((key) => [key, entry] as const)),
  );
  const hiddenPlans = new Map(
    hidden.flatMap((entry) => (entry.plan === null ? [] : [[`${entry.provider}/${entry.plan}`, entry]])),
  );
  const hiddenProviders = new Set(hidden.filter(({ plan }) => plan === null).map(({ provider }) => provider));
  const matched = new Set<OverrideEntry>();
  /** Also records that the override matched. */
  const match = (provider: string, plan: string): OverrideEntry | null => {
    const entry = byPlan.get(`${provider}/${plan}`);
    if (entry !== undefined) matched.add(entry);
    return entry ?? null;
  };
  return {
    active,
    ended: entries.filter((entry) => !active.includes(entry)),
    unmatched: () => active.filter((entry) => !matched.has(entry)),
    hides(provider, plan) {
      const isInFile = match(provider, plan)?.hide === true;
      return isInFile || hiddenPlans.has(`${provider}/${plan}`) || hiddenProviders.has(provider);
    },
    // The rows of a hidden provider are read and checked as usual. Otherwise its source would look as if it had failed.
    correct(provider, plan, draft) {
      const entry = match(provider, plan);
      const hiddenEntry = hiddenPlans.get(`${provider}/${plan}`);
      if (hiddenEntry !== undefined) return reject('hidden', `hidden with esim hide: ${hiddenEntry.reason}`);
      if (entry === null) return draft;
      if (entry.hide !== true) return corrected(draft, entry.set ?? {});
      return reject('hidden', `hidden by the operator until ${entry.until}: ${entry.reason}`);
    },
  };
}

function corrected(draft: Draft, set: NonNullable<OverrideEntry['set']>): Draft {
  const { price, data, fullSpeedPerDay, ...plain } = set;
  const amount = data === undefined ? null : amountCell(data, 1000);
  const full = fullSpeedPerDay === undefined ? null : amountCell(fullSpeedPerDay, 1000);
  return {
    ...draft,
    ...plain,
    ...(price === undefined ? {} : { prices: { [price.currency]: price.amount }, promoPrices: null }),
    ...(amount === null ? {} : allowanceOf(amount)),
    ...(full === null ? {} : { fullSpeedPerDay: full.data }),
  };
}

function allowanceOf({ unlimited, data, per }: NonNullable<ReturnType<typeof amountCell>>): Partial<Draft> {
  if (unlimited) return { model: 'unlimited', data: null, periodDays: null };
  const periodDays = per === 'week' ? 7 : per === 'month' ? 30 : null;
  return { model: per === 'day' ? 'per_day' : 'total', data, periodDays };
}

/** The table of limits. */
import { DAY_MS } from '../domain/freshness.ts';

export const POLICY_NAMES = [
  'comparison.minute',
  'comparison.day',
  'comparison.service.day',
  'comparison.uncached.day',
  'list.minute',
  'list.day',
  'list.service.day',
  'health.uncached.day',
] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

export interface Policy {
  readonly name: PolicyName;
  /** `caller`: one count for each caller. `service`: one count for all callers together. */
  readonly scope: 'caller' | 'service';
  /** `minute` is exact over any rolling 60 seconds; `day` runs from midnight to midnight UTC. */
  readonly window: 'minute' | 'day';
  /** The length of the window. */
  readonly seconds: number;
  readonly limit: number;
}

export type Policies = Readonly<Record<PolicyName, Policy>>;

/** The length of a rolling window. */
export const ROLLING_MS = 60_000;

const MINUTE = { window: 'minute', seconds: ROLLING_MS / 1_000 } as const;
const DAY = { window: 'day', seconds: DAY_MS / 1_000 } as const;

/** An operator can change the limits. The other facts are the same in every installation. */
export const DEFAULT_POLICIES: Policies = Object.freeze({
  'comparison.minute': { name: 'comparison.minute', scope: 'caller', ...MINUTE, limit: 12 },
  'comparison.day': { name: 'comparison.day', scope: 'caller', ...DAY, limit: 120 },
  'comparison.service.day': { name: 'comparison.service.day', scope: 'service', ...DAY, limit: 2_000 },
  'comparison.uncached.day': { name: 'comparison.uncached.day', scope: 'service', ...DAY, limit: 250 },
  'list.minute': { name: 'list.minute', scope: 'caller', ...MINUTE, limit: 30 },
  'list.day': { name: 'list.day', scope: 'caller', ...DAY, limit: 300 },
  'list.service.day': { name: 'list.service.day', scope: 'service', ...DAY, limit: 10_000 },
  'health.uncached.day': { name: 'health.uncached.day', scope: 'service', ...DAY, limit: 500 },
});

const namesOf = (wanted: Policy['scope']): readonly PolicyName[] =>
  POLICY_NAMES.filter((name) => DEFAULT_POLICIES[name].scope === wanted);

export const CALLER_POLICIES = namesOf('caller');
export const SERVICE_POLICIES = namesOf('service');

/** Limits of the windows of one caller that differ from the table. */
export type CallerLimits = Readonly<Partial<Record<PolicyName, number>>>;

/** Determines which windows apply to a request. */
export type RequestKind = 'comparison' | 'comparison_uncached' | 'list' | 'health_uncached';

/** The minute and the day of the caller, then the days of the service. */
type KindWindows = readonly [minute: PolicyName, day: PolicyName, ...services: PolicyName[]];

/** The windows of each kind of request. A decision takes a unit from all of them, or from none. */
export const WINDOWS_OF: Readonly<Record<RequestKind, KindWindows>> = Object.freeze({
  comparison: ['comparison.minute', 'comparison.day', 'comparison.service.day'],
  comparison_uncached: [
    'comparison.minute',
    'comparison.day',
    'comparison.service.day',
    'comparison.uncached.day',
  ],
  list: ['list.minute', 'list.day', 'list.service.day'],
  health_uncached: ['list.minute', 'list.day', 'list.service.day', 'health.uncached.day'],
});

export interface BurstFigures {
  /** Requests that a caller may send at once after a pause. */
  readonly capacity: number;
  /** Tokens that are added each second. */
  readonly perSecond: number;
}

/** A page with its assets is about 10 requests, so a person never reaches this limit, but a loop does within a second. */
export const BURST_FIGURES: BurstFigures = Object.freeze({ capacity: 100, perSecond: 10 });

/** All limits of the service. */
export interface LimitsTable {
  readonly policies: Policies;
  readonly burst: BurstFigures;
}

export const DEFAULT_LIMITS: LimitsTable = Object.freeze({
  policies: DEFAULT_POLICIES,
  burst: BURST_FIGURES,
});

/** Every number by its name in `LIMITS_FILE`. */
export const figuresOf = ({ policies, burst }: LimitsTable): ReadonlyMap<string, number> =>
  new Map<string, number>([
    ...POLICY_NAMES.map((name) => [name, policies[name].limit] as const),
    ['burst.capacity', burst.capacity],
    ['burst.perSecond', burst.perSecond],
  ]);

/** Returns the names of the numbers that differ from the published table. */
export function changedFigures(table: LimitsTable): readonly string[] {
  const defaults = figuresOf(DEFAULT_LIMITS);
  return [...figuresOf(table)]
    .filter(([name, figure]) => defaults.get(name) !== figure)
    .map(([name]) => name);
}

/** Far above any use. */
export const LARGEST_LIMIT = 1_000_000_000;

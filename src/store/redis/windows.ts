/** The windows of each kind of request, in the order in which the script takes them. */
import {
  limitOf,
  type Policies,
  type PolicyName,
  type RequestKind,
  WINDOWS_OF,
} from '../../limits/policies.ts';
import type { Caller } from '../../limits/port.ts';

/** The scripts know these by their place, counted from 1. */
export const SERVICE_WINDOWS = [
  'comparison.service.day',
  'comparison.uncached.day',
  'list.service.day',
  'health.uncached.day',
] as const satisfies readonly PolicyName[];
export type ServiceWindow = (typeof SERVICE_WINDOWS)[number];

export const numberOf = (window: PolicyName): number => SERVICE_WINDOWS.indexOf(window as ServiceWindow) + 1;

export const servicesOf = (kind: RequestKind): readonly PolicyName[] => WINDOWS_OF[kind].slice(2);

/** More than anybody can take: for a window that an agreement leaves open. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export interface AskedWindow {
  readonly name: PolicyName;
  readonly limit: number;
  readonly together?: true;
}

/** Minute and day of the caller, then of its network where an agreement binds that together, then the service's days. */
export function windowsOf(kind: RequestKind, caller: Caller, policies: Policies): readonly AskedWindow[] {
  const [minute, day, ...services] = WINDOWS_OF[kind];
  const { limits, together } = caller;
  return [
    { name: minute, limit: limitOf(minute, policies, limits) },
    { name: day, limit: limitOf(day, policies, limits) },
    ...(together === undefined
      ? []
      : [minute, day].map((name) => ({
          name,
          limit: together.limits[name] ?? NO_LIMIT,
          together: true as const,
        }))),
    ...services.map((name) => ({ name, limit: policies[name].limit })),
  ];
}

/** As the script reads them: the limits of the records, then number and limit of each service window. */
export const argumentsOf = (windows: readonly AskedWindow[]): (string | number)[] =>
  windows.flatMap(({ name, limit }) => (numberOf(name) > 0 ? [numberOf(name), limit] : [limit]));

/** The windows of each kind of request, in the order in which the script takes them. */
import {
  type Policies,
  type PolicyName,
  REQUEST_KINDS,
  type RequestKind,
  WINDOWS_OF,
} from '../../limits/policies.ts';

/** The scripts know these by their place, counted from 1. */
export const SERVICE_WINDOWS = [
  'comparison.service.day',
  'comparison.uncached.day',
  'list.service.day',
  'health.uncached.day',
] as const satisfies readonly PolicyName[];
export type ServiceWindow = (typeof SERVICE_WINDOWS)[number];

export const numberOf = (window: PolicyName): number => SERVICE_WINDOWS.indexOf(window as ServiceWindow) + 1;

export interface KindWindows {
  /** The caller's minute, the caller's day, then the service's days. */
  readonly names: readonly PolicyName[];
  readonly limits: readonly number[];
  /** The service's days alone. */
  readonly services: readonly PolicyName[];
  /** As the script reads them: minute limit, day limit, then number and limit of each service window. */
  readonly args: readonly (string | number)[];
}

export function windowsOfKinds(policies: Policies): Readonly<Record<RequestKind, KindWindows>> {
  return Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, windowsOf(kind, policies)])) as Record<
    RequestKind,
    KindWindows
  >;
}

function windowsOf(kind: RequestKind, policies: Policies): KindWindows {
  const names = WINDOWS_OF[kind];
  const [minute, day, ...services] = names.map((name) => policies[name]);
  const shape = [minute, day, ...services].map((policy) => `${policy?.per} ${policy?.window}`).join(', ');
  // The script's record has one rolling minute and one day for each caller: another table needs another script.
  if (!/^caller minute, caller day(, service day)+$/.test(shape))
    throw new Error(`no script for windows: ${shape}`);
  return {
    names,
    limits: names.map((name) => policies[name].limit),
    services: services.map(({ name }) => name),
    args: [minute!.limit, day!.limit, ...services.flatMap(({ name, limit }) => [numberOf(name), limit])],
  };
}

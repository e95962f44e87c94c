/** The windows of a request as the scripts know them. */
import type { AskedWindow } from '../../limits/decision.ts';
import { type PolicyName, type RequestKind, WINDOWS_OF } from '../../limits/policies.ts';

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

/** As the script reads them: the limits of the records, then number and limit of each service window. */
export const argumentsOf = (windows: readonly AskedWindow[]): (string | number)[] =>
  windows.flatMap(({ name, limit }) => (numberOf(name) > 0 ? [numberOf(name), limit] : [limit]));

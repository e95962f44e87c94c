/** The windows of a request as the scripts know them: what they are asked, and what they answer. */
import type { AskedWindow, Reading } from '../../limits/decision.ts';
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

// What the script of a decision answered. Read with care: a lost answer may put another in its place.

export interface Taken {
  readonly admitted: boolean;
  /** The server's clock as it is, and as the windows see it. */
  readonly clock: number;
  readonly time: number;
  readonly readings: readonly Reading[];
}

const FIXED = 4;
const FIGURES = 3;

/** `lost`: the counts are others than the asker knew. null: this is no answer to this question. */
export function readTaken(
  answer: unknown,
  ticket: number,
  windows: readonly AskedWindow[],
): Taken | 'lost' | null {
  if (!Array.isArray(answer) || !answer.every((figure) => Number.isSafeInteger(figure))) return null;
  const [echo, verdict, clock, time, ...figures] = answer as number[];
  if (echo !== ticket) return null;
  if (verdict === -1 && answer.length === 2) return 'lost';
  if (answer.length !== FIXED + windows.length * FIGURES) return null;
  const readings = windows.map((window, at) => {
    const [used, resetAt, freeAt] = figures.slice(at * FIGURES, (at + 1) * FIGURES) as [
      number,
      number,
      number,
    ];
    return { ...window, used, resetAt, freeAt };
  });
  const isRefused = readings.some(({ used, limit }) => used >= limit);
  return verdict === (isRefused ? 0 : 1)
    ? { admitted: !isRefused, clock: clock!, time: time!, readings }
    : null;
}

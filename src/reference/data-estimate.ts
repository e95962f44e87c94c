/** How much data a trip needs, from the hours of each activity a day. */
import type { ActivitiesFile } from './schema.ts';

export interface DataEstimate {
  /** Gigabytes for the whole trip, rounded up to a half. */
  readonly lowGb: number;
  readonly typicalGb: number;
  readonly highGb: number;
}

/** `hours`: hours a day, by the id of an activity. null if no activity has any. */
export function estimateData(
  { activities }: ActivitiesFile,
  hours: ReadonlyMap<string, number>,
  days: number,
): DataEstimate | null {
  const total = (rate: 'low' | 'typical' | 'high') =>
    activities.reduce((sum, activity) => sum + activity[rate] * (hours.get(activity.id) ?? 0), 0) * days;
  if (total('high') === 0) return null;
  return {
    lowGb: upToHalf(total('low')),
    typicalGb: upToHalf(total('typical')),
    highGb: upToHalf(total('high')),
  };
}

/** 1 GB is 1,000 MB. The amount is rounded to a thousandth of a MB first, because fractions of hours are not exact. */
const upToHalf = (megabytes: number): number => Math.ceil(Math.round(megabytes * 1000) / 500_000) / 2;

/** Time as the windows see it. All times are Unix milliseconds. */

export type Clock = () => number;

export const ROLLING_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Days since the epoch, in UTC. Leap seconds do not exist on this clock: a repeated second is a clock that stood still. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;

/** A wait in whole seconds. At least one, because a wait of none would invite a retry at once. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

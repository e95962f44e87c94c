/**
 * Refuses requests while the service has more of them than it can answer in time. Requests are handled in turns
 * (`turns.ts`), so the event loop does not lag under a flood. What shows an overload is how long the next caller waits.
 */
import type { Problem } from './problems.ts';
import type { Turns } from './turns.ts';

/** Callers notice a delay of a quarter of a second. Without a flood, nobody waits for a hundredth of that. */
const MAX_DELAY_MS = 250;
/** By then the queues are usually empty. */
const RETRY_AFTER_SECONDS = 2;

export const isOverloaded = ({ delayMs }: Pick<Turns, 'delayMs'>): boolean => delayMs > MAX_DELAY_MS;

export const OVERLOADED: Problem = {
  code: 'overloaded',
  detail: `The service has more requests than it can answer in time. Wait ${RETRY_AFTER_SECONDS} s; your quotas are untouched.`,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};

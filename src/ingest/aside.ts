import { getPriority, platform, setPriority } from 'node:os';

/** Ten steps: where cores are few, the thread that serves goes first nine times out of ten. */
const PRIORITY_STEPS = 10;
const PRIORITY_LOWEST = 19;

/**
 * For a thread beside the serving one. On Linux a priority belongs to a thread, elsewhere to the whole process, which
 * must not slow down.
 */
export function stepAside(): void {
  if (platform() === 'linux') setPriority(Math.min(PRIORITY_LOWEST, getPriority() + PRIORITY_STEPS));
}

/** Callers of tests. */
import type { Caller } from '../port.ts';

/** A caller without an agreement. */
export const callerNamed = (key: string): Caller => ({ key });

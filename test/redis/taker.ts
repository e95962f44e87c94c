/** A process that asks many times at once, and says how often it was admitted. */

import type { PolicyName, RequestKind } from '../../src/limits/policies.ts';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { openStore, PATIENT, policiesWith } from './support.ts';

interface Task {
  readonly url: string;
  readonly keyPrefix: string;
  readonly limits: Partial<Record<PolicyName, number>>;
  readonly kind: RequestKind;
  readonly callers: readonly string[];
  readonly times: number;
  readonly inFlight: number;
  readonly clockShiftMs: number;
}

const task = JSON.parse(process.argv[2]!) as Task;
const { store } = await openStore(task.url, {
  ...PATIENT,
  keyPrefix: task.keyPrefix,
  policies: policiesWith(task.limits),
  clock: () => Date.now() + task.clockShiftMs,
});

let asked = 0;
let admitted = 0;
const lane = async () => {
  while (asked < task.times) {
    const caller = task.callers[asked % task.callers.length]!;
    asked += 1;
    if ((await store.counters.take(task.kind, callerNamed(caller))).admitted) admitted += 1;
  }
};
await Promise.all(Array.from({ length: task.inFlight }, lane));
console.log(admitted);
await store.close();

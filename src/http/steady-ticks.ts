/**
 * Keeps `process.nextTick` quick, on which every request leans several times.
 *
 * Node makes an object for each tick, in a shape that V8 forgets in any full collection of garbage at which no tick is
 * waiting. It then learns the shape anew, and after a few times it gives up and looks every property up by name:
 * three times as slow, for as long as the process lives. One such object that is never let go keeps the shape known.
 * Measured in docs/decisions/0007-one-tick-is-kept.md.
 */
import { createHook } from 'node:async_hooks';

export const keptTicks: object[] = [];

const hook = createHook({
  init(_id, type, _trigger, resource) {
    if (type === 'TickObject') keptTicks.push(resource);
  },
});
hook.enable();
process.nextTick(() => {});
hook.disable();

/** Values that take too long for one iteration of the event loop, so that they are created in steps. */

/** A function that returns the value. The first call does all steps that are left. */
export interface InSteps<T> {
  (): T;
  /** Does one step. Returns false if the value is complete. */
  next(): boolean;
}

/** Each step ends at a `yield` of the generator. */
export function inSteps<T>(create: () => Generator<void, T>): InSteps<T> {
  const steps = create();
  let created: { readonly value: T } | null = null;
  const next = (): boolean => {
    if (created === null) {
      const step = steps.next();
      if (step.done === true) created = step;
    }
    return created === null;
  };
  const value = (): T => {
    while (created === null) next();
    return created.value;
  };
  return Object.assign(value, { next });
}

/** Like `flatMap` of a list, with a step after each element. */
export function* flatMapInSteps<T, U>(
  list: Iterable<T>,
  map: (element: T) => readonly U[],
): Generator<void, U[]> {
  const mapped: U[] = [];
  for (const element of list) {
    mapped.push(...map(element));
    yield;
  }
  return mapped;
}

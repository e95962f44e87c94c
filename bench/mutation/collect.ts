/** Replaces `node:test` for mutation tests: collects the tests instead of running them, so that each can run many times. */

export interface CollectedTest {
  readonly id: string;
  readonly run: () => unknown;
}

const collected = new Map<string, CollectedTest>();
let file = '';
let group = '';

/** Tests that are declared from now on belong to this file. */
export function collectInto(name: string): void {
  file = name;
}

export const collectedTests = (): CollectedTest[] => [...collected.values()];

/** A group of tests: its name comes before theirs. */
export function describe(name: string, declare: () => void): void {
  const outer = group;
  group = `${outer}${name} › `;
  declare();
  group = outer;
}

/** Supports only the functions of `node:test` that the unit tests use. Others fail in the first run. */
export function test(name: string, run: () => unknown): void {
  const id = `${file} › ${group}${name}`;
  if (typeof run !== 'function' || run.length > 0 || collected.has(id)) {
    throw new Error(`"${id}" is twice there or uses more of node:test than mutation tests know`);
  }
  collected.set(id, { id, run });
}

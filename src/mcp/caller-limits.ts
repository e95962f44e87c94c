/** The limits that apply to a caller, in words, for the instructions and the descriptions of the tools. */
import type { Policies, PolicyName } from '../limits/policies.ts';
import type { Caller } from '../limits/port.ts';

/** A caller without an agreement. */
export const ANYBODY: Caller = Object.freeze({ key: '' });

/** "12 calls a minute and 120 a day (UTC)". `noun` is the word for such requests, here "calls". */
export function limitsInWords(
  policies: Policies,
  { limits }: Caller,
  kind: 'comparison' | 'list',
  noun: string,
): string {
  const limitOf = (name: PolicyName) => limits?.[name] ?? policies[name].limit;
  return `${limitOf(`${kind}.minute`)} ${noun} a minute and ${limitOf(`${kind}.day`)} a day (UTC)`;
}

/** Who shares these limits. `per` is "network" if all networks of an agreement are one caller. */
export const sharedBy = ({ per }: Caller): string =>
  per === 'network' ? 'for all networks of your agreement together' : 'for each network address';

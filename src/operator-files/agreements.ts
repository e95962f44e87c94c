/**
 * `AGREEMENTS_FILE`: limits that the operator grants to the callers of listed networks. The service budgets still apply.
 */

import { type Agreement, type Range, rangeOf } from '../limits/caller.ts';
import { CALLER_POLICIES, type CallerLimits, LARGEST_LIMIT } from '../limits/policies.ts';
import { checkedJson, type JsonPath } from './json.ts';

const FIELDS = ['name', 'networks', 'per', 'limits'];

/** The error for files of an earlier version. */
const REMOVED =
  'per "subject" and together were removed: give per "address" or "network", and limits for each caller';

/** Throws `FaultyFile` with every fault and its position. */
export function parseAgreements(text: string): readonly Agreement[] {
  const { value: json, fault, throwIfFaulty } = checkedJson(text);
  if (!Array.isArray(json)) fault([], `give a list of agreements, each an object with ${FIELDS.join(', ')}`);

  const names = new Set<unknown>();
  const entries: readonly unknown[] = Array.isArray(json) ? json : [];
  const agreements = entries.map((entry, at): Agreement => {
    const given = isObject(entry) ? entry : {};
    if (!isObject(entry)) fault([at], `give an object with ${FIELDS.join(', ')}`);
    for (const field of Object.keys(given)) {
      if (field !== 'together' && !FIELDS.includes(field))
        fault([at, field], `${quoted(field)} is not a field of an agreement`);
    }
    const { name, networks, per, limits } = given;
    if (typeof name !== 'string' || name === '') fault([at, 'name'], 'name must be a non-empty text');
    else if (names.has(name)) fault([at, 'name'], `${quoted(name)} is the name of another agreement`);
    names.add(name);
    if (per === 'subject' || 'together' in given) fault([at], REMOVED);
    else if (per !== 'address' && per !== 'network') fault([at, 'per'], 'per must be "address" or "network"');
    return {
      name: String(name),
      networks: rangesOf(networks, [at, 'networks'], fault),
      per: per as Agreement['per'],
      limits: limitsOf(limits, [at, 'limits'], fault),
    };
  });
  throwIfFaulty();
  return agreements;
}

type Fault = (path: JsonPath, message: string) => void;

function rangesOf(value: unknown, path: JsonPath, fault: Fault): Range[] {
  if (!Array.isArray(value) || value.length === 0) {
    fault(path, 'networks must be a list of CIDR ranges, such as ["198.51.100.0/24"]');
    return [];
  }
  return value.flatMap((text: unknown, at) => {
    const range = typeof text === 'string' ? rangeOf(text) : null;
    if (range === null) fault([...path, at], `${quoted(text)} is neither an address nor a CIDR range`);
    else if (range[1] === 0)
      fault([...path, at], `${quoted(text)} contains every address: list single networks`);
    return range === null ? [] : [range];
  });
}

function limitsOf(value: unknown, path: JsonPath, fault: Fault): CallerLimits {
  if (!isObject(value) || Object.keys(value).length === 0) {
    fault(path, `${path.at(-1)} must name at least one of ${CALLER_POLICIES.join(', ')}`);
    return {};
  }
  for (const [name, figure] of Object.entries(value)) {
    if (!(CALLER_POLICIES as readonly string[]).includes(name))
      fault([...path, name], `${quoted(name)} is not a limit of a caller (${CALLER_POLICIES.join(', ')})`);
    else if (!Number.isInteger(figure) || (figure as number) < 0 || (figure as number) > LARGEST_LIMIT)
      fault([...path, name], `${name} must be a whole number from 0 to ${LARGEST_LIMIT}`);
  }
  return value as CallerLimits;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quoted = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';

/** "198.51.100.0/24, 2001:db8::/32" */
export const networksText = ({ networks }: Agreement): string =>
  networks.map(([base, bits]) => `${base.toString()}/${bits}`).join(', ');

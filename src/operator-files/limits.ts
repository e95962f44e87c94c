/** `LIMITS_FILE`: a JSON object that overrides single limits by name. */
import {
  BURST_FIGURES,
  DEFAULT_LIMITS,
  DEFAULT_POLICIES,
  figuresOf,
  LARGEST_LIMIT,
  type LimitsTable,
  POLICY_NAMES,
  type Policies,
  type Policy,
} from '../limits/policies.ts';
import { checkedJson } from './json.ts';

const FIGURE_NAMES = [...figuresOf(DEFAULT_LIMITS).keys()];

/** More requests per second than one process can serve. */
const LARGEST_BURST = 1_000_000;

/** Throws `FaultyFile` with every fault and its position. */
export function parseLimits(text: string): LimitsTable {
  const { value: json, fault, throwIfFaulty } = checkedJson(text);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (!isObject)
    fault([], `give a JSON object of names and numbers; the names are ${FIGURE_NAMES.join(', ')}`);
  const given = new Map(Object.entries(isObject ? json : {}));
  for (const [name, value] of given) {
    const message = faultOf(name, value);
    if (message !== undefined) fault([name], message);
  }
  throwIfFaulty();

  const figure = (name: string, standard: number): number =>
    (given.get(name) as number | undefined) ?? standard;
  const policies = POLICY_NAMES.map((name): [string, Policy] => {
    const standard = DEFAULT_POLICIES[name];
    return [name, Object.freeze({ ...standard, limit: figure(name, standard.limit) })];
  });
  return Object.freeze({
    policies: Object.freeze(Object.fromEntries(policies)) as Policies,
    burst: Object.freeze({
      capacity: figure('burst.capacity', BURST_FIGURES.capacity),
      perSecond: figure('burst.perSecond', BURST_FIGURES.perSecond),
    }),
  });
}

function faultOf(name: string, value: unknown): string | undefined {
  if (!FIGURE_NAMES.includes(name)) {
    return `${JSON.stringify(name.slice(0, 40))} is not a limit (the names are ${FIGURE_NAMES.join(', ')})`;
  }
  const isBurst = name.startsWith('burst.');
  // A burst figure of 0 would refuse every request, so its minimum is 1. Another limit of 0 refuses one kind of request.
  const [least, largest] = isBurst ? [1, LARGEST_BURST] : [0, LARGEST_LIMIT];
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= largest;
  return fits ? undefined : `${name} must be a whole number from ${least} to ${largest}`;
}

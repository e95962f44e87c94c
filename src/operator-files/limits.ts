/** `LIMITS_FILE`: a JSON object that overrides single limits by name. */
import Type from 'typebox';
import {
  BURST_FIGURES,
  DEFAULT_POLICIES,
  LARGEST_LIMIT,
  type LimitsTable,
  POLICY_NAMES,
  type Policies,
  type Policy,
} from '../limits/policies.ts';
import { ConfigError, checkFile, type TextFile } from './problems.ts';

/** A limit of 0 refuses one kind of request. */
const Limit = Type.Integer({ minimum: 0, maximum: LARGEST_LIMIT });
/** 0 would refuse every request. The maximum is more requests per second than one process can serve. */
const BurstFigure = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const FIGURES: Readonly<Record<string, typeof Limit>> = {
  ...Object.fromEntries(POLICY_NAMES.map((name) => [name, Limit])),
  'burst.capacity': BurstFigure,
  'burst.perSecond': BurstFigure,
};

const LimitsFile = Type.Partial(Type.Object(FIGURES), { additionalProperties: false });

/** Throws `ConfigError` with every problem. */
export function parseLimits(file: TextFile): LimitsTable {
  const { value, problems } = checkFile(file, LimitsFile);
  if (value === null) throw new ConfigError(problems);

  const given = new Map(Object.entries(value as Readonly<Record<string, number>>));
  const policies = POLICY_NAMES.map((name): [string, Policy] => {
    const standard = DEFAULT_POLICIES[name];
    return [name, Object.freeze({ ...standard, limit: given.get(name) ?? standard.limit })];
  });
  return Object.freeze({
    policies: Object.freeze(Object.fromEntries(policies)) as Policies,
    burst: Object.freeze({
      capacity: given.get('burst.capacity') ?? BURST_FIGURES.capacity,
      perSecond: given.get('burst.perSecond') ?? BURST_FIGURES.perSecond,
    }),
  });
}

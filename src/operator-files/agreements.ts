/**
 * `AGREEMENTS_FILE`: limits that the operator grants to the callers of listed networks, and networks that are blocked. The
 * service budgets still apply.
 */
import Type, { type Static } from 'typebox';
import { type Agreement, type Range, rangeOf } from '../limits/caller.ts';
import { CALLER_POLICIES, LARGEST_LIMIT } from '../limits/policies.ts';
import { checkedJson, type JsonPath } from './json.ts';
import { addSchemaFaults } from './problems.ts';

const NETWORKED = {
  name: Type.String({ minLength: 1 }),
  networks: Type.Array(Type.String(), { minItems: 1 }),
};

const Grant = Type.Object(
  {
    ...NETWORKED,
    per: Type.Enum(['address', 'network']),
    limits: Type.Partial(
      Type.Object(
        Object.fromEntries(
          CALLER_POLICIES.map((name) => [name, Type.Integer({ minimum: 0, maximum: LARGEST_LIMIT })]),
        ),
      ),
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  { additionalProperties: false },
);

const Block = Type.Object({ ...NETWORKED, block: Type.Literal(true) }, { additionalProperties: false });

const Entries = Type.Array(Type.Unknown());

/** Throws `FaultyFile` with every fault and its position. */
export function parseAgreements(text: string): readonly Agreement[] {
  const json = checkedJson(text);
  addSchemaFaults(json, Entries, json.value);
  const entries = Array.isArray(json.value) ? (json.value as readonly unknown[]) : [];
  for (const [at, entry] of entries.entries())
    addSchemaFaults(json, isBlock(entry) ? Block : Grant, entry, [at]);
  json.throwIfFaulty();

  const names = new Set<string>();
  const agreements = (entries as readonly Static<typeof Grant | typeof Block>[]).map(
    (entry, at): Agreement => {
      const { name } = entry;
      if (names.has(name))
        json.fault([at, 'name'], `[${at}].name ${JSON.stringify(name)} is the name of another agreement`);
      names.add(name);
      const networks = entry.networks.flatMap((network, index) => {
        return rangesOf(network, [at, 'networks', index], json.fault);
      });
      if ('block' in entry) return { name, networks, block: true };
      return { name, networks, per: entry.per, limits: entry.limits };
    },
  );
  json.throwIfFaulty();
  return agreements;
}

const isBlock = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'block' in entry;

function rangesOf(text: string, path: JsonPath, fault: (path: JsonPath, message: string) => void): Range[] {
  const range = rangeOf(text);
  const shown = JSON.stringify(text.slice(0, 60));
  if (range === null) fault(path, `${shown} is neither an address nor a CIDR range`);
  else if (range[1] === 0) fault(path, `${shown} contains every address: list single networks`);
  return range === null ? [] : [range];
}

/** "198.51.100.0/24, 2001:db8::/32" */
export const networksText = ({ networks }: Agreement): string =>
  networks.map(([base, bits]) => `${base.toString()}/${bits}`).join(', ');

/**
 * `AGREEMENTS_FILE`: limits that the operator grants to the callers of listed networks, and networks that are blocked. The
 * service budgets still apply.
 */
import Type, { type Static } from 'typebox';
import { type Agreement, type Range, rangeOf } from '../limits/caller.ts';
import { CALLER_POLICIES, LARGEST_LIMIT } from '../limits/policies.ts';
import type { JsonPath } from './json.ts';
import { ConfigError, checkFile, type Say, schemaFindings, type TextFile } from './problems.ts';

const COMMON_FIELDS = {
  name: Type.String({ minLength: 1 }),
  networks: Type.Array(Type.String(), { minItems: 1 }),
};

const GrantSchema = Type.Object(
  {
    ...COMMON_FIELDS,
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

const BlockSchema = Type.Object(
  { ...COMMON_FIELDS, block: Type.Literal(true) },
  { additionalProperties: false },
);

const ListSchema = Type.Array(Type.Unknown());

/** Throws `ConfigError` with every problem. */
export function parseAgreements(file: TextFile): readonly Agreement[] {
  const { value, say, problems } = checkFile(file, ListSchema);
  // Each entry is checked by the schema of its kind, because the faults of a union would name both kinds.
  for (const [at, entry] of (value ?? []).entries())
    for (const { path, message, isAtName } of schemaFindings(
      isBlock(entry) ? BlockSchema : GrantSchema,
      entry,
      [at],
    ))
      say(path, message, isAtName);
  if (value === null || problems.length > 0) throw new ConfigError(problems);

  const names = new Set<string>();
  const entries = value as readonly Static<typeof GrantSchema | typeof BlockSchema>[];
  const agreements = entries.map((entry, at): Agreement => {
    const { name } = entry;
    if (names.has(name)) say([at, 'name'], `${JSON.stringify(name)} is the name of another agreement`);
    names.add(name);
    const networks = entry.networks
      .map((network, index) => checkedRange(network, [at, 'networks', index], say))
      .filter((range) => range !== null);
    return 'block' in entry
      ? { name, networks, block: true }
      : { name, networks, per: entry.per, limits: entry.limits };
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return agreements;
}

const isBlock = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'block' in entry;

/** An error repeats only the beginning of a wrong entry, which may be a whole file. */
const SHOWN_MAX = 60;

/** Returns null and reports a problem if the text is no range. */
function checkedRange(text: string, path: JsonPath, say: Say): Range | null {
  const range = rangeOf(text);
  const shown = JSON.stringify(text.slice(0, SHOWN_MAX));
  if (range === null) say(path, `${shown} is neither an address nor a CIDR range`);
  else if (range[1] === 0) say(path, `${shown} contains every address: list single networks`);
  return range;
}

/** "198.51.100.0/24, 2001:db8::/32" */
export const networksText = ({ networks }: Agreement): string =>
  networks.map(([base, bits]) => `${base.toString()}/${bits}`).join(', ');

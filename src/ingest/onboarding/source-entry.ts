/** Proposes what an operator adds to the sources file for a feed that was tried, and notes what the entry leaves open. */
import type { FeedPage } from '../adapter.ts';
import { HOSTS_MAX } from '../config/schema.ts';
import type { ParsedRow } from '../draft.ts';
import { createProposals, regionsEntry } from '../normalise/proposals.ts';
import { jsonOf } from '../parse/body.ts';
import { regionsOfSeller } from './guess/regions.ts';
import type { Proposal } from './propose.ts';
import type { TriedRow } from './tried-row.ts';

/** Rows that name several sellers are a source of many providers, whose links may lead to all hosts of the file. */
export function sourceEntryFor({ adapter, options, parsed }: Proposal): object {
  const owner =
    providersNamed(parsed).size > 1
      ? { providers: { create: { hosts: hostsOf(parsed).slice(0, HOSTS_MAX) } } }
      : { provider: 'write-its-id' };
  const roles = Object.fromEntries(adapter.credentials.map((role) => [role, `MY_${role.toUpperCase()}`]));
  const credentials = adapter.credentials.length === 0 ? {} : { credentials: roles };
  return { id: 'write-an-id', adapter: adapter.id, ...owner, ...credentials, options };
}

/** The hosts of the links in the file. The operator would allow these hosts if the links are right. */
export function hostsOf(parsed: readonly ParsedRow[]): readonly string[] {
  const hosts = new Set(parsed.flatMap((row) => (row.ok ? (URL.parse(row.draft.link)?.hostname ?? []) : [])));
  // A host allows its subdomains.
  return [...hosts].filter((host) => !parentsOf(host).some((parent) => hosts.has(parent)));
}

/** "shop.example" and "example" for "www.shop.example". */
const parentsOf = (host: string): readonly string[] =>
  host.split('.').map((_, at, labels) => labels.slice(at + 1).join('.'));

/** The names of the sellers, if the rows have any. */
export const providersNamed = (parsed: readonly ParsedRow[]): ReadonlySet<string> =>
  new Set(parsed.flatMap((row) => (row.ok ? row.draft.provider || [] : [])));

/** Returns null if the proposed entry has all hosts of the file. */
export function hostsNote({ parsed }: Proposal): string | null {
  const { length } = hostsOf(parsed);
  return length <= HOSTS_MAX || providersNamed(parsed).size <= 1
    ? null
    : `the links lead to ${length} hosts, and "hosts" has the first ${HOSTS_MAX} of them, the most that it may have: replace subdomains by the domain that they belong to, or divide the source`;
}

/** Proposes the entry for the regions for which rows wait, with the lists of the seller that the file contains. */
export function regionsNote(rows: readonly TriedRow[], page: FeedPage): string | null {
  const collected = createProposals();
  for (const { regions } of rows) collected.waiting(regions);
  const { regions } = collected.proposals();
  const names = Object.keys(regions);
  if (names.length === 0) return null;
  const waiting = rows.filter((row) => row.regions.length > 0).length;
  const listed = regionsOfSeller(documentOf(page), names);
  const complete = names.every((name) => Object.hasOwn(listed, name));
  const advice = complete ? 'the file lists them; check and add' : 'ask the seller, and add';
  return `${waiting} ${waiting === 1 ? 'row waits' : 'rows wait'} for the countries of regions: ${advice} to the options ${regionsEntry(names, listed)}`;
}

/** null: it is no JSON. */
function documentOf(page: FeedPage): unknown {
  try {
    return jsonOf(page);
  } catch {
    return null;
  }
}

/** Proposes a format or a column map for a saved response. Every adapter is tried, and a column map is guessed. */

import { type Adapter, type AdapterOptions, FeedError, type FeedPage } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import type { ParsedRow, RejectReason } from '../draft.ts';
import { guessMaps } from './guess/map.ts';

export interface Proposal {
  readonly adapter: Adapter;
  readonly options: AdapterOptions;
  readonly parsed: readonly ParsedRow[];
  /** What the operator must still decide or fill in. */
  readonly notes: readonly string[];
}

/** If a smaller share of the rows becomes plans, the format does not fit. */
const SHARE_MIN = 0.1;
/** A strict format fits if it accepts at least this share of the rows that the most tolerant format accepts. */
const NEARLY_ALL = 0.7;

/** Returns the reason as text if neither a format nor a column map can be proposed. */
export async function propose(page: FeedPage): Promise<Proposal | string> {
  const { generic, esimdb, googlemerchant, ...strict } = ADAPTERS;
  /** In the order of preference. */
  const found: Proposal[] = [];
  const tryFormat = async (proposal: Omit<Proposal, 'parsed'>): Promise<void> => {
    const parsed = await parsedBy(proposal.adapter, page, proposal.options);
    if (typeof parsed !== 'string') found.push({ ...proposal, parsed });
  };
  // `esimdb` accepts many dialects and a column map accepts any table, so both come after the strict formats.
  for (const adapter of [...Object.values(strict), googlemerchant!, esimdb!]) {
    const options = trialOptions(adapter);
    const notes = notesOn(adapter, options);
    await tryFormat({ adapter, options, notes });
  }
  const guessed = await orReason(() => guessMaps(page));
  const { maps, reason } = typeof guessed === 'string' ? { maps: [], reason: guessed } : guessed;
  const mapped: Proposal[] = [];
  let unread = reason;
  for (const { options, notes } of maps) {
    const parsed = await parsedBy(generic!, page, options);
    if (typeof parsed === 'string') unread ??= parsed;
    else mapped.push({ adapter: generic!, options, notes, parsed });
  }
  // The maps are in the order of preference. A list within each plan, such as its networks, may have more rows.
  const isGood = ({ parsed }: Proposal) => accepted(parsed) * 2 >= parsed.length;
  const map =
    mapped.find((each) => each.parsed.length > 0 && isGood(each)) ??
    mapped.toSorted((one, other) => accepted(other.parsed) - accepted(one.parsed))[0];
  if (map !== undefined) found.push(map);
  const fitting = found.filter(({ parsed }) => accepted(parsed) >= Math.max(1, parsed.length * SHARE_MIN));
  const most = Math.max(0, ...fitting.map(({ parsed }) => accepted(parsed)));
  const best = fitting.find(({ parsed }) => understood(parsed) >= most * NEARLY_ALL);
  if (best !== undefined) return best;
  const why = unread ?? firstRejection(map?.parsed ?? []);
  return `no known format fits this file, and no column map can be proposed: ${why}`;
}

function notesOn({ connector }: Adapter, options: AdapterOptions): readonly string[] {
  const toFillIn = Object.keys(options).filter((key) => key !== 'url');
  if (toFillIn.length === 0) return [];
  const { linkNames = {} } = (connector?.map ?? {}) as { readonly linkNames?: object };
  const names = ['id', ...Object.keys(linkNames)].map((name) => `{${name}}`);
  const placeholders = toFillIn.includes('link') ? `; link may contain ${names.join(' and ')}` : '';
  return [`fill in ${toFillIn.join(', ')}${placeholders}`];
}

function firstRejection(parsed: readonly ParsedRow[]): string {
  const row = parsed.find((one) => !one.ok);
  if (row === undefined) return 'it has no rows';
  const count = accepted(parsed);
  const read = count === 0 ? 'no row can be read' : `only ${count} of ${parsed.length} rows can be read`;
  return `${read}; row ${row.ref.row}: ${row.reason}: ${row.detail}`;
}

const accepted = (parsed: readonly ParsedRow[]): number => parsed.filter(({ ok }) => ok).length;

/** A row with such a reason was read, and is not for sale to travellers. */
const READ_REASONS: ReadonlySet<RejectReason> = new Set([
  'top_up',
  'subscription',
  'pay_as_you_go',
  'out_of_stock',
  'not_for_sale',
  'expired_offer',
]);
const understood = (parsed: readonly ParsedRow[]): number =>
  parsed.filter((row) => row.ok || READ_REASONS.has(row.reason)).length;

const TRIAL_SHOP = 'https://shop.example';
/** The first text that fits the pattern of an option is used. */
const TRIAL_TEXTS = ['https://feed.example/', '0', 'USD'];

interface OptionsSchema {
  readonly properties?: Readonly<
    Record<string, { readonly type?: string; readonly pattern?: string; readonly description?: string }>
  >;
  readonly required?: readonly string[];
}

/** Values for the options that an adapter requires. */
export function trialOptions({
  options,
  connector,
}: Pick<Adapter, 'options' | 'connector'>): Record<string, unknown> {
  const { properties = {}, required = [] } = options as OptionsSchema;
  const entries = Object.entries(properties)
    .filter(([key]) => required.includes(key))
    .map(([key, { type, pattern = '' }]) => {
      if (key === 'link') return [key, `${TRIAL_SHOP}${connector?.linkPath ?? '/{id}'}`];
      if (key === 'constants') return [key, { currency: 'USD' }];
      return [key, type === 'string' ? TRIAL_TEXTS.find((text) => new RegExp(pattern).test(text)) : {}];
    });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Returns the reason as text if the response does not have this format. */
export function parsedBy(adapter: Adapter, page: FeedPage, options: AdapterOptions) {
  return orReason(() => Array.fromAsync(adapter.parse(page, options)));
}

/** Returns the result, or the message of a `FeedError` in a form that can end a sentence. */
export async function orReason<T>(read: () => T | Promise<T>): Promise<T | string> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
  }
}

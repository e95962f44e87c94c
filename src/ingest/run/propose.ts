/** Which format or column map fits a saved response: every adapter is tried, then a map is guessed from the columns. */
import { ADAPTERS } from '../config/adapters.ts';
import {
  type Adapter,
  type AdapterOptions,
  FeedError,
  type FeedPage,
  type ParsedRow,
  type RejectReason,
} from '../types.ts';
import { guessMap } from './propose-map.ts';

export interface Proposal {
  readonly adapter: Adapter;
  readonly options: AdapterOptions;
  readonly parsed: readonly ParsedRow[];
  /** What the operator must still decide or fill in. */
  readonly notes: readonly string[];
}

/** Reasons that show that a row was understood. */
const UNDERSTOOD: ReadonlySet<RejectReason> = new Set([
  'top_up',
  'subscription',
  'pay_as_you_go',
  'not_a_plan',
  'out_of_stock',
  'wholesale_only',
]);
/** If a smaller share of the rows is understood, the format is another one. */
const SHARE_MIN = 0.25;
/** A format may accept a few rows less than a looser one and still fit better. */
const NEARLY_ALL = 0.7;

export async function propose(page: FeedPage): Promise<Proposal | null> {
  const { generic, esimdb, ...strict } = ADAPTERS;
  const found: Proposal[] = [];
  // esimdb reads many dialects and a map reads anything, so they come after the formats that are strict.
  for (const adapter of [...Object.values(strict), esimdb!]) {
    const options = trialOptions(adapter);
    const left = Object.keys(options).filter((key) => key !== 'url');
    const notes = left.length === 0 ? [] : [`fill in ${left.join(', ')}`];
    found.push({ adapter, options, notes, parsed: (await parsedBy(adapter, page, options)) ?? [] });
  }
  const map = await guessMap(page);
  if (map !== null)
    found.push({ adapter: generic!, ...map, parsed: (await parsedBy(generic!, page, map.options)) ?? [] });
  const fitting = found.filter(({ parsed }) => understoodShare(parsed) >= SHARE_MIN && accepted(parsed) > 0);
  const most = Math.max(...fitting.map(({ parsed }) => accepted(parsed)));
  return fitting.find(({ parsed }) => accepted(parsed) >= most * NEARLY_ALL) ?? null;
}

const accepted = (parsed: readonly ParsedRow[]): number => parsed.filter(({ ok }) => ok).length;

const understoodShare = (parsed: readonly ParsedRow[]): number =>
  parsed.filter((row) => row.ok || UNDERSTOOD.has(row.reason)).length / Math.max(parsed.length, 1);

const TRIAL_LINK = 'https://shop.example/{id}';
/** The first that fits the pattern of an option is used. */
const TRIAL_TEXTS = ['https://feed.example/', '0', 'USD'];

interface OptionsSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly pattern?: string }>>;
  readonly required?: readonly string[];
}

/** Values for the options that an adapter requires, and for `link`. */
export function trialOptions({ options }: Pick<Adapter, 'options'>): Record<string, unknown> {
  const { properties = {}, required = [] } = options as OptionsSchema;
  const entries = Object.entries(properties)
    .filter(([key]) => required.includes(key) || key === 'link')
    .map(([key, { type, pattern = '' }]) => {
      if (key === 'link') return [key, TRIAL_LINK];
      return [key, type === 'string' ? TRIAL_TEXTS.find((text) => new RegExp(pattern).test(text)) : {}];
    });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** null if the response is not this format. */
export async function parsedBy(
  adapter: Adapter,
  page: FeedPage,
  options: AdapterOptions,
): Promise<readonly ParsedRow[] | null> {
  try {
    return await Array.fromAsync(adapter.parse(page, options));
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

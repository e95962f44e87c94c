/** Which format or column map fits a saved answer: every adapter is tried, then a map is guessed from the columns. */

import { esimdb } from '../adapters/esimdb.ts';
import { generic } from '../adapters/generic.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { type Adapter, FeedError, type FeedPage, type ParsedRow, type RejectReason } from '../types.ts';
import { guessMap } from './propose-map.ts';

export interface Proposal {
  readonly adapter: Adapter;
  readonly options: Readonly<Record<string, unknown>>;
  readonly parsed: readonly ParsedRow[];
  /** What the operator must still decide or fill in. */
  readonly notes: readonly string[];
}

/** Whatever an adapter needs to be told; each is given what its schema knows. */
const TRIAL = {
  url: 'https://feed.example/',
  tokenUrl: 'https://feed.example/token',
  authorizeUrl: 'https://feed.example/authorize',
  companyId: '0',
  link: 'https://shop.example/{id}',
  currency: 'USD',
  zones: {},
};

/** Refusals that show that a row was understood. */
const UNDERSTOOD: ReadonlySet<RejectReason> = new Set([
  'top_up',
  'subscription',
  'pay_as_you_go',
  'not_a_plan',
  'out_of_stock',
  'wholesale_only',
]);
/** Fewer rows than this share understood: the format is another one. */
const SHARE_MIN = 0.25;

/** One that knows many dialects reads what others mean otherwise, so it comes after them. */
const MOST_PARTICULAR_FIRST: readonly Adapter[] = [
  ...Object.values(ADAPTERS).filter((adapter) => adapter !== generic && adapter !== esimdb),
  esimdb,
];

export async function propose(page: FeedPage): Promise<Proposal | null> {
  const found: Proposal[] = [];
  for (const adapter of MOST_PARTICULAR_FIRST) {
    const options = trialOptions(adapter);
    const parsed = await parsedBy(adapter, page, options);
    const left = Object.keys(options).filter((key) => key !== 'url');
    const notes = left.length === 0 ? [] : [`fill in ${left.join(', ')}`];
    if (parsed !== null) found.push({ adapter, options, parsed, notes });
  }
  const map = await guessMap(page);
  const byMap = map === null ? null : await parsedBy(generic, page, map.options);
  if (map !== null && byMap !== null)
    found.push({ adapter: generic, options: map.options, parsed: byMap, notes: map.notes });
  const fitting = found.filter(({ parsed }) => shareOf(parsed) >= SHARE_MIN && parsed.some(({ ok }) => ok));
  // A format that says what its fields mean comes before one of many dialects, and that before a guess: these take rows
  // that it refuses for a reason.
  const most = Math.max(...fitting.map(({ parsed }) => accepted(parsed)));
  return fitting.find(({ parsed }) => accepted(parsed) >= most * NEARLY_ALL) ?? null;
}

const NEARLY_ALL = 0.7;

const accepted = (parsed: readonly ParsedRow[]): number => parsed.filter(({ ok }) => ok).length;

const shareOf = (parsed: readonly ParsedRow[]): number =>
  parsed.filter((row) => row.ok || UNDERSTOOD.has(row.reason)).length / Math.max(parsed.length, 1);

function trialOptions({ options }: Adapter): Record<string, unknown> {
  const { properties = {}, required = [] } = options as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  const keys = Object.keys(TRIAL).filter(
    (key) => required.includes(key) || (key === 'link' && key in properties),
  );
  return Object.fromEntries(keys.map((key) => [key, TRIAL[key as keyof typeof TRIAL]]));
}

/** null where the answer is not this format. */
export async function parsedBy(
  adapter: Adapter,
  page: FeedPage,
  options: Readonly<Record<string, unknown>>,
): Promise<readonly ParsedRow[] | null> {
  try {
    return await Array.fromAsync(adapter.parse(page, options));
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

/** Which format or column map fits a saved response: every adapter is tried, then a map is guessed from the columns. */
import { ADAPTERS } from '../config/adapters.ts';
import { jsonOf } from '../parse/body.ts';
import {
  type Adapter,
  type AdapterOptions,
  FeedError,
  type FeedPage,
  type ParsedRow,
  type RejectReason,
} from '../types.ts';
import { guessMap, reasonOf } from './propose-map.ts';

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

/** A text says why neither a format nor a column map can be proposed. */
export async function propose(page: FeedPage): Promise<Proposal | string> {
  const { generic, esimdb, ...strict } = ADAPTERS;
  const found: Proposal[] = [];
  const envelope = envelopeOf(page);
  // esimdb reads many dialects and a map reads anything, so they come after the formats that are strict.
  for (const adapter of [...Object.values(strict), esimdb!]) {
    const options = trialOptions(adapter);
    const notes = notesOn(adapter, options);
    const whole = await parsedBy(adapter, page, options);
    if (typeof whole !== 'string') found.push({ adapter, options, notes, parsed: whole });
    else if (envelope !== null) {
      const parsed = await parsedBy(adapter, envelope, options);
      if (typeof parsed !== 'string')
        found.push({ adapter, options, notes: [...notes, ONLY_THE_ROWS], parsed });
    }
  }
  const map = await guessMap(page);
  const mapped = typeof map === 'string' ? map : await parsedBy(generic!, page, map.options);
  if (typeof map !== 'string' && typeof mapped !== 'string')
    found.push({ adapter: generic!, ...map, parsed: mapped });
  const fitting = found.filter(({ parsed }) => understoodShare(parsed) >= SHARE_MIN && accepted(parsed) > 0);
  const most = Math.max(...fitting.map(({ parsed }) => accepted(parsed)));
  const best = fitting.find(({ parsed }) => accepted(parsed) >= most * NEARLY_ALL);
  if (best !== undefined) return best;
  const why = typeof mapped === 'string' ? mapped : firstRejection(mapped);
  return `no known format fits this file, and no column map can be proposed: ${why}`;
}

const ONLY_THE_ROWS = 'this file has only the rows; the address of the source must return the whole response';

/** Operators often save only the list. The formats have it in these places of a document. null if it is no list. */
function envelopeOf(page: FeedPage): FeedPage | null {
  try {
    const list = jsonOf(page);
    if (!Array.isArray(list)) return null;
    const document = {
      ...{ data: list, items: list, list, plans: list, result: list, total: list.length },
      ...{ success: true, statusCode: 200, obj: { packageList: list } },
    };
    return { ...page, body: Buffer.from(JSON.stringify(document)) };
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

function notesOn({ options: schema }: Adapter, options: AdapterOptions): readonly string[] {
  const left = Object.keys(options).filter((key) => key !== 'url');
  if (left.length === 0) return [];
  const { description = '' } = (schema as OptionsSchema).properties?.['link'] ?? {};
  const names = left.includes('link') ? (description.match(/\{\w+\}/g) ?? []) : [];
  const placeholders = names.length === 0 ? '' : `; link may contain ${names.join(' and ')}`;
  return [`fill in ${left.join(', ')}${placeholders}`];
}

function firstRejection(parsed: readonly ParsedRow[]): string {
  const row = parsed.find(({ ok }) => !ok);
  return row === undefined || row.ok
    ? 'it has no rows'
    : `no row can be read; row ${row.ref.row}: ${row.reason}: ${row.detail}`;
}

const accepted = (parsed: readonly ParsedRow[]): number => parsed.filter(({ ok }) => ok).length;

const understoodShare = (parsed: readonly ParsedRow[]): number =>
  parsed.filter((row) => row.ok || UNDERSTOOD.has(row.reason)).length / Math.max(parsed.length, 1);

const TRIAL_LINK = 'https://shop.example/{id}';
/** The first that fits the pattern of an option is used. */
const TRIAL_TEXTS = ['https://feed.example/', '0', 'USD'];

interface OptionSchema {
  readonly type?: string;
  readonly pattern?: string;
  readonly description?: string;
}

interface OptionsSchema {
  readonly properties?: Readonly<Record<string, OptionSchema>>;
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

/** A text says why the response is not this format. */
export async function parsedBy(
  adapter: Adapter,
  page: FeedPage,
  options: AdapterOptions,
): Promise<readonly ParsedRow[] | string> {
  try {
    return await Array.fromAsync(adapter.parse(page, options));
  } catch (error) {
    if (error instanceof FeedError) return reasonOf(error);
    throw error;
  }
}

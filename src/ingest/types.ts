/** The data that passes through ingest, from a row of a feed to the record of a run. Types and lists of words, no logic. */
import type {
  AfterCap,
  AllowanceModel,
  Breakout,
  ClockStart,
  Extras,
  Facts,
  Generation,
  Plan,
  PriceBasis,
  Provider,
  ResetRule,
  Scope,
  Tax,
  ThreeState,
} from '../domain/plan.ts';
import type { Snapshot, SnapshotSummary } from '../store/port.ts';

export interface DraftNetwork {
  /** The feed's own place code, unresolved: "TR", "THA", "nn". null: the plan as a whole. */
  readonly place: string | null;
  readonly name: string;
  /** The best that it offers. */
  readonly generation: Generation | null;
}

/** A row of a feed as its adapter parses it, before normalisation and checks. */
export interface Draft extends Partial<Facts>, Partial<Extras> {
  readonly externalId: string;
  /** Whose plan it is, in the feed's words; for sources of many providers. */
  readonly provider?: string | null;
  /** null: the feed gives it none. */
  readonly name: string | null;
  /** The row is from a feed of products, which may have other goods than plans. */
  readonly isProduct?: boolean;
  /** What the feed calls its places together ("Europe"), for a generated name. */
  readonly placeName?: string | null;
  /** Place codes in the feed's own spelling: ISO-2, ISO-3, provider's aliases. */
  readonly places: readonly string[];
  readonly excludedPlaces?: readonly string[];
  readonly scope?: Scope | null;
  readonly networks?: readonly DraftNetwork[];
  readonly generation?: Generation | null;
  readonly breakout?: Breakout;
  readonly roaming?: ThreeState;
  /** It renews by itself: such a row is no plan. */
  readonly subscription?: ThreeState;
  /** Where traffic reaches the internet, as codes or names of places. Empty or left out: not stated. */
  readonly exits?: readonly string[];
  readonly model: AllowanceModel;
  /** `total` only: days after which the amount comes again, 7 or 30. */
  readonly periodDays?: number | null;
  /** In decimal bytes, as advertised. null only for unlimited. */
  readonly data: number | null;
  readonly afterCap?: AfterCap;
  readonly throttleKbps?: number | null;
  /** In decimal bytes. */
  readonly fullSpeedPerDay?: number | null;
  readonly uncapped?: ThreeState;
  readonly reset?: ResetRule;
  readonly maxKbps?: number | null;
  /** null: no expiry. */
  readonly days: number | null;
  readonly starts?: ClockStart;
  readonly installWithinDays?: number | null;
  readonly soldPerDay?: boolean;
  /** Decimal strings in major units ("19.99"), so that no binary fraction ever touches money. */
  readonly prices: Readonly<Record<string, string>>;
  /** Promotional prices whose conditions the feed does not state, by currency. Never the price. */
  readonly promoPrices?: Readonly<Record<string, string>> | null;
  readonly basis: PriceBasis;
  /** Wholesale price in the same currency, where the feed gives it: for the check "retail below wholesale". */
  readonly wholesale?: { readonly currency: string; readonly amount: string } | null;
  readonly tax?: Tax;
  readonly link: string;
  /** ISO 8601, where the feed dates the row. */
  readonly updatedAt?: string | null;
  /** ISO 8601, where the offer ends by itself. */
  readonly expiresAt?: string | null;
}

/** Where a row stood in its feed, for the operator: a line, a JSON path, an id. */
export interface RowRef {
  readonly page: number;
  readonly row: number;
  /** The feed's own id where it could be read. */
  readonly externalId: string | null;
}

/** Why a row does not become a plan, in words for the operator. */
export interface Rejection {
  readonly ok: false;
  readonly reason: RejectReason;
  readonly detail: string;
}

/** A row that fails a check. It is not published. */
export interface RejectedRow extends RowRef {
  readonly reason: RejectReason;
  readonly detail: string;
}

/** What an adapter makes of one row. `filtered`: the operator's `keep` filter removes it. It is counted, not listed. */
export type ParsedRow =
  | { readonly ok: true; readonly ref: RowRef; readonly draft: Draft }
  | (Rejection & { readonly ref: RowRef; readonly filtered?: boolean });

/** A plan that was made from a row and is not yet accepted, with what the checks need and the catalogue does not. */
export interface Candidate {
  readonly ref: RowRef;
  readonly plan: Plan;
  readonly sourceUpdatedAt: number | null;
  readonly droppedNetworks: number;
  /** Why no plan can cost that. A last good price may still stay in its place. */
  readonly impossiblePrice: string | null;
}

/** A candidate whose price a check would reject. The quarantine decides first. */
export interface Suspect {
  readonly candidate: Candidate;
  readonly reason: RejectReason;
  readonly detail: string;
}

/** Every reason to reject a row. docs/feeds.md explains each. */
export const REJECT_REASONS = [
  'malformed_row',
  'missing_field',
  'not_a_plan',
  'top_up',
  'subscription',
  'unknown_provider',
  'unknown_place',
  'retired_place',
  'no_place',
  'ambiguous_title',
  'name_contradicts',
  'impossible_data',
  'impossible_days',
  'impossible_price',
  'price_outlier',
  'unknown_currency',
  'wholesale_only',
  'retail_below_wholesale',
  'bad_link',
  'expired_offer',
  'out_of_stock',
  'duplicate',
  'pay_as_you_go',
  'hidden',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export type RejectCounts = Readonly<Partial<Record<RejectReason, number>>>;

/** The largest page that is parsed. A larger one fails its source, because a parser cannot be interrupted. */
export interface PageLimits {
  /** Packed and unpacked. */
  readonly bytes: number;
  /** Also the most rows of all pages together. */
  readonly rows: number;
}

/** One response of a feed, as bytes. */
export interface FeedPage {
  /** From 1. */
  readonly number: number;
  readonly body: Uint8Array;
  /** Left out: the limits of a source that sets none. */
  readonly limits?: PageLimits;
}

/** The feed as a whole cannot be read. The source fails and keeps its last good plans. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** The HTTP status, if it is the cause. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** One request to a feed. `read/client.ts` sends it under its rules. */
export interface FeedRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A POST that may be repeated after a failure: asking for a token or a list. A GET always may. Default false. */
  readonly idempotent?: boolean;
}

export interface FeedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The limits of the source, for the page that is made of the response. */
  readonly limits?: PageLimits;
}

export interface FetchContext {
  /** This source's adapter options from `sources.json`, already checked against the adapter's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A credential by the *role* that the adapter names ("client_secret"); the variable's name is in sources.json. */
  credential(role: string): string;
  /** Whether a source names a credential that the adapter can do without. */
  hasCredential(role: string): boolean;
  request(request: FeedRequest): Promise<FeedResponse>;
  /** Unix milliseconds, and 32 hexadecimal digits that no other request had: for feeds whose requests are signed. */
  now(): number;
  nonce(): string;
}

interface OptionConflict {
  readonly option: string;
  /** What is wrong with it: "is only for JSON feeds". */
  readonly message: string;
}

/** One feed format. It parses a feed's own words into drafts. Places, currencies and plausibility are checked later. */
export interface AdapterFormat {
  /** Credential roles that it needs. */
  readonly credentials: readonly string[];
  /** Credential roles that it uses if a source names them. */
  readonly optionalCredentials?: readonly string[];
  /** JSON Schema (typebox) of its options. */
  readonly options: object;
  /** Currencies of all prices, if they are known before the feed is read. */
  currencies?(options: AdapterOptions): readonly string[];
  /** Options that are valid by themselves and contradict each other, for `esim check`. */
  conflicts?(options: AdapterOptions): readonly OptionConflict[];
  /** The pages of the feed in order. Throws `FeedError` if a page is not what was promised. */
  fetch(context: FetchContext): AsyncIterable<FeedPage>;
  /** Pure: one page to drafts and rejected rows. Throws `FeedError` if the page as a whole is not this format. */
  parse(page: FeedPage, options: AdapterOptions): Iterable<ParsedRow> | AsyncIterable<ParsedRow>;
}

export type AdapterOptions = Readonly<Record<string, unknown>>;

/** `id` is the name of the adapter's file and the word in `sources.json`. */
export interface Adapter extends AdapterFormat {
  readonly id: string;
}

// The operator's configuration, checked and with defaults.

export interface ProviderConfig extends Provider {
  /** Hosts that its links may lead to. */
  readonly hosts: readonly string[];
}

/** How the rows of a source with many providers name them. */
export interface ManyProviders {
  readonly names?: Readonly<Record<string, string>>;
  readonly create?: { readonly hosts: readonly string[]; readonly homepage?: string };
}

export interface SourceConfig {
  readonly id: string;
  readonly adapter: Adapter;
  /** null: each row names its provider. */
  readonly provider: string | null;
  /** null if the source has one provider. */
  readonly providers: ManyProviders | null;
  /** True: it is not read. Its plans stay while they are young enough. */
  readonly paused: boolean;
  /** The address that links are put into. null: they stay as they are. */
  readonly trackingLink: string | null;
  readonly options: AdapterOptions;
  /** Names of environment variables, by role. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly everyMs: number;
  readonly paceMs: number;
  readonly timeoutMs: number;
  readonly limits: PageLimits;
  readonly minimumRows: number;
  readonly currencyPreference: readonly string[];
  /** The feed's own place codes. null: no country. */
  readonly places: Readonly<Record<string, string | null>>;
  /** A feed in a file or made in this process: read instead of sending requests. */
  readonly pages?: () => AsyncIterable<FeedPage>;
}

export interface RateTable {
  /** `YYYY-MM-DD`, the day of the rates. */
  readonly date: string;
  /** USD for one unit of a currency, as a decimal string. USD itself is "1". */
  readonly usdFor: ReadonlyMap<string, string>;
}

/**
 * The rates of one run. `problem`: they are too old or unreadable, and `table` may be the last good one. Both null: none
 * are configured.
 */
export interface RunRates {
  readonly table: RateTable | null;
  readonly problem: string | null;
}

// What is known of a source between runs.

/** The figures of the last run that was published. The next run is compared with them. */
export interface LastGood {
  readonly plans: number;
  readonly medianUsdCents: number;
  /** In a source of many providers, the same figures of each. */
  readonly byProvider?: Readonly<Record<string, LastGood>>;
}

/** A suspicious price that is not published until it is confirmed. */
export interface QuarantinedPrice {
  readonly plan: string;
  readonly name: string;
  readonly minor: number;
  readonly currency: string;
  readonly usdCents: number;
  readonly reason: 'fell' | 'below_market' | 'implausible';
  readonly detail: string;
  /** When it was first seen at this price. */
  readonly since: number;
  /** The operator confirmed the price. */
  readonly accepted: boolean;
}

// Results of a run. Plain data: they are stored and cross threads.

export type Outcome = 'ok' | 'kept' | 'left_out';

export interface RunProblem {
  /** The code of a source check, of a fetch fault or of a step. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, if it is the cause. */
  readonly status?: number;
}

export interface RunCounts {
  readonly rows: number;
  /** Rows that passed every check. */
  readonly plans: number;
  readonly rejected: number;
  readonly byReason: RejectCounts;
  /** Rows that the operator's `keep` filter removes. */
  readonly filtered: number;
  readonly quarantined: number;
  /** Networks that were left out of regional plans, because nobody says in which country they are. */
  readonly droppedNetworks: number;
}

export interface RunRecord {
  readonly source: string;
  readonly outcome: Outcome;
  readonly lastAttemptAt: number;
  /** null: never. */
  readonly lastSuccessAt: number | null;
  /** Why the last attempt failed. null if it did not. */
  readonly problem: RunProblem | null;
  readonly counts: RunCounts;
  /** Plans of this source in the catalogue now. */
  readonly plansServed: number;
  readonly lastGood: LastGood | null;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly durationMs: number;
  readonly nextRunAt: number;
}

export type SourceReport = Omit<RunRecord, 'lastAttemptAt' | 'lastGood' | 'failures'>;

export interface IngestReport {
  /** `busy`: another process ingests. `lost`: another process took over. `nothing`: no plan to publish, or no source was due. */
  readonly status: 'published' | 'nothing' | 'busy' | 'lost';
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly snapshot: Snapshot | null;
  /** What this run changed. The summary of a snapshot stays when equal plans are read again. */
  readonly changes: SnapshotSummary | null;
  /** Of the sources that were read, in the order of the file. */
  readonly sources: readonly SourceReport[];
  /** When each configured source is due next. */
  readonly nextRuns: Readonly<Record<string, number>>;
  readonly ratesDate: string | null;
  readonly warnings: readonly string[];
}

export type IngestEvent =
  | { readonly type: 'started'; readonly sources: readonly string[] }
  | { readonly type: 'source_started'; readonly source: string }
  /** `rows`: of all pages so far. */
  | { readonly type: 'page'; readonly source: string; readonly page: number; readonly rows: number }
  | { readonly type: 'waiting'; readonly source: string; readonly reason: string; readonly waitMs: number }
  | ({ readonly type: 'reject'; readonly source: string } & RejectedRow)
  | { readonly type: 'source_read'; readonly source: string; readonly problem: RunProblem | null }
  /** The feed was read, but a check holds the source or some of its providers. */
  | { readonly type: 'source_held'; readonly source: string; readonly problem: RunProblem }
  | { readonly type: 'warning'; readonly message: string };

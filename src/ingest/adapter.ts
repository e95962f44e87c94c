/**
 * What an adapter is: one feed format. It reads a feed's own words into drafts and judges nothing:
 * units, places, currencies and sanity are the business of the steps behind it.
 * Identity (which provider, which link parameters, which credentials) comes from the source's configuration.
 */
import type {
  AfterCap,
  AllowanceModel,
  Breakout,
  ClockStart,
  Facts,
  Generation,
  PriceBasis,
  ResetRule,
  Scope,
  Tax,
  ThreeState,
} from '../domain/plan.ts';

/** An amount of data in the feed's own unit. 1,024-based feeds are brought to the GB that they advertise. */
export interface DataAmount {
  readonly amount: number;
  readonly unit: 'MB' | 'GB' | 'bytes';
  /** How many MB the feed counts to a GB. */
  readonly base: 1000 | 1024;
}

export interface DraftNetwork {
  /** The feed's own place code, unresolved: "TR", "THA", "nn". null: the plan as a whole. */
  readonly place: string | null;
  readonly name: string;
  readonly generations: readonly string[];
}

/** One offer as a feed states it, in plain types, before any judgement. */
export interface Draft extends Partial<Facts> {
  readonly externalId: string;
  /** Whose plan it is, in the feed's words; for sources of many providers. */
  readonly provider?: string | null;
  readonly name: string;
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
  /** null only for unlimited. */
  readonly data: DataAmount | null;
  readonly afterCap?: AfterCap;
  readonly throttleKbps?: number | null;
  readonly fullSpeedPerDay?: DataAmount | null;
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

/** Fields of a draft that are facts of the plan as they stand. */
export const FACT_NAMES = [
  'hotspot',
  'identityCheck',
  'topUp',
  'phoneNumber',
  'newCustomersOnly',
  'ads',
  'inStock',
] as const satisfies readonly (keyof Facts)[];

/** Where a row stood in its feed, for the operator: a line, a JSON path, an id. */
export interface RowRef {
  readonly page: number;
  readonly row: number;
  /** The feed's own id where it could be read. */
  readonly externalId: string | null;
}

/** Why a row becomes no plan, in words for the operator. */
export interface Refused {
  readonly ok: false;
  readonly reason: RejectReason;
  readonly detail: string;
}

export const refused = (reason: RejectReason, detail: string): Refused => ({ ok: false, reason, detail });

export type Parsed =
  | { readonly ok: true; readonly ref: RowRef; readonly draft: Draft }
  | (Refused & { readonly ref: RowRef });

/** Every reason for which a row may be refused; closed, documented in docs/feeds.md. */
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

/** One answer of a feed, as bytes. */
export interface FeedPage {
  /** From 1. */
  readonly number: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

/** A feed that cannot be read at all (not the shape it promised): the whole run of that source fails. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** What the feed answered with, where that is what was wrong. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** Asks a feed for one thing, with every safety rule of `fetch.ts`. Injected, so that adapters stay testable. */
export interface FeedRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ask again with what the last good answer said (ETag, Last-Modified). Default false. */
  readonly conditional?: boolean;
  /** A POST that may be repeated after a failure: asking for a token or a list. A GET always may. Default false. */
  readonly idempotent?: boolean;
}

export interface FeedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface FetchContext {
  /** This source's adapter options from `sources.json`, already checked against the adapter's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A credential by the *role* that the adapter names ("client_secret"); the variable's name is in sources.json. */
  credential(role: string): string;
  /** Whether a source names a credential that the adapter can do without. */
  hasCredential(role: string): boolean;
  request(request: FeedRequest): Promise<FeedAnswer>;
  /** Unix milliseconds, and 32 hexadecimal digits that no other request had: for feeds whose requests are signed. */
  now(): number;
  nonce(): string;
}

interface OptionConflict {
  /** The option that is to blame. */
  readonly option: string;
  /** What is wrong with it: "is for JSON feeds". */
  readonly message: string;
}

export interface Adapter {
  /** The word in `sources.json`: "esimdb", "airalo" … */
  readonly id: string;
  /** Credential roles that it needs. */
  readonly credentials: readonly string[];
  /** Roles that it uses where a source names them. */
  readonly optionalCredentials?: readonly string[];
  /** JSON Schema (typebox) of its options. */
  readonly options: object;
  /** Options that each fit and do not fit together, for `esim check`; asked only of options that the schema lets through. */
  conflicts?(options: Readonly<Record<string, unknown>>): readonly OptionConflict[];
  /** Pages of the feed in order. A page that is not what was promised throws FeedError. */
  fetch(context: FetchContext): AsyncIterable<FeedPage>;
  /** Pure: one page to drafts and refusals. Throws FeedError where the page as a whole is not this format. */
  parse(page: FeedPage, options: Readonly<Record<string, unknown>>): Iterable<Parsed> | AsyncIterable<Parsed>;
}

/** A row of a feed, as its adapter parses it, and the reasons to reject it. */
import type {
  AfterCap,
  AllowanceModel,
  Breakout,
  ClockStart,
  Extras,
  Facts,
  Generation,
  PriceBasis,
  Scope,
  Tax,
  ThreeState,
} from '../domain/plan.ts';

export interface DraftNetwork {
  /** The feed's own place code, unresolved: "TR", "THA", "nn". null: the plan as a whole. */
  readonly place: string | null;
  readonly name: string;
  /** The best generation that the network offers. */
  readonly generation: Generation | null;
}

/** What the operator states of a source of products. */
export interface ProductTerms {
  /** `esim`: it sells nothing else, so that titles need not say so. */
  readonly goods: 'any' | 'esim';
  /**
   * Who wrote the columns of the feed. Those of the `seller` confirm a plan like its title. Those of a `collector`, such as
   * a script that read the shop, confirm nothing.
   */
  readonly columns: 'seller' | 'collector';
}

/** What a row of a feed of products has besides the fields of a plan. */
export interface ProductRow {
  readonly terms: ProductTerms;
  /** They confirm a plan like the title. */
  readonly categoriesAndAttributes: string;
  /** The places of a region in the source ("Europe"). undefined: the source lists no such region. */
  readonly placesOfRegion: (name: string) => readonly string[] | undefined;
  /** The places were read from the title, so that it confirms them. */
  readonly hasTitlePlaces: boolean;
}

/** A row of a feed as its adapter parses it, before normalisation and checks. */
export interface Draft extends Partial<Facts>, Partial<Extras> {
  readonly externalId: string;
  /** Whose plan it is, in the feed's words; for sources of many providers. */
  readonly provider?: string | null;
  /** null: the feed gives it none. */
  readonly name: string | null;
  /** The row is from a feed of products, which may have other goods than plans. Its title must confirm the plan. */
  readonly product?: ProductRow;
  /** What the feed calls its places together ("Europe"), for a generated name. */
  readonly placeName?: string | null;
  /** Place codes in the feed's own spelling: ISO-2, ISO-3, provider's aliases. */
  readonly places: readonly string[];
  readonly excludedPlaces?: readonly string[];
  readonly scope?: Scope | null;
  readonly networks?: readonly DraftNetwork[];
  readonly generation?: Generation | null;
  readonly breakout?: Breakout;
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
  readonly maxKbps?: number | null;
  /** null: no expiry. */
  readonly days: number | null;
  readonly starts?: ClockStart;
  readonly installWithinDays?: number | null;
  readonly soldPerDay?: boolean;
  /** Decimal strings in major units ("19.99"), so that no binary fraction ever touches money. */
  readonly prices: Readonly<Record<string, string>>;
  /** Promotional prices by currency. The feed does not state their conditions, so none of them is the price of the plan. */
  readonly promoPrices?: Readonly<Record<string, string>> | null;
  /** ISO 8601, where the feed dates the promotional price. */
  readonly promoFrom?: string | null;
  readonly promoUntil?: string | null;
  /** A promotion with a code. It is proposed to the operator as a coupon, and never applied. */
  readonly promotion?: { readonly code: string; readonly text: string | null };
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

/** The allowance of a draft, with what follows from it, such as the full-speed data of each day. */
export type DraftAllowance = Pick<Draft, 'model' | 'data'> & Partial<Draft>;

/** Where a row is in its feed, for the operator. */
export interface RowRef {
  readonly page: number;
  readonly row: number;
  /** The feed's own id where it could be read. */
  readonly externalId: string | null;
}

/** Why a row does not become a plan: a code, and a sentence for the operator. */
export interface Rejection {
  readonly ok: false;
  readonly reason: RejectReason;
  readonly detail: string;
  /** Regions whose countries only the seller knows. The row waits for an entry of `regions`. */
  readonly regions?: readonly string[];
}

/** A rejection with its place in the feed, as it is counted and listed for the operator. */
export interface RejectedRow extends RowRef {
  readonly reason: RejectReason;
  readonly detail: string;
}

/**
 * What an adapter makes of one row. A row that the `keep` filter of the operator removes is `filtered`. Such rows are
 * counted and not listed, and only `esim try` shows their reason.
 */
export type ParsedRow =
  | { readonly ok: true; readonly ref: RowRef; readonly draft: Draft }
  | (Rejection & { readonly ref: RowRef; readonly filtered?: boolean });

/**
 * Every reason to reject a row. docs/feeds.md explains each. Some pairs are easily confused:
 *
 * - `malformed_row` has no readable fields, and `missing_field` lacks one that a plan needs.
 * - `no_place` names no place, and `unknown_place` names one that is not known.
 * - `out_of_stock` may be sold again, and `not_for_sale` is not offered to the public.
 */
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
  'not_for_sale',
  'duplicate',
  'pay_as_you_go',
  'hidden',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export type RejectCounts = Readonly<Partial<Record<RejectReason, number>>>;

// What the rows of a source propose to the operator (`normalise/proposals.ts`).

export interface ProposedCoupon {
  readonly provider: string;
  readonly code: string;
  /** What the promotion gives, in the words of the feed. */
  readonly text: string | null;
  readonly rows: number;
}

export interface Proposals {
  /** The rows that wait for an entry of `regions`, by the name of the region. */
  readonly regions: Readonly<Record<string, number>>;
  readonly coupons: readonly ProposedCoupon[];
}

/**
 * Every weight and every assumption of ranking, in one place. `docs/ranking.md` explains each in plain words
 * and a test compares the two. No commission or payment appears here: the plan has no such field.
 */

/** One whole, in ten-thousandths: shares and weights are integers, so every machine gives the same order. */
export const WHOLE = 10_000;

/** Weights of the Recommended score; they sum to one whole. */
export const WEIGHTS = {
  price: 4_000,
  headroom: 1_000,
  speed: 1_500,
  validity: 1_000,
  certainty: 1_500,
  ease: 1_000,
} as const;

/** What the parts are made of; each group sums to one whole. */
export const SPEED_SHARES = { generation: 5_000, cap: 2_000, breakout: 2_000, networks: 1_000 } as const;
export const VALIDITY_SHARES = { coverage: 6_000, clock: 4_000 } as const;
export const CERTAINTY_SHARES = {
  freshness: 4_000,
  notConverted: 1_000,
  retail: 1_500,
  taxIncluded: 1_500,
  noCoupon: 1_000,
  fairUseStated: 1_000,
} as const;
export const EASE_SHARES = { hotspot: 5_000, noIdentityCheck: 3_000, topUp: 2_000 } as const;

/** By generation, 0 (unknown) to 5. 5G over 4G shows less in daily use than 4G over 3G. */
export const GENERATION_SHARES = [0, 0, 500, 2_000, 7_000, 10_000] as const;
/** By number of networks named; a third network still helps where two have a hole, a fourth hardly. */
export const NETWORK_SHARES = [0, 0, 5_000, 10_000] as const;
/** By clock start, in the order of CLOCK_STARTS. Unknown is read as purchase, the least generous. */
export const CLOCK_SHARES = [0, 5_000, 10_000, 0] as const;
/** By freshness: fresh, aging, stale. */
export const FRESHNESS_SHARES = [10_000, 5_000, 0] as const;

/** What people use, in decimal megabytes a day: messages and maps; also pictures and calls; also video. */
export const LIGHT_MB_PER_DAY = 300;
export const NORMAL_MB_PER_DAY = 1_000;
export const HEAVY_MB_PER_DAY = 3_000;
/** Whoever asks for unlimited wants no less at full speed than a heavy user needs. */
export const UNLIMITED_MB_PER_DAY = 3_000;
/** Hardly any plan is sold below 1 GB, and a short light trip should not chase fractions of it. */
export const LEAST_NEED_MB = 1_000;

/** From 1 Mbps on, maps, calls and pictures still work; below it data is not counted as usable. */
export const USABLE_KBPS = 1_000;

/** Most copies of one plan for one trip: a drawer of more than ten eSIMs is nobody's trip. */
export const COPIES_MAX = 10;

/**
 * An unlimited plan whose fair-use rule nobody states is read as 1 GB a day at full speed: the smallest
 * allowance that is commonly sold as unlimited, hence the least generous reading that is still realistic.
 */
export const UNSTATED_FAIR_USE_MB_PER_DAY = 1_000;

/**
 * A plan that states no speed cap counts as 20 Mbps. Nearly all feeds state none; read as 0 they would stand
 * behind a plan that admits 5 Mbps, read as endless before one that promises 100.
 */
export const UNSTATED_MAX_KBPS = 20_000;
/** A cap of 50 Mbps or more earns the whole share: a phone shows no difference above it. */
export const FULL_CAP_KBPS = 50_000;

/** Headroom is full at twice the need: nobody profits from more. */
export const FULL_HEADROOM_TIMES = 2;

/** Places of one provider in Recommended while others that meet the need remain. */
export const PROVIDER_PLACES_MAX = 5;

/** Coupons beside one result. */
export const OFFERS_MAX = 3;
/** Reasons beside one result. */
export const REASONS_MAX = 3;
/** Up to this many percent above the cheapest, a price is called near it. */
export const NEAR_CHEAPEST_PERCENT = 10;
/** Spare data is worth a word from half the need on. */
export const SPARE_DATA_SHARE = 5_000;

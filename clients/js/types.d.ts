// Generated from the OpenAPI document by `npm run format`. Do not edit.

/** Three ranked lists for one trip. */
export interface Comparison {
  readonly attribution: Attribution;
  /** The requested destination. */
  readonly country: string;
  readonly destination: {
    /** ISO-2 code, or the code of a region. */
    readonly code: string;
    /** English name. null where the code is no country. */
    readonly name: string | null;
    /** Region. null where the code is no country. */
    readonly region: string | null;
    /** What the code stands for. A code that is no country counts as one. */
    readonly kind: 'country' | 'region';
  };
  readonly query: {
    /** ISO-2 code. */
    readonly country: string;
    readonly days: number;
    /** Data need. */
    readonly need: 'light' | 'normal' | 'heavy' | 'unlimited';
    /** Requested additional content. */
    readonly include: 'variants' | null;
    /** Requested data for the whole trip. null: the amount of the need applies. */
    readonly data_gb: number | null;
    /** Further stops; empty if there are none. */
    readonly then: readonly Stop[];
    /** Facts that every plan states; empty if none was required. */
    readonly require: readonly (
      | 'hotspot'
      | 'top_up'
      | 'phone_number'
      | 'no_identity_check'
      | '5g'
      | 'local_exit'
      | 'uncapped'
      | 'one_purchase'
    )[];
    /** Highest trip price. null: no limit. */
    readonly max_usd: number | null;
    /** Countries in which traffic must not reach the internet. */
    readonly avoid_exits: readonly string[];
    /** The only providers whose plans stay; empty: all. */
    readonly providers: readonly string[];
    /** Providers whose plans are removed. */
    readonly avoid_providers: readonly string[];
    /** Travellers, each with an own phone. */
    readonly travellers: number;
    /** The phone that was asked for. null: none. */
    readonly phone: string | null;
    /** The maximum of results in each list. */
    readonly limit: number;
    /** Days of all stops together. */
    readonly days_total: number;
    /** Data that this trip needs. null for unlimited. */
    readonly data_needed_gb: number | null;
    /** When this response was computed. */
    readonly computed_at: string;
    /** The response may be served from a cache until then. */
    readonly fresh_until: string;
    /** Version of the catalogue. */
    readonly catalogue: string;
  };
  readonly considered: {
    /** Plans of the destination that are not sold out and have a current price. */
    readonly plans: number;
    /** Offers that meet the need, after all filters. */
    readonly meet_the_need: number;
    /** Plans that `require` removes. */
    readonly left_out_by_require: {
      /** Stated otherwise. */
      readonly no: number;
      /** Not stated. */
      readonly unknown: number;
    };
    /** Plans that `max_usd` removes. */
    readonly left_out_by_max_usd: number;
    /** Plans that `avoid_exits` removes. */
    readonly left_out_by_avoid_exits: {
      /** Stated otherwise. */
      readonly no: number;
      /** Not stated. */
      readonly unknown: number;
    };
    /** Plans that `providers` removes. */
    readonly left_out_by_providers: number;
    /** Plans that `avoid_providers` removes. */
    readonly left_out_by_avoid_providers: number;
  };
  readonly orders: {
    /** By comparable price: the trip price plus the values of all drawbacks. */
    readonly Recommended: readonly Result[];
    /** By the whole trip’s price. */
    readonly Cheapest: readonly Result[];
    /** By advertised speed. */
    readonly Fastest: readonly Result[];
  };
  /** Only with include=variants: the cheapest plan for trip lengths near the requested one. */
  readonly variants?: readonly Variant[];
  readonly itinerary?: Itinerary;
  /** All travellers use one plan for each leg by hotspot. Each plan meets the need with the data of all, can be bought by any traveller, and its hotspot is stated to be allowed for this data. `recommended` has the lowest sum of comparable prices and `cheapest` the lowest price, over all splits. `usd` is the price for the whole group. Only with travellers above 1. null: a stop has no plan that they can share. */
  readonly sharing?: {
    /** A division of the stops, in order, into legs. All travellers share the plan of each leg. */
    readonly recommended: {
      /** Data of all travellers for the whole trip. null for unlimited. */
      readonly data_gb: number | null;
      /** The price of all legs together, for one traveller. Any traveller can get it. */
      readonly usd: number;
      /** The comparable prices of the legs without their own further_purchases, plus further_purchases_usd. */
      readonly comparable_usd: number;
      /** The drawback of all purchases of the itinerary after the first. */
      readonly further_purchases_usd: number;
      /** In the order of the stops. */
      readonly legs: readonly Leg[];
      /** The number of purchases, all copies. */
      readonly purchases: number;
    };
    /** A division of the stops, in order, into legs. All travellers share the plan of each leg. */
    readonly cheapest: {
      /** Data of all travellers for the whole trip. null for unlimited. */
      readonly data_gb: number | null;
      /** The price of all legs together, for one traveller. Any traveller can get it. */
      readonly usd: number;
      /** The comparable prices of the legs without their own further_purchases, plus further_purchases_usd. */
      readonly comparable_usd: number;
      /** The drawback of all purchases of the itinerary after the first. */
      readonly further_purchases_usd: number;
      /** In the order of the stops. */
      readonly legs: readonly Leg[];
      /** The number of purchases, all copies. */
      readonly purchases: number;
    };
  } | null;
  /** Only if filters emptied the lists: the first of Recommended after leaving out the fewest filters. */
  readonly closest?: {
    readonly result: Result;
    /** The filters that it fails. */
    readonly fails: readonly (
      | 'max_usd'
      | 'providers'
      | 'avoid_providers'
      | 'avoid_exits'
      | 'hotspot'
      | 'top_up'
      | 'phone_number'
      | 'no_identity_check'
      | '5g'
      | 'local_exit'
      | 'uncapped'
      | 'one_purchase'
    )[];
  };
  /** Answers for people who want one, each offer once. They change no order. */
  readonly picks: readonly {
    /** best_value: the first of Recommended. cheapest: the lowest trip price. fewest_unknowns: the fewest unstated facts among the offers that are nearly as good as the best one. */
    readonly picks: readonly ('best_value' | 'cheapest' | 'fewest_unknowns')[];
    readonly result: Result;
    /** The trip price minus that of the pick that is cheapest. null: no pick is, because another way that is shown costs less. */
    readonly difference_usd: number | null;
    /** How it compares with the other picks. Empty if there is one pick. */
    readonly reasons: readonly {
      /** Which reason. One of costs_more_than_cheapest, adds, states, more_days, more_gb, fewer_purchases, more_purchases. The list may grow: accept unknown codes. */
      readonly code: string;
      /** The number that the text names (USD, days, GB or purchases), or codes of facts. */
      readonly value: number | readonly string[];
      /** In words. */
      readonly text: string;
    }[];
  }[];
  /** Whether the phone that was asked for supports eSIM. Only with `phone`. null: this service does not check phones. */
  readonly phone?: Phone | null;
  /** Notes about the destinations of the trip, the most important first. They change no order. */
  readonly good_to_know: readonly GoodToKnow[];
  /** Keep these with the prices. */
  readonly notices: readonly Notice[];
}

/** Destinations that have plans. */
export interface Countries {
  readonly attribution: Attribution;
  /** How many destinations. */
  readonly count: number;
  /** Destinations that have plans, sorted by name. With a query: those that match, the best match first, each with `match`. */
  readonly countries: readonly {
    /** ISO-2 code, as `country` takes it. */
    readonly code: string;
    /** English name. */
    readonly name: string;
    /** Region. */
    readonly region: string;
    /** Plans that cover it. */
    readonly plans: number;
    /** Why it matches, such as "Bali: island in Indonesia". null where the query is in the name or the code. */
    readonly match?: string | null;
  }[];
  /** Regions that `country` takes as well. With a query: those that match. */
  readonly regions: readonly {
    /** The code of the region, as `country` takes it. */
    readonly code: string;
    /** English name. */
    readonly name: string;
    /** Plans that cover at least half of its core countries. */
    readonly plans: number;
  }[];
  /** Only where nothing matches the query: similar names, the nearest first. May be empty. */
  readonly suggestions?: readonly {
    /** ISO-2 code, as `country` takes it. */
    readonly code: string;
    /** The country, or the place with its country. */
    readonly name: string;
  }[];
  /** What to know of this response; empty if there is nothing. */
  readonly notices: readonly Notice[];
  /** The response may be served from a cache until then. */
  readonly fresh_until: string;
}

/** Whether a phone supports eSIM. */
export interface Phones {
  readonly attribution: Attribution;
  readonly phone: Phone;
  /** What to know of this response; empty if there is nothing. */
  readonly notices: readonly Notice[];
  /** The response may be served from a cache until then. */
  readonly fresh_until: string;
}

/** A snapshot of the service’s health. */
export interface Health {
  /** degraded: the service answers, and a reason says what is wrong. failing: there are no current prices to serve. */
  readonly status: 'ok' | 'degraded' | 'failing';
  /** Why the status is not ok. Empty if it is ok. */
  readonly reasons: readonly {
    /** Which reason. One of no_catalogue, all_prices_expired, source_aging, source_stale, source_expired, source_kept, source_paused, source_slow, source_never_read, files_broken, snapshot_damaged, reference_broken, counts_lost, counting_failed. The list may grow: accept unknown codes. */
    readonly code: string;
    /** In words. */
    readonly text: string;
  }[];
  /** When this snapshot was taken; at most five minutes ago. */
  readonly checked_at: string;
  readonly service: {
    /** Service name. */
    readonly name: string;
    /** Version. */
    readonly version: string;
  };
  /** True while the catalogue is the invented sample market. */
  readonly sample: boolean;
  readonly catalogue: {
    /** Hash of the content. null while there is none. */
    readonly version: string | null;
    /** Plans. */
    readonly plans: number;
    /** Providers. */
    readonly providers: number;
    /** Destinations. */
    readonly destinations: number;
    /** Newest observation. null: there is none. */
    readonly newest: string | null;
    /** Oldest observation. null: there is none. */
    readonly oldest: string | null;
    readonly sources: readonly {
      /** Source id. */
      readonly id: string;
      /** How its prices stand. */
      readonly status: 'fresh' | 'aging' | 'stale' | 'kept' | 'expired' | 'paused' | 'never_read';
      /** Last good run. null: never. */
      readonly last_success: string | null;
      /** Plans. */
      readonly plans: number;
    }[];
  };
  readonly protection: {
    /** Whether limits can be counted. degraded: the shared store lost counts today. */
    readonly status: 'ok' | 'degraded' | 'failing';
    /** Kind of store. */
    readonly store: 'embedded' | 'redis';
  };
}

/** An error (RFC 9457). */
export interface Problem {
  /** Page that explains this error. */
  readonly type: string;
  /** What kind of error. */
  readonly title: string;
  readonly status: number;
  /** What happened here and what to do. */
  readonly detail: string;
  /** Which error, for programs. One of bad_request, blocked, not_found, method_not_allowed, uri_too_long, invalid_query, rate_limited, headers_too_large, protection_unavailable, data_unavailable, overloaded, unavailable. The list may grow: accept unknown codes. */
  readonly code: string;
  /** On 422: every fault at once. */
  readonly errors?: readonly {
    /** Which parameter. */
    readonly parameter: string;
    /** What is wrong with it. One of missing, empty, repeated, malformed, out_of_range, not_allowed, unknown_name. The list may grow: accept unknown codes. */
    readonly code: string;
    /** What to give instead. */
    readonly message: string;
  }[];
  readonly limit?: {
    /** Which limit refused. One of comparison.minute, comparison.day, comparison.service.day, comparison.uncached.day, list.minute, list.day, list.service.day, health.uncached.day, burst. The list may grow: accept unknown codes. */
    readonly name: string;
    /** What it counts over. */
    readonly per: 'minute' | 'day' | 'second';
    /** Its size. */
    readonly limit: number;
    /** Unix seconds at which a retry succeeds, if no other request uses the limit. */
    readonly reset: number;
  };
}

/** Visible attribution that every consumer must show. */
export interface Attribution {
  /** Show this text, linked. */
  readonly text: string;
  /** Where it links to. */
  readonly url: string;
  /** Ready to paste. */
  readonly html: string;
  readonly required: true;
}

/** One plan with its price and its drawbacks for this trip. */
export interface Result {
  /** Place in this list. */
  readonly rank: number;
  readonly plan: {
    /** Plan id, unique within its provider. */
    readonly id: string;
    /** Name as the provider sells it. */
    readonly name: string;
    /** Where it works: one country, a region, or the world. */
    readonly scope: 'country' | 'region' | 'global';
    /** How many destinations it covers. */
    readonly countries_covered: number;
    /** Which ones, sorted. null above 60. */
    readonly countries: readonly string[] | null;
  };
  readonly provider: {
    /** Provider id. */
    readonly id: string;
    /** Provider name. */
    readonly name: string;
    /** The marketplace through which the provider sells this plan. Show it beside the name. null: its own shop. */
    readonly shop: string | null;
    /** The refund rule that the shop states. null: not known here. */
    readonly refund: {
      /** In which cases the shop refunds. */
      readonly text: string;
      /** The page of the shop that states it. */
      readonly url: string;
      /** When the operator of this service read it. */
      readonly checked_on: string;
    } | null;
  };
  readonly data: {
    /** A total amount, an amount for each day, or sold as unlimited. */
    readonly model: 'total' | 'per_day' | 'unlimited';
    /** The advertised amount: the whole, or a day. null for unlimited. */
    readonly gb: number | null;
    /** The amount renews after this number of days (30 for a month). null: it does not renew. */
    readonly period_days: number | null;
    /** Full-speed data over the whole trip, all copies together. null: no cap, or not stated (see uncapped). */
    readonly gb_for_trip: number | null;
    /** Unlimited plans: full-speed data a day before the fair-use limit. null: no limit, or not stated (see uncapped). */
    readonly full_speed_gb_per_day: number | null;
    /** What happens when the amount is used up. */
    readonly after_cap: 'stop' | 'throttle' | 'unknown';
    /** Speed after the cap in kbit/s. null: not stated. */
    readonly throttle_kbps: number | null;
    /** Unlimited plans: the provider states that no fair-use cap exists. null: not stated. */
    readonly uncapped: boolean | null;
  };
  readonly validity: {
    /** Days that one copy is valid. null: no expiry. */
    readonly days: number | null;
    /** When the validity starts. */
    readonly starts: 'purchase' | 'install' | 'first_use' | 'unknown';
    /** Days after the purchase within which it must be installed. null: not stated. */
    readonly install_within_days: number | null;
    /** The price is for one day, and an order has a number of days. */
    readonly sold_per_day: boolean;
  };
  /** How many to buy for the trip. */
  readonly copies: number;
  readonly fits: {
    /** Covers the days and the data of the trip. */
    readonly meets_need: boolean;
    /** Missing data; 0 if there is enough. A plan that is too slow misses all data that the trip needs. */
    readonly short_by_gb: number;
    /** Missing days; 0 if there are enough. */
    readonly short_by_days: number;
    /** Core countries of the requested region that the plan does not cover; empty if it covers all. null: the destination is a country. */
    readonly missing_countries: readonly string[] | null;
  };
  readonly speed: {
    /** Best generation in the destination; of several stops, the worst of them. null: not stated. */
    readonly generation: '2G' | '3G' | '4G' | '5G' | null;
    /** Advertised top speed in Mbit/s. null: not stated. */
    readonly advertised_max_mbps: number | null;
    /** Networks in the destination; of several stops, those of the stop with the fewest. */
    readonly networks: readonly string[];
    /** Whether traffic reaches the internet in the destination itself; of several stops, in each of them. */
    readonly breakout: 'local' | 'roaming' | 'unknown';
    /** Countries where traffic reaches the internet, the same for every stop. null: not stated. */
    readonly exits: readonly string[] | null;
    /** Only for several stops: the networks at each of them. */
    readonly networks_by_country?: Readonly<Record<string, readonly string[]>>;
  };
  readonly features: {
    /** Whether sharing the connection is allowed. null: not stated. */
    readonly hotspot: boolean | null;
    /** The most data of the whole plan that other devices may use. null: no cap is stated. */
    readonly hotspot_gb: number | null;
    /** Whether data can be added later. null: not stated. */
    readonly top_up: boolean | null;
    /** Whether it comes with a phone number. null: not stated. */
    readonly phone_number: boolean | null;
    /** Whether calls are included. null: not stated. */
    readonly calls: boolean | null;
    /** Whether text messages are included. null: not stated. */
    readonly sms: boolean | null;
    /** Whether it shows advertisements. null: not stated. */
    readonly ads: boolean | null;
  };
  readonly price: {
    /** Always USD. */
    readonly currency: 'USD';
    /** The price of the whole trip, all copies, for one traveller. Any traveller can get it. */
    readonly usd: number;
    /** The whole trip without any coupon. */
    readonly list_usd: number;
    /** usd × travellers. null for one traveller. */
    readonly group_usd: number | null;
    /** Trip price for each GB of the trip. null for unlimited plans. */
    readonly per_gb_usd: number | null;
    /** Trip price for each day of the trip. */
    readonly per_day_usd: number;
    /** Whether tax is in the price. */
    readonly tax: 'included' | 'excluded' | 'unknown';
    /** Always true: no price here is guaranteed at checkout. */
    readonly estimated: true;
    /** Converted from another currency, suggested retail, not fresh, or with a coupon. */
    readonly caveats: readonly ('converted' | 'suggested' | 'not_fresh' | 'coupon' | 'coupon_unverified')[];
    /** The shop’s own price, or the suggested retail price. */
    readonly basis: 'retail' | 'rrp';
    /** null where the provider prices in USD. */
    readonly converted_from: {
      /** ISO 4217 code of the provider’s own price. */
      readonly currency: string;
      /** Date of the exchange rate. */
      readonly rate_date: string;
    } | null;
    /** The list price of one copy. null before the second day of observation. */
    readonly history: {
      /** Lowest list price of one copy in 30 days. */
      readonly lowest_30d_usd: number;
      /** Highest list price of one copy in 30 days. */
      readonly highest_30d_usd: number;
      /** When it last changed. null: it never did. */
      readonly changed_at: string | null;
      /** When the plan was first seen. */
      readonly first_seen_at: string;
    } | null;
  };
  /** The applied one first. */
  readonly coupons: readonly Coupon[];
  readonly eligibility: {
    /** Sold to new customers only. null: not stated. */
    readonly new_customers_only: boolean | null;
    /** An identity document is required. null: not stated. */
    readonly identity_check: boolean | null;
    /** Countries in which the plan is stated not to work. Left out: none is stated. */
    readonly excluded_countries?: readonly string[];
    /** Further conditions in words. */
    readonly notes: readonly string[];
    /** The same, to translate them. */
    readonly note_codes: readonly {
      /** Which note. One of new_customers_once, named_for, not_valid_in, fair_use_unstated, call_minutes, text_messages. The list may grow: accept unknown codes. */
      readonly code: string;
      /** Its number, or its countries and other places. */
      readonly value?: number | readonly string[];
    }[];
  };
  readonly freshness: {
    /** When the price was last read from its feed. */
    readonly observed_at: string;
    /** Age at computed_at. */
    readonly age_seconds: number;
    /** Fresh up to 24 h, aging up to 48 h, stale up to 7 days. */
    readonly status: 'fresh' | 'aging' | 'stale';
  };
  readonly why: {
    /** Trip price plus drawbacks. Recommended is sorted by it. */
    readonly comparable_usd: number;
    /** The largest first. */
    readonly drawbacks: readonly Drawback[];
    /** What sets it apart. */
    readonly reasons: readonly Reason[];
  };
  /** Path and query of `url`. Keep it intact. */
  readonly go: string;
  /** Outbound link to the provider’s page. Keep it intact: clicks are counted by its interface and destination, without data about visitors. */
  readonly url: string;
}

export interface Coupon {
  /** Code to enter. null: no code is needed, or none is known. */
  readonly code: string | null;
  /** What it takes off. */
  readonly discount: string;
  /** Who may use it. null: not stated. */
  readonly for: 'everyone' | 'new_customers' | 'app_only' | null;
  /** Whether price.usd includes it. Only a coupon for everyone can be included. */
  readonly applied_to_price: boolean;
  /** The whole trip’s price with this coupon. */
  readonly usd: number;
  /** Every condition, in words. Never remove them. */
  readonly conditions: readonly string[];
  /** The same conditions, to translate them. */
  readonly condition_codes: readonly {
    /** Which condition. One of everyone, new_customers, app_only, everyone_first_order, first_order, minimum_spend, maximum_discount, only_here, destinations, plans, no_code_needed, not_confirmed_since, ends, not_stated. The list may grow: accept unknown codes. */
    readonly code: string;
    /** Its amount in USD, or its day. */
    readonly value?: number | string;
  }[];
  /** On the first order only, or on every order. null: not stated. */
  readonly use: 'first_order' | 'every_order' | null;
  /** Least order value. null: none. */
  readonly minimum_spend_usd: number | null;
  /** The maximum discount on an order. null: none. */
  readonly maximum_discount_usd: number | null;
  /** only_here: valid only for destinations of this trip. destinations: for certain destinations, also others than these. plans: for certain plans. Left out: for all of them. */
  readonly limited_to?: readonly ('only_here' | 'destinations' | 'plans')[];
  /** The last confirmation is more than 30 days ago. Left out: it is more recent. */
  readonly unconfirmed?: true;
  /** The last second of the last day on which it is valid, inclusive. null: no end is stated. */
  readonly valid_until: string | null;
  /** When it was last confirmed by the operator or the feed. */
  readonly verified_at: string;
}

export interface Drawback {
  /** further_purchases: Must be bought more than once. reduced_speed: Part of the need at reduced speed. little_reserve: Little data in reserve. misses_need: Does not meet the need. daily_stops: A daily amount, then it stops or nothing is said. daily_slowed: A daily amount, then slower. fair_use_unstated: Fair use not stated. no_spare_day: No day to spare. no_spare_day_clock: No day to spare, and its days may begin before the first use. generation_4g: 4G, not 5G. generation_unknown: Network generation not stated. generation_3g: 3G only. generation_2g: 2G only. low_top_speed: Advertised top speed below 10 Mbit/s. hotspot_unknown: Hotspot not stated. hotspot_not_allowed: Hotspot not allowed. identity_check_unknown: Identity check not stated. identity_check_required: Asks for an identity document. one_network: One network named. no_network_named: No network named. exit_elsewhere: Reaches the internet outside the destination. exit_unknown: Not stated where it reaches the internet. price_aging: Price read more than a day ago. price_stale: Price read more than two days ago. converted: Price converted to USD. suggested: Suggested retail price. tax_unknown: Tax not stated. tax_excluded: Tax not included. coupon: Rests on a coupon. coupon_aging: Coupon last confirmed more than 7 days ago. named_elsewhere: Named for another place, or for a part of the country. ads: Shows advertisements. region_incomplete: Does not cover the whole region. The list may grow: accept unknown codes. */
  readonly code: string;
  /** Its value in percent of the trip price, or of $5 if the price is lower. */
  readonly percent: number;
  /** The same in dollars. */
  readonly usd: number;
  /** In words. */
  readonly text: string;
}

export interface Reason {
  /** Which reason. One of short_of_days, short_of_data, short_of_full_speed_data, too_slow, missing_countries, new_customers_only, several_purchases, cheapest, cheapest_for_leg, cheapest_single_plan, cheapest_own_plan, cheapest_shared, above_cheapest, spare_data, little_spare_data, spare_data_daily, part_at_reduced_speed, fair_use_unstated, no_data_limit, all_at_full_speed, full_speed_daily, has_5g, local_exit, several_networks, hotspot_allowed, no_identity_check, top_up, phone_number, covers_trip, no_expiry. The list may grow: accept unknown codes. */
  readonly code: string;
  /** What the text names: a number of GB, days, percent, kbit/s, purchases or networks, or the codes of countries. Left out: it names none. */
  readonly value?: number | readonly string[];
  /** In words. */
  readonly text: string;
}

export interface Notice {
  /** Which notice. One of prices_are_estimates, speeds_are_advertised, keep_conditions, guide, sample_data, no_plans_for_country, region, not_a_country, no_match, unknown_provider, nothing_meets_need, only_misses_qualify, brand_limit, fastest_means_little, nothing_qualifies, nothing_qualifies_together, lowest_price, no_unlimited_plans, all_sold_out, all_prices_too_old, all_sold_out_or_too_old, no_plan_for_all_stops, stop_without_plans, stop_without_unlimited_plans, stop_for_new_customers_only, stop_emptied_by_filters, no_itinerary_within_price, price_is_for_one, nothing_to_share, no_variants_with_then, phone_check_off, ignored_parameters. The list may grow: accept unknown codes. */
  readonly code: string;
  /** The values in the text, such as country codes. Left out: there are none. */
  readonly value?: string | readonly string[];
  /** In words. */
  readonly text: string;
}

export interface Variant {
  readonly days: number;
  /** One plan with its price and its drawbacks for this trip. The first of Cheapest for that length; null if there is none. */
  readonly best: Result | null;
  /** Its price minus the price for the requested length; negative is cheaper. null if either is missing. */
  readonly difference_usd: number | null;
}

/** Only with `then`: the best split of the stops, in order, into legs with one plan each. */
export interface Itinerary {
  /** A division of the stops, in order, into legs. The lowest sum of comparable prices over all splits of the stops into legs. null: none costs at most max_usd. */
  readonly recommended: Split | null;
  /** A division of the stops, in order, into legs. The lowest sum of trip prices. null: none costs at most max_usd. */
  readonly cheapest: Split | null;
}

/** A division of the stops, in order, into legs. */
export interface Split {
  /** The price of all legs together, for one traveller. Any traveller can get it. */
  readonly usd: number;
  /** usd × travellers. null for one traveller. */
  readonly group_usd: number | null;
  /** The comparable prices of the legs without their own further_purchases, plus further_purchases_usd. */
  readonly comparable_usd: number;
  /** The drawback of all purchases of the itinerary after the first. */
  readonly further_purchases_usd: number;
  /** The number of purchases, all copies. */
  readonly purchases: number;
  /** In the order of the stops. */
  readonly legs: readonly Leg[];
}

/** One part of an itinerary, with its plan. */
export interface Leg {
  /** Consecutive stops that one plan serves. */
  readonly stops: readonly Stop[];
  /** One plan with its price and its drawbacks for this trip. The plan for these stops. null: there is none that any traveller can buy. */
  readonly result: Result | null;
}

/** One stop of a trip. */
export interface Stop {
  /** ISO-2 code. */
  readonly country: string;
  /** Days there. */
  readonly days: number;
}

/** Whether the phone that was asked for supports eSIM. */
export interface Phone {
  /** The phone as it was asked for. */
  readonly asked: string;
  /** Whether it supports eSIM. usually, rarely: it depends on the version. no: we know of no version with eSIM. null: several phones have this name and differ. unknown: also a phone that is not in the table. */
  readonly verdict: 'yes' | 'usually' | 'rarely' | 'no' | 'unknown' | null;
  /** The phones that the name means: one with this exact name first, then the newest. Empty: the phone is not in the table. */
  readonly matches: readonly {
    /** Brand. */
    readonly brand: string;
    /** Model. */
    readonly model: string;
    /** Whether it supports eSIM. usually, rarely: it depends on the version. no: we know of no version with eSIM. */
    readonly verdict: 'yes' | 'usually' | 'rarely' | 'no' | 'unknown';
    /** Versions that differ. Empty: none is known. */
    readonly exceptions: readonly {
      /** Which versions. */
      readonly where: string;
      /** What differs. */
      readonly note: string;
    }[];
    /** What else is known. null: nothing. */
    readonly note: string | null;
  }[];
  /** Without a match: phones with a similar name. The verdict is not about them. */
  readonly suggestions: readonly {
    /** Brand. */
    readonly brand: string;
    /** Model. */
    readonly model: string;
  }[];
  /** The date of the table of phones. */
  readonly compiled_on: string;
  /** The verdict with every condition and exception, and how the owner can check it. Show it. */
  readonly text: string;
}

/** A note about a destination. Show it with its date. */
export interface GoodToKnow {
  /** ISO-2 code. */
  readonly country: string;
  /** The kind of note. One of shops_blocked, buy_before, internet_restricted, calls_restricted, roaming_rules, identity_check, coverage_gap, other. The list may grow: accept unknown codes. */
  readonly code: string;
  /** The note. */
  readonly text: string;
  /** What limits the note. Keep it with the note. null: nothing. */
  readonly caveat: string | null;
  /** When it began: a day, a month or a year. null: not known. */
  readonly since: string | null;
  /** The date of the newest source: a day, a month or a year. */
  readonly checked_on: string;
  /** True if the note is due for a review. Say so with the note. */
  readonly may_have_changed: boolean;
  /** Where the note comes from. */
  readonly sources: readonly {
    /** Who published it. */
    readonly publisher: string;
    /** Where. */
    readonly url: string;
    /** When: a day, a month or a year. null: the source has no date. */
    readonly date: string | null;
  }[];
}

/** The parameters of comparePlans. */
export interface ComparePlansQuery {
  /** Destination as an ISO 3166-1 alpha-2 code, two upper-case letters, or the code of a region: EU Europe, XA Asia, XS Southeast Asia, XN North America, XL Latin America. */
  readonly country: string;
  /** Days in that country. With further stops, each of them has its own days. The day of arrival and the day of departure both count. */
  readonly days: number;
  /** Data need: light 0.3 GB, normal 1 GB, heavy 3 GB a day (at least 1 GB in all), or unlimited. */
  readonly need: 'light' | 'normal' | 'heavy' | 'unlimited';
  /** Further stops after the first, each CODE:days, separated by commas. All days together are at most 90. The lists then rank plans that work at every stop, and `itinerary` has the best way to divide the stops into legs. */
  readonly then?: readonly string[];
  /** Data for the whole trip in GB, at most one decimal, in place of the daily amount of the need. Not with need unlimited. */
  readonly data_gb?: number;
  /** Facts that a plan must state, separated by commas. A plan that does not state a fact does not qualify. */
  readonly require?: readonly (
    | 'hotspot'
    | 'top_up'
    | 'phone_number'
    | 'no_identity_check'
    | '5g'
    | 'local_exit'
    | 'uncapped'
    | 'one_purchase'
  )[];
  /** Travellers, each with an own phone. Prices stay those of one traveller; group_usd is for all, and `sharing` has the plans that all use by hotspot. */
  readonly travellers?: number;
  /** Highest price of one traveller for the whole trip in USD, at most two decimals. It also limits an itinerary. */
  readonly max_usd?: number;
  /** Countries in which traffic must not reach the internet, separated by commas. A plan that does not state its exits does not qualify. */
  readonly avoid_exits?: readonly string[];
  /** Ids of the only providers whose plans stay, separated by commas, as `provider.id` of a result has them. */
  readonly providers?: readonly string[];
  /** Ids of providers whose plans are removed, separated by commas. */
  readonly avoid_providers?: readonly string[];
  /** Brand and model of a phone, 2 to 60 characters, to ask whether it supports eSIM. It changes no result and is not stored. */
  readonly phone?: string;
  /** The maximum of results in each list. */
  readonly limit?: number;
  /** Adds a bounded comparison of nearby trip lengths. It counts as one request. */
  readonly include?: 'variants';
  /** Format of the response. Without it, the Accept header selects JSON or CSV. */
  readonly format?: 'json' | 'csv';
}

/** The parameters of listCountries. */
export interface ListCountriesQuery {
  /** Finds destinations by code, by name in any language, by city, island or group of countries ("Bali", "日本", "Rome Italy", "Europe"). Without it, all destinations are listed. */
  readonly query?: string;
}

/** The parameters of checkPhone. */
export interface CheckPhoneQuery {
  /** Brand and model of a phone, 2 to 60 characters, to ask whether it supports eSIM. It changes no result and is not stored. */
  readonly query: string;
}

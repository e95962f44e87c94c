/** Every word of the pages in English. Its shape is the type that every other language has to fill. */

import type { ReasonCode } from '../../domain/ranking/ranked.ts';
import type { Need, Sort } from '../../domain/trip.ts';
import type { NoticeCode } from '../../wire/schemas/comparison.ts';
import type { CouponOnWire, Result } from '../../wire/schemas/result.ts';

const plural = (n: number, word: string): string => (n === 1 ? word : `${word}s`);

export const en = {
  code: 'en',
  name: 'English',
  dir: 'ltr' as 'ltr' | 'rtl',
  /** For Intl: how numbers, money and dates are written. */
  locale: 'en-US',

  /** What people call a country besides its name, and no list of spellings has. */
  spellings: { england: 'GB', scotland: 'GB', wales: 'GB', hawaii: 'US' } as Readonly<Record<string, string>>,

  title: 'Compare travel eSIMs',
  tagline: 'One trip, every plan, in an honest order.',
  lead: 'Say where you go, for how long and how much data you use. We price whole trips, say what is not known, and let nobody pay for a place.',
  skip: 'Skip to the content',
  nav: { label: 'Main', compare: 'Compare', docs: 'Documentation', terms: 'Terms' },
  languages: 'Language',
  docsInEnglish: '',

  form: {
    label: 'Your trip',
    destination: 'Destination',
    destinationHint: 'Any spelling: a country’s name or its code',
    days: 'Days',
    need: 'Data need',
    submit: 'Compare plans',
    found: (count: string) => `${count} found`,
    none: 'No destination found',
  },
  needs: {
    light: { name: 'Light', means: '0.3 GB a day: messages, maps' },
    normal: { name: 'Normal', means: '1 GB a day: also pictures, calls' },
    heavy: { name: 'Heavy', means: '3 GB a day: also video' },
    unlimited: { name: 'Unlimited', means: 'plans sold as unlimited' },
  } satisfies Record<Need, { name: string; means: string }>,

  home: {
    promises: [
      [
        'The whole trip’s price',
        'Copies, days and coupons that anybody can use are in it. Conditional coupons stand beside it.',
      ],
      [
        'Unknown stays unknown',
        'What a provider does not state is shown as unknown and read in the least generous way.',
      ],
      ['No payment changes an order', 'The formulas are published, and a plan has no field for commission.'],
    ] as readonly (readonly [string, string])[],
    popular: 'Try a trip',
    counts: (plans: string, providers: string, destinations: string) =>
      `${plans} plans of ${providers} providers for ${destinations} destinations`,
    forPrograms: 'For programs and assistants',
    forProgramsText: 'The same comparison as JSON and over MCP. No account, no key; shared, fair limits.',
  },

  sorts: {
    recommended: { name: 'Recommended', means: 'By the published score' },
    cheapest: { name: 'Cheapest', means: 'By the whole trip’s price' },
    fastest: { name: 'Fastest', means: 'By advertised speed, not measured' },
  } satisfies Record<Sort, { name: string; means: string }>,

  days: (n: number, spelt: string) => `${spelt} ${plural(n, 'day')}`,
  results: {
    heading: (place: string) => `eSIMs for ${place}`,
    pageTitle: (place: string, days: string) => `eSIMs for ${place}, ${days}`,
    needs: (gb: string) => `${gb} needed`,
    needsUnlimited: 'unlimited data',
    count: (meeting: number, all: number) =>
      meeting === all
        ? `${all === 1 ? 'One plan covers' : `${all} plans cover`} the trip.`
        : `${meeting} of ${all} ${plural(all, 'plan')} cover the trip; the others say what is missing.`,
    orders: 'Order',
    rank: (n: number) => `Place ${n}`,
    empty: (place: string) => `We have no plan for ${place} at the moment.`,
    emptyHint:
      'A neighbouring country’s regional plan may cover it: look there, and check its list of countries.',
    attribution: (service: string) => `Data by ${service}`,
    howWeRank: 'How we rank; no payment changes it',
    computed: (time: string) => `Computed ${time}`,
    share: 'This page’s address can be shared.',
    asJson: 'This comparison as JSON',
  },

  card: {
    wholeTrip: 'whole trip',
    estimate: 'estimate',
    buy: (spelt: string) => `Buy ${spelt} copies`,
    listPrice: 'List price',
    perGb: (money: string) => `${money} per GB`,
    perDay: (money: string) => `${money} a day`,
    data: 'Data',
    validity: 'Validity',
    network: 'Network',
    networksUnknown: 'networks unknown',
    hotspot: 'Hotspot',
    identity: 'Identity check',
    topUp: 'Top-up',
    phoneNumber: 'Phone number',
    subscription: 'Renews by itself',
    ads: 'Advertisements',
    newCustomers: 'New customers only',
    breakout: 'Traffic leaves',
    topSpeed: 'Advertised top speed',
    coverage: 'Coverage',
    tax: 'Tax',
    priceBasis: 'Price basis',
    priceRead: 'Price read',
    why: 'Why here',
    score: 'Score',
    details: 'All details',
    notes: 'Notes',
    go: (provider: string) => `See it at ${provider}`,
    leaves: 'leaves this site',
    unknown: 'unknown',
    yes: 'yes',
    no: 'no',
    coupon: (code: string, discount: string) => `Code ${code}: ${discount} off`,
    couponAuto: (discount: string) => `${discount} off, applied by the shop`,
    couponIn: 'already in the price',
    couponPrice: (money: string) => `${money} with it, if the conditions hold for you`,
    couponSeen: (date: string) => `Last seen working ${date}`,
    shortGb: (gb: string) => `${gb} short of the need`,
    shortDays: (days: string) => `${days} short of the trip`,
    shortUnlimited: 'Not enough full-speed data to count as unlimited',
  },
  scope: {
    country: () => 'this country only',
    region: (n: string) => `region, ${n} destinations`,
    global: (n: string) => `worldwide, ${n} destinations`,
  } satisfies Record<Result['plan']['scope'], (n: string) => string>,
  data: {
    total: (gb: string) => `${gb} in total`,
    per_day: (gb: string) => `${gb} a day`,
    unlimited: 'Unlimited',
    fullSpeed: (gb: string) => `${gb} a day at full speed`,
    uncapped: 'no fair-use cap',
    fairUseUnknown: 'fair-use rule unknown',
    forTrip: (gb: string) => `${gb} for this trip`,
    stop: 'then it stops',
    throttle: (speed: string) => `then ${speed}`,
    throttleUnknown: 'then slower, speed unknown',
    afterUnknown: 'after that: unknown',
  },
  validity: {
    noExpiry: 'Does not expire',
    byDay: (days: string) => `Sold by the day: ${days}`,
    starts: {
      purchase: 'from purchase',
      install: 'from installation',
      first_use: 'from first use',
      unknown: 'start unknown',
    } satisfies Record<Result['validity']['starts'], string>,
    installWithin: (days: string) => `install within ${days}`,
  },
  breakout: { local: 'locally', roaming: 'through another country', unknown: 'unknown' } satisfies Record<
    Result['speed']['breakout'],
    string
  >,
  tax: { included: 'included', excluded: 'not included', unknown: 'unknown' } satisfies Record<
    Result['price']['tax'],
    string
  >,
  basis: { retail: 'the shop’s price', rrp: 'suggested retail price' } satisfies Record<
    Result['price']['basis'],
    string
  >,
  converted: (currency: string, date: string) => `converted from ${currency} at the rate of ${date}`,
  freshness: {
    fresh: 'fresh',
    aging: 'aging: check it before you buy',
    stale: 'old: check it before you buy',
  } satisfies Record<Result['freshness']['status'], string>,
  parts: {
    price: 'Price',
    headroom: 'Spare data',
    speed: 'Speed',
    validity: 'Validity',
    certainty: 'Certainty',
    ease: 'Ease',
  } satisfies Record<keyof Result['why']['parts'], string>,

  reasons: {
    cheapest: () => 'Cheapest plan that meets the need',
    cheapest_5g: () => 'Cheapest plan with 5G',
    near_cheapest: (percent) =>
      percent === '0' ? 'As cheap as the cheapest' : `${percent}% above the cheapest`,
    spare_data: (gb) => `${gb} more than the trip needs`,
    no_data_limit: () => 'No data limit',
    full_speed_5g: () => '5G at full speed for the whole need',
    local_breakout: () => 'Traffic leaves locally',
    several_networks: (n) => `Works on ${n} networks`,
    covers_trip: (days) => (days === '' ? 'Does not expire' : `Valid for ${days}`),
    hotspot_allowed: () => 'Hotspot allowed',
    no_identity_check: () => 'No identity check',
    fresh_price: () => 'Price read within the last day',
    short_of_data: (gb) => `${gb} short of the need`,
    short_of_days: (days) => `${days} short of the trip`,
    new_customers_only: () => 'For new customers only',
    fair_use_unstated: () => 'Fair-use rule not stated; counted as 1 GB a day at full speed',
    slow_after_cap: (speed) => `Slows to ${speed} after the cap`,
  } satisfies Record<ReasonCode, (value: string) => string>,

  audience: {
    everyone: 'Open to everyone',
    new_customers: 'New customers only',
    app_only: 'In the provider’s app only',
  } satisfies Record<CouponOnWire['for'], string>,
  conditions: {
    firstOrder: 'First order only',
    minimum: (money: string) => `Minimum spend ${money}`,
    maximum: (money: string) => `At most ${money} off an order`,
    destinations: 'For this and certain other destinations only',
    plans: 'For certain plans only',
    byShop: 'Applied by the shop, no code needed',
    ends: (date: string) => `Ends ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Sold to new customers only, once',
    notValidIn: (places: string) => `Not valid in ${places}`,
  },

  notices: {
    prices_are_estimates: 'Prices are estimates until checkout: the provider’s own page decides.',
    speeds_are_advertised: 'Speeds are as advertised, not measured.',
    keep_conditions: 'A coupon’s conditions belong to its price. A conditional coupon changes no order.',
    sample_data: 'Sample data: these providers and offers are invented. Nothing here can be bought.',
    no_plans_for_country: 'No plan covers this destination at the moment.',
    not_a_country: 'This is no country code.',
    nothing_meets_need: 'No plan covers the whole need. The closest ones follow and say what is missing.',
  } satisfies Record<NoticeCode, string>,

  charts: {
    heading: 'Pictures',
    priceData: 'Price against data',
    priceDataAlt: (n: number, need: string, first: string) =>
      `Each of ${n} plans as a point: full-speed data for the trip to the side, the whole trip’s price upwards. ${need} ${first}`,
    needAlt: (gb: string) => `A line marks the need of ${gb}.`,
    firstAlt: (order: string, name: string, money: string) => `First in ${order}: ${name}, ${money}.`,
    dataAxis: 'Data for the trip, GB',
    priceAxis: 'Whole trip, USD',
    first: (order: string) => `First in ${order}`,
    noLimit: 'no limit',
    need: 'need',
    lengths: 'Price by trip length',
    lengthsAlt: (list: string) => `The cheapest plan that covers each length: ${list}.`,
    lengthsAxis: 'Days',
    asked: 'your trip',
    table: 'The same as a table',
    plan: 'Plan',
    price: 'Price',
    data: 'Data',
    length: 'Length',
    cheapestPlan: 'Cheapest plan',
    longerIsCheaper: (days: string, money: string) =>
      `A plan for ${days} costs ${money} less than one for your days.`,
    noneShort: 'misses the need',
  },

  faults: {
    heading: 'Please check the trip',
    country: {
      missing: 'Say where you go.',
      unknown: (text: string) => `We know no destination called “${text}”.`,
      several: (text: string) => `“${text}” may mean several destinations.`,
      repeated: 'Give one destination.',
    },
    days: 'Give whole days, from 1 to 90.',
    need: 'Choose one of the four data needs.',
    suggestions: 'Did you mean',
  },

  problems: {
    back: 'Compare again',
    not_found: { title: 'Nothing is here', text: 'The address is wrong, or the page has moved.' },
    method_not_allowed: { title: 'Not offered here', text: 'This page can only be read.' },
    plan_gone: {
      title: 'This plan has left the catalogue',
      text: 'It is no longer sold, or its provider no longer lists it. A new comparison shows what is sold now.',
    },
    rate_limited: {
      title: 'A short break',
      text: 'Comparisons are limited so that there are enough for everybody. Whoever shares your network address shares the allowance.',
      uncached:
        'Today’s budget for new comparisons is spent. Your own allowance remains, and trips that somebody compared a short while ago are still answered.',
      burst: 'Too many requests came at once. Your allowance is untouched.',
      wait: (time: string) => `Please wait ${time}, then load this page again. Asking sooner does not help.`,
      more: 'More is possible: write to us first.',
    },
    unavailable: {
      title: 'We cannot compare just now',
      text: 'There is a fault on our side. We would rather say nothing than something wrong.',
      data: 'There is no usable price list just now.',
      protection: 'Requests cannot be counted just now, so comparisons pause.',
      wait: (time: string) => `Please try again in ${time}.`,
    },
    other: { title: 'This cannot be answered', text: 'The request is not one that we understand.' },
  },
};

export type Texts = typeof en;

/** Every word of the pages in English. Its shape is the type that every other language has to fill. */

import type { Audience } from '../../domain/coupon.ts';
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import type { Need, Requirement, Sort } from '../../domain/trip.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { NoticeCode } from '../../wire/sentences/notices.ts';

const plural = (n: number, word: string): string => (n === 1 ? word : `${word}s`);

export const en = {
  code: 'en',
  name: 'English',
  /** For Intl: how numbers, money and dates are written. */
  locale: 'en-US',

  title: 'Mobile data for your whole trip, compared',
  tagline: 'What each eSIM costs from the first day to the last, and what its drawbacks are.',
  lead: 'Tell us where you are going, for how many days, and how much data you use. You see the price of the whole trip and the drawbacks of each plan. Nobody can pay to be listed higher.',
  skip: 'Skip to the content',
  nav: {
    label: 'Main',
    destinations: 'Destinations',
    docs: 'Documentation',
    /** On a phone. */
    brief: { destinations: 'Places', phone: 'Phone' },
  },
  footer: { label: 'About this site', wrongPrice: 'Report a wrong price' },
  languages: 'Language',
  currency: 'Currency',
  docsInEnglish: '',
  contents: 'Contents',
  copy: 'Copy',
  copied: 'Copied',

  form: {
    label: 'Your trip',
    destination: 'Where are you going?',
    place: 'Destination',
    route: 'Route',
    placeholder: 'Japan, Bali, Paris …',
    destinationHint: 'Country, city or island',
    days: 'Days',
    travellers: 'Travellers',
    perPerson: 'Price per person',
    traveller: (n: number, formatted: string) => `${formatted} ${plural(n, 'traveller')}`,
    need: 'How much data?',
    submit: 'Compare plans',
    found: (count: string) => `${count} found`,
    none: 'No destination found. Check the spelling, or type the country.',
    change: 'Change',
    addStop: 'Add a stop',
    anotherStop: 'Another stop',
    stop: (n: number) => `Stop ${n}`,
    removeStop: (n: number) => `Remove stop ${n}`,
    /** `sum` is "7 + 7 = 14". */
    total: (sum: string) => `${sum} days in all`,
    stopsHint: 'Further stops, in the order of your trip. The whole trip may have 90 days.',
    data_gb: 'Data for the whole trip, GB',
    max_usd: 'Budget, USD',
  },
  /** Only plans that are stated to have all of the chosen features are shown. */
  filters: {
    misread: (text: string) => `“${text}” was not understood, so it is not applied.`,
    own: 'All filters',
    features: 'The plan must have',
    exits: 'Avoid an internet exit in',
    exitsHint: 'Apps and websites may take you for a visitor from there, and the connection takes a detour.',
    apply: 'Show plans',
    remove: 'Remove filter',
    maxUsd: (money: string) => `Up to ${money}`,
    dataGb: (amount: string) => `${amount} for the trip`,
    avoidExit: (country: string) => `Internet not via ${country}`,
    clear: 'Remove all filters',
    /** After a figure, for those who hear the page. */
    plans: 'plans',
  },
  requirements: {
    hotspot: 'Hotspot allowed',
    top_up: 'Top-up possible',
    phone_number: 'Phone number',
    no_identity_check: 'No ID check',
    '5g': '5G',
    local_exit: 'Local internet exit',
    one_purchase: 'One purchase',
    uncapped: 'No fair-use limit',
  } satisfies Record<Requirement, string>,
  /** In the sheet of filters, for words that need an explanation. */
  requirementHints: {
    top_up: 'You can add data later, without a new eSIM.',
    no_identity_check: 'No photo of your passport is asked for.',
    local_exit: 'Your data does not run through another country.',
    one_purchase: 'You buy one plan for the whole trip.',
    uncapped: 'It is not slowed down after a certain amount.',
  },
  needs: {
    light: { name: 'Light', means: '0.3 GB a day: maps, messages' },
    normal: { name: 'Normal', means: '1 GB a day: photos, calls' },
    heavy: { name: 'Heavy', means: '3 GB a day: video, work' },
    unlimited: { name: 'Unlimited', means: 'sold without a set amount' },
  } satisfies Record<Need, { name: string; means: string }>,

  /** Said before any result: who runs this, what pays for it, what is not shown. */
  honesty: {
    links: 'Links to providers may earn the operator money. They never affect the ranking.',
    market: (providers: string) => `We compare ${providers} providers. There are others that we do not show.`,
    runBy: (operator: string) => `Run by ${operator}.`,
    runByUnsaid: 'The operator did not say who runs this site.',
    funding: (funding: string) => `What pays for it: ${funding}.`,
    fundingUnsaid: 'The operator did not say what pays for it.',
  },

  home: {
    promises: [
      { name: 'The price of the whole trip', text: 'All plans, all days, and discounts for everyone.' },
      { name: 'Unknown means unknown', text: 'What a provider does not say counts as a drawback.' },
      { name: 'No payment changes the order', text: 'The rules are public. Payments are not in them.' },
    ],
    how: 'How we compare',
    popular: 'Popular destinations',
    counts: (plans: string, destinations: string) => `${plans} plans for ${destinations} destinations`,
  },

  place: {
    heading: (place: string) => `${place}: travel eSIMs`,
    description: (place: string, plans: string) => `Compare ${plans} eSIM plans for ${place}.`,
    lowest: (days: string) => `Lowest prices for ${days}`,
    lowestAsOf: (time: string) =>
      `For one traveller, computed on ${time}. Prices are estimates until checkout.`,
    from: 'from',
    all: 'All destinations',
    search: 'Find a destination',
    find: 'Search',
    regions: 'Regions',
    regional: (plans: string, most: string, all: string) =>
      `${plans} plans work in at least ${most} of the ${all} destinations below.`,
    /** Before links to trips through the region. */
    through: 'Visiting several? Compare a whole trip, or add your own stops below:',
    normalFrom: (days: string, money: string) => `${days} of normal use from ${money}.`,
    plans: (n: number, formatted: string) => `${formatted} ${plural(n, 'plan')}`,
  },

  sorts: {
    recommended: { name: 'Best value', means: 'Best value first, no shop more than three times.' },
    cheapest: { name: 'Cheapest', means: 'Lowest price for the whole trip first.' },
    fastest: { name: 'Fastest', means: 'Enough fast data first, then 5G before 4G, then advertised speed.' },
  } satisfies Record<Sort, { name: string; means: string }>,

  days: (n: number, formatted: string) => `${formatted} ${plural(n, 'day')}`,
  results: {
    pageTitle: (place: string, days: string) => `${place}, ${days}: eSIM plans`,
    /** Before the first plan of the list; `trip` is "Japan, 7 days". */
    verdict: (trip: string) => `${trip}. Best value:`,
    closest: (trip: string) => `${trip}. Closest match:`,
    pick: (provider: string, amount: string, money: string) => `${provider}, ${amount} for ${money}`,
    each: (money: string, all: string) => `${money} each (${all} in all)`,
    alsoCheapest: 'It is also the cheapest.',
    cheapestLess: (money: string) => `The cheapest costs ${money} less.`,
    cents: (n: number) => (n === 1 ? '1 cent' : `${n} cents`),
    goodToKnow: 'Good to know:',
    asOf: (date: string) => `as of ${date}`,
    mayHaveChanged: 'This may have changed since.',
    sources: 'Sources:',
    /** How many of the plans that cover the trip are in this list. */
    covering: (shown: number, all: string) => `Top ${shown} of ${all} plans`,
    /** Plans that another plan of the same shop beats in every respect. */
    weaker: (n: number) => `Weaker plans of the same shops are hidden: ${n}.`,
    hiddenByFilters: (plans: string) => `${plans} hidden by your filters.`,
    showHidden: 'Show all',
    missing: (n: number) => `Plans at the end that fall short: ${n}.`,
    checked: 'Prices checked',
    orLater: 'or later',
    all: (n: number) => `All ${n} plans:`,
    priceFor: (days: string) => `Price for ${days}`,
    /** In place of a price if no plan covers the trip. */
    noMatch: 'no full match',
    orders: 'Order',
    rank: (n: number) => `Place ${n}`,
    attribution: (service: string) => `Data by ${service}`,
    rates: (date: string) => `“About” uses the exchange rates of ${date}. The price in US dollars counts.`,
    shareButton: 'Share',
    copyLink: 'Copy link',
  },
  /** If filters leave nothing. */
  empty: {
    closest: 'Closest plan',
    nothing: (names: string) => `No plan meets all of this: ${names}`,
    budget: (money: string) => `No plan for ${money} or less`,
    cheapest: (money: string, difference: string) => `The cheapest costs ${money}, so ${difference} more.`,
    raise: (money: string) => `Raise the budget to ${money}`,
    without: (name: string) => `Without “${name}”`,
    only: (name: string) => `Only “${name}”`,
    less: (need: string) => `Use less data: ${need}`,
    from: (n: number, formatted: string, money: string) => `${formatted} ${plural(n, 'plan')} from ${money}`,
  },

  card: {
    estimate: 'estimate',
    /** Before an amount in the currency of the reader. */
    about: (money: string) => `about ${money}`,
    buy: (formatted: string) => `Buy ${formatted}, use one after another`,
    purchases: 'Purchases',
    listPrice: 'Without discount',
    perGb: (money: string) => `${money} per GB`,
    data: 'Data',
    validity: 'Valid for',
    network: 'Network',
    networks: 'Networks',
    hotspot: 'Hotspot',
    identity: 'ID check',
    topUp: 'Top-up',
    ads: 'Advertisements',
    breakout: 'Internet exit',
    topSpeed: 'Advertised top speed',
    tax: 'Tax',
    /** In place of a time below one minute. */
    justNow: 'just now',
    priceReadAt: 'Price checked',
    noDrawbacks: 'No drawbacks',
    noOther: 'No other drawback',
    know: 'What to know',
    inAll: (amount: string) => `${amount} in all`,
    spare: (amount: string) => `${amount} spare`,
    noSpare: 'none spare',
    shortBy: (amount: string) => `${amount} short`,
    perDayShort: (gb: string) => `${gb}/day`,
    soldByDay: 'by the day',
    noLimit: 'no limit',
    limitUnclear: 'limit unclear',
    fastDaily: (gb: string) => `${gb}/day fast`,
    networkCount: (n: number, formatted: string) => `${formatted} ${plural(n, 'network')}`,
    notNamed: 'network not named',
    upTo: (amount: string) => `up to ${amount}`,
    unclear: 'Unclear',
    whyFirst: 'Why is this first?',
    whyNumber: (n: number) => `Why number ${n}?`,
    whyThis: 'Details and drawbacks',
    bill: 'How its place is worked out',
    billPrice: (code: string | null) => (code === null ? 'Price' : `Price with ${code}`),
    billSum: 'Ranks like',
    costsLess: (provider: string, money: string, drawback: string) =>
      `${provider} costs ${money} less. But: ${drawback}.`,
    forSome: 'Cheaper for some people',
    plan: 'Plan',
    starts: 'The days start',
    install: 'Install',
    calls: 'Calls',
    sms: 'Text messages',
    afterCap: 'When data runs out',
    refund: 'Refund',
    shopStates: (date: string, text: string) => `The shop states (${date}): ${text}`,
    goCode: 'Copy code & open',
    couponWith: ['With code', 'at checkout'] as readonly [string, string],
    history: 'Price of one, last 30 days',
    historyText: (now: string, low: string, high: string) => `now ${now}, lowest ${low}, highest ${high}`,
    countries: 'Countries',
    period: (days: string) => `again every ${days}`,
    notes: 'Notes',
    go: 'View offer',
    goAt: (provider: string) => `at ${provider}, leaves this site`,
    unknown: 'not stated',
    /** Of what a plan has, where a language says it otherwise. */
    has: 'yes',
    hasNot: 'no',
    coupon: (code: string, discount: string) => `${code}: ${discount} off`,
    couponPromotion: (discount: string) => `Offer: ${discount} off`,
    couponIn: 'in the price',
    /** Before the price that only these people get. */
    couponFor: {
      everyone: 'First order',
      new_customers: 'New customers',
      app_only: 'In the app',
    } satisfies Record<Audience, string>,
    couponSome: 'With conditions',
    /** null: the included one has no code. */
    couponReplaces: (code: string | null) => `Replaces ${code ?? 'the included discount'}`,
    couponSeen: (date: string) => `Last checked ${date}`,
  },
  scope: {
    country: (place: string) => `${place} only`,
    region: (_place: string, n: string) => `${n} countries`,
    global: (_place: string, n: string) => `${n} countries worldwide`,
  } satisfies Record<Result['plan']['scope'], (place: string, n: string) => string>,
  data: {
    /** Of an amount of data or of money. */
    perDay: (amount: string) => `${amount} a day`,
    unlimited: 'Unlimited',
    stop: 'then it stops',
    throttle: (speed: string) => `then ${speed}`,
    throttleUnknown: 'then slower, speed not stated',
  },
  validity: {
    starts: {
      purchase: 'from purchase',
      install: 'from installation',
      first_use: 'from first use',
    } satisfies Record<Exclude<Result['validity']['starts'], 'unknown'>, string>,
    installWithin: (days: string) => `install within ${days}`,
  },
  breakout: {
    local: 'in the country itself',
    roaming: 'in another country',
    unknown: 'not stated',
  } satisfies Record<Result['speed']['breakout'], string>,
  tax: { included: 'included', excluded: 'not included', unknown: 'not stated' } satisfies Record<
    Result['price']['tax'],
    string
  >,
  basis: {
    retail: 'shop price',
    rrp: 'suggested price; the shop may charge a different one',
  } satisfies Record<Result['price']['basis'], string>,
  converted: (currency: string, date: string) => `converted from ${currency} at the rate of ${date}`,
  freshness: {
    fresh: 'up to date',
    aging: 'more than a day old: check it before you buy',
    stale: 'old: check it before you buy',
  } satisfies Record<Result['freshness']['status'], string>,

  /** Reasons that the pages state in words. The others follow from the facts of a card. */
  reasons: {
    short_of_days: (days: string) => `${days} shorter than the trip`,
    short_of_data: (gb: string) => `${gb} less than you need`,
    too_slow: 'Too slow for this data need',
    short_of_full_speed_data: (gb: string) => `${gb} less than you need at full speed`,
    no_expiry: 'Does not expire',
  },

  /** In plain words, for a card and for the bill behind it. */
  drawbacks: {
    further_purchases: 'Bought more than once',
    reduced_speed: 'Partly at reduced speed',
    little_reserve: 'Little data to spare',
    misses_need: 'Does not cover the trip',
    daily_stops: 'Stops after the daily amount',
    daily_slowed: 'Slow after the daily amount',
    fair_use_unstated: 'Fair-use limit not stated',
    no_spare_day: 'Ends exactly on your last day',
    no_spare_day_clock: 'Ends on your last day or sooner',
    generation_4g: '4G, not 5G',
    generation_unknown: 'Doesn’t say whether 4G or 5G',
    generation_3g: '3G only',
    generation_2g: '2G only',
    low_top_speed: 'Slow: less than 10 Mbit/s',
    hotspot_unknown: 'Hotspot not confirmed',
    hotspot_not_allowed: 'No hotspot',
    identity_check_unknown: 'May ask for an ID',
    identity_check_required: 'Asks for an ID',
    one_network: 'Only one network named',
    no_network_named: 'Doesn’t name its network',
    exit_elsewhere: 'Internet runs through another country',
    exit_unknown: 'Unclear which country its internet runs through',
    price_aging: 'Price older than a day',
    price_stale: 'Price older than two days',
    converted: 'Price converted from another currency',
    suggested: 'Only a suggested price',
    tax_unknown: 'Tax may be added at checkout',
    tax_excluded: 'Tax is added at checkout',
    coupon: 'Price depends on a discount',
    coupon_aging: 'Coupon confirmed more than 7 days ago',
    named_elsewhere: 'Name says another place',
    ads: 'Shows advertisements',
  } satisfies Record<DrawbackCode, string>,

  /** Used instead if the plan states nothing about it. */
  dailyUnstated: 'Unclear what follows the daily amount',
  /** Several stops: one plan for each leg, or one plan for all stops. */
  itinerary: {
    allTheWay: 'One eSIM all the way',
    separate: (n: string) => `${n} separate eSIMs`,
    ways: (n: number) => (n === 1 ? 'One way to cover the whole trip' : `${n} ways to cover the whole trip`),
    noSwap: 'Nothing to swap on the road',
    buyTimes: (n: string) => `Buy and install ${n} times`,
    wayCostsLess: (way: string, money: string) => `${way}: ${money} less.`,
    wayCostsMore: (way: string, money: string) => `${way} costs ${money} more.`,
    whyNotCheapest: 'Why isn’t the cheapest way first?',
    whyNotText: 'Each further eSIM takes time to buy and set up, and drawbacks have a price, too.',
    billPurchases: 'Further purchases',
    bestSingle: 'Best single eSIM',
    cheapestSingle: 'Cheapest single eSIM',
    map: (route: string) => `Map of the route: ${route}`,
    noPlans: 'No suitable plans found',
    nothingFor: (places: string) => `We found no suitable plan for ${places}.`,
    onePlan: 'One eSIM for all stops',
  },
  /** Only on the page of plan cards for assistants; `{0}` is a number. */
  mcpCards: {
    waiting: 'Waiting for plans…',
    cancelled: 'The search was cancelled.',
    showAll: 'Show all {0} plans',
  },
  /** Up to three plans side by side. */
  side: {
    pick: 'Compare',
    pickPlan: (provider: string, name: string) => `Compare ${provider}, ${name}`,
    submit: 'Compare side by side',
    submitCount: 'Compare {n} plans',
    heading: (n: number) => `${n} plans side by side`,
    better: ['Bold green', 'is better for you.'] as readonly [string, string],
    same: (n: number) => `The same in all: ${n} ${n === 1 ? 'thing' : 'things'}`,
    another: 'Pick another plan to compare.',
    close: 'Close',
    drawbacks: 'Drawbacks',
    discounts: 'Discounts',
  },

  /** One plan for a group, by hotspot. */
  sharing: {
    title: (n: string) => `One plan for all ${n} by hotspot`,
    forAll: 'for all together',
    means: 'One phone shares its connection. The others have internet only near it.',
    each: (money: string) => `An own eSIM for each: ${money} in all.`,
    none: (n: string) => `We know no single plan that ${n} travellers can share by hotspot.`,
  },
  audience: {
    everyone: 'For everyone',
    new_customers: 'New customers only',
    app_only: 'In the provider’s app only',
  } satisfies Record<Audience, string>,
  conditions: {
    unstated: 'Conditions are not stated',
    firstOrder: 'First order only',
    everyoneFirstOrder: 'Open to everyone for a first order',
    minimum: (money: string) => `Orders of ${money} or more`,
    maximum: (money: string) => `At most ${money} off an order`,
    only_here: 'For this destination only',
    destinations: 'For this and certain other destinations only',
    plans: 'For certain plans only',
    byShop: 'Applied by the shop, no code needed',
    unconfirmed: (date: string) => `Not confirmed since ${date}`,
    ends: (date: string) => `Ends ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Sold to new customers only, once',
    namedFor: (places: string, whole: string | null) =>
      `Its name says ${places}${whole === null ? '' : `, a part of ${whole}`}`,
    callMinutes: (n: string) => `${n} minutes of calls`,
    textMessages: (n: string) => `${n} text messages`,
    notValidIn: (places: string) => `Does not work in ${places}`,
  },

  notices: {
    prices_are_estimates: 'Prices are estimates. The price on the provider’s own page counts.',
    speeds_are_advertised: 'Speeds are advertised by the providers. They are not measured.',
    keep_conditions: 'A discount is valid only under its conditions.',
    sample_data: 'Sample data: invented offers, not for sale.',
    nothing_meets_need: 'No plan covers the whole trip. The closest plans follow, with what they lack.',
    fastest_means_little: 'No plan there states whether it is 4G or 5G, so this order says little.',
    nothing_qualifies: 'No plan confirms all your filters',
    nothing_qualifies_together: 'No plan confirms all your filters',
    no_plan_for_all_stops: 'No single plan works at all stops.',
    no_unlimited_plans: 'No plan there is sold as unlimited.',
    all_sold_out: 'Every plan there is sold out at the moment.',
    all_prices_too_old: 'Every price there is older than 7 days, so none is shown.',
    all_sold_out_or_too_old: 'Every plan there is sold out or has a price that is older than 7 days.',
    no_itinerary_within_price: 'No combination of plans for all stops is within your highest price.',
  } satisfies Partial<Record<NoticeCode, string>>,

  charts: {
    byData: 'Price by amount of data',
    moreForLess: (more: string, less: string) => `${more} costs less than ${less} here`,
    hint: 'Lowest prices, with discounts for everyone',
    byLength: 'Price by length of the trip',
    sameUpTo: (days: string) => `Staying up to ${days} costs no more`,
    longerIsCheaper: (days: string, money: string) => `${days} cost ${money} less`,
    provider: 'Provider',
  },

  faults: {
    heading: 'Please check your trip',
    country: {
      missing: 'Enter one destination.',
      unknown: (text: string) => `We do not know “${text}”. For a cruise, enter each country as a stop.`,
      several: (text: string) => `“${text}” can mean several destinations.`,
      group: (text: string) => `“${text}” is several countries. Choose one; add others as stops.`,
      no_code: 'Northern Cyprus has no country code, so we list no plans for it.',
    },
    days: 'Enter a whole number of days, from 1 to 90.',
    travellers: (most: number) => `Enter the number of travellers, from 1 to ${most}.`,
    need: 'Choose one of the four data needs.',
    stopPlace: (n: number) => `Stop ${n}: which place do you mean?`,
    stopDays: (n: number) => `Stop ${n}: enter a whole number of days, from 1 to 90.`,
    total: 'The trip is longer than 90 days.',
    data_gb: 'Enter the data in GB from 0.1 to 500, such as 10 or 1.5, and not together with Unlimited.',
    max_usd: 'Enter the highest price in US dollars from 0.01 to 1000, such as 30 or 12.50.',
    avoid_exits: 'Give up to 10 country codes separated by commas, such as HK, CN.',
    tooManyStops: (most: number, given: number) => `At most ${most} further stops. You entered ${given}.`,
    filter: (word: string) => `We do not know the filter “${word}”, so it is not applied.`,
    suggestions: 'Did you mean:',
  },

  problems: {
    /** Before and after the time to wait. */
    wait: ['Please try again in ', '.'] as readonly [string, string],
    write: 'Write to the operator',
    not_found: { title: 'Page not found', text: 'The address is wrong, or the page has moved.' },
    blocked: { title: 'Your network is blocked', text: 'The operator blocks it. Waiting does not help.' },
    plan_gone: { title: 'This plan is no longer listed', text: 'Compare again to see what is sold now.' },
    rate_limited: {
      title: 'Please wait a moment',
      text: 'Everyone has a limited number of comparisons. People who share your internet connection share them with you.',
      uncached:
        'Today’s limit for new comparisons is reached. Trips that were compared a while ago still work.',
      burst: 'Too many requests came at once. Your comparisons are not affected.',
      again: 'Load the page again',
    },
    unavailable: {
      title: 'We cannot compare at the moment',
      text: 'The fault is ours. We show nothing rather than something wrong.',
      data: 'There is no usable price list at the moment.',
      protection: 'Requests cannot be counted at the moment, so comparisons pause.',
    },
    other: { title: 'This does not work', text: 'We do not understand this request.' },
  },

  pages: {
    'how-we-rank': 'How we rank',
    phone: 'Does my phone support eSIM?',
    privacy: 'Privacy',
    accessibility: 'Accessibility',
    terms: 'Terms of use',
  },
  /** What a translation of the terms says about itself. */
  termsTranslation: '',
  contact: {
    write: 'Write to',
    /** Where the operator has set no address. */
    none: 'The operator of this site has given no address.',
    noneVisitor: 'If a price is wrong, the provider’s own page is right. Check it before you buy.',
  },
};

export type Texts = typeof en;

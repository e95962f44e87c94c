/**
 * The texts of the page of plan cards (MCP Apps) in every language. The page is one static file in `mcp/app/`. In a
 * template, `{0}` and `{1}` stand for values.
 */
import { ALL_TEXTS, type Texts } from './texts/index.ts';

const A = '{0}';
const B = '{1}';

/** By language code. */
export const mcpCardTexts = (): Readonly<Record<string, object>> =>
  Object.fromEntries(ALL_TEXTS.map((texts) => [texts.code, textsOf(texts)]));

function textsOf(texts: Texts): object {
  const { card, data, itinerary, validity, reasons, drawbacks, freshness, sharing, sorts, results } = texts;
  return {
    title: results.pageTitle(A, B),
    /** For one and for several. */
    days: [texts.days(1, A), texts.days(2, A)],
    plans: [texts.place.plans(1, A), texts.place.plans(2, A)],
    sorts: Object.fromEntries(Object.entries(sorts).map(([sort, { name }]) => [sort, name])),
    needs: Object.fromEntries(Object.entries(texts.needs).map(([need, { name }]) => [need, name])),
    ...texts.mcpCards,
    nothing: itinerary.noPlans,
    onePlan: itinerary.onePlan,
    bought: itinerary.buyTimes(A),
    ranksLike: card.billSum,
    drawbacksName: texts.side.drawbacks,
    furtherPurchases: itinerary.billPurchases,
    travellers: [texts.form.traveller(1, A), texts.form.traveller(2, A)],
    group: `${A}: ${B}`,
    sharing: { title: sharing.title(A), forAll: sharing.forAll, means: sharing.means },
    goodToKnow: `${results.goodToKnow}:`,
    asOf: results.asOf(A),
    mayHaveChanged: results.mayHaveChanged,
    sources: results.sources,
    priceFor: results.priceFor(A),
    estimate: card.estimate,
    listPrice: card.listPrice,
    taxLabel: card.tax,
    tax: texts.tax,
    suggested: texts.basis.rrp,
    priceRead: card.priceReadAt,
    justNow: card.justNow,
    freshness,
    misses: drawbacks.misses_need,
    shortDays: reasons.short_of_days(A),
    shortData: reasons.short_of_data(A),
    tooSlow: reasons.too_slow,
    newCustomers: texts.audience.new_customers,
    data: {
      total: A,
      perDay: card.perDayShort(A),
      period: card.period(A),
      unlimited: data.unlimited,
      fullSpeed: card.fastDaily(A),
      uncapped: card.noLimit,
      fairUseUnknown: card.limitUnclear,
      forTrip: card.inAll(A),
      stop: data.stop,
      throttle: data.throttle(A),
      throttleUnknown: data.throttleUnknown,
      unknown: `${card.afterCap}: ${card.unknown}`,
    },
    validity: card.validity,
    noExpiry: reasons.no_expiry,
    starts: { ...validity.starts, unknown: `${card.starts}: ${card.unknown}` },
    installWithin: validity.installWithin(A),
    buy: card.buy(A),
    networks: card.networks,
    notNamed: card.notNamed,
    topSpeed: card.topSpeed,
    exit: card.breakout,
    breakout: texts.breakout,
    countries: card.countries,
    features: {
      hotspot: card.hotspot,
      identity_check: card.identity,
      top_up: card.topUp,
      phone_number: texts.requirements.phone_number,
      calls: card.calls,
      sms: card.sms,
      ads: card.ads,
    },
    answers: { true: card.has, false: card.hasNot, null: card.unknown },
    upTo: card.upTo(A),
    refund: card.refund,
    coupon: card.coupon(A, B),
    promotion: card.couponPromotion(A),
    inPrice: card.couponIn,
    couponSeen: card.couponSeen(A),
    drawbacks,
    unstated: { daily_stops: texts.dailyUnstated },
    go: card.go,
    goAt: card.goAt(A),
    // The English texts of a response are more detailed than those of the pages.
    notices: texts.code === 'en' ? {} : texts.notices,
    sentences: texts.code === 'en' ? [] : sentencesOf(texts),
  };
}

/** Conditions and notes: the English sentence of `wire/sentences/` as a pattern, and the template of the language. */
const sentencesOf = ({ audience, conditions, eligibility, drawbacks }: Texts): [string, string][] => [
  ['Open to everyone', audience.everyone],
  ['Open to everyone for a first order', conditions.everyoneFirstOrder],
  ['New customers only', audience.new_customers],
  ['In the provider’s app only', audience.app_only],
  ['First order only', conditions.firstOrder],
  ['Minimum spend (.+)', conditions.minimum(A)],
  ['At most (.+) off an order', conditions.maximum(A)],
  ['For this destination only', conditions.only_here],
  ['For this and certain other destinations only', conditions.destinations],
  ['For certain plans only', conditions.plans],
  ['Applied by the shop, no code needed', conditions.byShop],
  ['Conditions are not stated', conditions.unstated],
  ['Not confirmed since (.+)', conditions.unconfirmed(A)],
  ['Ends (.+)', conditions.ends(A)],
  ['Sold to new customers only, once', eligibility.newCustomersOnce],
  ['Fair use not stated', drawbacks.fair_use_unstated],
  ['(.+) minutes of calls', eligibility.callMinutes(A)],
  ['(.+) text messages', eligibility.textMessages(A)],
  ['Not valid in (.+)', eligibility.notValidIn(A)],
  ['Named for (.+?)(?:, a part of .+)?', eligibility.namedFor(A)],
];

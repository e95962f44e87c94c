/** Translates what a response says in English: reasons by code and value, conditions and notes by sentence. */
import { COUNTRIES } from '../../domain/countries.ts';
import type { ReasonCode } from '../../domain/ranking/ranked.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';

/** How the figure of a reason is written. */
const FIGURES: Partial<Record<ReasonCode, (format: Format, figure: number) => string>> = {
  short_of_days: (format, days) => format.days(days),
  short_of_data: (format, gb) => format.gb(gb),
  short_of_full_speed_data: (format, gb) => format.gb(gb),
  several_purchases: (format, copies) => format.number(copies),
  above_cheapest: (format, percent) => format.percent(percent / 100),
  spare_data: (format, gb) => format.gb(gb),
  little_spare_data: (format, gb) => format.gb(gb),
  spare_data_daily: (format, gb) => format.gb(gb),
  part_at_reduced_speed: (format, kbps) => format.speed(kbps),
  full_speed_daily: (format, gb) => format.gb(gb),
  several_networks: (format, networks) => format.number(networks),
  covers_trip: (format, days) => format.days(days),
};

export type Reason = Result['why']['reasons'][number];

export function reasonText({ code, value }: Reason, format: Format): string {
  const figureText = FIGURES[code];
  return format.texts.reasons[code](
    value === undefined || figureText === undefined ? '' : figureText(format, value),
  );
}

type Translate = (format: Format, found: string) => string;

const eachOf = (list: string, say: (name: string) => string): string => list.split(', ').map(say).join(', ');

/** Every sentence that the conditions of a coupon or the notes of a plan may contain. */
const SENTENCES: readonly (readonly [RegExp, Translate])[] = [
  [/^Open to everyone$/, ({ texts }) => texts.audience.everyone],
  [/^Open to everyone for a first order$/, ({ texts }) => texts.conditions.everyoneFirstOrder],
  [/^New customers only$/, ({ texts }) => texts.audience.new_customers],
  [/^In the provider’s app only$/, ({ texts }) => texts.audience.app_only],
  [/^First order only$/, ({ texts }) => texts.conditions.firstOrder],
  [/^Minimum spend \$([\d.]+)$/, ({ texts, money }, usd) => texts.conditions.minimum(money(Number(usd)))],
  [
    /^At most \$([\d.]+) off an order$/,
    ({ texts, money }, usd) => texts.conditions.maximum(money(Number(usd))),
  ],
  [/^For this and certain other destinations only$/, ({ texts }) => texts.conditions.destinations],
  [/^For certain plans only$/, ({ texts }) => texts.conditions.plans],
  [/^Applied by the shop, no code needed$/, ({ texts }) => texts.conditions.byShop],
  [/^Conditions are not stated$/, ({ texts }) => texts.conditions.unstated],
  [
    /^Not confirmed since (\d{4}-\d\d-\d\d)$/,
    ({ texts, date }, day) => texts.conditions.unconfirmed(date(day)),
  ],
  [/^Ends (\d{4}-\d\d-\d\d)$/, ({ texts, date }, day) => texts.conditions.ends(date(day))],
  [/^Sold to new customers only, once$/, ({ texts }) => texts.eligibility.newCustomersOnce],
  [/^Fair use not stated$/, ({ texts }) => texts.reasons.fair_use_unstated()],
  [
    /^Not valid in ((?:[A-Z]{2}(?:, )?)+)$/,
    ({ texts, country }, codes) => texts.eligibility.notValidIn(eachOf(codes, country)),
  ],
  [
    /^Named for (.+)$/,
    (format, named) => {
      const [places = '', whole] = named.split(/, a part of (.+)$/);
      const say = (name: string) => nameIn(name, format);
      return format.texts.eligibility.namedFor(eachOf(places, say), whole === undefined ? null : say(whole));
    },
  ],
];

/** A country in the language of the page; a part of a country keeps its English name. */
function nameIn(name: string, { country }: Format): string {
  const found = COUNTRIES.find((one) => one.name === name);
  return found === undefined ? name : country(found.code);
}

/** An unknown sentence stays as it is, so that no condition is lost. */
export function translate(sentence: string, format: Format): string {
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(sentence);
    if (found !== null) return say(format, found[1] ?? '');
  }
  return sentence;
}

/** "10%" or "$5.00". */
export function discountText(discount: string, format: Format): string {
  if (discount.endsWith('%')) return format.percent(Number(discount.slice(0, -1)) / 100);
  return discount.startsWith('$') ? format.money(Number(discount.slice(1))) : discount;
}

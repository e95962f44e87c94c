/** The wire's English sentences in the page's language: from codes and facts, and word for word where there is no code. */
import type { ReasonCode } from '../../domain/ranking/ranked.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';

/** The figure that a reason names, spelt; '' where it names none. */
export function reasonTexts(result: Result, neededGb: number | null, format: Format): string[] {
  const { data, fits, validity, speed, why } = result;
  const figure: Partial<Record<ReasonCode, () => string>> = {
    spare_data: () => format.gb((data.gb_for_trip ?? 0) - (neededGb ?? 0)),
    several_networks: () => format.number(speed.networks.length),
    covers_trip: () => (validity.days === null ? '' : format.days(validity.days)),
    short_of_data: () => format.gb(fits.short_by_gb),
    short_of_days: () => format.days(fits.short_by_days),
    slow_after_cap: () => (data.throttle_kbps === null ? '' : format.speed(data.throttle_kbps)),
  };
  return why.reason_codes.map((code, index) => {
    // The percentage rests on plans that may be in no list, so only the sentence has it.
    const percent = Number.parseInt(why.reasons[index] ?? '', 10) || 0;
    const value = code === 'near_cheapest' ? format.number(percent) : (figure[code]?.() ?? '');
    return format.texts.reasons[code](value);
  });
}

type Translate = (format: Format, found: RegExpExecArray) => string;

const usd = (found: RegExpExecArray): number => Number(found[1]);

/** Every sentence that a coupon's conditions or a plan's notes may hold, as the wire spells it. */
const SENTENCES: readonly (readonly [RegExp, Translate])[] = [
  [/^Open to everyone$/, ({ texts }) => texts.audience.everyone],
  [/^New customers only$/, ({ texts }) => texts.audience.new_customers],
  [/^In the provider’s app only$/, ({ texts }) => texts.audience.app_only],
  [/^First order only$/, ({ texts }) => texts.conditions.firstOrder],
  [
    /^Minimum spend \$([\d.]+)$/,
    (format, found) => format.texts.conditions.minimum(format.money(usd(found))),
  ],
  [
    /^At most \$([\d.]+) off an order$/,
    (format, found) => format.texts.conditions.maximum(format.money(usd(found))),
  ],
  [/^For this and certain other destinations only$/, ({ texts }) => texts.conditions.destinations],
  [/^For certain plans only$/, ({ texts }) => texts.conditions.plans],
  [/^Applied by the shop, no code needed$/, ({ texts }) => texts.conditions.byShop],
  [/^Ends (\d{4}-\d\d-\d\d)$/, (format, found) => format.texts.conditions.ends(format.date(found[1] ?? ''))],
  [/^Sold to new customers only, once$/, ({ texts }) => texts.eligibility.newCustomersOnce],
  [/^Fair-use rule not stated; .*$/, ({ texts }) => texts.reasons.fair_use_unstated()],
  [
    /^Not valid in ((?:[A-Z]{2}(?:, )?)+)$/,
    (format, found) =>
      format.texts.eligibility.notValidIn(
        (found[1] ?? '')
          .split(', ')
          .map((code) => format.country(code))
          .join(', '),
      ),
  ],
];

/** A condition is never lost: a sentence that is not known stays as it is. */
export function translate(sentence: string, format: Format): string {
  for (const [pattern, say] of SENTENCES) {
    const found = pattern.exec(sentence);
    if (found !== null) return say(format, found);
  }
  return sentence;
}

/** "10%" or "$5.00". */
export function discountText(discount: string, format: Format): string {
  if (discount.endsWith('%')) return format.percent(Number(discount.slice(0, -1)) / 100);
  return discount.startsWith('$') ? format.money(Number(discount.slice(1))) : discount;
}

/** Describes the facts of a plan in words. A fact that the provider does not state is described as not stated. */
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';

/** The amount and the validity for the whole trip, with all copies: "3 × 10 days = 30 days". */
export function tripParts(result: Result, format: Format): readonly string[] {
  const { copies, data, validity } = result;
  const { number, gb, days, texts } = format;
  const times = (one: string, all: string) => `${number(copies)} × ${one} = ${all}`;
  const isWholeAmount = data.model === 'total' && data.gb !== null && data.gb_for_trip === copies * data.gb;
  const amount =
    copies > 1 && isWholeAmount
      ? times(gb(data.gb ?? 0), gb(data.gb_for_trip ?? 0))
      : joined(
          amountText(result, format),
          data.period_days === null ? null : texts.card.period(days(data.period_days)),
        );
  const isRepeated = copies > 1 && validity.days !== null && !validity.sold_per_day;
  const valid = isRepeated
    ? times(days(validity.days ?? 0), days((validity.days ?? 0) * copies))
    : validity.days === null
      ? texts.reasons.no_expiry()
      : days(validity.days);
  const isStated = copies === 1 || isRepeated || isWholeAmount;
  return [amount, valid, ...(isStated ? [] : [texts.card.buy(number(copies))])];
}

/** The advertised amount of one copy. */
export function amountText({ data }: Result, { texts, gb }: Format): string {
  if (data.model === 'unlimited') return texts.data.unlimited;
  const amount = gb(data.gb ?? 0);
  return data.model === 'per_day' ? texts.data.perDay(amount) : amount;
}

/** The amount, with the amount for the trip if it differs. */
export function dataText(result: Result, format: Format): string {
  const { texts } = format;
  const { data } = result;
  if (data.model !== 'unlimited') {
    const forTrip =
      data.gb_for_trip !== null && data.gb_for_trip !== data.gb
        ? texts.data.forTrip(format.gb(data.gb_for_trip))
        : null;
    const period = data.period_days === null ? null : texts.card.period(format.days(data.period_days));
    return joined(amountText(result, format), period, forTrip);
  }
  const { full_speed_gb_per_day: fullSpeed, uncapped } = data;
  if (fullSpeed !== null) return joined(texts.data.unlimited, texts.data.fullSpeed(format.gb(fullSpeed)));
  return joined(texts.data.unlimited, uncapped === true ? texts.data.uncapped : texts.data.fairUseUnknown);
}

/** What happens after the cap; null if there is no cap. */
export function afterCapText({ data }: Result, format: Format): string | null {
  const { texts } = format;
  if (data.uncapped === true && data.full_speed_gb_per_day === null) return null;
  if (data.after_cap === 'stop') return texts.data.stop;
  if (data.after_cap === 'unknown') return texts.data.afterUnknown;
  return data.throttle_kbps === null
    ? texts.data.throttleUnknown
    : texts.data.throttle(format.speed(data.throttle_kbps));
}

export function validityText({ validity }: Result, format: Format): string {
  const { texts } = format;
  if (validity.days === null) return texts.reasons.no_expiry();
  const days = format.days(validity.days);
  return validity.sold_per_day ? texts.validity.byDay(days) : days;
}

/** When the validity begins. */
export function clockText({ validity }: Result, format: Format): string {
  const { texts } = format;
  const install = validity.install_within_days;
  return joined(
    texts.validity.starts[validity.starts],
    install === null ? null : texts.validity.installWithin(format.days(install)),
  );
}

export const networkText = ({ speed }: Result, { texts }: Format): string =>
  speed.networks.length === 0 ? texts.card.networksUnknown : speed.networks.join(', ');

/** The first network by name and the number of further ones. */
export const networkCount = ({ speed }: Result, { texts }: Format): string => {
  const [first, ...others] = speed.networks;
  if (first === undefined) return texts.card.networksUnknown;
  return others.length === 0 ? first : `${first} +${others.length}`;
};

/** Describes whether a plan has a feature. */
export const hasText = (flag: boolean | null, { texts }: Format): string =>
  flag === null ? texts.card.unknown : flag ? texts.card.has : texts.card.hasNot;

/** Describes a fact as yes, no or not stated. */
export const isText = (flag: boolean | null, { texts }: Format): string =>
  flag === null ? texts.card.unknown : flag ? texts.card.yes : texts.card.no;

export function priceBasisText({ price }: Result, format: Format): string {
  const { texts } = format;
  const { converted_from: from } = price;
  return joined(
    texts.basis[price.basis],
    from === null ? null : texts.converted(from.currency, format.date(from.rate_date)),
  );
}

/** What a plan lacks for the trip; empty if it meets the need. */
export function missTexts({ fits, data }: Result, format: Format): string[] {
  const { texts } = format;
  if (fits.meets_need) return [];
  const continues = data.model === 'unlimited' || data.after_cap === 'throttle';
  const shortOf = continues ? 'short_of_full_speed_data' : 'short_of_data';
  const misses = [
    fits.short_by_gb > 0 ? texts.reasons[shortOf](format.gb(fits.short_by_gb)) : null,
    fits.short_by_days > 0 ? texts.reasons.short_of_days(format.days(fits.short_by_days)) : null,
  ].filter((line) => line !== null);
  return misses.length > 0 ? misses : [texts.card.shortUnlimited];
}

/** Conditions that no other row of the details states. */
export function noteTexts({ eligibility, why }: Result, { texts, country }: Format): string[] {
  const { new_customers_only: isForNew, excluded_countries: excluded = [] } = eligibility;
  const isNamedElsewhere = why.drawbacks.some(({ code }) => code === 'named_elsewhere');
  return [
    isForNew === true ? texts.eligibility.newCustomersOnce : null,
    isNamedElsewhere ? texts.drawbacks.named_elsewhere : null,
    excluded.length > 0 ? texts.eligibility.notValidIn(excluded.map(country).join(', ')) : null,
  ].filter((note) => note !== null);
}

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(', ');

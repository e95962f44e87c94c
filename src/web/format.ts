/** Formats numbers, money, dates and names in a language. Created once for each language, because it is slow. */
import { countryName } from '../domain/countries.ts';
import { REGION_DESTINATIONS } from '../domain/places/region-destinations.ts';
import type { Texts } from '../texts/texts.ts';
import { regionName } from './region-name.ts';

const MINUTE = 60;
const HOUR = 3_600;

export type Format = ReturnType<typeof createFormat>;

const made = new Map<string, Format>();

export function formatFor(texts: Texts): Format {
  const known = made.get(texts.code);
  if (known !== undefined) return known;
  const format = createFormat(texts);
  made.set(texts.code, format);
  return format;
}

function createFormat(texts: Texts) {
  const { locale } = texts;
  const usd = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const money = new Intl.NumberFormat(locale, usd);
  const dollars = new Intl.NumberFormat(locale, { ...usd, minimumFractionDigits: 0 });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const ago = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  /** For one and for several. */
  const agesIn = (unit: 'day' | 'hour' | 'minute') =>
    [1, 2].map((n) => ago.format(-n, unit).replace(String(n), '{n}'));
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const regions = new Map(REGION_DESTINATIONS.map(({ code, group }) => [code, regionName(group, texts)]));
  const { compare } = new Intl.Collator(locale);
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
  const units = { second: unit('second'), minute: unit('minute'), hour: unit('hour') };
  return {
    texts,
    /** The order of names. */
    compare,
    money: (amount: number) => money.format(amount),
    /** A difference between two prices: "17 cents" or "$1.20". */
    difference: (amount: number) =>
      amount < 1 ? texts.results.cents({ n: Math.round(amount * 100) }) : money.format(amount),
    /** "about €9.24" beside an amount in USD; null if no currency was chosen. */
    about: (_usd: number): string | null => null,
    hasApproximateAmounts: false,
    /** For the choices of the highest price: whole dollars have no cents. */
    dollars: (amount: number) => dollars.format(amount),
    number: (value: number) => number.format(value),
    gb: (gigabytes: number) => `${number.format(gigabytes)} GB`,
    days: (n: number) => texts.days({ n }),
    speed: (kbps: number) =>
      kbps < 1_000 ? `${number.format(kbps)} kbit/s` : `${number.format(kbps / 1_000)} Mbit/s`,
    date: (iso: string) => date.format(new Date(iso)),
    /** "March 2026" */
    month: (iso: string) => month.format(new Date(iso)),
    dateTime: (iso: string) => `${dateTime.format(new Date(iso))} UTC`,
    /** "{n} min. ago": the script fills in the number, because a formatter takes long to create there. */
    ages: JSON.stringify({ day: agesIn('day'), hour: agesIn('hour'), minute: agesIn('minute') }),
    /** A waiting time. Minutes and hours are rounded up. */
    wait: (seconds: number) => {
      if (seconds < 2 * MINUTE) return units.second.format(seconds);
      if (seconds < 2 * HOUR) return units.minute.format(Math.ceil(seconds / MINUTE));
      return units.hour.format(Math.ceil(seconds / HOUR));
    },
    /** The name of a country, or of a region that is a destination. */
    country: countryNames((code) => regions.get(code) ?? names.of(code)),
    currency: (code: string) => currencies.of(code) ?? code,
    /** "Japan, Korea and Taiwan". */
    list: (all: readonly string[]) => list.format(all),
    percent: (share: number) => percent.format(share),
  };
}

/** Each name is looked up once, because the list of a region has dozens of them and a look-up takes microseconds. */
function countryNames(localName: (code: string) => string | undefined): (code: string) => string {
  const known = new Map<string, string>();
  return (code) => {
    const name = known.get(code);
    if (name !== undefined) return name;
    if (!/^[A-Z]{2}$/.test(code)) return code;
    const found = localName(code) ?? countryName(code);
    known.set(code, found);
    return found;
  };
}

/** The same format with approximate amounts in another currency. */
export function withApproximate(format: Format, currency: string, usdForOne: number): Format {
  const { texts } = format;
  const money = new Intl.NumberFormat(texts.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return {
    ...format,
    about: (usd) => texts.card.about({ money: money.format(usd / usdForOne) }),
    hasApproximateAmounts: true,
  };
}

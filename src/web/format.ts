/** Numbers, money, dates and names in a language, by Intl. Made once for each language: making formatters takes time. */
import { countryName } from '../domain/countries.ts';
import type { Texts } from './texts/index.ts';

export interface Format {
  readonly texts: Texts;
  readonly money: (usd: number) => string;
  /** Without cents where there are none, for axes. */
  readonly dollars: (usd: number) => string;
  readonly number: (value: number) => string;
  readonly gb: (gigabytes: number) => string;
  readonly days: (n: number) => string;
  /** kbit/s below a megabit, Mbit/s from there. */
  readonly speed: (kbps: number) => string;
  readonly date: (iso: string) => string;
  readonly dateTime: (iso: string) => string;
  /** The same without its year: short, for what was a few days ago at most. */
  readonly moment: (iso: string) => string;
  /** A time to wait, in words. */
  readonly wait: (seconds: number) => string;
  readonly country: (code: string) => string;
  /** "Japan, Korea and Taiwan". */
  readonly list: (names: readonly string[]) => string;
  readonly percent: (share: number) => string;
}

const MINUTE = 60;
const HOUR = 3_600;

const made = new Map<string, Format>();

export function formatFor(texts: Texts): Format {
  const known = made.get(texts.code);
  if (known !== undefined) return known;
  const format = createFormat(texts);
  made.set(texts.code, format);
  return format;
}

function createFormat(texts: Texts): Format {
  const { locale } = texts;
  const usd = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const money = new Intl.NumberFormat(locale, usd);
  const dollars = new Intl.NumberFormat(locale, { ...usd, minimumFractionDigits: 0 });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const moment = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
  const units = { second: unit('second'), minute: unit('minute'), hour: unit('hour') };
  return {
    texts,
    money: (amount) => money.format(amount),
    dollars: (amount) => dollars.format(amount),
    number: (value) => number.format(value),
    gb: (gigabytes) => `${number.format(gigabytes)} GB`,
    days: (n) => texts.days(n, number.format(n)),
    speed: (kbps) =>
      kbps < 1_000 ? `${number.format(kbps)} kbit/s` : `${number.format(kbps / 1_000)} Mbit/s`,
    date: (iso) => date.format(new Date(iso)),
    moment: (iso) => `${moment.format(new Date(iso))} UTC`,
    dateTime: (iso) => `${dateTime.format(new Date(iso))} UTC`,
    // Rounded up: whoever waits so long has waited long enough.
    wait: (seconds) => {
      if (seconds < 2 * MINUTE) return units.second.format(seconds);
      if (seconds < 2 * HOUR) return units.minute.format(Math.ceil(seconds / MINUTE));
      return units.hour.format(Math.ceil(seconds / HOUR));
    },
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? countryName(code)) : code),
    list: (all) => list.format(all),
    percent: (share) => percent.format(share),
  };
}

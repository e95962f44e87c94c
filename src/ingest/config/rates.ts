/** Reads a dated table of exchange rates. Rates are decimal strings, because binary fractions are not exact. */
import sax from 'sax';
import Type from 'typebox';
import { isInCalendar } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { FORMS } from '../../operator-files/forms.ts';
import { positionText } from '../../operator-files/json.ts';
import { checkFile, type Problem } from '../../operator-files/problems.ts';
import { decimalOrNull } from '../parse/money.ts';

export interface RateTable {
  /** `YYYY-MM-DD`, the day of the rates. */
  readonly date: string;
  /** USD for one unit of a currency, as a decimal string. USD itself is "1". */
  readonly usdFor: ReadonlyMap<string, string>;
}

/** Rates move by about a percent in a week. Prices that are converted with older rates would be misleading. */
export const RATES_AGE_MAX_DAYS = 7;

/** For a fault of the whole file. */
const START = { line: 1, column: 1 };

type RatesFault = Required<Pick<Problem, 'position' | 'message'>>;

/** Contains all faults of a table, each with its position. A table with a fault is not used. */
export class RatesError extends Error {
  override readonly name = 'RatesError';
  readonly faults: readonly RatesFault[];
  constructor(faults: readonly RatesFault[]) {
    super(faults.map(({ position, message }) => `${positionText(position)}: ${message}`).join('; '));
    this.faults = faults;
  }
}

/** Why a table of this date cannot be used, or null if it can. */
export function dateProblem({ date }: RateTable, now: number): string | null {
  const start = Date.parse(`${date}T00:00:00Z`);
  // The rates of a day are published during that day, so its end counts.
  if (now - start > (RATES_AGE_MAX_DAYS + 1) * DAY_MS)
    return `is from ${date}, more than ${RATES_AGE_MAX_DAYS} days ago`;
  // In the first time zones, a day begins 14 hours before it does in UTC.
  return start - now > DAY_MS ? `is from ${date}, which is in the future` : null;
}

/** Reads JSON `{date, base, rates}` or the XML of the ECB. The first character tells which of them it is. */
export function parseRates(text: string): RateTable {
  const start = text.trimStart()[0];
  if (start === '{') return fromJson(text);
  if (start === '<') return fromXml(text);
  throw new RatesError([{ position: START, message: 'exchange rates must be JSON or XML' }]);
}

const NOT_A_DAY = 'must be a day, such as "2026-11-09"';
const NOT_A_CURRENCY = 'is not a currency code of three capital letters, such as "USD"';
/** Far less than a unit of any currency is worth in any other. */
const RATE_MIN = 1e-12;
const NOT_A_RATE =
  'must be a decimal number without an exponent, from 0.000000000001 to 999999999999, such as 1.0845';
const NO_USD = 'must contain USD';

const DAY = FORMS.day.pattern;
const CURRENCY = FORMS.currency.pattern;
const isDay = (text: string): boolean => new RegExp(DAY).test(text) && isInCalendar(text);
const isCurrency = (code: string): boolean => new RegExp(CURRENCY).test(code);

/** Other fields are ignored, because copies of the ECB's table have more. */
const RatesFile = Type.Object({
  date: Type.String({ pattern: DAY }),
  base: Type.String({ pattern: CURRENCY }),
  rates: Type.Record(Type.String({ pattern: CURRENCY }), Type.Union([Type.Number(), Type.String()]), {
    additionalProperties: false,
  }),
});

function fromJson(text: string): RateTable {
  const { value, say, problems } = checkFile({ name: 'exchange rates', text }, RatesFile);
  const { date = '', base = '', rates = {} } = value ?? {};
  const read: [string, string][] = [];
  if (value !== null) {
    if (!isDay(date)) say(['date'], 'is not a valid date');
    for (const [code, written] of Object.entries(rates)) {
      const rate = rateOrNull(written);
      if (rate === null) say(['rates', code], NOT_A_RATE);
      else read.push([code, rate]);
    }
    if (base !== 'USD' && rates['USD'] === undefined) say(['rates'], NO_USD);
  }
  if (problems.length > 0)
    throw new RatesError(
      problems.map(({ path, message, position = START }) => ({
        position,
        message: `${path} ${message}`.trim(),
      })),
    );
  return buildTable(date, base, read);
}

function fromXml(text: string): RateTable {
  const parser = sax.parser(true);
  const rates: [string, string][] = [];
  const faults: RatesFault[] = [];
  const say = (message: string) =>
    faults.push({ position: { line: parser.line + 1, column: parser.column + 1 }, message });
  let date = '';
  let days = 0;
  let hasUsd = false;
  parser.onopentag = ({ attributes: { time, currency, rate: written } }) => {
    // The history file has many days, newest first. Only the newest day is read.
    if (typeof time === 'string') days += 1;
    if (typeof time === 'string' && days === 1) {
      date = time;
      if (!isDay(time)) say(`"time" ${NOT_A_DAY}`);
    }
    if (days !== 1 || typeof currency !== 'string' || typeof written !== 'string') return;
    if (!isCurrency(currency)) say(`${JSON.stringify(currency)} ${NOT_A_CURRENCY}`);
    if (currency === 'USD') hasUsd = true;
    const rate = rateOrNull(written);
    if (rate === null) say(`the rate of ${JSON.stringify(currency)} ${NOT_A_RATE}`);
    else rates.push([currency, rate]);
  };
  parser.onerror = () => {
    say('this is not valid XML');
    throw new RatesError(faults);
  };
  parser.write(text).close();
  if (date === '') say('no element has a "time" with the day of the rates');
  else if (!hasUsd) say(`the rates of ${date} ${NO_USD}`);
  if (faults.length > 0) throw new RatesError(faults);
  return buildTable(date, 'EUR', rates);
}

/** `rates` are units of a currency for one unit of the base, as the ECB publishes them. Both readers require USD. */
function buildTable(date: string, base: string, rates: readonly (readonly [string, string])[]): RateTable {
  const perBase = new Map<string, string>([...rates, [base, '1']]);
  const usd = perBase.get('USD')!;
  return { date, usdFor: new Map([...perBase].map(([code, rate]) => [code, divide(usd, rate)])) };
}

/** With ten digits, amounts up to ten million dollars are exact to the cent. */
const DIGITS_MIN = 10;

/** a ÷ b for plain decimal strings, rounded half up. It has at least ten decimals and ten significant digits. */
export function divide(a: string, b: string): string {
  const top = parts(a);
  const bottom = parts(b);
  const numerator = top.digits * 10n ** BigInt(bottom.scale);
  const denominator = bottom.digits * 10n ** BigInt(top.scale);
  // 1 ÷ 26000 has only six significant digits in ten decimals (0.0000384615), so it gets four more.
  let decimals = DIGITS_MIN;
  const digitsNow = () => String((numerator * 10n ** BigInt(decimals)) / denominator).length;
  while (digitsNow() < DIGITS_MIN) decimals++;
  const scaled = (numerator * 10n ** BigInt(decimals) * 2n + denominator) / (denominator * 2n);
  const text = scaled.toString().padStart(decimals + 1, '0');
  const fraction = text.slice(-decimals).replace(/0+$/, '');
  const whole = text.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The rate as a plain decimal string, also of a number that JavaScript writes as 5e-7. */
function rateOrNull(written: unknown): string | null {
  const decimal = decimalOrNull(written);
  return decimal === null || Number(decimal) < RATE_MIN ? null : decimal;
}

function parts(decimal: string): { digits: bigint; scale: number } {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

/** One plan into the columns: every number checked against the width of its column, nothing cut silently. */
import { FACT, NONE } from '../domain/columns.ts';
import {
  AFTER_CAP,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  type Facts,
  type Plan,
  PRICE_BASES,
  RESET_RULES,
  SCOPES,
  TAX,
  type ThreeState,
} from '../domain/plan.ts';
import { MarketError } from './catalogue.ts';
import { namedText } from './head.ts';
import type { RowColumns } from './layout.ts';

export const BYTES_PER_MEGABYTE = 1_000_000;

/** 0 false, 1 true, 2 not stated. */
const threeState = (value: ThreeState): number => (value === null ? 2 : Number(value));

const FACT_NAMES = Object.keys(FACT) as (keyof typeof FACT)[];

function whole(value: number, max: number, what: string): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new MarketError(`${what} is ${value}, which no snapshot can hold`);
}

const u32 = (value: number | null, what: string) => (value === null ? NONE : whole(value, NONE - 1, what));

function oneOf<T>(list: readonly T[], value: T, what: string): number {
  const index = list.indexOf(value);
  if (index < 0) throw new MarketError(`${what} has no meaning: ${String(value)}`);
  return index;
}

function factBits(facts: Facts, roaming: ThreeState): { known: number; yes: number } {
  let known = 0;
  let yes = 0;
  for (const name of FACT_NAMES) {
    const value = name === 'roaming' ? roaming : facts[name];
    if (value !== null) known |= FACT[name];
    if (value === true) yes |= FACT[name];
  }
  return { known, yes };
}

/** Numbers of what is kept in other tables. */
export interface RowReferences {
  readonly provider: number;
  readonly coverage: number;
  string(text: string): number;
}

/** A link's head goes up to its last slash. */
export const linkHeadLength = (link: string): number => link.lastIndexOf('/') + 1;

/** Throws MarketError; the caller adds which plan it was. */
export function encodeRow(columns: RowColumns, row: number, plan: Plan, references: RowReferences): void {
  const { allowance, coverage, price, validity } = plan;
  if (price.basis === 'wholesale') throw new MarketError('a wholesale price is never published');
  const optional = (text: string | null) => (text === null ? NONE : references.string(text));
  const split = (bytes: number | null, what: string) => {
    if (bytes === null) return { megabytes: NONE, remainder: 0 };
    whole(bytes, Number.MAX_SAFE_INTEGER, what);
    const megabytes = Math.floor(bytes / BYTES_PER_MEGABYTE);
    return { megabytes: u32(megabytes, what), remainder: bytes % BYTES_PER_MEGABYTE };
  };

  columns.provider[row] = references.provider;
  columns.usdCents[row] = u32(price.usdCents, 'price in cents');
  columns.promoUsdCents[row] = u32(price.promoUsdCents, 'promotional price in cents');
  columns.model[row] = oneOf(ALLOWANCE_MODELS, allowance.model, 'allowance model');
  const amount = split(allowance.bytes, 'data');
  columns.megabytes[row] = amount.megabytes;
  columns.byteRemainder[row] = amount.remainder;
  columns.periodDays[row] = u32(allowance.periodDays, 'days of a period');
  const fullSpeed = split(allowance.fullSpeedBytesPerDay, 'full-speed data');
  columns.fullSpeedMbPerDay[row] = fullSpeed.megabytes;
  columns.fullSpeedByteRemainder[row] = fullSpeed.remainder;
  columns.uncapped[row] = threeState(allowance.uncapped);
  columns.afterCap[row] = oneOf(AFTER_CAP, allowance.afterCap, 'after the cap');
  columns.throttleKbps[row] = u32(allowance.throttleKbps, 'throttled speed');
  columns.maxKbps[row] = u32(allowance.maxKbps, 'top speed');
  columns.reset[row] = oneOf(RESET_RULES, allowance.reset, 'reset rule');
  columns.validityDays[row] = u32(validity.days, 'days');
  columns.soldPerDay[row] = Number(validity.soldPerDay);
  columns.starts[row] = oneOf(CLOCK_STARTS, validity.starts, 'start of validity');
  columns.installWithinDays[row] = u32(validity.installWithinDays, 'days to install');
  columns.breakout[row] = oneOf(BREAKOUTS, coverage.breakout, 'breakout');
  columns.scope[row] = oneOf(SCOPES, coverage.scope, 'scope');
  columns.countriesCovered[row] = coverage.destinations.length;
  const facts = factBits(plan.facts, coverage.roaming);
  columns.factsKnown[row] = facts.known;
  columns.factsTrue[row] = facts.yes;
  columns.basis[row] = oneOf(PRICE_BASES, price.basis, 'price basis');
  columns.tax[row] = oneOf(TAX, price.tax, 'tax');
  columns.converted[row] = price.rate === null ? 0 : 1;
  columns.minor[row] = whole(price.minor, Number.MAX_SAFE_INTEGER, 'price');
  columns.currencyString[row] = references.string(price.currency);
  columns.rateString[row] = optional(price.rate);
  columns.rateDateString[row] = optional(price.rateDate);
  columns.sourceString[row] = references.string(plan.source);
  columns.nameString[row] = references.string(plan.name);
  columns.namedString[row] = optional(namedText(plan.named));
  columns.linkHeadString[row] = references.string(plan.link.slice(0, linkHeadLength(plan.link)));
  columns.coverage[row] = references.coverage;
}

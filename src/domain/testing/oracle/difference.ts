/** Describes the first difference of two rankings of one trip in one line, with the rule that it belongs to. */
import type { Candidate, OracleLists } from './oracle.ts';

export interface Figures {
  readonly key: string;
  readonly copies: number;
  readonly meets: boolean;
  readonly missingDays: number;
  readonly missingMb: number;
  /** null: uncapped or not stated. */
  readonly fullSpeedMb: number | null;
  readonly atFullSpeedAlone: boolean;
  readonly listCents: number;
  readonly cents: number;
  readonly couponId: string | null;
  readonly comparableCents: number;
  /** "percent% = cents" by row of the table. */
  readonly drawbacks: Readonly<Record<string, string>>;
}

type ListName = 'recommended' | 'cheapest' | 'fastest';

/** The values that are compared. */
export interface Compared {
  readonly lists: Readonly<Record<ListName, readonly Figures[]>>;
  readonly plans: number;
  readonly meetTheNeed: number;
}

const NAMES: readonly ListName[] = ['recommended', 'cheapest', 'fastest'];

export const drawbackText = (percent: number, cents: number): string => `${percent}% = ${cents} cents`;

function figuresOf({ drawbacks, ...candidate }: Candidate): Figures {
  const texts = drawbacks.map(({ row, percent, cents }) => [row, drawbackText(percent, cents)]);
  const { fullSpeedMb } = candidate;
  return {
    ...candidate,
    couponId: candidate.coupon?.id ?? null,
    fullSpeedMb: fullSpeedMb === Number.POSITIVE_INFINITY ? null : fullSpeedMb,
    drawbacks: Object.fromEntries(texts),
  };
}

export function oracleFigures({ recommended, cheapest, fastest, considered }: OracleLists): Compared {
  return {
    lists: {
      recommended: recommended.map(figuresOf),
      cheapest: cheapest.map(figuresOf),
      fastest: fastest.map(figuresOf),
    },
    plans: considered.plans,
    meetTheNeed: considered.meetTheNeed,
  };
}

/** In the order of computation, each with its rule. */
const RULES = [
  ['copies', 'rule 2, copies'],
  ['missingDays', 'rule 2, days'],
  ['fullSpeedMb', 'rule 2, full-speed data'],
  ['missingMb', 'rule 2 or 3, missing data'],
  ['meets', 'rule 3, meeting the need'],
  ['atFullSpeedAlone', 'rule 3, at full speed alone'],
  ['listCents', 'rule 4, list price'],
  ['cents', 'rule 4, price with a coupon'],
  ['couponId', 'rule 4, which coupon'],
] as const;

function differenceOf(expected: Figures, found: Figures): string | null {
  for (const [field, rule] of RULES) {
    if (expected[field] !== found[field]) {
      return `${expected.key}, ${rule}: ${expected[field]} expected, ${found[field]} found`;
    }
  }
  for (const row of new Set([...Object.keys(expected.drawbacks), ...Object.keys(found.drawbacks)])) {
    const [should, does] = [expected.drawbacks[row] ?? 'none', found.drawbacks[row] ?? 'none'];
    if (should !== does) return `${expected.key}, rule 5, row ${row}: ${should} expected, ${does} found`;
  }
  if (expected.comparableCents === found.comparableCents) return null;
  return `${expected.key}, rule 5, comparable price: ${expected.comparableCents} expected, ${found.comparableCents} found`;
}

/** null if they are equal. */
export function firstDifference(expected: Compared, found: Compared): string | null {
  const lists = differenceOfLists(expected.lists, found.lists);
  if (lists !== null) return lists;
  for (const count of ['plans', 'meetTheNeed'] as const) {
    if (expected[count] !== found[count]) {
      return `considered, ${count}: ${expected[count]} expected, ${found[count]} found`;
    }
  }
  return null;
}

function differenceOfLists(expected: Compared['lists'], found: Compared['lists']): string | null {
  for (const name of NAMES) {
    for (const should of expected[name]) {
      const does = found[name].find(({ key }) => key === should.key);
      const difference = does === undefined ? null : differenceOf(should, does);
      if (difference !== null) return difference;
    }
  }
  for (const name of NAMES) {
    const keys = [expected[name], found[name]].map((list) => list.map(({ key }) => key));
    const [should, does] = keys as [string[], string[]];
    const missing = should.find((key) => !does.includes(key));
    const surplus = does.find((key) => !should.includes(key));
    if (missing !== undefined && (surplus === undefined || does.length < should.length)) {
      return `${name}, rule 7, left out: ${missing} is missing at place ${should.indexOf(missing) + 1}`;
    }
    if (surplus !== undefined && does.length > should.length) {
      return `${name}, rule 7, left out: ${surplus} stands at place ${does.indexOf(surplus) + 1}`;
    }
    const place = should.findIndex((key, index) => key !== does[index]);
    if (place >= 0) {
      return `${name}, rule 6 or 7, order: place ${place + 1} is ${does[place]} instead of ${should[place]}`;
    }
  }
  return null;
}

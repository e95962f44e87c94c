/** Whether a source's new rows may replace its last good ones. Each rule names what it saw, for the operator. */

/** What is remembered of the last run that went into the catalogue. */
export interface LastGood {
  readonly at: number;
  readonly plans: number;
  readonly medianUsdCents: number;
  /** In a source of many providers, the same of each. */
  readonly byProvider?: Readonly<Record<string, LastGood>>;
}

export interface RunFigures {
  readonly plans: number;
  readonly medianUsdCents: number | null;
  /** What the price checks say of the run as a whole. */
  readonly suspicion: string | null;
  /** Why most refused rows were refused; null where none was. */
  readonly refusals: string | null;
}

export const GUARD_CODES = ['short', 'halved', 'median_moved', 'suspicious', 'rolled_back'] as const;
export type GuardCode = (typeof GUARD_CODES)[number];

export interface Objection {
  readonly code: GuardCode;
  readonly message: string;
}

const SHRUNK_SHARE = 0.5;
/** Flash sales move single prices by 30%; a median that moves by more is a changed unit or currency. */
const MEDIAN_MOVE = 0.4;

/** Null: let it through. `accepted`: the operator has said that the next change is real. `hold`: its feed was rolled back. */
export function objectionTo(
  run: RunFigures,
  last: LastGood | null,
  minimumRows: number,
  accepted: boolean,
  hold: { readonly left: number } | null = null,
): Objection | null {
  if (hold !== null && !accepted)
    return {
      code: 'rolled_back',
      message: `edition ${hold.left} was rolled back: its feed waits until esim accept says that it is right`,
    };
  if (run.suspicion !== null && !accepted) return { code: 'suspicious', message: run.suspicion };
  // Nothing at all is never a market, whatever the operator accepts.
  if (run.plans === 0 || run.medianUsdCents === null)
    return { code: 'short', message: `no usable plan in the feed${because(run.refusals)}` };
  if (accepted) return null;
  if (run.plans < minimumRows)
    return {
      code: 'short',
      message: `${run.plans} plans, at least ${minimumRows} expected${because(run.refusals)}`,
    };
  if (last === null) return null;
  if (run.plans < last.plans * SHRUNK_SHARE)
    return { code: 'halved', message: `${run.plans} plans, ${last.plans} last time` };
  const move = (run.medianUsdCents - last.medianUsdCents) / Math.max(last.medianUsdCents, 1);
  if (Math.abs(move) >= MEDIAN_MOVE)
    return {
      code: 'median_moved',
      message: `median price ${dollars(run.medianUsdCents)}, ${dollars(last.medianUsdCents)} last time`,
    };
  return null;
}

/**
 * In a source of many providers each is judged by itself: one provider's bad day does not hold the others, and does not
 * slip through among them. One that is gone has shrunk by more than half. `figures`: of those that the feed has now.
 */
export function objectionsByProvider(
  figures: ReadonlyMap<string, RunFigures>,
  last: LastGood | null,
  accepted: boolean,
): ReadonlyMap<string, Objection> {
  const objections = new Map<string, Objection>();
  const before = last?.byProvider ?? {};
  for (const provider of new Set([...figures.keys(), ...Object.keys(before)])) {
    const own = figures.get(provider);
    const known = before[provider] ?? null;
    const objection =
      own === undefined
        ? { code: 'halved' as const, message: `no plan, ${known?.plans ?? 0} last time` }
        : objectionTo(own, known, 1, accepted);
    if (objection !== null && !(own === undefined && accepted)) objections.set(provider, objection);
  }
  return objections;
}

const because = (refusals: string | null): string => (refusals === null ? '' : `: ${refusals}`);

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** Whether the new plans of a source may replace its last good ones. Each check names what it found, for the operator. */
import { dollars } from '../parse/money.ts';
import type { LastGood, RunProblem } from '../types.ts';

export interface RunFigures {
  readonly plans: number;
  readonly medianUsdCents: number | null;
  /** What the price checks say of the run as a whole. */
  readonly suspicion: string | null;
  /** The most common reason of rejected rows. null if no row was rejected. */
  readonly rejections: string | null;
}

const SHRUNK_SHARE = 0.5;
/** Flash sales move single prices by 30%. A median that moves by more is a changed unit or currency. */
const MEDIAN_MOVE = 0.4;

/** null: no objection. `accepted`: the operator confirmed the next change. `hold`: its feed was rolled back. */
export function checkSource(
  run: RunFigures,
  last: LastGood | null,
  minimumRows: number,
  accepted: boolean,
  hold: { readonly left: number } | null = null,
): RunProblem | null {
  if (hold !== null && !accepted)
    return {
      code: 'rolled_back',
      message: `edition ${hold.left} was rolled back: its feed waits until esim accept says that it is right`,
    };
  if (run.suspicion !== null && !accepted) return { code: 'suspicious', message: run.suspicion };
  const because = run.rejections === null ? '' : `: ${run.rejections}`;
  // A source without any plan is never published, even if the operator accepts it.
  if (run.plans === 0 || run.medianUsdCents === null)
    return { code: 'short', message: `no usable plan in the feed${because}` };
  if (accepted) return null;
  if (run.plans < minimumRows)
    return { code: 'short', message: `${run.plans} plans, at least ${minimumRows} expected${because}` };
  if (last === null) return null;
  if (run.plans < last.plans * SHRUNK_SHARE)
    return { code: 'halved', message: `${run.plans} plans, ${last.plans} last time` };
  const [now, then] = [run.medianUsdCents, last.medianUsdCents];
  if (Math.abs(now - then) / Math.max(then, 1) < MEDIAN_MOVE) return null;
  return { code: 'median_moved', message: `median price ${dollars(now)}, ${dollars(then)} last time` };
}

/**
 * Checks each provider of a shared source by itself. A bad day of one provider neither holds the others nor hides among
 * them. A provider that is gone has shrunk by more than half. `figures`: of the providers that the feed has now.
 */
export function checkProviders(
  figures: ReadonlyMap<string, RunFigures>,
  last: LastGood | null,
  accepted: boolean,
): ReadonlyMap<string, RunProblem> {
  const problems = new Map<string, RunProblem>();
  const before = last?.byProvider ?? {};
  for (const provider of new Set([...figures.keys(), ...Object.keys(before)])) {
    const own = figures.get(provider);
    const known = before[provider] ?? null;
    if (own === undefined && accepted) continue;
    const problem =
      own === undefined
        ? { code: 'halved', message: `no plan, ${known?.plans ?? 0} last time` }
        : checkSource(own, known, 1, accepted);
    if (problem !== null) problems.set(provider, problem);
  }
  return problems;
}

/** Decides whether a source, or which of its providers, may replace the last good plans. */
import { median } from '../../domain/median.ts';
import type { Plan } from '../../domain/plan.ts';
import type { DocumentStore } from '../../store/port.ts';
import type { SourceConfig } from '../config/load.ts';
import { isNextRunAccepted } from '../documents/acceptance.ts';
import { type HoldDocument, readHold } from '../documents/holds.ts';
import { type QuarantinedPlan, readQuarantine } from '../documents/quarantine.ts';
import type { LastGood, RunProblem } from '../documents/runs.ts';
import type { Candidate } from '../normalise/normalise.ts';
import type { CheckedRows, Suspect } from './check-rows.ts';
import { readHistory, type SourceHistory } from './history.ts';
import type { SetAside } from './plan-changes.ts';
import { renamedProviders } from './renamed-providers.ts';
import {
  changeSince,
  checkPlanCount,
  checkProviders,
  checkSource,
  type RunFigures,
} from './source-checks.ts';

/** What is stored about a source from earlier runs. */
export interface SourcePast {
  /** The figures that this run is compared with. null: the source was never published. */
  readonly lastFigures: LastGood | null;
  /** The operator wants this run to be published as it is (`esim accept`). */
  readonly isForced: boolean;
  /** null if the feed is not held because of a rollback. */
  readonly hold: HoldDocument | null;
  readonly history: SourceHistory;
  readonly quarantined: readonly QuarantinedPlan[];
}

export async function readPast(
  documents: DocumentStore,
  source: string,
  lastFigures: LastGood | null,
): Promise<SourcePast> {
  return {
    lastFigures,
    isForced: await isNextRunAccepted(documents, source),
    hold: await readHold(documents, source),
    history: await readHistory(documents, source),
    quarantined: (await readQuarantine(documents, source))?.plans ?? [],
  };
}

/** The source keeps its last good plans. */
interface HeldSource {
  readonly kind: 'held';
  readonly problem: RunProblem;
  readonly candidates: readonly Candidate[];
  readonly suspects: readonly Suspect[];
}

/** The plans of this run may be published, except those of `heldProviders`. */
export interface AcceptedSource {
  readonly kind: 'accepted';
  /** Providers that keep their last good plans, with the reason. */
  readonly heldProviders: ReadonlyMap<string, RunProblem>;
  /** Without those of the held providers. */
  readonly candidates: readonly Candidate[];
  readonly suspects: readonly Suspect[];
  readonly setAside: readonly SetAside[];
  /** In a source of many providers: the figures that the next run is compared with. */
  readonly byProvider: Readonly<Record<string, LastGood>> | null;
}

interface Run {
  readonly checked: CheckedRows;
  /** Plans with suspect prices are included, because their last good prices may be kept. */
  readonly plans: readonly Plan[];
  /** The most common reason of rejected rows. */
  readonly mainRejection: string | null;
  readonly past: SourcePast;
  /** The plans of the source that are served now. */
  readonly published: readonly Plan[];
  readonly minimumRows: number;
}

export function acceptSource(
  { provider, minimumRows }: Pick<SourceConfig, 'provider' | 'minimumRows'>,
  checked: CheckedRows,
  mainRejection: string | null,
  past: SourcePast,
  published: readonly Plan[],
): HeldSource | AcceptedSource {
  const { candidates, suspects, setAside } = checked;
  const doubtful = [...suspects, ...setAside].map(({ candidate }) => candidate);
  const plans = [...candidates, ...doubtful].map(({ plan }) => plan);
  const { hold, isForced } = past;
  if (hold !== null && !isForced) {
    const which = hold.rolledBackSerial === null ? 'a snapshot' : `snapshot ${hold.rolledBackSerial}`;
    const message = `${which} was rolled back, so its feed is held until you accept it`;
    return { kind: 'held', problem: { code: 'rolled_back', message }, candidates, suspects };
  }
  const run = { checked, plans, mainRejection, past, published, minimumRows };
  return provider === null ? acceptByProvider(run) : acceptWhole(run, provider);
}

/** A source of one provider. */
function acceptWhole(run: Run, provider: string): HeldSource | AcceptedSource {
  const { checked, plans, mainRejection, past, published, minimumRows } = run;
  const { candidates, suspects, setAside, priceFaults } = checked;
  const figures = figuresOf(plans, priceFaults.get(provider) ?? null, mainRejection, published);
  const problem = checkSource(figures, past.lastFigures, minimumRows, past.isForced);
  if (problem !== null) return { kind: 'held', problem, candidates, suspects };
  return { kind: 'accepted', heldProviders: new Map(), candidates, suspects, setAside, byProvider: null };
}

/** A source whose rows name their providers. Each provider is compared with its own past. */
function acceptByProvider(run: Run): HeldSource | AcceptedSource {
  const { checked, plans, mainRejection, past, published, minimumRows } = run;
  const { candidates, suspects, setAside, priceFaults } = checked;
  const { lastFigures, isForced } = past;
  const figures = figuresByProvider(plans, priceFaults, published);
  const renamed = isForced ? [] : renamedProviders(plans, published);
  const held = new Map([...checkProviders(figures, lastFigures, isForced), ...renamed]);
  const isEveryProviderHeld = figures.size > 0 && [...figures.keys()].every((id) => held.has(id));
  // The source as a whole is only checked for the number of its plans. Each provider has its own past.
  const problem =
    checkPlanCount({ plans: plans.length, mainRejection }, minimumRows, isForced) ??
    (isEveryProviderHeld ? heldProblem(held) : null);
  if (problem !== null) return { kind: 'held', problem, candidates, suspects };
  return {
    kind: 'accepted',
    heldProviders: held,
    candidates: candidates.filter(({ plan }) => !held.has(plan.provider)),
    suspects: suspects.filter(({ candidate }) => !held.has(candidate.plan.provider)),
    setAside: setAside.filter(({ candidate }) => !held.has(candidate.plan.provider)),
    byProvider: lastGoodByProvider(figures, held, lastFigures),
  };
}

export const medianPrice = (plans: readonly Plan[]): number | null =>
  median(plans.map(({ price }) => price.usdCents));

function figuresOf(
  plans: readonly Plan[],
  priceFault: string | null,
  mainRejection: string | null,
  published: readonly Plan[],
): RunFigures {
  const change = changeSince(published, plans);
  return { plans: plans.length, medianUsdCents: medianPrice(plans), priceFault, mainRejection, change };
}

function figuresByProvider(
  plans: readonly Plan[],
  priceFaults: ReadonlyMap<string, string>,
  published: readonly Plan[],
): ReadonlyMap<string, RunFigures> {
  const before = Map.groupBy(published, ({ provider }) => provider);
  const groups = [...Map.groupBy(plans, ({ provider }) => provider)];
  return new Map(
    groups.map(([id, own]) => [id, figuresOf(own, priceFaults.get(id) ?? null, null, before.get(id) ?? [])]),
  );
}

/** Providers that are held keep the figures that they were compared with. */
function lastGoodByProvider(
  figures: ReadonlyMap<string, RunFigures>,
  held: ReadonlyMap<string, RunProblem>,
  last: LastGood | null,
): Record<string, LastGood> {
  const figuresToKeep: Record<string, LastGood> = {};
  for (const provider of held.keys()) {
    const known = last?.byProvider?.[provider];
    if (known !== undefined) figuresToKeep[provider] = known;
  }
  for (const [provider, { plans, medianUsdCents }] of figures)
    if (!held.has(provider) && medianUsdCents !== null) figuresToKeep[provider] = { plans, medianUsdCents };
  return figuresToKeep;
}

/** A message names only the first providers, because a feed may have hundreds. */
const HELD_SHOWN = 5;

/** One problem for all held providers, with the code of the first. `held` is not empty. */
export function heldProblem(held: ReadonlyMap<string, RunProblem>): RunProblem {
  const shown = [...held].slice(0, HELD_SHOWN).map(([provider, { message }]) => `${provider}: ${message}`);
  const more = held.size > HELD_SHOWN ? `, and ${held.size - HELD_SHOWN} more providers` : '';
  const [first] = held.values();
  return { code: first!.code, message: `${shown.join('; ')}${more}` };
}

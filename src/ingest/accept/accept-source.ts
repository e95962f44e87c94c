/** Decides whether a source, or which of its providers, may replace the last good plans. */
import type { Plan } from '../../domain/plan.ts';
import type { DocumentStore } from '../../store/port.ts';
import type { SourceConfig } from '../config/load.ts';
import type { LastGood, QuarantinedPrice, RunProblem } from '../documents.ts';
import { isNextRunAccepted, readHold, readQuarantine } from '../documents.ts';
import type { Candidate } from '../normalise/normalise.ts';
import type { CheckedRows, Suspect } from './check-rows.ts';
import { readHistory, type SourceHistory } from './history.ts';
import { median } from './outliers.ts';
import { changeSince, checkProviders, checkSource, type RunFigures } from './source-checks.ts';

/** What is stored about a source from earlier runs. */
export interface SourcePast {
  readonly lastGood: LastGood | null;
  /** The operator accepts this run as it is. */
  readonly accepted: boolean;
  /** Set if the feed was rolled back. `left` is the serial of the snapshot that was rolled back. */
  readonly hold: { readonly left: number } | null;
  readonly history: SourceHistory;
  readonly quarantined: readonly QuarantinedPrice[];
}

export async function readPast(
  documents: DocumentStore,
  source: string,
  lastGood: LastGood | null,
): Promise<SourcePast> {
  return {
    lastGood,
    accepted: await isNextRunAccepted(documents, source),
    hold: await readHold(documents, source),
    history: await readHistory(documents, source),
    quarantined: (await readQuarantine(documents, source))?.plans ?? [],
  };
}

export interface AcceptedSource {
  /** Why the whole source keeps its last good plans. null if it is accepted, except for `heldProviders`. */
  readonly problem: RunProblem | null;
  /** Providers that keep their last good plans, with the reason. */
  readonly heldProviders: ReadonlyMap<string, RunProblem>;
  /** Without the candidates of held providers, unless the whole source is held. */
  readonly candidates: readonly Candidate[];
  readonly suspects: readonly Suspect[];
  /** In a source of many providers: the figures that the next run is compared with. */
  readonly byProvider: Readonly<Record<string, LastGood>> | null;
}

/** `rejections` is the most common reason of rejected rows. `published` has the plans that are served now. */
export function acceptSource(
  { provider, minimumRows }: Pick<SourceConfig, 'provider' | 'minimumRows'>,
  { candidates, suspects, suspicions }: CheckedRows,
  rejections: string | null,
  { lastGood, accepted, hold }: SourcePast,
  published: readonly Plan[],
): AcceptedSource {
  const hasMany = provider === null;
  // Plans with suspect prices count too, because their last good prices may be kept.
  const plans = [...candidates, ...suspects.map(({ candidate }) => candidate)].map(({ plan }) => plan);
  const suspicion = hasMany ? null : ([...suspicions.values()][0] ?? null);
  const figures = hasMany ? figuresByProvider(plans, suspicions, published) : new Map<string, RunFigures>();
  const held = hasMany ? checkProviders(figures, lastGood, accepted) : new Map<string, RunProblem>();
  const isAllHeld = hasMany && figures.size > 0 && [...figures.keys()].every((id) => held.has(id));
  const whole = figuresOf(plans, suspicion, rejections, hasMany ? [] : published);
  const problem =
    checkSource(whole, hasMany ? null : lastGood, minimumRows, accepted, hold) ??
    (isAllHeld ? heldProblem(held) : null);
  const isAccepted = ({ plan }: Candidate) => !held.has(plan.provider);
  return {
    problem,
    heldProviders: held,
    candidates: problem !== null ? candidates : candidates.filter(isAccepted),
    suspects: problem !== null ? suspects : suspects.filter(({ candidate }) => isAccepted(candidate)),
    byProvider: hasMany ? lastGoodByProvider(figures, held, lastGood) : null,
  };
}

export const medianPrice = (plans: readonly Plan[]): number | null =>
  median(plans.map(({ price }) => price.usdCents));

function figuresOf(
  plans: readonly Plan[],
  suspicion: string | null,
  rejections: string | null,
  published: readonly Plan[],
): RunFigures {
  const change = changeSince(published, plans);
  return { plans: plans.length, medianUsdCents: medianPrice(plans), suspicion, rejections, change };
}

function figuresByProvider(
  plans: readonly Plan[],
  suspicions: ReadonlyMap<string, string>,
  published: readonly Plan[],
): ReadonlyMap<string, RunFigures> {
  const before = Map.groupBy(published, ({ provider }) => provider);
  const byProvider = [...Map.groupBy(plans, ({ provider }) => provider)];
  return new Map(
    byProvider.map(([id, own]) => [
      id,
      figuresOf(own, suspicions.get(id) ?? null, null, before.get(id) ?? []),
    ]),
  );
}

/** Providers that are held keep the figures that they were compared with. */
function lastGoodByProvider(
  figures: ReadonlyMap<string, RunFigures>,
  held: ReadonlyMap<string, RunProblem>,
  last: LastGood | null,
): Record<string, LastGood> {
  const good: Record<string, LastGood> = {};
  for (const provider of held.keys()) {
    const known = last?.byProvider?.[provider];
    if (known !== undefined) good[provider] = known;
  }
  for (const [provider, { plans, medianUsdCents }] of figures)
    if (!held.has(provider) && medianUsdCents !== null) good[provider] = { plans, medianUsdCents };
  return good;
}

/** A message names only the first providers, because a feed may have hundreds. */
const HELD_SHOWN = 5;

export function heldProblem(held: ReadonlyMap<string, RunProblem>): RunProblem {
  const shown = [...held].slice(0, HELD_SHOWN).map(([provider, { message }]) => `${provider}: ${message}`);
  const more = held.size > HELD_SHOWN ? `, and ${held.size - HELD_SHOWN} more providers` : '';
  const [first] = held.values();
  return { code: first?.code ?? 'suspicious', message: `${shown.join('; ')}${more}` };
}

/** What a source's rows may become: held back as a whole, provider by provider, or price by price; or published. */
import type { ObservedPlans } from '../../catalogue/catalogue.ts';
import type { Plan } from '../../domain/plan.ts';
import type { DocumentStore } from '../../store/port.ts';
import type { ProviderConfig, SourceConfig } from '../config/load.ts';
import {
  isNextRunAccepted,
  type RejectedRow,
  type RunCounts,
  type RunProblem,
  type RunRecord,
  readHistory,
  readHold,
  readWithheld,
  type ValidatorsDocument,
} from '../documents.ts';
import type { SourceResult } from '../run/merge.ts';
import { digestOfPlans } from '../run/published.ts';
import type { SourceRead } from '../run/read-source.ts';
import type { RejectLog } from '../run/record.ts';
import { encodeHistory, recordRun } from './history.ts';
import type { Offer, Verdict, WithheldPlan } from './quarantine.ts';
import {
  type LastGood,
  median,
  type Objection,
  objectionsByProvider,
  objectionTo,
  type RunFigures,
} from './source-checks.ts';

export interface SourceAttempt {
  readonly result: SourceResult;
  readonly problem: RunProblem | null;
  readonly retryAfterMs: number | null;
  /** null where the feed was not read again. */
  readonly counts: RunCounts | null;
  readonly rejects: readonly RejectedRow[];
  readonly medianUsdCents: number | null;
  /** To be written where the run is good and they changed. */
  readonly history: Uint8Array | null;
  readonly validators: ValidatorsDocument | null;
  /** Prices that are held back; null where the feed was not read again. */
  readonly withheld: readonly WithheldPlan[] | null;
  /** In a source of many providers: the figures of each, for the next run to be compared with. */
  readonly byProvider?: NonNullable<LastGood['byProvider']>;
}

/** A source whose rows may be published once their prices were compared with the market's. */
export interface PendingSource {
  readonly offer: Offer;
  /** Some of its providers keep their last good plans. */
  readonly keepsSome: boolean;
  /** `lastGood`: what the catalogue holds of this source now. */
  readonly settle: (verdict: Verdict, lastGood: ObservedPlans) => SourceAttempt;
}

export const EMPTY: SourceAttempt = {
  result: { kind: 'failed' },
  problem: null,
  retryAfterMs: null,
  counts: null,
  rejects: [],
  medianUsdCents: null,
  history: null,
  validators: null,
  withheld: null,
};

interface Found {
  readonly read: SourceRead;
  readonly rejects: RejectLog;
  /** Those that were made from rows. */
  readonly providers: readonly ProviderConfig[];
}

interface Memory {
  readonly documents: DocumentStore;
  readonly record: RunRecord | null;
  readonly now: number;
}

type Answer = Pick<ValidatorsDocument, 'fingerprint' | 'validators'>;

export async function judge(
  source: SourceConfig,
  { documents, record, now }: Memory,
  found: Found,
  answer: Answer,
): Promise<SourceAttempt | PendingSource> {
  const { read, rejects } = found;
  // Doubted prices count too: their last good ones may stay in their place.
  const all = [...read.candidates, ...read.doubted.map(({ candidate }) => candidate)].map(({ plan }) => plan);
  const accepted = await isNextRunAccepted(documents, source.id);
  const isMany = source.provider === null;
  const suspicion = isMany ? undefined : [...read.suspicions.values()][0];
  const figures = figuresOf(all, suspicion, rejects.commonest());
  const lastGood = record?.lastGood ?? null;
  const hold = await readHold(documents, source.id);
  const own = isMany ? figuresByProvider(all, read.suspicions) : new Map<string, RunFigures>();
  const held = isMany ? objectionsByProvider(own, lastGood, accepted) : new Map<string, Objection>();
  const isAllHeld = isMany && own.size > 0 && [...own.keys()].every((provider) => held.has(provider));
  const objection =
    objectionTo(figures, isMany ? null : lastGood, source.minimumRows, accepted, hold) ??
    (isAllHeld ? heldProblem(held) : null);
  if (objection !== null) {
    for (const { ref, reason, detail } of read.doubted) rejects.add(ref, reason, detail);
    const counts = countsOf(read, rejects, read.candidates.length, 0);
    return { ...EMPTY, problem: objection, counts, rejects: rejects.rows };
  }
  const history = await readHistory(documents, source.id);
  const before = (await readWithheld(documents, source.id))?.plans ?? [];
  const isFree = ({ provider }: Plan) => !held.has(provider);
  return {
    keepsSome: held.size > 0,
    offer: {
      candidates: held.size === 0 ? read.candidates : read.candidates.filter(({ plan }) => isFree(plan)),
      doubted: read.doubted.filter(({ candidate }) => isFree(candidate.plan)),
      history,
      before: new Map(before.map((row) => [row.plan, row])),
      accepted,
    },
    settle: ({ published, withheld: odd, refused }, last) => {
      for (const { ref, reason, detail } of refused) rejects.add(ref, reason, detail);
      const ids = new Set(odd.map(({ plan }) => plan));
      const kept = keptOf(last, (plan) => ids.has(plan.id) || !isFree(plan));
      // What is held back of a provider that is held as a whole stays so.
      const stays = new Set(kept.flatMap(({ plan }) => (isFree(plan) ? [] : [plan.id])));
      const withheld = [...odd, ...before.filter(({ plan }) => stays.has(plan))];
      const counts = countsOf(read, rejects, published.length, withheld.length);
      const recorded = recordRun(history, published, now, new Set(kept.map(({ plan }) => plan.id)));
      const plans = [...published.map(({ plan }) => plan), ...kept.map(({ plan }) => plan)];
      const done = { counts, rejects: rejects.rows, withheld };
      if (plans.length === 0) return { ...EMPTY, ...done, problem: nothingLeft(withheld, rejects) };
      const observations = [...recorded.observations, ...kept.map(({ observation }) => observation)];
      const isHeld = held.size > 0;
      return {
        ...EMPTY,
        ...done,
        problem: isHeld ? heldProblem(held) : null,
        result: { kind: 'fresh', plans, observations, providers: found.providers, isPartlyKept: isHeld },
        medianUsdCents: medianOf(plans),
        ...(isMany ? { byProvider: goodByProvider(own, held, lastGood, now) } : {}),
        history: recorded.changed ? encodeHistory(recorded.history) : null,
        // A feed of which something waits is read again, changed or not.
        validators: isHeld
          ? null
          : { ...answer, plansDigest: digestOfPlans(plans), goodUntil: firstEnd(published) },
      };
    },
  };
}

const medianOf = (plans: readonly Plan[]): number | null => median(plans.map(({ price }) => price.usdCents));

function figuresOf(
  plans: readonly Plan[],
  suspicion: string | undefined,
  refusals: string | null,
): RunFigures {
  return { plans: plans.length, medianUsdCents: medianOf(plans), suspicion: suspicion ?? null, refusals };
}

function figuresByProvider(
  plans: readonly Plan[],
  suspicions: ReadonlyMap<string, string>,
): ReadonlyMap<string, RunFigures> {
  const byProvider = [...Map.groupBy(plans, ({ provider }) => provider)];
  return new Map(byProvider.map(([id, own]) => [id, figuresOf(own, suspicions.get(id), null)]));
}

/** Those that are held keep the figures that they were compared with. */
function goodByProvider(
  figures: ReadonlyMap<string, RunFigures>,
  held: ReadonlyMap<string, Objection>,
  last: LastGood | null,
  now: number,
): Record<string, LastGood> {
  const good: Record<string, LastGood> = {};
  for (const provider of held.keys()) {
    const known = last?.byProvider?.[provider];
    if (known !== undefined) good[provider] = known;
  }
  for (const [provider, { plans, medianUsdCents }] of figures)
    if (!held.has(provider) && medianUsdCents !== null) good[provider] = { at: now, plans, medianUsdCents };
  return good;
}

/** Shown in full for the first few; a feed may have hundreds. */
const HELD_SHOWN = 5;

function heldProblem(held: ReadonlyMap<string, Objection>): RunProblem {
  const shown = [...held].slice(0, HELD_SHOWN).map(([provider, { message }]) => `${provider}: ${message}`);
  const more = held.size > HELD_SHOWN ? `, and ${held.size - HELD_SHOWN} more providers` : '';
  const [first] = held.values();
  return { code: first?.code ?? 'suspicious', message: `${shown.join('; ')}${more}` };
}

function keptOf({ plans, observations }: ObservedPlans, stays: (plan: Plan) => boolean) {
  return plans.flatMap((plan, index) => {
    const observation = observations[index];
    return stays(plan) && observation !== undefined ? [{ plan, observation }] : [];
  });
}

function nothingLeft([first, ...others]: readonly WithheldPlan[], rejects: RejectLog): RunProblem {
  if (first === undefined)
    return { code: 'short', message: `no usable plan in the feed: ${rejects.commonest() ?? ''}` };
  const message = `all ${others.length + 1} prices are held back, the first: ${first.name}, ${first.detail}`;
  return { code: 'withheld', message };
}

function firstEnd(published: Verdict['published']): number | null {
  const ends = published.map(({ expiresAt }) => expiresAt).filter((at) => at !== null);
  return ends.reduce<number | null>((first, at) => (first === null || at < first ? at : first), null);
}

function countsOf(
  { rows, droppedPlaces }: SourceRead,
  { total: rejected, byReason }: RejectLog,
  plans: number,
  withheld: number,
): RunCounts {
  return { rows, plans, rejected, byReason, withheld, droppedPlaces };
}

/** One source, from the question to a verdict. Whatever goes wrong ends here as a problem with a name. */
import { hash } from 'node:crypto';
import type { ObservedPlans } from '../catalogue/market.ts';
import type { Plan } from '../domain/plan.ts';
import { type DocumentStore, StoreError } from '../store/port.ts';
import { FeedError, type FeedPage } from './adapter.ts';
import type { ProviderConfig, SourceConfig } from './config/load.ts';
import { createCredentials, type Environment, MissingCredential } from './credentials.ts';
import { type CurrentMarket, digestOfPlans } from './current.ts';
import { FeedUnchanged, FetchFault } from './fetch/fault.ts';
import { createFeedClient, type FeedClient, type FeedClientOptions } from './fetch.ts';
import { objectionTo } from './guards.ts';
import { encodeHistory, recordRun } from './history.ts';
import { LeaseLost } from './lease.ts';
import type { SourceResult } from './merge.ts';
import { createNormaliser } from './normalise.ts';
import { createRejectLog, type RejectLog } from './outcome.ts';
import { median } from './outliers.ts';
import type { Overrides } from './overrides.ts';
import { createPlaceResolver } from './places.ts';
import { RatesUnusable, type RunRates } from './price.ts';
import { type Progress, readSource, type SourceRead } from './read-source.ts';
import {
  isNextRunAccepted,
  type RejectedRow,
  type RunCounts,
  type RunProblem,
  type RunRecord,
  readHistory,
  readHold,
  readValidators,
  readWithheld,
  type ValidatorsDocument,
} from './records.ts';
import { createRowProviders } from './row-providers.ts';
import type { Offer, Verdict, WithheldPlan } from './withhold.ts';

/** Raised when a change of our own rules makes an unchanged feed worth reading again. */
const RULES_VERSION = 2;

export interface SourceTools {
  readonly providers: readonly ProviderConfig[];
  readonly overrides: Overrides;
  readonly rates: RunRates;
  /** What is served now; loaded when somebody asks. */
  readonly current: () => Promise<CurrentMarket>;
  readonly documents: DocumentStore;
  readonly record: RunRecord | null;
  readonly env: Environment;
  readonly now: number;
  readonly client: Omit<FeedClientOptions, 'paceMs' | 'timeoutMs' | 'maxBytes' | 'validators' | 'onSecret'>;
  readonly checkLease: () => void;
  readonly onPage: (progress: Progress) => void;
  readonly onReject?: (row: RejectedRow) => void;
}

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
}

/** A source whose rows may be published once their prices were compared with the market's. */
export interface PendingSource {
  readonly offer: Offer;
  /** `lastGood`: what the catalogue holds of this source now. */
  readonly settle: (verdict: Verdict, lastGood: ObservedPlans) => SourceAttempt;
}

export async function runSource(
  source: SourceConfig,
  tools: SourceTools,
): Promise<SourceAttempt | PendingSource> {
  const credentials = createCredentials(source, tools.env);
  const rejects = createRejectLog(credentials.redact, tools.onReject);
  const fingerprint = fingerprintOf(source, tools);
  let client: FeedClient | null = null;
  try {
    client = createFeedClient({
      ...tools.client,
      paceMs: source.paceMs,
      timeoutMs: source.timeoutMs,
      maxBytes: source.maxBytes,
      validators: await usableValidators(source.id, fingerprint, tools),
      onSecret: credentials.learn,
    });
    const owners = createRowProviders(source, tools.providers);
    const normalise = createNormaliser({
      source: source.id,
      provider: source.provider ?? '',
      hosts: tools.providers.find(({ id }) => id === source.provider)?.hosts ?? [],
      ...(source.provider === null ? { providerOf: owners.of } : {}),
      correct: tools.overrides.correct,
      trackingLink: source.trackingLink,
      resolvePlace: createPlaceResolver(source.places),
      rates: tools.rates,
      currencyPreference: source.currencyPreference,
      leaks: credentials.leaks,
      now: tools.now,
    });
    const pages = pagesOf(source, client, credentials.credential, tools.client);
    const { onPage, checkLease } = tools;
    const read = await readSource(source, pages, { normalise, rejects, onPage, checkLease });
    return await judge(source, tools, read, rejects, fingerprint, client.validators(), owners.created());
  } catch (error) {
    if (error instanceof FeedUnchanged) {
      const history = await readHistory(tools.documents, source.id);
      return { ...EMPTY, result: { kind: 'unchanged', history } };
    }
    const { problem, retryAfterMs } = problemOf(error);
    const redacted = { ...problem, message: credentials.redact(problem.message) };
    return { ...EMPTY, problem: redacted, retryAfterMs, rejects: rejects.rows };
  } finally {
    client?.close();
  }
}

const EMPTY: SourceAttempt = {
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

function pagesOf(
  source: SourceConfig,
  client: FeedClient,
  credential: (role: string) => string,
  { clock, random }: SourceTools['client'],
): AsyncIterable<FeedPage> {
  if (source.pages !== undefined) return source.pages();
  const digits = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return source.adapter.fetch({
    options: source.options,
    credential,
    hasCredential: (role) => Object.hasOwn(source.credentials, role),
    request: client.request,
    now: clock,
    nonce: () => digits() + digits() + digits() + digits(),
  });
}

async function judge(
  source: SourceConfig,
  tools: SourceTools,
  read: SourceRead,
  rejects: RejectLog,
  fingerprint: string,
  validators: ValidatorsDocument['validators'],
  providers: readonly ProviderConfig[],
): Promise<SourceAttempt | PendingSource> {
  const { candidates, doubted, suspicion } = read;
  // Doubted prices count too: their last good ones may stay in their place.
  const all = [...candidates, ...doubted.map(({ candidate }) => candidate)].map(({ plan }) => plan);
  const accepted = await isNextRunAccepted(tools.documents, source.id);
  const refusals = rejects.commonest();
  const figures = { plans: all.length, medianUsdCents: medianOf(all), suspicion, refusals };
  const hold = await readHold(tools.documents, source.id);
  const objection = objectionTo(figures, tools.record?.lastGood ?? null, source.minimumRows, accepted, hold);
  if (objection !== null) {
    for (const { ref, reason, detail } of doubted) rejects.add(ref, reason, detail);
    const counts = countsOf(read, rejects, candidates.length, 0);
    return { ...EMPTY, problem: objection, counts, rejects: rejects.rows };
  }
  const history = await readHistory(tools.documents, source.id);
  const held = (await readWithheld(tools.documents, source.id))?.plans ?? [];
  const before = new Map(held.map((row) => [row.plan, row]));
  return {
    offer: { candidates, doubted, history, before, accepted },
    settle: ({ published, withheld, refused }, lastGood) => {
      for (const { ref, reason, detail } of refused) rejects.add(ref, reason, detail);
      const counts = countsOf(read, rejects, published.length, withheld.length);
      const ids = new Set(withheld.map(({ plan }) => plan));
      const kept = lastGood.plans.flatMap((plan, index) => {
        const observation = lastGood.observations[index];
        return ids.has(plan.id) && observation !== undefined ? [{ plan, observation }] : [];
      });
      const recorded = recordRun(history, published, tools.now, new Set(kept.map(({ plan }) => plan.id)));
      const plans = [...published.map(({ plan }) => plan), ...kept.map(({ plan }) => plan)];
      const done = { counts, rejects: rejects.rows, withheld };
      if (plans.length === 0) return { ...EMPTY, ...done, problem: nothingLeft(withheld, rejects) };
      const observations = [...recorded.observations, ...kept.map(({ observation }) => observation)];
      const ends = published.map(({ expiresAt }) => expiresAt).filter((at) => at !== null);
      return {
        ...EMPTY,
        ...done,
        result: { kind: 'fresh', plans, observations, providers },
        medianUsdCents: medianOf(plans),
        history: recorded.changed ? encodeHistory(recorded.history) : null,
        validators: {
          fingerprint,
          plansDigest: digestOfPlans(plans),
          goodUntil: ends.reduce<number | null>(
            (first, at) => (first === null || at < first ? at : first),
            null,
          ),
          validators,
        },
      };
    },
  };
}

function nothingLeft([first, ...others]: readonly WithheldPlan[], rejects: RejectLog): RunProblem {
  if (first === undefined)
    return { code: 'short', message: `no usable plan in the feed: ${rejects.commonest() ?? ''}` };
  const message = `all ${others.length + 1} prices are held back, the first: ${first.name}, ${first.detail}`;
  return { code: 'withheld', message };
}

const medianOf = (plans: readonly Plan[]): number | null => median(plans.map(({ price }) => price.usdCents));

function countsOf(
  { rows, droppedPlaces }: SourceRead,
  { total: rejected, byReason }: RejectLog,
  plans: number,
  withheld: number,
): RunCounts {
  return { rows, plans, rejected, byReason, withheld, droppedPlaces };
}

/** An unchanged feed means unchanged plans only under the same settings, rates and rules, and while they are served. */
async function usableValidators(
  source: string,
  fingerprint: string,
  { documents, current, now }: SourceTools,
): Promise<ValidatorsDocument['validators']> {
  // What is held back is looked at again in every run, until it is settled.
  if ((await readWithheld(documents, source)) !== null) return {};
  const stored = await readValidators(documents, source);
  if (stored === null || stored.fingerprint !== fingerprint) return {};
  if (stored.goodUntil !== null && stored.goodUntil <= now) return {};
  if (Object.keys(stored.validators).length === 0) return {};
  return (await current()).digestOf(source) === stored.plansDigest ? stored.validators : {};
}

function fingerprintOf(
  { adapter, options, provider, providers, trackingLink, places, currencyPreference }: SourceConfig,
  tools: SourceTools,
) {
  const files = tools.providers.filter(({ id }) => provider === null || id === provider);
  const { active } = tools.overrides;
  const owners = [provider, providers, trackingLink, files.map(({ id, hosts }) => [id, hosts]), active];
  const rates = tools.rates.table?.date ?? tools.rates.problem;
  const parts = [RULES_VERSION, adapter.id, options, owners, places, currencyPreference, rates];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

function problemOf(error: unknown): { problem: RunProblem; retryAfterMs: number | null } {
  const answered = error instanceof FeedError && error.status !== null ? { status: error.status } : {};
  if (error instanceof FetchFault)
    return {
      problem: { code: error.code, message: error.message, ...answered },
      retryAfterMs: error.retryAfterMs,
    };
  if (error instanceof FeedError && (error.status === 401 || error.status === 403)) {
    const code = error.status === 401 ? 'unauthorised' : 'forbidden';
    return { problem: { code, message: error.message, ...answered }, retryAfterMs: null };
  }
  const known: readonly [new (...args: never[]) => Error, string][] = [
    [FeedError, 'bad_feed'],
    [MissingCredential, 'missing_credential'],
    [RatesUnusable, 'old_rates'],
  ];
  for (const [kind, code] of known)
    if (error instanceof kind)
      return { problem: { code, message: error.message, ...answered }, retryAfterMs: null };
  // The store or the lease is gone: that ends the run of every source.
  if (error instanceof StoreError || error instanceof LeaseLost) throw error;
  // A fault of ours that only this feed brings out must not cost the others their run.
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
  return { problem: { code: 'internal', message: message.slice(0, 200) }, retryAfterMs: null };
}

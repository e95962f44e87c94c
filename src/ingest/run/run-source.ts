/** One source, from the question to a verdict. Whatever goes wrong ends here as a problem with a name. */
import { hash } from 'node:crypto';
import { type DocumentStore, StoreError } from '../../store/port.ts';
import { EMPTY, judge, type PendingSource, type SourceAttempt } from '../accept/accept-source.ts';
import type { ProviderConfig, SourceConfig } from '../config/load.ts';
import {
  type RejectedRow,
  type RunProblem,
  type RunRecord,
  readHistory,
  readValidators,
  readWithheld,
  type ValidatorsDocument,
} from '../documents.ts';
import { createNormaliser } from '../normalise/normalise.ts';
import type { Overrides } from '../normalise/overrides.ts';
import { RatesUnusable, type RunRates } from '../normalise/price.ts';
import { createRowProviders } from '../normalise/row-providers.ts';
import { createPlaceResolver } from '../parse/places.ts';
import { createFeedClient, type FeedClient, type FeedClientOptions } from '../read/client.ts';
import { createCredentials, type Environment, MissingCredential } from '../read/credentials.ts';
import { FeedUnchanged, FetchFault } from '../read/fault.ts';
import { FeedError, type FeedPage } from '../types.ts';
import { LeaseLost } from './lease.ts';
import type { CurrentMarket } from './published.ts';
import { type Progress, readSource } from './read-source.ts';
import { createRejectLog } from './record.ts';

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
    const found = { read, rejects, providers: owners.created() };
    return await judge(source, tools, found, { fingerprint, validators: client.validators() });
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
  // The store or the lease is gone: that ends the run of every source.
  if (error instanceof StoreError || error instanceof LeaseLost) throw error;
  const code = codeOf(error);
  if (code === null) {
    // A fault of ours that only this feed brings out must not cost the others their run.
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
    return { problem: { code: 'internal', message: message.slice(0, 200) }, retryAfterMs: null };
  }
  const { message } = error as Error;
  const status = error instanceof FeedError ? error.status : null;
  return {
    problem: { code, message, ...(status === null ? {} : { status }) },
    retryAfterMs: error instanceof FetchFault ? error.retryAfterMs : null,
  };
}

function codeOf(error: unknown): string | null {
  if (error instanceof FetchFault) return error.code;
  if (error instanceof FeedError)
    return error.status === 401 ? 'unauthorised' : error.status === 403 ? 'forbidden' : 'bad_feed';
  if (error instanceof MissingCredential) return 'missing_credential';
  return error instanceof RatesUnusable ? 'old_rates' : null;
}

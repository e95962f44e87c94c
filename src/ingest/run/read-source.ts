/** The read and normalise passes of one source. Errors of the source become a problem with a code. */

import type { Environment } from '../../operator-files/secrets.ts';
import { StoreError } from '../../store/port.ts';
import { FeedError } from '../adapter.ts';
import type { ProviderConfig, SourceConfig } from '../config/load.ts';
import type { RunProblem, RunRecord } from '../documents/runs.ts';
import { normaliseSource } from '../normalise/normalise-source.ts';
import type { Overrides } from '../normalise/overrides.ts';
import { RatesUnusable } from '../normalise/price.ts';
import { createRowProviders } from '../normalise/row-providers.ts';
import { createPlaceResolver } from '../parse/places.ts';
import { createFeedClient, type NetworkOptions } from '../read/client.ts';
import { createCredentials, MissingCredential } from '../read/credentials.ts';
import { FetchFault } from '../read/fault.ts';
import { type Parser, TooSlow } from '../read/parsing.ts';
import type { RunRates } from '../read/rates.ts';
import { readPages } from '../read/read-pages.ts';
import { LeaseLost } from './lease.ts';
import type { IngestEvent } from './report.ts';
import type { FailedRun, ReadRun } from './source-run.ts';

export interface ReadSourceDeps {
  readonly providers: readonly ProviderConfig[];
  readonly overrides: Overrides;
  readonly rates: RunRates;
  readonly records: ReadonlyMap<string, RunRecord | null>;
  readonly parser: Parser;
  readonly env: Environment;
  readonly clock: () => number;
  readonly random: () => number;
  readonly network: NetworkOptions;
  readonly now: number;
  /** Throws if the run must end. */
  readonly checkLease: () => void;
  readonly onEvent: (event: IngestEvent) => void;
  /** Reports every rejected row. */
  readonly explain: boolean;
}

export async function readSource(source: SourceConfig, deps: ReadSourceDeps): Promise<ReadRun | FailedRun> {
  const { id } = source;
  const { clock, onEvent } = deps;
  const began = clock();
  const credentials = createCredentials(source, deps.env);
  const before = deps.records.get(id) ?? null;
  const usualMs = before === null || before.failures > 0 ? null : before.durationMs;
  onEvent({ type: 'source_started', source: id, usualMs });
  let certificateUntil: number | null = null;
  const client = createFeedClient({
    ...deps.network,
    clock,
    random: deps.random,
    paceMs: source.paceMs,
    timeoutMs: source.timeoutMs,
    maxBytes: source.limits.bytes,
    onSecret: credentials.learn,
    onCertificate: (until) => {
      certificateUntil = Math.min(until, certificateUntil ?? until);
    },
    onRetry: (wait) => onEvent({ type: 'waiting', source: id, ...wait }),
  });
  const owners = createRowProviders(source, deps.providers);
  try {
    const pages = readPages(source, { ...deps, client, credentials });
    const settings = {
      source: id,
      provider: source.provider ?? '',
      hosts: deps.providers.find((one) => one.id === source.provider)?.hosts ?? [],
      ...(source.provider === null ? { providerOf: owners.of } : {}),
      correct: deps.overrides.correct,
      trackingLink: source.trackingLink,
      resolvePlace: createPlaceResolver(source.places),
      rates: deps.rates,
      shop: source.shop,
      currencyPreference: source.currencyPreference,
      leaks: credentials.leaks,
      now: deps.now,
    };
    const limits = { rows: source.limits.rows, maximumSeconds: source.maximumSeconds };
    const feed = await normaliseSource(pages, settings, deps.parser, limits, {
      redact: credentials.redact,
      onParsing: () => onEvent({ type: 'parsing', source: id }),
      onPage: (page, rows) => onEvent({ type: 'page', source: id, page, rows }),
      ...(deps.explain ? { onReject: (row) => onEvent({ type: 'reject', source: id, ...row }) } : {}),
    });
    onEvent({ type: 'source_read', source: id, problem: null });
    const durationMs = clock() - began;
    return { stage: 'read', source, durationMs, certificateUntil, feed, providers: owners.created() };
  } catch (error) {
    const found = problemOf(error);
    const problem = { ...found, message: credentials.redact(found.message) };
    const retryAfterMs = error instanceof FetchFault ? error.retryAfterMs : null;
    onEvent({ type: 'source_read', source: id, problem });
    const durationMs = clock() - began;
    return { stage: 'failed', source, durationMs, certificateUntil, problem, retryAfterMs };
  } finally {
    client.close();
  }
}

export function problemOf(error: unknown): RunProblem {
  // Without the store or the lease, the whole run ends.
  if (error instanceof StoreError || error instanceof LeaseLost) throw error;
  const code = codeOf(error);
  if (code === null) {
    // A defect in our code that only this feed reveals must not stop the other sources.
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
    return { code: 'internal', message: message.slice(0, 200) };
  }
  const { message } = error as Error;
  const status = error instanceof FeedError ? error.status : null;
  return { code, message, ...(status === null ? {} : { status }) };
}

/** null: an error that no feed should cause. */
function codeOf(error: unknown): string | null {
  if (error instanceof FetchFault) return error.code;
  if (error instanceof TooSlow) return 'too_slow';
  if (error instanceof FeedError) {
    if (error.status === 401) return 'unauthorised';
    if (error.status === 403) return 'forbidden';
    return 'bad_feed';
  }
  if (error instanceof MissingCredential) return 'missing_credential';
  if (error instanceof RatesUnusable) return 'old_rates';
  return null;
}

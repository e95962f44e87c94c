/**
 * Runs the whole ingest, from the feeds to a published catalogue. Any process may call `ingest` at any time. A lease
 * admits one run at a time, and the others return `busy`. The service calls `ingestInWorker`, so that its requests never
 * wait for a feed.
 */
import { publishChange } from '../../catalogue/publish.ts';
import type { Environment } from '../../operator-files/secrets.ts';
import type { Snapshot, SnapshotSummary, Store } from '../../store/port.ts';
import { writeHistory } from '../accept/history.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import { readHidden } from '../documents/hidden.ts';
import type { RunRecord } from '../documents/runs.ts';
import { writeAppliedSettings } from '../documents/settings.ts';
import type { RejectedRow } from '../draft.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { addRejected } from '../normalise/rejected-rows.ts';
import type { NetworkOptions } from '../read/client.ts';
import { destinationsOf, findEdits, publishAtOnce, type Scope, saveApplied } from './corrections.ts';
import { withoutHidden } from './hidden.ts';
import { noteSourcesInProgress, type ProgressNote } from './in-progress.ts';
import { type Every, type HeldLease, holdLease, LeaseLost, RolledBack } from './lease.ts';
import { type PassesResult, runPasses } from './passes.ts';
import { nextRunsOf, type PlannedRun, planRun } from './plan-run.ts';
import { loadPublished } from './published.ts';
import { recordOf, writeRecord } from './record.ts';
import type { IngestEvent, IngestReport } from './report.ts';
import { hasConfiguredSources, SampleRefused } from './sample-guard.ts';
import type { FinishedRun } from './source-run.ts';
import { warningsOf } from './warnings.ts';

export interface IngestOptions {
  readonly config: IngestConfig;
  readonly store: Pick<Store, 'snapshots' | 'leases' | 'documents'>;
  readonly clock: () => number;
  readonly random: () => number;
  /** The processor time that this thread has used so far. Tests pass their own. */
  readonly processorMs?: () => number;
  /** The environment variables that contain credentials. */
  readonly env: Environment;
  readonly network?: NetworkOptions;
  readonly onEvent?: (event: IngestEvent) => void;
  /** Reports every rejected row. */
  readonly explain?: boolean;
  /** Reads only these sources. The others keep their plans. */
  readonly only?: readonly string[];
  /** Reads only sources that are due. */
  readonly dueOnly?: boolean;
  /** Releases the lease at once. Nothing is published after that. */
  readonly signal?: AbortSignal;
  /** Repeats the renewal of the lease. Tests pass their own. */
  readonly every?: Every;
  /** Lets the sample market replace the plans of configured sources. */
  readonly allowSample?: boolean;
}

/** The report of one group of sources, or of all groups so far. */
type GroupReport = Omit<IngestReport, 'startedAt' | 'finishedAt' | 'nextRuns'>;

const NOTHING_DONE: GroupReport = {
  status: 'nothing',
  snapshot: null,
  changes: null,
  sources: [],
  ratesDate: null,
  warnings: [],
};

export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { store, clock, signal } = options;
  const startedAt = clock();
  const finish = (report: GroupReport, nextRuns: IngestReport['nextRuns'] = {}): IngestReport => ({
    ...report,
    nextRuns,
    startedAt,
    finishedAt: clock(),
  });
  const lease = await holdLease(store.leases, options.every);
  if (lease === null) return finish({ ...NOTHING_DONE, status: 'busy' });
  // Tells the next run which sources this one was reading if it dies.
  const note = noteSourcesInProgress(store.documents);
  const stop = () => {
    void lease.release();
    note.end().catch(() => {});
  };
  signal?.addEventListener('abort', stop, { once: true });
  // The stop may have been requested while this run waited for the lease.
  if (signal?.aborted === true) stop();
  try {
    lease.check();
    const { report, nextRuns } = await run(options, lease, note, startedAt);
    await note.end();
    return finish(report, nextRuns);
  } catch (error) {
    // If the lease expired, a feed has blocked this process. The note stays, so that the next run records the source. A
    // requested stop also throws `LeaseLost`, but `stop` has ended the note already.
    const isExpired = error instanceof LeaseLost && !(error instanceof RolledBack);
    if (!isExpired) await note.end().catch(() => {});
    if (error instanceof LeaseLost) return finish({ ...NOTHING_DONE, status: 'interrupted' });
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await lease.release();
  }
}

async function run(
  options: IngestOptions,
  lease: HeldLease,
  note: ProgressNote,
  now: number,
): Promise<{ readonly report: GroupReport; readonly nextRuns: IngestReport['nextRuns'] }> {
  const { config, store, onEvent = () => {} } = options;
  if (config.sample && options.allowSample !== true && (await hasConfiguredSources(store.snapshots)))
    throw new SampleRefused();
  const plan = await planRun(options, now);
  onEvent({ type: 'started', sources: plan.groups.flat().map(({ id }) => id) });
  for (const message of plan.warnings) onEvent({ type: 'warning', message });
  await lease.confirm();
  const edits = await findEdits(config, store.documents, now);
  await publishAtOnce(edits, config, store, now);
  let report: GroupReport = { ...NOTHING_DONE, warnings: plan.warnings };
  for (const group of plan.groups)
    report = joinReports(report, await runGroup(options, plan, group, edits.withFeed, lease, note, now));
  await saveApplied(store.documents, edits);
  const order = config.sources.map(({ id }) => id);
  const sources = report.sources.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  return { report: { ...report, sources }, nextRuns: nextRunsOf(config, plan.records) };
}

/** Joins the reports of two groups. The snapshot of the later group contains the plans of both. */
function joinReports(one: GroupReport, other: GroupReport): GroupReport {
  const changes =
    one.changes !== null && other.changes !== null
      ? {
          plans: other.changes.plans,
          added: one.changes.added + other.changes.added,
          removed: one.changes.removed + other.changes.removed,
          priceChanges: one.changes.priceChanges + other.changes.priceChanges,
        }
      : (other.changes ?? one.changes);
  return {
    status: other.status === 'published' ? other.status : one.status,
    snapshot: other.snapshot ?? one.snapshot,
    changes,
    sources: [...one.sources, ...other.sources],
    ratesDate: other.ratesDate ?? one.ratesDate,
    warnings: [...new Set([...one.warnings, ...other.warnings])],
  };
}

/** Reads, publishes and records one group of sources. */
async function runGroup(
  options: IngestOptions,
  { records, settingsDigest }: PlannedRun,
  sources: readonly SourceConfig[],
  edited: readonly Scope[],
  lease: HeldLease,
  note: ProgressNote,
  now: number,
): Promise<GroupReport> {
  const { config, store, clock, random, env, network = {}, onEvent = () => {}, explain = false } = options;
  const { documents, snapshots } = store;
  const before = await snapshots.current();
  const published = await loadPublished(snapshots);
  const input = { config, sources, records, published, documents, clock, random, env, network, now };
  const passed = await runPasses({
    ...input,
    ...(options.processorMs && { processorMs: options.processorMs }),
    // The files of the sample market cannot end the process.
    note: config.sample ? null : note,
    checkLease: lease.check,
    onEvent,
    explain,
  });
  // Sources that were read, but whose plans a check holds. A feed that could not be read was reported with `source_read`.
  for (const { stage, source, problem } of passed.runs)
    if (stage !== 'failed' && problem !== null) onEvent({ type: 'source_held', source: source.id, problem });
  const warnings = warningsOf(config, passed, now);
  for (const message of warnings) onEvent({ type: 'warning', message });

  expectNoRollback(await snapshots.current(), before);
  // Above, only the note of unfinished sources is written. Everything below writes.
  await lease.confirm();
  const snapshot = await publishPasses(options, passed, edited, before, lease, now);
  const written: RunRecord[] = [];
  for (const run of passed.runs) {
    const { id } = run.source;
    const done = withConflicts(run, passed.merged.conflicts.get(id) ?? []);
    const served = snapshot === null ? 0 : (passed.merged.plansBySource.get(id) ?? 0);
    const record = recordOf(done, records.get(id) ?? null, served, now, random);
    if (explain && done.stage !== 'failed')
      for (const row of done.rejectedByChecks) onEvent({ type: 'reject', source: id, ...row });
    await writeRecord(documents, done, record);
    records.set(id, record);
    written.push(record);
  }
  if (settingsDigest !== null && options.only === undefined)
    await writeAppliedSettings(documents, settingsDigest);
  await note.clear();
  return {
    status: snapshot === null ? 'nothing' : 'published',
    snapshot,
    changes: snapshot && changesOf(snapshot, before),
    sources: written,
    ratesDate: passed.rates.table?.date ?? null,
    warnings,
  };
}

/** Returns null if there is no plan. Then the current catalogue is kept. */
async function publishPasses(
  { store: { documents, snapshots }, clock }: IngestOptions,
  { runs, market }: PassesResult,
  edited: readonly Scope[],
  before: Snapshot | null,
  lease: HeldLease,
  now: number,
): Promise<Snapshot | null> {
  if (market.plans.length === 0) return null;
  // The history is written first, because the plans were observed even if publishing fails.
  for (const run of runs)
    if (run.stage === 'ready' && run.history !== null)
      await writeHistory(documents, run.source.id, run.history);
  await lease.confirm();
  // The clock of the machine may have been set back during the run.
  const at = Math.max(now, clock());
  const destinations = destinationsOf(edited, [market]);
  return publishChange(snapshots, at, async (current) => {
    expectNoRollback(current, before);
    // The operator may have hidden a plan while the feeds were read.
    const { hides } = createOverrides([], await readHidden(documents), at);
    const late = withoutHidden(market, hides);
    return late === null
      ? { market, destinations }
      : { market: late.market, destinations: [...new Set([...destinations, ...late.destinations])] };
  });
}

/** A snapshot with unchanged content keeps the summary of an earlier run, which is not a change of this run. */
const changesOf = ({ content, summary }: Snapshot, before: Snapshot | null): SnapshotSummary =>
  content.sha256 === before?.content.sha256
    ? { plans: summary.plans, added: 0, removed: 0, priceChanges: 0 }
    : summary;

/**
 * Adds rows whose plan another source lists on other terms to the rejected rows. They come first, because a list that is
 * full is cut off at its end.
 */
function withConflicts(run: FinishedRun, conflicts: readonly RejectedRow[]): FinishedRun {
  if (run.stage === 'failed' || conflicts.length === 0) return run;
  const { counts } = run;
  const { total, byReason } = addRejected(run.rejected, conflicts);
  return {
    ...run,
    rejected: { total, byReason, rows: [...conflicts, ...run.rejected.rows] },
    counts: { ...counts, plans: counts.plans - conflicts.length, rejected: total, byReason },
  };
}

/** Throws if the operator has rolled back the catalogue during this run. */
function expectNoRollback(current: Snapshot | null, before: Snapshot | null): void {
  if (current?.reason === 'rollback' && current.serial !== before?.serial) throw new RolledBack();
}

/** Decides which sources a run reads, and in which groups. */
import { hash } from 'node:crypto';
import { readFileTextAsync } from '../../operator-files/read-file.ts';
import type { Store } from '../../store/port.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import { readSourcesInProgress, writeSourcesInProgress } from '../documents/in-progress.ts';
import type { RunRecord } from '../documents/runs.ts';
import { readRun, writeRun } from '../documents/runs.ts';
import { readAppliedSettings } from '../documents/settings.ts';
import { isUnfinished, unfinishedRecord } from './record.ts';

/** The last run of each source. A run replaces the records of the sources that it reads. */
export type Records = Map<string, RunRecord | null>;

export interface PlannedRun {
  readonly records: Records;
  /** null for the sample market, which is never edited. */
  readonly settingsDigest: string | null;
  /** Each group is read and published by itself. An empty group publishes changes of settings and states only. */
  readonly groups: readonly (readonly SourceConfig[])[];
  readonly warnings: readonly string[];
}

interface PlanOptions {
  readonly config: IngestConfig;
  readonly store: Pick<Store, 'snapshots' | 'documents'>;
  readonly random: () => number;
  readonly only?: readonly string[];
  readonly dueOnly?: boolean;
}

export async function planRun(options: PlanOptions, now: number): Promise<PlannedRun> {
  const { config, store } = options;
  const { documents } = store;
  const records: Records = new Map();
  for (const { id } of config.sources) records.set(id, await readRun(documents, id));
  const interrupted = await recordInterruptedSources(options, records, now);
  const settingsDigest = await digestOfConfig(config);
  const appliedDigest = await readAppliedSettings(documents);
  const isEdited = appliedDigest !== null && settingsDigest !== null && appliedDigest !== settingsDigest;
  const wanted = config.sources.filter((source) => isWanted(source, records, options, isEdited, now));
  const unfinished = config.sources.filter(({ id, paused }) => !paused && isUnfinished(records.get(id)));
  const regular = wanted.filter((source) => !unfinished.includes(source));
  // A source that the last run was reading when it died is read last and alone. The others are published before it.
  const alone = wanted.filter((source) => unfinished.includes(source)).map((source) => [source]);
  // Regular sources are published together with all changes of settings and states. Without them, an empty group
  // publishes these changes.
  const hasChanges = isEdited || interrupted.length > 0;
  const hasFirstGroup = regular.length > 0 || (hasChanges && (await store.snapshots.current()) !== null);
  // A full ingest says why it leaves these sources out.
  const waiting =
    options.dueOnly === true
      ? []
      : unfinished.filter((source) => isAsked(source, options) && !wanted.includes(source));
  return {
    records,
    settingsDigest,
    groups: hasFirstGroup ? [regular, ...alone] : alone,
    warnings: waiting.map(({ id }) => waitingMessage(id, records.get(id)?.nextRunAt ?? now)),
  };
}

const waitingMessage = (source: string, at: number): string =>
  `${source} is not read before ${new Date(at).toISOString()}, because the last run ended while it read this source: esim ingest --only ${source} reads it now`;

/** Records a failure of each source that the last run was reading when it died. Returns these sources. */
async function recordInterruptedSources(
  { config, store: { documents }, random }: PlanOptions,
  records: Records,
  now: number,
): Promise<readonly SourceConfig[]> {
  const ids = await readSourcesInProgress(documents);
  const interrupted = config.sources.filter(({ id }) => ids.includes(id));
  for (const source of interrupted) {
    const record = unfinishedRecord(source, records.get(source.id) ?? null, now, random);
    records.set(source.id, record);
    await writeRun(documents, record);
  }
  if (ids.length > 0) await writeSourcesInProgress(documents, []);
  return interrupted;
}

const isAsked = ({ id }: SourceConfig, { only }: PlanOptions): boolean =>
  only === undefined || only.includes(id);

function isWanted(
  source: SourceConfig,
  records: Records,
  options: PlanOptions,
  isEdited: boolean,
  now: number,
): boolean {
  const { config, only, dueOnly } = options;
  if (source.paused || !isAsked(source, options)) return false;
  const isDue = (id: string) => (records.get(id)?.nextRunAt ?? 0) <= now;
  // A source that the last run was reading when it died waits until it is due, unless the operator names it.
  if (isUnfinished(records.get(source.id))) return only !== undefined || isDue(source.id);
  if (dueOnly !== true || isEdited || isDue(source.id)) return true;
  // Sources of one provider are read together, because a plan may be listed by several of them.
  return config.sources.some(
    ({ id, provider, paused }) => provider !== null && provider === source.provider && !paused && isDue(id),
  );
}

/** The digest includes a file of exchange rates. */
async function digestOfConfig(config: IngestConfig): Promise<string | null> {
  if (config.sample) return null;
  const rates =
    config.rates?.kind === 'file' ? await readFileTextAsync(config.rates.path).catch(() => '') : '';
  const text = JSON.stringify(config, (key, value: unknown) =>
    key === 'adapter' ? (value as { id: string }).id : value,
  );
  return hash('sha256', text + rates, 'hex');
}

/** When each source is due next. */
export function nextRunsOf({ sources }: IngestConfig, records: Records): Record<string, number> {
  const next: Record<string, number> = {};
  for (const { id, paused } of sources) {
    const at = paused ? undefined : records.get(id)?.nextRunAt;
    if (at !== undefined) next[id] = at;
  }
  return next;
}

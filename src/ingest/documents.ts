/** What ingest stores between runs, as small JSON documents for each source. */
import type { DocumentStore } from '../store/port.ts';
import type { Proposals, RejectCounts, RejectedRow } from './draft.ts';

/** The figures of the last run that was published. The next run is compared with them. */
export interface LastGood {
  readonly plans: number;
  readonly medianUsdCents: number;
  /** In a source of many providers, the same figures of each. */
  readonly byProvider?: Readonly<Record<string, LastGood>>;
}

/** Why the price of a plan is quarantined. */
type PriceReason = 'fell' | 'below_market' | 'implausible';
/** Why the terms of a plan are quarantined. */
export type TermsReason = 'amount' | 'length' | 'places' | 'currency' | 'id_reused' | 'placeholder';
export const QUARANTINE_REASONS = [
  'fell',
  'below_market',
  'implausible',
  'amount',
  'length',
  'places',
  'currency',
  'id_reused',
  'placeholder',
] as const satisfies readonly (PriceReason | TermsReason)[];
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** A plan with a suspicious price or suspicious terms, which are not published until they are confirmed. */
export interface QuarantinedPlan {
  readonly plan: string;
  readonly name: string;
  readonly minor: number;
  readonly currency: string;
  readonly usdCents: number;
  readonly reason: QuarantineReason;
  readonly detail: string;
  /** What the plan had before, in words. null if it was never published. */
  readonly old: string | null;
  readonly new: string;
  /** The price that this one fell from, if it fell. */
  readonly oldUsdCents: number | null;
  /** Terms that must stay the same until they are confirmed. null if only the price is quarantined. */
  readonly terms: string | null;
  /** When it was first seen at this price or with these terms. */
  readonly since: number;
  /** The operator confirmed it. */
  readonly accepted: boolean;
}

export type SourceOutcome = 'ok' | 'kept' | 'left_out';

export interface RunProblem {
  /** The code of a source check, of a fetch fault or of a step. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, if it is the cause. */
  readonly status?: number;
}

export interface RunCounts {
  readonly rows: number;
  /** Rows that passed every check. */
  readonly plans: number;
  readonly rejected: number;
  readonly byReason: RejectCounts;
  /** Rows that the operator's `keep` filter removes. */
  readonly filtered: number;
  readonly quarantined: number;
  /** Networks that were left out of regional plans, because nobody says in which country they are. */
  readonly droppedNetworks: number;
}

export interface RunRecord {
  readonly source: string;
  readonly outcome: SourceOutcome;
  readonly lastAttemptAt: number;
  /** null: never. */
  readonly lastSuccessAt: number | null;
  /** Why the last attempt failed. null if it did not. */
  readonly problem: RunProblem | null;
  readonly counts: RunCounts;
  /** Plans of this source in the catalogue now. */
  readonly plansServed: number;
  /** Of the last run that could read the feed. Records of earlier versions have none. */
  readonly proposals?: Proposals;
  /** When the first certificate of its hosts expires. Missing for a feed that was never reached over TLS. */
  readonly certificateUntil?: number;
  readonly lastGood: LastGood | null;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly durationMs: number;
  readonly nextRunAt: number;
}

/**
 * A damaged document counts as missing, because the next run writes it again. No run writes what the operator stated, so
 * its readers pass what a damaged document means (`ifDamaged`).
 */
export async function getJson<T>(
  documents: DocumentStore,
  collection: string,
  key: string,
  ifDamaged: T | null = null,
): Promise<T | null> {
  const bytes = await documents.get(collection, key);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    return ifDamaged;
  }
}

export function putJson(
  documents: DocumentStore,
  collection: string,
  key: string,
  value: unknown,
): Promise<void> {
  return documents.put(collection, key, new TextEncoder().encode(JSON.stringify(value)));
}

export const readRun = (documents: DocumentStore, source: string) =>
  getJson<RunRecord>(documents, 'runs', source);
export const writeRun = (documents: DocumentStore, record: RunRecord) =>
  putJson(documents, 'runs', record.source, record);

/** Of every source that ever ran, by id. */
export async function readRuns(documents: DocumentStore): Promise<readonly RunRecord[]> {
  const keys = [...(await documents.keys('runs'))].sort();
  const records = await Promise.all(keys.map((key) => readRun(documents, key)));
  return records.filter((record) => record !== null);
}

/** The sources that a run is working on. A run that kills its process leaves this document to the next run. */
export const readSourcesInProgress = async (documents: DocumentStore) =>
  (await getJson<readonly string[]>(documents, 'unfinished', 'sources')) ?? [];
export const writeSourcesInProgress = (documents: DocumentStore, sources: readonly string[]) =>
  sources.length === 0
    ? documents.delete('unfinished', 'sources')
    : putJson(documents, 'unfinished', 'sources', sources);

export interface RejectsDocument {
  readonly source: string;
  readonly at: number;
  readonly total: number;
  /** The first ones; `total` counts all. */
  readonly rows: readonly RejectedRow[];
}

export const readRejects = (documents: DocumentStore, source: string) =>
  getJson<RejectsDocument>(documents, 'rejects', source);
export const writeRejects = (documents: DocumentStore, rejects: RejectsDocument) =>
  putJson(documents, 'rejects', rejects.source, rejects);

/** The quarantined plans of a source after its last run. */
interface QuarantineDocument {
  readonly source: string;
  readonly at: number;
  readonly plans: readonly QuarantinedPlan[];
}

export const readQuarantine = (documents: DocumentStore, source: string) =>
  getJson<QuarantineDocument>(documents, 'quarantine', source);

export async function writeQuarantine(documents: DocumentStore, value: QuarantineDocument): Promise<void> {
  if (value.plans.length === 0) await documents.delete('quarantine', value.source);
  else await putJson(documents, 'quarantine', value.source, value);
}

/** The operator confirms these plans. Returns those that are quarantined; nothing is confirmed unless all are. */
export async function acceptPlans(
  documents: DocumentStore,
  source: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const document = await readQuarantine(documents, source);
  if (document === null) return [];
  const found = document.plans.map(({ plan }) => plan).filter((plan) => wanted.includes(plan));
  if (found.length < new Set(wanted).size) return found;
  const plans = document.plans.map((one) => (wanted.includes(one.plan) ? { ...one, accepted: true } : one));
  await writeQuarantine(documents, { ...document, plans });
  return found;
}

/** The operator accepts the next run of a source as it is, once. */
export const acceptNextRun = (documents: DocumentStore, source: string, now: number) =>
  putJson(documents, 'accept', source, { requestedAt: now });
export const isNextRunAccepted = async (documents: DocumentStore, source: string) =>
  (await documents.get('accept', source)) !== null;
export const forgetAcceptance = (documents: DocumentStore, source: string) =>
  documents.delete('accept', source);

/** A source whose feed was rolled back. It is held until the operator accepts it. */
export interface HoldDocument {
  readonly source: string;
  /** null: the document is damaged. */
  readonly at: number | null;
  /** The snapshot that was rolled back. null: the document is damaged. */
  readonly rolledBackSerial: number | null;
}

/** A source stays held if the document is damaged. */
export const readHold = (documents: DocumentStore, source: string) =>
  getJson<HoldDocument>(documents, 'rolled_back', source, { source, at: null, rolledBackSerial: null });
export const writeHold = (documents: DocumentStore, hold: HoldDocument) =>
  putJson(documents, 'rolled_back', hold.source, hold);
export const releaseHold = (documents: DocumentStore, source: string) =>
  documents.delete('rolled_back', source);

/** A plan or a provider that the operator hides with `esim hide`, until `esim show`. */
export interface HiddenEntry {
  readonly provider: string;
  /** The published id; null: every plan of the provider. */
  readonly plan: string | null;
  readonly reason: string;
  /** null: the document is damaged. */
  readonly at: number | null;
}

const DAMAGED_REASON = 'the stored reason is damaged; hide it again to state one';

const hiddenKey = ({ provider, plan }: Pick<HiddenEntry, 'provider' | 'plan'>): string =>
  plan === null ? provider : `${provider}/${plan}`;

/** The key alone says what is hidden, so a plan stays hidden if its document is damaged. */
function damagedHidden(key: string): HiddenEntry {
  const [provider = '', plan = null] = key.split('/');
  return { provider, plan, reason: DAMAGED_REASON, at: null };
}

export async function readHidden(documents: DocumentStore): Promise<readonly HiddenEntry[]> {
  const keys = await documents.keys('hidden');
  const entries = await Promise.all(
    keys.map((key) => getJson<HiddenEntry>(documents, 'hidden', key, damagedHidden(key))),
  );
  return entries.filter((entry) => entry !== null);
}

export const writeHidden = (documents: DocumentStore, entry: HiddenEntry) =>
  putJson(documents, 'hidden', hiddenKey(entry), entry);
export const forgetHidden = (documents: DocumentStore, entry: Pick<HiddenEntry, 'provider' | 'plan'>) =>
  documents.delete('hidden', hiddenKey(entry));

/** A digest of the settings of the last complete run. Edited settings make every source due. */
export const readAppliedSettings = (documents: DocumentStore) =>
  getJson<string>(documents, 'settings', 'applied');
export const writeAppliedSettings = (documents: DocumentStore, digest: string) =>
  putJson(documents, 'settings', 'applied', digest);

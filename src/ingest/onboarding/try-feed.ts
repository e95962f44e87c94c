/** Shows what each row of a saved response would become. Nothing is fetched or published. */
import { checkRows } from '../accept/check-rows.ts';
import type { FeedPage } from '../adapter.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import type { Draft, ParsedRow } from '../draft.ts';
import { type Candidate, type NormaliseSettings, normalise } from '../normalise/normalise.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { RatesUnusable } from '../normalise/price.ts';
import { createRowProviders } from '../normalise/row-providers.ts';
import { createPlaceResolver } from '../parse/places.ts';
import type { RunRates } from '../read/rates.ts';
import { orReason, type Proposal, parsedBy } from './propose.ts';
import { hostsOf, providersNamed } from './source-entry.ts';
import { emptyRow, publishedAs, rejectionText, statedBy, type TriedRow } from './tried-row.ts';

/** Returns the reason as text if the file does not have the format of the source. A note says if it is one page of more. */
export async function readAsSource(
  { id, adapter, options }: Pick<SourceConfig, 'id' | 'adapter' | 'options'>,
  page: FeedPage,
): Promise<Proposal | string> {
  const parsed = await parsedBy(adapter, page, options);
  if (typeof parsed === 'string')
    return `this file does not have the format of the source "${id}": ${parsed}`;
  const whole = await orReason(() => adapter.expectWhole(page, options, true));
  return { adapter, options, parsed, notes: typeof whole === 'string' ? [whole] : [] };
}

/** What an ingest knows besides the rows. A file without a source has neither a source nor a configuration. */
export interface Circumstances {
  readonly source: SourceConfig | null;
  readonly config: IngestConfig | null;
  readonly rates: RunRates;
  readonly now: number;
}

/** Normalises and checks the rows as an ingest does, without the checks that need earlier runs or other sources. */
export function tryRows({ parsed }: Proposal, circumstances: Circumstances): readonly TriedRow[] {
  const settings = settingsFor(parsed, circumstances);
  const tried = parsed.map((row) => tryRow(row, settings));
  const { suspects, duplicates } = checkRows(tried.flatMap(({ candidate }) => candidate ?? []));
  const rejections = new Map([
    ...duplicates.map(({ row, reason, detail }) => [row, rejectionText(reason, detail)] as const),
    ...suspects.map(
      ({ candidate, reason, detail }) => [candidate.ref.row, rejectionText(reason, detail)] as const,
    ),
  ]);
  return tried.map(({ shown }) => ({
    ...shown,
    rejection: shown.rejection ?? rejections.get(shown.row) ?? null,
  }));
}

/** Each link is compared with every host. */
const HOSTS_TRIED_MAX = 1000;

/** Without a source, every seller that a row names is accepted, and links may lead to all hosts of the file. */
function settingsFor(
  parsed: readonly ParsedRow[],
  { source, config, rates, now }: Circumstances,
): NormaliseSettings {
  const files = config?.providers ?? [];
  const hostsOfFile = hostsOf(parsed).slice(0, HOSTS_TRIED_MAX);
  const sourceOrStandIn = source ?? { providers: { create: { hosts: hostsOfFile } } };
  const isNamedByRow = source === null ? providersNamed(parsed).size > 0 : source.provider === null;
  return {
    source: source?.id ?? 'tried',
    provider: source?.provider ?? 'tried',
    hosts: files.find(({ id }) => id === source?.provider)?.hosts ?? hostsOfFile,
    ...(isNamedByRow && { providerOf: createRowProviders(sourceOrStandIn, files).of }),
    trackingLink: source?.trackingLink ?? null,
    resolvePlace: createPlaceResolver(source?.places),
    rates,
    shop: source?.shop ?? null,
    currencyPreference: source?.currencyPreference ?? [],
    ...(config !== null && { correct: createOverrides(config.overrides, [], now).correct }),
    now,
  };
}

interface TriedCandidate {
  readonly shown: TriedRow;
  /** null: the row is rejected. */
  readonly candidate: Candidate | null;
}

function tryRow(row: ParsedRow, settings: NormaliseSettings): TriedCandidate {
  const empty = emptyRow(row);
  if (!row.ok) {
    const { reason, detail, regions = [] } = row;
    return { shown: { ...empty, rejection: rejectionText(reason, detail), regions }, candidate: null };
  }
  const stated = { ...empty, ...statedBy(row.draft) };
  const read = normaliseRow(row.draft, settings);
  if (!read.ok) {
    const { reason, detail, regions = [] } = read;
    return { shown: { ...stated, rejection: rejectionText(reason, detail), regions }, candidate: null };
  }
  const { ok: _ok, ...candidate } = read;
  // The provider of a source is the same in every row, so only one that a row names is shown.
  const provider = settings.providerOf === undefined ? null : candidate.plan.provider;
  return {
    shown: { ...stated, ...publishedAs(candidate.plan), provider },
    candidate: { ref: row.ref, ...candidate },
  };
}

/** An ingest with unusable exchange rates keeps the last good plans. Here each row is rejected with that reason. */
function normaliseRow(draft: Draft, settings: NormaliseSettings): ReturnType<typeof normalise> {
  try {
    return normalise(draft, settings);
  } catch (error) {
    if (!(error instanceof RatesUnusable)) throw error;
    return { ok: false, reason: 'unknown_currency', detail: error.message };
  }
}

/** `esim sources`: the configured sources and their last runs. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isoTime } from '../../domain/calendar.ts';
import type { SourceConfig } from '../../ingest/config/load.ts';
import { isNextRunAccepted } from '../../ingest/documents/acceptance.ts';
import { readHold } from '../../ingest/documents/holds.ts';
import type { RunProblem, RunRecord } from '../../ingest/documents/runs.ts';
import { readRuns } from '../../ingest/documents/runs.ts';
import { couponEntry, regionsMessage } from '../../ingest/normalise/proposals.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { DocumentStore } from '../../store/port.ts';
import { type Dependencies, painter, type Tone } from '../dependencies.ts';
import { ago, count, type JsonOption, plural, printJson, printTable, until } from '../output.ts';
import { loadCatalogue, readStore, requireSourcesFile } from '../store.ts';
import { oneLine } from '../table.ts';

export type SourceJson = ReturnType<typeof sourceJson>;

/** The state of each source, as JSON prints it. `catalogue`: the published plans. */
export async function readSources(
  documents: DocumentStore,
  sources: readonly SourceConfig[],
  catalogue: Catalogue | null,
): Promise<readonly SourceJson[]> {
  const runs = await readRuns(documents);
  return Promise.all(
    sources.map(async (source) =>
      sourceJson({
        source,
        run: runs.find((record) => record.source === source.id),
        plans: catalogue?.sources.find(({ id }) => id === source.id)?.plans ?? 0,
        isHeld: (await readHold(documents, source.id)) !== null,
        isAccepted: await isNextRunAccepted(documents, source.id),
      }),
    ),
  );
}

interface SourceFacts {
  readonly source: SourceConfig;
  /** undefined: the source was never read. */
  readonly run: RunRecord | undefined;
  readonly plans: number;
  readonly isHeld: boolean;
  readonly isAccepted: boolean;
}

function sourceJson({ source, run, plans, isHeld, isAccepted }: SourceFacts) {
  const iso = (at: number | null | undefined): string | null => (at == null ? null : isoTime(at));
  return {
    source: source.id,
    provider: source.provider,
    adapter: source.adapter.id,
    every_seconds: source.everyMs / 1000,
    state: source.paused
      ? ('paused' as const)
      : isHeld
        ? ('held' as const)
        : (run?.outcome ?? ('never_read' as const)),
    last_success: iso(run?.lastSuccessAt),
    last_attempt: iso(run?.lastAttemptAt),
    next_run: iso(run?.nextRunAt),
    plans,
    rows: run?.counts.rows ?? 0,
    rejected: run?.counts.rejected ?? 0,
    rejected_by_reason: run?.counts.byReason ?? {},
    quarantined: run?.counts.quarantined ?? 0,
    failures_in_a_row: run?.failures ?? 0,
    waiting_for_regions: run?.proposals?.regions ?? {},
    proposed_coupons: run?.proposals?.coupons ?? [],
    certificate_until: iso(run?.certificateUntil),
    problem: run?.problem ?? null,
    next_run_accepted: isAccepted,
  };
}

/** The name and colour of each state. */
export const STATES: Readonly<Record<SourceJson['state'], { readonly text: string; readonly tone: Tone }>> = {
  ok: { text: 'ok', tone: 'green' },
  kept: { text: 'kept last good plans', tone: 'yellow' },
  left_out: { text: 'not published', tone: 'red' },
  paused: { text: 'paused', tone: 'yellow' },
  held: { text: 'held after a rollback', tone: 'yellow' },
  never_read: { text: 'never read', tone: 'dim' },
};

export async function listSources({ json }: JsonOption, deps: Dependencies): Promise<void> {
  const { out } = deps;
  const settings = readSettings(deps.env);
  const now = deps.clock();
  // Without a sources file it is the sample market, whose dates are relative to now.
  const config = await configFor(settings.sourcesFile, now);
  const sources = await readStore(settings, deps, async (store) => {
    await requireSourcesFile(settings, store);
    const { catalogue } = await loadCatalogue(store, deps);
    return readSources(store.documents, config.sources, catalogue);
  });
  if (json) return printJson(out, sources);
  printTable(out, sources, [
    // Other commands need this name as an argument, so it is hardly shortened.
    { title: 'Source', shrinkTo: 24, cell: ({ source }) => source },
    // A source whose rows name their providers has none of its own.
    { title: 'Provider', shrinkTo: 8, dropOrder: 2, cell: ({ provider }) => provider ?? 'many' },
    { title: 'Adapter', dropOrder: 1, cell: ({ adapter }) => adapter },
    { title: 'State', cell: ({ state }) => STATES[state] },
    { title: 'Last success', align: 'right', cell: ({ last_success }) => agoOf(last_success, now) },
    { title: 'Plans', align: 'right', cell: ({ plans }) => count(plans) },
    { title: 'Rejected', align: 'right', cell: ({ rejected }) => count(rejected) },
    {
      title: 'Next run',
      align: 'right',
      cell: ({ state, next_run }) =>
        // A source that was never read is due now.
        state === 'paused' ? '' : until(next_run === null ? now : Date.parse(next_run), now),
    },
  ]);
  const paint = painter(out.colour);
  for (const { source, state, next_run_accepted } of sources)
    if (state === 'held' && !next_run_accepted) out.write(`${paint('yellow', heldText(source))}\n`);
  for (const { source, problem } of sources)
    if (problem)
      out.write(`${paint('yellow', oneLine(`${source}: ${problem.message} (${problem.code})`))}\n`);
  for (const { source, next_run_accepted } of sources)
    if (next_run_accepted) out.write(`${acceptedText(source)}\n`);
  const known = new Set(config.coupons.map(({ provider, code }) => JSON.stringify([provider, code])));
  for (const source of sources) writeProposals(source, known, out);
}

/** Nothing of it is applied before the operator writes it into a file. */
function writeProposals(
  { source, waiting_for_regions: regions, proposed_coupons: coupons }: SourceJson,
  known: ReadonlySet<string>,
  out: Dependencies['out'],
): void {
  const waiting = regionsMessage(source, { regions, coupons });
  if (waiting !== null) out.write(`${oneLine(waiting)}\n`);
  for (const coupon of coupons) {
    const { provider, code, text, rows } = coupon;
    if (known.has(JSON.stringify([provider, code]))) continue;
    const said = text === null ? '' : `: ${JSON.stringify(text)}`;
    const line = `${source}: the feed states the code ${JSON.stringify(code)} (${plural(rows, 'row')})${said}; if it works, add to coupons.json ${JSON.stringify(couponEntry(coupon))}`;
    out.write(`${oneLine(line)}\n`);
  }
}

/** Problems of a check that compares a run with the last one. The operator may know that the change is right. */
const CHANGES: ReadonlySet<string> = new Set([
  'halved',
  'grown',
  'median_moved',
  'ids_changed',
  'plans_changed',
  'provider_renamed',
  'suspicious',
  'mostly_rejected',
  'rolled_back',
]);

/** The command that helps next with a problem of a run. Empty if the message says what to do. */
export function nextStep(source: string, { code }: RunProblem): string {
  if (CHANGES.has(code)) return `; if the change is right: esim accept ${source}`;
  if (code === 'short') return `; to see the rejected rows: esim rejects ${source}`;
  return code === 'quarantined' ? `; to see the plans: esim quarantine ${source}` : '';
}

/** Names the command that releases a held source. */
export const heldText = (source: string): string =>
  `${source}: held after a rollback; when the feed is right, run esim accept ${source}`;

/** After `esim accept`, only a run is missing. */
const acceptedText = (source: string): string =>
  `${source}: accepted, so the next run is not checked; to run it now, use esim ingest --only ${source}`;

/** The problem of a source, since when, and the command that helps next. */
export function problemText(
  { source, state, last_success, problem, next_run_accepted }: SourceJson,
  now: number,
): string {
  const success =
    last_success === null ? 'never read successfully' : `last success ${ago(Date.parse(last_success), now)}`;
  if (next_run_accepted) return `${acceptedText(source)} (${success})`;
  if (state === 'held') return `${heldText(source)} (${success})`;
  const reason = problem === null ? '' : `: ${problem.message} (${problem.code})`;
  const next = problem === null ? '' : nextStep(source, problem);
  return `${source}: ${STATES[state].text}, ${success}${reason}${next}`;
}

const agoOf = (at: string | null, now: number): string => (at === null ? 'never' : ago(Date.parse(at), now));

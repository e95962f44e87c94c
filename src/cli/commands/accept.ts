/** `esim accept`: accepts the changes of a source, or quarantined plans. */
import { acceptNextRun } from '../../ingest/documents/acceptance.ts';
import {
  acceptPlans,
  type QuarantinedPlan,
  type QuarantineReason,
  readQuarantine,
} from '../../ingest/documents/quarantine.ts';
import { readRun } from '../../ingest/documents/runs.ts';
import { planId } from '../../ingest/parse/plan-id.ts';
import { publishedIds } from '../../ingest/parse/plan-names.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { DocumentStore } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { UsageError } from '../errors.ts';
import { plansNamed } from '../named-plan.ts';
import { plural } from '../output.ts';
import { readStore, requireSource, requireSourcesFile, withStore } from '../store.ts';
import { oneLine } from '../table.ts';

/** A longer list of plans is printed as their number. */
const SHOWN_MAX = 10;

export interface AcceptOptions {
  /** Accepts all quarantined plans of this kind. */
  readonly kind?: QuarantineReason;
}

export async function accept(
  source: string,
  named: readonly string[],
  { kind: reason }: AcceptOptions,
  deps: Dependencies,
): Promise<void> {
  if (reason !== undefined && named.length > 0) throw new UsageError('give either plans or --kind');
  const settings = readSettings(deps.env);
  const config = await configFor(settings.sourcesFile, deps.clock());
  // This is checked first. Without the sources file, every source would be reported as unknown.
  await readStore(settings, deps, (store) => requireSourcesFile(settings, store));
  const { provider } = requireSource(config, source);
  await withStore(settings, deps, async ({ documents }) => {
    const quarantined = (await readQuarantine(documents, source))?.plans ?? [];
    const names = reason === undefined ? named : plansWith(reason, quarantined, source);
    if (names.length === 0) return acceptRun(documents, source, quarantined.length, deps);
    // A name may be an id of the feed or a link. The published id of each is the one that is quarantined.
    const known = new Set(quarantined.map(({ plan }) => plan));
    const ids = names.map((name) => idsOf(name, provider).find((id) => known.has(id)) ?? name);
    return acceptQuarantined(documents, source, ids, deps);
  });
}

function plansWith(
  reason: QuarantineReason,
  quarantined: readonly QuarantinedPlan[],
  source: string,
): readonly string[] {
  const found = quarantined.filter((plan) => plan.reason === reason);
  if (found.length === 0)
    throw new UsageError(
      `${source} has no plan that is quarantined because of ${reason}; esim quarantine ${source} lists them`,
    );
  return found.map(({ plan }) => plan);
}

async function acceptRun(
  documents: DocumentStore,
  source: string,
  quarantinedCount: number,
  { clock, out }: Dependencies,
): Promise<void> {
  await acceptNextRun(documents, source, clock());
  const run = await readRun(documents, source);
  if (run?.problem) out.write(`last problem: ${oneLine(run.problem.message)}\n`);
  out.write(`${source}: the next run is accepted without source checks; ${nextStep(source)}\n`);
  if (quarantinedCount > 0)
    out.write(
      `${plural(quarantinedCount, 'plan')} of it ${quarantinedCount === 1 ? 'stays' : 'stay'} quarantined: esim quarantine ${source}\n`,
    );
}

async function acceptQuarantined(
  documents: DocumentStore,
  source: string,
  ids: readonly string[],
  { out }: Dependencies,
): Promise<void> {
  const accepted = await acceptPlans(documents, source, ids);
  const unknown = ids.filter((plan) => !accepted.includes(plan));
  if (unknown.length > 0)
    throw new UsageError(
      `${source} has no quarantined plan ${unknown.join(', ')}; esim quarantine ${source} lists them`,
    );
  const plans = accepted.length > SHOWN_MAX ? plural(accepted.length, 'plan') : accepted.join(', ');
  out.write(`${source}: the next run accepts ${plans}; ${nextStep(source)}\n`);
}

const nextStep = (source: string): string => `to run it now, use esim ingest --only ${source}`;

/** If a source has many providers, an id of the feed needs its provider, as in "anka/TRK10" or in a link. */
function idsOf(name: string, provider: string | null): readonly string[] {
  const [ref] = plansNamed(name, provider === null ? [] : [provider]);
  return [name, ...(ref === undefined ? [planId(name)] : publishedIds(ref.provider, ref.plan))];
}

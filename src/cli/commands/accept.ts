/** `esim accept`: accepts the changes of a source, or quarantined plans. */
import {
  acceptNextRun,
  acceptPlans,
  type QuarantineReason,
  readQuarantine,
  readRun,
} from '../../ingest/documents.ts';
import { publishedIds } from '../../ingest/parse/plan-names.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { UsageError } from '../errors.ts';
import { plansNamed } from '../named-plan.ts';
import { plural } from '../output.ts';
import { readStore, requireSource, requireSourcesFile, withStore } from '../store.ts';

/** Longer lists are counted. */
const SHOWN_MAX = 10;

export interface AcceptOptions {
  /** Accepts all quarantined plans of this kind. */
  readonly kind?: QuarantineReason;
}

export async function accept(
  source: string,
  named: readonly string[],
  { kind }: AcceptOptions,
  deps: Dependencies,
): Promise<void> {
  if (kind !== undefined && named.length > 0) throw new UsageError('give either plans or --kind');
  const settings = readSettings(deps.env);
  const config = await configFor(settings.sourcesFile, deps.clock());
  // Before the source is looked up: without the file, its id would be called unknown.
  await readStore(settings, deps, (store) => requireSourcesFile(settings, store));
  const { provider } = requireSource(config, source);
  const nextStep = `to run it now, use esim ingest --only ${source}\n`;
  await withStore(settings, deps, async ({ documents }) => {
    const quarantined = (await readQuarantine(documents, source))?.plans ?? [];
    const ofKind = quarantined.filter(({ reason }) => reason === kind).map(({ plan }) => plan);
    if (kind !== undefined && ofKind.length === 0)
      throw new UsageError(
        `${source} has no plan that is quarantined because of ${kind}; esim quarantine ${source} lists them`,
      );
    const plans = kind === undefined ? named : ofKind;
    if (plans.length === 0) {
      await acceptNextRun(documents, source, deps.clock());
      const run = await readRun(documents, source);
      if (run?.problem) deps.out.write(`last problem: ${run.problem.message}\n`);
      deps.out.write(`${source}: the next run is accepted without source checks; ${nextStep}`);
      if (quarantined.length > 0)
        deps.out.write(
          `${plural(quarantined.length, 'plan')} of it ${quarantined.length === 1 ? 'stays' : 'stay'} quarantined: esim quarantine ${source}\n`,
        );
      return;
    }
    // A name may be an id of the feed or a link. The published id of each is the one that is quarantined.
    const known = new Set(quarantined.map(({ plan }) => plan));
    const ids = plans.map((name) => idsOf(name, provider).find((id) => known.has(id)) ?? name);
    const accepted = await acceptPlans(documents, source, ids);
    const unknown = ids.filter((plan) => !accepted.includes(plan));
    if (unknown.length > 0)
      throw new UsageError(
        `${source} has no quarantined plan ${unknown.join(', ')}; esim quarantine ${source} lists them`,
      );
    deps.out.write(
      `${source}: the next run accepts ${accepted.length > SHOWN_MAX ? plural(accepted.length, 'plan') : accepted.join(', ')}; ${nextStep}`,
    );
  });
}

/** In a source with many providers, the id of the feed is known with its provider only: in "anka/TRK10" or in a link. */
function idsOf(name: string, provider: string | null): readonly string[] {
  const refs = plansNamed(name, [provider ?? '']);
  return [name, ...refs.flatMap((ref) => publishedIds(ref.provider, ref.plan))];
}

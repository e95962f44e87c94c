/** `esim explain`: what the source of a plan states now, if it is not what is published. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Plan } from '../../domain/plan.ts';
import type { IngestConfig } from '../../ingest/config/load.ts';
import { type QuarantinedPlan, quarantinedSince, readQuarantine } from '../../ingest/documents/quarantine.ts';
import { publishedIds } from '../../ingest/parse/plan-names.ts';
import type { DocumentStore } from '../../store/port.ts';
import { CommandError } from '../errors.ts';
import { plansNamed } from '../named-plan.ts';
import { ago } from '../output.ts';
import { readSources, type SourceJson } from './sources.ts';

/** null: everything that the source states about the plan is published. */
export interface SourceFacts {
  /** The price or the terms that are withheld. The last good ones stay published. */
  readonly quarantined: QuarantinedPlan | null;
  /** The source, if its last run was not accepted or it is not read. */
  readonly troubled: SourceJson | null;
}

export async function readSourceFacts(
  documents: DocumentStore,
  config: IngestConfig | null,
  catalogue: Catalogue,
  plan: Plan,
): Promise<SourceFacts> {
  const quarantined = (await readQuarantine(documents, plan.source))?.plans ?? [];
  const configured = config?.sources.filter(({ id }) => id === plan.source) ?? [];
  const [source = null] = await readSources(documents, configured, catalogue);
  return {
    quarantined: quarantined.find((one) => one.plan === plan.id) ?? null,
    troubled: source === null || source.state === 'ok' ? null : source,
  };
}

export function quarantinedLines(
  { source, id }: Pick<Plan, 'source' | 'id'>,
  found: QuarantinedPlan,
  now: number,
): string[] {
  const { reason, detail } = found;
  const since = ago(quarantinedSince(found), now);
  return [`first seen ${since}, not published (${reason}): ${detail}`, nextStep(source, id, found)];
}

/** Says why a plan is not published that the catalogue does not have; null if it is not quarantined. */
export async function quarantinedPlan(
  documents: DocumentStore,
  { sources }: Pick<IngestConfig, 'sources'>,
  name: string,
  now: number,
): Promise<CommandError | null> {
  for (const { id: source, provider } of sources) {
    // Without a provider, each row of the source names its own. The name may then mean a plan of any of them.
    const refs = plansNamed(name, [provider ?? '']);
    const ids = refs
      .filter((ref) => provider === null || ref.provider === provider)
      .flatMap((ref) => publishedIds(ref.provider, ref.plan));
    const plans = (await readQuarantine(documents, source))?.plans ?? [];
    const found = plans.find(({ plan }) => ids.includes(plan));
    if (found !== undefined) {
      const [what, next] = quarantinedLines({ source, id: found.plan }, found, now);
      return new CommandError(`${found.plan} of ${source} is quarantined: ${what}; ${next}`);
    }
  }
  return null;
}

const nextStep = (source: string, plan: string, { accepted }: QuarantinedPlan): string =>
  accepted
    ? `it is accepted and is published by the next run: esim ingest --only ${source}`
    : `if it is right, run esim accept ${source} ${plan}; esim quarantine ${source} lists all of them`;

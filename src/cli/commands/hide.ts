/** `esim hide`, `esim show` and `esim overrides`: what the operator hides, in every process and at once. */
import { type Catalogue, fullId } from '../../catalogue/catalogue.ts';
import { isoTime } from '../../domain/calendar.ts';
import { forgetHidden, type HiddenEntry, readHidden, writeHidden } from '../../ingest/documents/hidden.ts';
import { endOf } from '../../ingest/parse/days.ts';
import { planKeys, publishedIds, shownName } from '../../ingest/parse/plan-names.ts';
import { publishHidden } from '../../ingest/run/hidden.ts';
import { readSeenPlans } from '../../ingest/run/seen-plans.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Store } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError, messageOf, UsageError } from '../errors.ts';
import { findNamedPlan, isNamed, unknownPlan } from '../named-plan.ts';
import { type JsonOption, moment, plural, printJson, printTable } from '../output.ts';
import { loadCatalogue, readStore, withStore } from '../store.ts';

export interface HideOptions {
  readonly provider?: string;
  readonly reason?: string;
}

const REASON_MAX = 200;

export async function hide(
  name: string | undefined,
  { provider, reason = 'no reason was given' }: HideOptions,
  deps: Dependencies,
): Promise<void> {
  expectOne(name, provider);
  if (reason.length > REASON_MAX || /\p{Cc}/u.test(reason))
    throw new UsageError(`a reason has one line of at most ${REASON_MAX} characters`);
  const settings = readSettings(deps.env);
  await withStore(settings, deps, async (store) => {
    const { catalogue } = await loadCatalogue(store, deps);
    if (catalogue === null)
      throw new CommandError('there is no catalogue yet: run esim ingest or esim serve first');
    const before = catalogue.planCount;
    const entry = name === undefined ? wholeProvider(catalogue, provider!) : planIn(catalogue, name);
    if (entry.plan === null && catalogue.providers.length === 1)
      throw new CommandError(`${textOf(entry)} is every plan of the catalogue, so nothing was hidden`);
    await writeHidden(store.documents, { ...entry, reason, at: deps.clock() });
    const snapshot = await publishHidden(store, deps.clock());
    const hidden = snapshot === null ? 0 : before - snapshot.summary.plans;
    deps.out.write(
      `${textOf(entry)} is hidden: ${plural(hidden, 'plan')} left the catalogue; every process follows within 5 s\n` +
        `to end it, use esim show ${argumentOf(entry)}\n`,
    );
  });
}

export async function show(
  name: string | undefined,
  { provider }: HideOptions,
  deps: Dependencies,
): Promise<void> {
  expectOne(name, provider);
  const settings = readSettings(deps.env);
  await withStore(settings, deps, async ({ documents }) => {
    const all = await readHidden(documents);
    const found = all.find((entry) =>
      name === undefined
        ? entry.plan === null && entry.provider === provider
        : entry.plan !== null && isNamed(name, { provider: entry.provider, plan: entry.plan }),
    );
    if (found === undefined)
      throw new CommandError(
        `${name ?? provider} is not hidden with esim hide; esim overrides lists what is`,
      );
    await forgetHidden(documents, found);
    const sources = await sourcesOf(found.provider, settings.sourcesFile, deps.clock());
    deps.out.write(
      `${textOf(found)} is shown again when its source is read; to read it now, use esim ingest --only ${sources}\n`,
    );
  });
}

/** The sources that may have plans of the provider, as arguments of a command. */
async function sourcesOf(provider: string, sourcesFile: string | null, now: number): Promise<string> {
  const { sources } = await configFor(sourcesFile, now).catch(() => ({ sources: [] }));
  const own = sources.filter((source) => source.provider === provider);
  const ids = (own.length > 0 ? own : sources.filter((source) => source.provider === null)).map(
    ({ id }) => id,
  );
  return ids.length === 0 ? '<source>' : ids.join(' ');
}

function expectOne(name: string | undefined, provider: string | undefined): void {
  if ((name === undefined) === (provider === undefined))
    throw new UsageError('name one plan, or one provider with --provider');
}

type Hidden = Pick<HiddenEntry, 'provider' | 'plan'>;

const argumentOf = ({ provider, plan }: Hidden): string =>
  plan === null ? `--provider ${provider}` : `${provider}/${plan}`;
const textOf = ({ provider, plan }: Hidden): string =>
  plan === null ? `every plan of ${provider}` : `${provider}/${plan}`;

function wholeProvider(catalogue: Catalogue, provider: string): Hidden {
  const known = catalogue.providers.map(({ id }) => id);
  if (known.includes(provider)) return { provider, plan: null };
  throw new CommandError(`there is no provider "${provider}"; the providers are ${known.join(', ')}`);
}

function planIn(catalogue: Catalogue, name: string): Hidden {
  const found = findNamedPlan(catalogue, name);
  if (found === null) throw unknownPlan(catalogue, name);
  return { provider: found.plan.provider, plan: found.plan.id };
}

export async function listOverrides({ json }: JsonOption, deps: Dependencies): Promise<void> {
  const settings = readSettings(deps.env);
  const now = deps.clock();
  const { hidden, live, seen } = await readStore(settings, deps, async (store) => ({
    hidden: await readHidden(store.documents),
    live: await liveKeys(store, deps),
    seen: await readSeenPlans(store.documents),
  }));
  const config = await configFor(settings.sourcesFile, now).catch((error: unknown) => {
    deps.err.write(
      `esim: the overrides file is not listed, because the files have an error: ${messageOf(error)}\n`,
    );
    return null;
  });
  const inFile = (config?.overrides ?? []).map(({ provider, plan, hide: isHidden, set, reason, until }) => ({
    plan: shownName(provider, plan),
    change: isHidden === true ? 'hidden' : Object.keys(set ?? {}).join(', '),
    stated_in: 'overrides file',
    since: null,
    until,
    reason,
    state: stateOf({
      hasEnded: endOf(until) <= now,
      isHidden: isHidden === true,
      isLive: planKeys(provider, plan).some((key) => live.has(key)),
      isSeen: seen === null || publishedIds(provider, plan).some((id) => seen.has(id)),
    }),
  }));
  const byCommand = hidden.map(({ provider, plan, reason, at }) => ({
    plan: plan === null ? `${provider} (all plans)` : `${provider}/${plan}`,
    change: 'hidden',
    stated_in: 'esim hide',
    since: at === null ? null : isoTime(at),
    until: null,
    reason,
    state: 'active',
  }));
  const all = [...byCommand, ...inFile];
  if (json) return printJson(deps.out, all);
  if (all.length === 0) {
    deps.out.write('nothing is hidden or corrected\n');
    return;
  }
  printTable(deps.out, all, [
    // `esim show` needs it as an argument, so it is not shortened.
    { title: 'Plan', cell: ({ plan }) => plan },
    { title: 'Change', shrinkTo: 8, cell: ({ change }) => change },
    { title: 'By', dropOrder: 1, cell: ({ stated_in }) => stated_in },
    { title: 'Since', dropOrder: 2, cell: ({ since }) => (since === null ? '' : moment(Date.parse(since))) },
    { title: 'Until', cell: ({ until }) => until ?? 'esim show' },
    { title: 'State', cell: ({ state }) => state },
    { title: 'Reason', shrinkTo: 12, dropOrder: 3, cell: ({ reason }) => reason },
  ]);
}

/** `isLive`: the plan is in the catalogue. `isSeen`: a feed listed it, or that is unknown. */
function stateOf({
  hasEnded,
  isHidden,
  isLive,
  isSeen,
}: Readonly<Record<'hasEnded' | 'isHidden' | 'isLive' | 'isSeen', boolean>>): string {
  if (hasEnded) return 'ended';
  if (isHidden && isLive) return 'not applied yet';
  return isLive || (isHidden && isSeen) ? 'active' : 'matches no plan';
}

async function liveKeys(store: Store, deps: Dependencies): Promise<ReadonlySet<string>> {
  const { catalogue } = await loadCatalogue(store, deps);
  const keys = new Set<string>();
  for (const { plan } of catalogue?.plans() ?? []) keys.add(fullId(plan));
  return keys;
}

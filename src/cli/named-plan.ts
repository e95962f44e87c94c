/** The plan that an argument names: by the id of its feed ("TRK10"), by "<provider>/<plan>", or by its `/go` link. */
import { type Catalogue, fullId, type ObservedPlan } from '../catalogue/catalogue.ts';
import { ID_PATTERN } from '../domain/id.ts';
import { type PlanRef, planOfLink, publishedIds } from '../ingest/parse/plan-names.ts';
import { CommandError } from './errors.ts';

/** null: the name is an id alone, which may be that of plans of several providers. An id of a feed may contain any character. */
function planRefOf(name: string): PlanRef | null {
  const link = planOfLink(name);
  if (link !== null) return link;
  const [, provider = '', plan = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  return ID_PATTERN.test(provider) && plan !== '' ? { provider, plan } : null;
}

/** The plans that a name may mean if these are the providers. */
export function plansNamed(name: string, providers: readonly string[]): readonly PlanRef[] {
  const ref = planRefOf(name);
  return ref === null ? providers.map((provider) => ({ provider, plan: name })) : [ref];
}

/** Whether a name may mean the published plan. */
export const isNamed = (name: string, { provider, plan }: PlanRef): boolean =>
  plansNamed(name, [provider]).some(
    (ref) => ref.provider === provider && publishedIds(provider, ref.plan).includes(plan),
  );

/** null: the catalogue has no such plan. */
export function findNamedPlan(catalogue: Catalogue, name: string): ObservedPlan | null {
  const refs = plansNamed(
    name,
    catalogue.providers.map(({ id }) => id),
  );
  const [first = null, ...others] = refs.flatMap((ref) => findPlan(catalogue, ref) ?? []);
  if (first !== null && others.length > 0) {
    const all = [first, ...others].map(({ plan }) => fullId(plan));
    throw new CommandError(`${name} means several plans: ${all.join(', ')}; name one of them`);
  }
  return first;
}

/** Finds a plan by its published id or by the id of its feed. */
export function findPlan(catalogue: Catalogue, { provider, plan }: PlanRef): ObservedPlan | null {
  const ids = publishedIds(provider, plan);
  return ids.map((id) => catalogue.find(provider, id)).find((found) => found !== null) ?? null;
}

export function unknownPlan({ providers }: Catalogue, name: string): CommandError {
  const known = providers.map(({ id }) => id);
  const provider = planRefOf(name)?.provider;
  return new CommandError(
    provider === undefined || known.includes(provider)
      ? `the catalogue has no plan ${name}; use the id of its feed, <provider>/<id>, or its /go/ link`
      : `there is no provider "${provider}"; the providers are ${known.join(', ')}`,
  );
}

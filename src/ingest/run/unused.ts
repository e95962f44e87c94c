/** Entries of the operator's files that match nothing in the catalogue: most of them have a mistake in an id. */
import type { Plan } from '../../domain/plan.ts';
import { hasEnded } from '../config/coupons.ts';
import type { CouponEntry, OverrideEntry } from '../config/schema.ts';
import { endOf } from '../parse/days.ts';
import { planKeys, publishedIds, shownName } from '../parse/plan-names.ts';

interface Entries {
  readonly sources: readonly { readonly id: string; readonly provider?: string | null | undefined }[];
  readonly providers: readonly { readonly id: string }[];
  readonly coupons: readonly CouponEntry[];
  readonly overrides: readonly OverrideEntry[];
}

type KnownPlan = Pick<Plan, 'provider' | 'id'> & {
  readonly coverage: Pick<Plan['coverage'], 'destinations'>;
};

/**
 * One line for each entry. `isRead`: whether the catalogue has the plans of a source. Entries of a provider are only
 * checked if all of its sources were read. `seen`: the published ids of all plans that the feeds listed, by which
 * overrides that hide are checked, because a hidden plan is not in the catalogue; null: unknown.
 */
export function unusedEntries(
  { sources, providers, coupons, overrides }: Entries,
  plans: Iterable<KnownPlan>,
  seen: ReadonlySet<string> | null,
  isRead: (source: string) => boolean,
  now: number,
): string[] {
  const isKnown = (provider: string) =>
    sources.every((source) => (source.provider ?? provider) !== provider || isRead(source.id));
  const byProvider = Map.groupBy(plans, ({ provider }) => provider);
  const plansOf = (provider: string) => byProvider.get(provider) ?? [];
  const isNamed = (provider: string, name: string) =>
    plansOf(provider).some((plan) => planKeys(provider, name).includes(`${provider}/${plan.id}`));
  const mayBeHidden = (provider: string, name: string) =>
    seen === null || publishedIds(provider, name).some((id) => seen.has(id));
  return [
    ...providers
      .filter(({ id }) => isKnown(id) && plansOf(id).length === 0)
      .map(({ id }) => `the provider file ${id}.json matches no plan of the catalogue`),
    ...coupons
      .filter((coupon) => isKnown(coupon.provider) && !hasEnded(coupon, now))
      .flatMap(({ id, provider, plans: names, countries }) => {
        const own = plansOf(provider);
        if (own.length === 0)
          return `the coupon ${id} matches nothing: the catalogue has no plan of ${provider}`;
        const unknown = names?.filter((name) => !isNamed(provider, name)) ?? [];
        if (unknown.length > 0)
          return `the coupon ${id} names ${unknown.join(', ')}: the catalogue has no such plan`;
        const isElsewhere =
          countries !== undefined &&
          !own.some(({ coverage }) => coverage.destinations.some((code) => countries.includes(code)));
        return isElsewhere
          ? `the coupon ${id} matches nothing: no plan of ${provider} covers ${countries.join(', ')}`
          : [];
      }),
    ...overrides
      .filter(({ provider, until }) => isKnown(provider) && endOf(until) > now)
      .filter(
        ({ provider, plan, hide }) =>
          !isNamed(provider, plan) && !(hide === true && mayBeHidden(provider, plan)),
      )
      .map(
        ({ provider, plan }) =>
          `the override of ${shownName(provider, plan)} matches no plan of the catalogue`,
      ),
  ];
}

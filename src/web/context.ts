/** What every page needs. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Comparison } from '../comparison/comparison.ts';
import { COUNTRIES } from '../domain/countries.ts';
import type { CountryCode } from '../domain/plan.ts';
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';
import { type Assets, loadAssets } from './assets.ts';

export interface PageOptions {
  readonly comparison: Comparison;
  readonly catalogue: () => Catalogue | null;
  readonly identity: Identity;
  readonly contact: string;
  /** Who runs the service and what pays for it; null where the operator did not say. */
  readonly operator: string | null;
  readonly funding: string | null;
  readonly policies: Policies;
  readonly version: string;
  readonly clock: () => number;
}

export interface WebContext extends PageOptions {
  readonly assets: Assets;
  /** The path of BASE_URL, '' where it has none: every link of ours begins with it. */
  readonly root: string;
}

export const contextOf = (options: PageOptions): WebContext => ({
  ...options,
  assets: loadAssets(),
  root: new URL(options.identity.baseUrl).pathname.replace(/\/$/, ''),
});

/** The places that have plans: nothing else is suggested. Everything, while there is no catalogue. */
export function placesWithPlans({ catalogue }: Pick<PageOptions, 'catalogue'>): ReadonlySet<CountryCode> {
  const current = catalogue();
  return new Set((current?.destinations ?? COUNTRIES).map(({ code }) => code));
}

/** Without CONTACT, the contact is the section of the terms that says so. */
export const hasContact = ({ contact, identity }: PageOptions): boolean =>
  contact !== `${identity.baseUrl}/terms#contact`;

/** What every page needs. */
import type { Queries } from '../answers/queries.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LowestPrices } from '../catalogue/lowest-prices.ts';
import { COUNTRIES } from '../domain/countries.ts';
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';
import { type Assets, loadAssets } from './assets.ts';
import type { Brand } from './brand/brand.ts';
import type { PlanCounts } from './destinations.ts';

/** Exchange rates of one day. */
export interface ExchangeRates {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** USD for one unit of a currency, as a decimal string. */
  readonly usdFor: ReadonlyMap<string, string>;
}

export interface PageOptions {
  readonly queries: Queries;
  readonly catalogue: () => Catalogue | null;
  /** null: none are computed yet. */
  readonly lowestPrices: () => LowestPrices | null;
  readonly identity: Identity;
  readonly contact: string;
  /** Who runs the service and what pays for it; null if the operator does not state it. */
  readonly operator: string | null;
  readonly funding: string | null;
  /** Whether a source puts its links into tracking links. */
  readonly hasTrackingLinks: () => boolean;
  /** The look of the pages; null: the built-in one. */
  readonly brand: Brand | null;
  readonly policies: Policies;
  readonly version: string;
  readonly clock: () => number;
  /** null: there are none, or they are too old. */
  readonly rates: () => Promise<ExchangeRates | null>;
}

export interface WebContext extends PageOptions {
  readonly assets: Assets;
  /** The path of BASE_URL, or ''. Every link to a page begins with it. */
  readonly root: string;
}

export const contextOf = (options: PageOptions): WebContext => ({
  ...options,
  assets: loadAssets(options.brand),
  root: new URL(options.identity.baseUrl).pathname.replace(/\/$/, ''),
});

const ALL_COUNTRIES: PlanCounts = new Map(COUNTRIES.map(({ code }) => [code, 0]));

/** Returns the destinations that have plans, or all countries while there is no catalogue. */
export const placesWithPlans = ({ catalogue }: Pick<PageOptions, 'catalogue'>): PlanCounts =>
  catalogue()?.planCounts ?? ALL_COUNTRIES;

/** Without CONTACT, the contact is the address of a section of the terms. */
export const hasContact = ({ contact, identity }: PageOptions): boolean =>
  contact !== `${identity.baseUrl}/terms#contact`;

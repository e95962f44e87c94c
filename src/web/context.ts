/** What every page needs. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Comparison } from '../comparison/comparison.ts';
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';
import type { Assets } from './assets.ts';

export interface WebOptions {
  readonly comparison: Comparison;
  readonly catalogue: () => Catalogue | null;
  readonly identity: Identity;
  readonly contact: string;
  readonly policies: Policies;
  readonly version: string;
  readonly clock: () => number;
  readonly openApi: () => object;
}

export interface WebContext extends WebOptions {
  readonly assets: Assets;
}

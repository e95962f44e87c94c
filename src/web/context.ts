/** What every page needs. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Comparison } from '../comparison/comparison.ts';
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';
import { type Assets, loadAssets } from './assets.ts';

export interface PageOptions {
  readonly comparison: Comparison;
  readonly catalogue: () => Catalogue | null;
  readonly identity: Identity;
  readonly contact: string;
  readonly policies: Policies;
  readonly version: string;
  readonly clock: () => number;
}

export interface WebContext extends PageOptions {
  readonly assets: Assets;
}

/** Assets are packed when the first page asks for them: a start need not wait for it. */
export const contextOf = (options: PageOptions): WebContext => ({
  ...options,
  get assets() {
    return loadAssets();
  },
});

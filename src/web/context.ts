/** What every page needs. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Comparison } from '../comparison/comparison.ts';
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';
import { type Asset, type Assets, assetOf, loadAssets } from './assets.ts';
import { destinationIndex } from './destinations.ts';
import { LANGUAGES, type Texts } from './texts/index.ts';

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
  /** What the destination box searches in a browser: the places that have plans, in a language. */
  readonly places: (texts: Texts) => Asset;
  /** The path of BASE_URL, '' where it has none: every link of ours begins with it. */
  readonly root: string;
}

export const contextOf = (options: PageOptions): WebContext => ({
  ...options,
  assets: loadAssets(),
  places: placeIndexes(options.catalogue),
  root: new URL(options.identity.baseUrl).pathname.replace(/\/$/, ''),
});

/** Made again for each edition: its name has its content's hash, so browsers keep it as long as it is true. */
function placeIndexes(catalogue: PageOptions['catalogue']): WebContext['places'] {
  let edition: string | null | undefined;
  let made = new Map<string, Asset>();
  return (texts) => {
    const current = catalogue();
    if (edition !== (current?.version ?? null)) {
      edition = current?.version ?? null;
      const codes = current === null ? null : new Set(current.destinations.map(({ code }) => code));
      made = new Map(
        LANGUAGES.map((language) => {
          const rows = destinationIndex(language).filter(([code]) => codes?.has(code) ?? true);
          return [language.code, assetOf(`places-${language.code}.json`, Buffer.from(JSON.stringify(rows)))];
        }),
      );
    }
    return made.get(texts.code)!;
  };
}

/** Without CONTACT, the contact is the section of the terms that says so. */
export const hasContact = ({ contact, identity }: PageOptions): boolean =>
  contact !== `${identity.baseUrl}/terms#contact`;

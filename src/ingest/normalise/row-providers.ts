/** Finds the provider of each row in a source with many providers. */
import { fold } from '../../domain/places/fold.ts';
import type { ProviderConfig, SourceConfig } from '../config/load.ts';
import type { Draft } from '../draft.ts';
import { shortHash } from '../parse/plan-id.ts';
import { cleanBrand } from '../parse/text.ts';
import { fillLink, reject } from '../parse/value.ts';
import { wordsFor } from '../parse/words.ts';
import { checkLink } from './link.ts';

export type RowProvider = Pick<ProviderConfig, 'id' | 'hosts'>;

/** More providers than the largest market has. A column with more values does not contain names of providers. */
const CREATED_MAX = 500;
const NAME_MAX = 60;

export function createRowProviders(
  { providers }: Pick<SourceConfig, 'providers'>,
  files: readonly ProviderConfig[],
) {
  const template = providers?.create ?? null;
  /** The providers by the keys of their names. A created one is added, so that later rows of the seller find it. */
  const known = new Map<string, ProviderConfig>();
  for (const file of files) for (const name of [file.name, file.id]) known.set(keyOf(name), file);
  for (const [name, id] of Object.entries(providers?.names ?? {})) {
    const file = files.find((other) => other.id === id);
    if (file !== undefined) known.set(keyOf(name), file);
  }
  const created: ProviderConfig[] = [];
  const createProvider = (draft: Draft, name: string): ProviderConfig => {
    const fail = (why: string): never =>
      reject('unknown_provider', `its provider "${cleanBrand(name, NAME_MAX)}" ${why}`);
    if (template === null)
      return fail('has no file in the providers folder, and the source does not create providers');
    if (created.length >= CREATED_MAX)
      return fail(`comes after ${CREATED_MAX} other providers: is this the right column?`);
    if (!/[\p{L}\p{N}]/u.test(name)) return fail('is not a name');
    const id = idOf(name);
    const { hosts, homepage } = template;
    const link = checkLink(draft.link, hosts);
    if (!link.ok) return fail(`has no file, and its ${link.detail}`);
    const page =
      homepage === undefined ? `${new URL(link.href).origin}/` : fillLink(homepage, () => slugOf(name) || id);
    const provider = { id, name: cleanBrand(name, NAME_MAX) || id, homepage: page, brand: id, hosts };
    created.push(provider);
    return provider;
  };
  return {
    of: (draft: Draft): RowProvider => {
      const name = withoutShopWords(draft.provider ?? '');
      if (name === '') reject('unknown_provider', 'the row has no provider');
      const key = keyOf(name);
      const provider = known.get(key) ?? createProvider(draft, name);
      known.set(key, provider);
      return provider;
    },
    /** The providers without a file, in the order of the rows. */
    created: (): readonly ProviderConfig[] => created,
  };
}

/** What marketplaces write around the name of a seller. "Visit the {name} Store" finds "Anka" in "Visit the Anka Store". */
const SHOP_WORDS = wordsFor('shop').map((template) => {
  const [before = '', after = ''] = template.split('{name}').map((text) => RegExp.escape(text.trim()));
  return new RegExp(`^${before} *(.{1,${NAME_MAX}}?) *${after}$`, 'iu');
});

function withoutShopWords(written: string): string {
  const name = written.normalize('NFKC').trim();
  return SHOP_WORDS.reduce((shorter, pattern) => pattern.exec(shorter)?.[1] ?? shorter, name);
}

/** Names that differ only in case, accents, spaces or punctuation are one seller. */
const keyOf = (name: string): string => fold(name).replaceAll(' ', '');

const ID_LETTERS_MAX = 40;

/** A name that has other letters than a to z, or is too long, gets a hash in its id, so that sellers stay apart. */
function idOf(name: string): string {
  const key = keyOf(name);
  const letters = key.replace(/[^a-z0-9]/g, '').slice(0, ID_LETTERS_MAX);
  return letters === key ? key : `${letters || 'shop'}-${shortHash(key)}`;
}

/** "Über eSIM!" as shops write it in addresses: "uber-esim". */
const slugOf = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

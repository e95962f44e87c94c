/** Finds the provider of each row in a source with many providers. */
import { fold } from '../../domain/places/fold.ts';
import { cleanBrand } from '../parse/text.ts';
import { fillLink, reject } from '../parse/value.ts';
import type { Draft, ProviderConfig, SourceConfig } from '../types.ts';
import { checkLink, markOf } from './link.ts';

export type RowProvider = Pick<ProviderConfig, 'id' | 'hosts'>;

/** More providers than the largest market has. A column with more values does not contain names of providers. */
const CREATED_MAX = 500;
const NAME_MAX = 60;

export function createRowProviders(
  { providers: many }: Pick<SourceConfig, 'provider' | 'providers'>,
  files: readonly ProviderConfig[],
) {
  const known = new Map<string, ProviderConfig>();
  for (const file of files) for (const key of [file.name, file.id]) known.set(fold(key), file);
  for (const [name, id] of Object.entries(many?.names ?? {})) {
    const file = files.find((other) => other.id === id);
    if (file !== undefined) known.set(fold(name), file);
  }
  const created: ProviderConfig[] = [];
  const create = (draft: Draft, name: string): ProviderConfig | string => {
    if (many?.create == null)
      return 'has no file in the providers folder, and the source does not create providers';
    if (created.length >= CREATED_MAX)
      return `comes after ${CREATED_MAX} other providers: is this the right column?`;
    if (!/[\p{L}\p{N}]/u.test(name)) return 'is not a name';
    const id = slugOf(name);
    const { hosts, homepage } = many.create;
    const link = checkLink(draft.link, hosts);
    if (!link.ok) return `has no file, and its ${link.detail}`;
    const page = homepage === undefined ? `${new URL(link.href).origin}/` : fillLink(homepage, () => id);
    const same = created.find((other) => other.id === id);
    if (same !== undefined) return same;
    const made = { id, name: cleanBrand(name, NAME_MAX) || id, homepage: page, brand: id, hosts };
    created.push(made);
    return made;
  };
  return {
    of: (draft: Draft): RowProvider => {
      const name = draft.provider ?? '';
      if (name === '') reject('unknown_provider', 'the row has no provider');
      const key = fold(name);
      const found = known.get(key) ?? create(draft, name);
      if (typeof found === 'string')
        return reject('unknown_provider', `its provider "${cleanBrand(name, NAME_MAX)}" ${found}`);
      known.set(key, found);
      return found;
    },
    /** The providers without a file, in the order of the rows. */
    created: (): readonly ProviderConfig[] => created,
  };
}

/** Converts "Über eSIM!" to the id "uber-esim". A name in another script gets a hash in its id. */
function slugOf(name: string): string {
  const folded = fold(name);
  const slug = folded
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return slug === '' ? `shop-${markOf(folded)}` : slug;
}

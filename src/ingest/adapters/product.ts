/** What the three affiliate product feeds share: everything about the plan stands in its title. */
import Type, { type Static } from 'typebox';
import { resolvePlace } from '../../domain/places/search.ts';
import type { Draft } from '../adapter.ts';
import type { Prices } from '../parse/money.ts';
import { readTitle, type TitleRules } from '../parse/title.ts';
import { linkOf, needText } from '../parse/value.ts';
import { Regions } from './common.ts';

export const titleOptions = {
  regions: Type.Optional(Regions),
  ignore: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Words in titles that mean nothing here, brand names above all.',
    }),
  ),
};
const TitleOptions = Type.Object(titleOptions);
type TitleOptions = Static<typeof TitleOptions>;

export function titleRules(options: Readonly<Record<string, unknown>>): TitleRules {
  const { regions = {}, ignore = [] } = options as TitleOptions;
  return {
    resolve: resolvePlace,
    regions: new Map(Object.entries(regions).map(([word, places]) => [word.toLowerCase(), places])),
    ignore: new Set(ignore.map((word) => word.toLowerCase())),
  };
}

export interface Product {
  readonly id: unknown;
  readonly title: unknown;
  readonly link: unknown;
  readonly prices: () => Prices;
  readonly inStock: boolean | null;
  readonly expiresAt?: string | null;
}

export function productDraft(product: Product, rules: TitleRules): Draft {
  const externalId = needText(product.id, 'id');
  const name = needText(product.title, 'title');
  return {
    externalId,
    name,
    ...readTitle(name, rules),
    prices: product.prices(),
    basis: 'retail',
    inStock: product.inStock,
    expiresAt: product.expiresAt ?? null,
    link: linkOf(product.link),
  };
}

/** "in stock", "in_stock", "InStock", "1"; null where nothing certain is said. */
export function stockOf(value: unknown): boolean | null {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : null;
  const word = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (['instock', 'yes', 'true', '1', 'y', 'limitedavailability'].includes(word)) return true;
  return ['outofstock', 'no', 'false', '0', 'n', 'backorder', 'preorder', 'discontinued'].includes(word)
    ? false
    : null;
}

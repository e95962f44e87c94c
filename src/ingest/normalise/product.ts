/**
 * Confirms a plan of a feed of products by its title: what the title does not confirm is not published. The category path
 * and the attributes that the connector names confirm like the title.
 *
 * - It is an eSIM, or it is delivered by QR code or e-mail, unless the source states `"goods": "esim"`.
 * - Every country of the coverage is named, by itself or by a region that contains it.
 * - The length and the amount are stated, which `adapters/product/` checked.
 */
import { isPlaceIn } from '../../domain/places/meaning.ts';
import type { CountryCode } from '../../domain/plan.ts';
import type { Draft, ProductRow } from '../draft.ts';
import { isCountry, type Mention } from '../parse/name/place-mentions.ts';
import { countriesOf, type PlacesInName, placesInName } from '../parse/name/places-in-name.ts';
import { readName } from '../parse/name/read-name.ts';
import { readTitle, rejectOtherProducts, type TitleReading } from '../parse/name/title.ts';
import { type TitlePlaces, titlePlaces } from '../parse/name/title-places.ts';
import type { Place } from '../parse/places.ts';
import { type Token, textOf, tokensOf } from '../parse/tokens.ts';
import { reject } from '../parse/value.ts';

/** The title of a product. Rejects other goods and what may be a card. */
export function readProductTitle(
  draft: Draft,
  product: ProductRow,
  tokens: readonly Token[],
  inName: PlacesInName,
  resolve: (text: string) => Place,
): TitleReading {
  const title = readTitle(tokens, inName, draft.places.map(resolve));
  rejectOtherProducts(title, product.terms);
  if (
    product.terms.goods !== 'esim' &&
    !saysEsim(title) &&
    !saysEsim(readName(product.categoriesAndAttributes))
  )
    reject('not_a_plan', 'its title does not say that it is an eSIM or is delivered by QR code or e-mail');
  return title;
}

const saysEsim = ({ isEsim, isDelivered }: Pick<TitleReading, 'isEsim' | 'isDelivered'>): boolean =>
  isEsim || isDelivered;

/** Rejects a product whose title does not name every country of the coverage. */
export function confirmPlaces(
  product: ProductRow,
  tokens: readonly Token[],
  inName: PlacesInName,
  destinations: readonly CountryCode[],
  resolve: (text: string) => Place,
): void {
  if (product.hasTitlePlaces) return;
  const title = { tokens, places: titlePlaces(tokens, inName) };
  // A title that names other places contradicts the coverage, whatever its category is.
  const categories = tokensOf(product.categoriesAndAttributes);
  const named =
    title.places.mentions.length > 0
      ? title
      : { tokens: categories, places: titlePlaces(categories, placesInName(categories)) };
  const confirmed = confirmedBy(named.places, named.tokens, product, resolve);
  const missing = destinations.filter((code) => !confirmed(code));
  if (missing.length === 0) return;
  const { mentions } = named.places;
  if (mentions.length === 0 && missing.every((code) => mayMean(inName, tokens, code))) return;
  if (mentions.length === 0) reject('no_place', `its title does not name ${missing.slice(0, 3).join(', ')}`);
  const places = [
    ...new Set(mentions.map(({ meaning, from, to }) => labelOf(meaning, named.tokens.slice(from, to)))),
  ];
  reject(
    'name_contradicts',
    `the name is for ${places.slice(0, 3).join(', ')}, the fields are for ${missing.slice(0, 3).join(', ')}`,
  );
}

/** A city or a code of the country is in a title that names no other place: "Dubai eSIM", "eSIM Island". */
function mayMean({ possible }: PlacesInName, tokens: readonly Token[], code: CountryCode): boolean {
  if (possible.some(({ meaning }) => countriesOf(meaning).includes(code))) return true;
  const words = tokens.slice(0, CITY_TOKENS_MAX);
  return words.some((first, at) => {
    if (first.type !== 'word' || first.kinds.size > 0) return false;
    const ends = [1, 2, 3].map((length) => textOf(words.slice(at, at + length)));
    return ends.some((text) => text.length >= CITY_LETTERS_MIN && isPlaceIn(text, code));
  });
}

/** Each word is looked up. */
const CITY_TOKENS_MAX = 30;
/** Shorter names are words in some language. */
const CITY_LETTERS_MIN = 3;

const labelOf = (meaning: Mention['meaning'], tokens: readonly Token[]): string =>
  isCountry(meaning) ? (meaning.part ?? meaning.country) : meaning.name || textOf(tokens);

function confirmedBy(
  { countries, regions, isWorld }: TitlePlaces,
  tokens: readonly Token[],
  { placesOfRegion }: ProductRow,
  resolve: (text: string) => Place,
): (code: CountryCode) => boolean {
  if (isWorld) return () => true;
  const ofRegions = regions.flatMap(({ meaning, from, to }) => [
    ...countriesOf(meaning),
    ...(placesOfRegion(textOf(tokens.slice(from, to))) ?? []).map(resolve),
  ]);
  const named = new Set([...countries, ...ofRegions]);
  return (code) => named.has(code);
}

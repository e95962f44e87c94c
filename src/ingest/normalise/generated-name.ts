/** Generates a name for a plan that has none: "Thailand, 5 GB, 30 days". */
import { countryOf } from '../../domain/countries.ts';
import type { CountryCode } from '../../domain/plan.ts';
import type { Draft } from '../draft.ts';
import { bytesLabel } from '../parse/data.ts';
import { type Place, partOf } from '../parse/places.ts';
import { cleanName, cleanText, NAME_MAX } from '../parse/text.ts';
import { NAME_READ_MAX } from '../parse/tokens.ts';
import { periodName } from '../parse/words.ts';

/** More countries are counted instead of named. */
const COUNTRIES_NAMED = 3;
/** Texts that programs write in place of a missing name: a list, an object, a number, or a word such as "null". */
const NO_NAME =
  /^(?:\[[^\]]*\]|\{.*\}|[^\p{L}]*|null|undefined|none|nan|n\/?a|unknown|true|false|\[object object\])$/isu;

/** Returns the whole name, made safe to show, or null if the text is not a name. */
export function nameOrNull(text: string | null | undefined): string | null {
  const name = cleanName(text ?? '', NAME_READ_MAX);
  return NO_NAME.test(name) ? null : name;
}

/** The name as it is shown. */
export const shortened = (name: string): string => cleanText(name, NAME_MAX);

export function generatedName(
  draft: Draft,
  destinations: readonly CountryCode[],
  resolve: (text: string) => Place,
): string {
  return `${placeOf(draft, destinations, resolve)}, ${amountOf(draft)}, ${validityOf(draft)}`;
}

function placeOf(
  { places, placeName }: Draft,
  destinations: readonly CountryCode[],
  resolve: (text: string) => Place,
): string {
  const [only = '', ...others] = destinations;
  const label = nameOrNull(placeName ?? (places.length === 1 ? places[0] : null));
  if (others.length === 0) {
    // "Bali" is more precise than Indonesia, but "TR" is less clear than Türkiye.
    const part = label === null || label.length <= 3 ? null : (partOf(label)?.part ?? null);
    const isCountry = label === null || resolve(label) === only;
    // The label may be another one: a plan for "Europe" whose only destination is France.
    return part ?? (isCountry ? countryName(only) : capitalised(label));
  }
  if (label !== null) return capitalised(label);
  return destinations.length <= COUNTRIES_NAMED
    ? LISTS.format(destinations.map(countryName))
    : `${destinations.length} countries`;
}

const LISTS = new Intl.ListFormat('en');
const countryName = (code: CountryCode): string => countryOf(code)?.name ?? code;

function amountOf({ model, data, periodDays }: Draft): string {
  if (data === null) return 'unlimited';
  const period = periodName(model === 'per_day' ? 1 : periodDays);
  return `${bytesLabel(data)}${period === null ? '' : ` a ${period}`}`;
}

function validityOf({ days, soldPerDay }: Draft): string {
  if (soldPerDay === true) return 'by the day';
  return days === null ? 'no expiry' : days === 1 ? '1 day' : `${days} days`;
}

/** Writes "costa-rica" and "costa rica" as "Costa Rica". */
const capitalised = (text: string): string =>
  (text === text.toLowerCase() ? text.replaceAll(/[-_]/g, ' ') : text).replace(
    /(?<=^|[ -])\p{Ll}/gu,
    (letter) => letter.toUpperCase(),
  );

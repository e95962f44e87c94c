/** The names of regions in the language of the page. */
import { PLACE_LANGUAGES, type PlaceLanguage } from '../domain/places/names.ts';
import type { Region } from '../domain/places/regions.ts';
import type { Texts } from '../texts/texts.ts';

export const placeLanguage = ({ code }: Texts): PlaceLanguage =>
  PLACE_LANGUAGES.find((language) => language === code) ?? 'en';

export function regionName({ name, translations }: Region, texts: Texts): string {
  // The translations have the order of PLACE_LANGUAGES without English, which is the name itself.
  return translations[PLACE_LANGUAGES.indexOf(placeLanguage(texts)) - 1] || name;
}

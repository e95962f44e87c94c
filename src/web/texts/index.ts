/** The languages of the pages. A new one is a file beside this and a line here. */
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { tr } from './tr.ts';

export type { ShortPage, Texts } from './en.ts';

export const LANGUAGES: readonly Texts[] = [en, de, es, tr];
export const DEFAULT_LANGUAGE: Texts = en;

/**
 * The folder: the languages of the pages, one file each. A new one is a file here and a line below. It imports
 * `domain/`, `limits/` and `wire/`. Pure, and may be called at any time.
 */
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { tr } from './tr.ts';

export type { Texts } from './en.ts';

export const LANGUAGES: readonly Texts[] = [en, de, es, tr];
export const DEFAULT_LANGUAGE: Texts = en;

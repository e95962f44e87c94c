/**
 * This folder has the languages of the pages. Each has a file with the words of all pages, and a folder with the pages of
 * plain text as Markdown. A mark such as `{service}` in these stands for a value of the installation.
 */
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { tr } from './tr.ts';

export type { Texts } from './en.ts';

export const ALL_TEXTS: readonly Texts[] = [en, de, es, tr];
export const DEFAULT_LANGUAGE: Texts = en;

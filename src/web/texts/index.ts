/** The languages of the pages. A new one is a file beside this and a line here. */
import { en, type Texts } from './en.ts';
import { tr } from './tr.ts';

export type { Texts } from './en.ts';

export const LANGUAGES: readonly Texts[] = [en, tr];
export const DEFAULT_LANGUAGE: Texts = en;

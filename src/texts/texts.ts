/**
 * The texts of the program: one JSON file and one folder of Markdown pages for each language. CONTRIBUTING.md explains
 * the format. English is the original. It also has the sentences of responses, which exist in English only.
 */
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { readTexts, type TextsOf } from './messages.ts';
import tr from './tr.json' with { type: 'json' };

export type English = TextsOf<typeof en>;
export type Texts = Omit<English, 'responses'>;

/** As in the files. The page of plan cards fills in the values itself. */
export const MESSAGES = [en, de, es, tr] as const;

export const ENGLISH: English = readTexts(en);
export const ALL_TEXTS: readonly Texts[] = [ENGLISH, readTexts(de), readTexts(es), readTexts(tr)];

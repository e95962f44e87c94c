/** The words of the pages of facts for travellers. */
import type { FactLanguage } from '../reference/schema.ts';
import type { Language } from './language.ts';
import words from './texts/facts.json' with { type: 'json' };

export const factLanguage = ({ texts }: Language): FactLanguage =>
  texts.code in words ? (texts.code as FactLanguage) : 'en';

export const factTexts = (language: Language) => words[factLanguage(language)];

/** Fills the marks of a text such as "{date}". An unknown mark stays as it is. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (mark, name: string) => values[name] ?? mark);

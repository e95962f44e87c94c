/** Builds all HTML of the pages. Every value is escaped unless it is already `Html`, because feeds are not trusted. */
import { escapeHtml } from '../wire/escape-html.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Part = string | number | Html | null | undefined | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (let index = 0; index < parts.length; index++)
    text += textOf(parts[index]) + (strings[index + 1] ?? '');
  return new Html(text);
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

/** For text that is our own or already escaped. */
export const trusted = (text: string): Html => new Html(text);

export const joined = (parts: readonly Part[], separator: string | Html): Html =>
  html`${parts.map((part, index) => [index > 0 && separator, part])}`;

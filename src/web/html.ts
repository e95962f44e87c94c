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

/**
 * Writes a message with HTML as its values. The message is first written with a mark in place of each value: a name
 * between NUL characters, which no text of ours contains.
 */
export function htmlMessage<Name extends string>(
  message: (values: Readonly<Record<Name, string>>) => string,
  values: Readonly<Record<Name, Html>>,
): Html {
  const names = Object.keys(values) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, `\0${name}\0`])) as Record<Name, string>;
  const parts = message(marks).split('\0');
  return html`${parts.map((part, index) => (index % 2 === 1 ? values[part as Name] : part))}`;
}

export const joined = (parts: readonly Part[], separator: string | Html): Html =>
  html`${parts.map((part, index) => [index > 0 && separator, part])}`;

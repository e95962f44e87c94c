/**
 * Turns the messages of a language into texts. A message without placeholders stays a string. One with placeholders
 * such as `{money}` becomes a function of their values. One with plural forms chooses the form by the value `n`.
 */
import type { MessageValues, Value } from './values.ts';

type Values = Readonly<Record<string, Value>>;

/** The forms of `Intl.PluralRules`. Each language has those that it distinguishes. */
export type PluralForms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export interface MessageGroup {
  readonly [name: string]: string | PluralForms | MessageGroup;
}

type Comment = `// ${string}`;

/** The texts of a file with messages. `Path` is the position of the group in the file. */
export type TextsOf<Group, Path extends string = ''> = {
  readonly [Name in Exclude<keyof Group & string, Comment>]: `${Path}${Name}` extends infer At extends
    keyof MessageValues
    ? (values: MessageValues[At]) => string
    : Group[Name] extends string
      ? string
      : TextsOf<Group[Name], `${Path}${Name}.`>;
};

export const isComment = (name: string): boolean => name.startsWith('// ');

export const isPlural = (message: PluralForms | MessageGroup): message is PluralForms =>
  typeof message.other === 'string';

const PLACEHOLDER = /\{(\w+)\}/;

/** The names of the placeholders, each once. */
export const placeholdersOf = (message: string): string[] => [
  ...new Set(message.split(PLACEHOLDER).filter((_, at) => at % 2 === 1)),
];

/** Numbers are written as the language writes them, strings as they are. */
export function readTexts<Messages extends { readonly locale: string }>(
  messages: Messages,
): TextsOf<Messages> {
  const { locale } = messages;
  // Created on first use, because it takes longer than to read all messages.
  let numbers: Intl.NumberFormat | undefined;
  let rules: Intl.PluralRules | undefined;

  function written(value: Value | undefined): string {
    if (typeof value !== 'number') return value ?? '';
    numbers ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    return numbers.format(value);
  }

  function readMessage(message: string) {
    const [start = '', ...rest] = message.split(PLACEHOLDER);
    const parts = rest.flatMap((name, at) => (at % 2 === 0 ? [{ name, after: rest[at + 1] ?? '' }] : []));
    return (values: Values): string => {
      let text = start;
      for (const { name, after } of parts) text += written(values[name]) + after;
      return text;
    };
  }

  function readPlural(forms: PluralForms) {
    const texts = new Map(Object.entries(forms).map(([form, message]) => [form, readMessage(message)]));
    const other = readMessage(forms.other);
    return (values: Values): string => {
      rules ??= new Intl.PluralRules(locale);
      const form = rules.select(Number(values['n']));
      return (texts.get(form) ?? other)(values);
    };
  }

  function read(message: string | PluralForms | MessageGroup): unknown {
    if (typeof message === 'string') return PLACEHOLDER.test(message) ? readMessage(message) : message;
    if (isPlural(message)) return readPlural(message);
    const named = Object.entries(message).filter(([name]) => !isComment(name));
    return Object.fromEntries(named.map(([name, inner]) => [name, read(inner)]));
  }

  return read(messages as unknown as MessageGroup) as TextsOf<Messages>;
}

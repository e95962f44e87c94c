/** The forms of texts in the files of an operator: the pattern of a schema, and the words that a message has for it. */
import { ID_PATTERN } from '../domain/id.ts';
import { COUNTRY_PATTERN } from '../domain/trip.ts';

interface Form {
  readonly pattern: string;
  readonly words: string;
}

export const FORMS = {
  id: {
    pattern: ID_PATTERN.source,
    words: 'an id of lower-case letters, digits, ".", "_" and "-", at most 64 characters',
  },
  providerName: {
    // Assistants render Markdown, and a name must not become a link in their answers.
    pattern: '^(?:(?![<>`]|\\]\\(|://)[\\s\\S])*$',
    words: 'a name without links and markup',
  },
  duration: { pattern: '^[1-9][0-9]{0,6}(ms|s|m|h|d)$', words: 'a duration, such as "30m" or "6h"' },
  currency: { pattern: '^[A-Z]{3}$', words: 'a currency, such as "USD"' },
  country: { pattern: COUNTRY_PATTERN, words: 'a country\'s code, such as "TR"' },
  decimal: { pattern: '^[0-9]{1,9}(\\.[0-9]{1,4})?$', words: 'a decimal number as text, such as "4.50"' },
  percentage: { pattern: '^[0-9]{1,3}(\\.[0-9]{1,2})?$', words: 'a percentage as text, such as "12.5"' },
  /** The form only: 2026-02-31 has it too. */
  day: { pattern: '^\\d{4}-\\d{2}-\\d{2}$', words: 'a day, such as "2026-12-31"' },
  roughDate: {
    pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$',
    words: 'a day, a month or a year, such as "2026-12"',
  },
  /** A time is accepted too, but a day is what operators should write. */
  dayOrTime: {
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?Z)?$',
    words: 'a day, such as "2026-12-31"',
  },
  host: {
    pattern: '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9-]{2,}$',
    words: 'a host name, such as "shop.example"',
  },
  variable: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$', words: 'the name of an environment variable' },
  colour: { pattern: '^#[0-9a-fA-F]{6}$', words: 'a colour, such as "#0b6b4f"' },
  address: { pattern: '^https?://', words: 'an address' },
  httpsAddress: { pattern: '^https://\\S+$', words: 'an https address' },
  linkTemplate: {
    pattern: '^https://([^\\s{}]|\\{[^{}]+\\})+$',
    words: 'an https address, in which the names of columns are in braces',
  },
  trackingLink: {
    pattern: '^https://\\S*\\{link\\}\\S*$',
    words: 'an https address that contains {link}',
  },
  feedAddress: {
    pattern: '^(https?://|file:)\\S+$',
    words: 'an address, or "file:" and the name of a saved response',
  },
  dataAmount: {
    pattern: '^(Unlimited|[0-9.]{1,8} ?[GM]B(/day|/week|/month)?)$',
    words: 'an amount, such as "10 GB", "1 GB/day" or "Unlimited"',
  },
} as const satisfies Readonly<Record<string, Form>>;

const wordsByPattern = new Map<string, string>(
  Object.values(FORMS).map(({ pattern, words }) => [pattern, words]),
);

/** The words for a pattern of `FORMS`, such as: a duration, such as "30m" or "6h". */
export const formText = (pattern: string): string =>
  wordsByPattern.get(pattern) ?? `text that matches ${pattern}`;

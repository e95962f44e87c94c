/** The texts of the page of plan cards (MCP Apps) in every language, as messages that the page fills in itself. */
import { readFileSync } from 'node:fs';
import type { MessageGroup } from '../../texts/messages.ts';
import { MESSAGES } from '../../texts/texts.ts';

export const PAGE = readFileSync(new URL('./cards.html', import.meta.url), 'utf8');

/** The page names its texts by their path: `t.card.tax` is one text, `t.drawbacks` is a group. */
const NAMED = new Set(Array.from(PAGE.matchAll(/\bt\.([\w.]+)/g), ([, path = '']) => path));

/** By language code. */
export type CardTexts = Readonly<Record<string, object>>;

export const cardTexts = (): CardTexts =>
  Object.fromEntries(
    MESSAGES.map((messages) => [
      messages.code,
      { ...namedIn(messages, ''), sentences: sentencesOf(messages) },
    ]),
  );

function namedIn(group: object, path: string): MessageGroup {
  const found = Object.entries(group).flatMap(([name, message]): [string, string | MessageGroup][] => {
    const at = `${path}${name}`;
    if (NAMED.has(at)) return [[name, message]];
    const inner = typeof message === 'string' ? {} : namedIn(message, `${at}.`);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(found);
}

type Messages = (typeof MESSAGES)[number];

/** Conditions and notes: the English sentence of `wire/sentences/` as a pattern, and the template of the language. */
const sentencesOf = ({ code, audience, conditions, eligibility, drawbacks }: Messages): [string, string][] =>
  code === 'en'
    ? []
    : [
        ['Open to everyone', audience.everyone],
        ['Open to everyone for a first order', conditions.everyoneFirstOrder],
        ['New customers only', audience.new_customers],
        ['In the provider’s app only', audience.app_only],
        ['First order only', conditions.firstOrder],
        ['Minimum spend (.+)', conditions.minimum],
        ['At most (.+) off an order', conditions.maximum],
        ['For this destination only', conditions.only_here],
        ['For this and certain other destinations only', conditions.destinations],
        ['For certain plans only', conditions.plans],
        ['Applied by the shop, no code needed', conditions.byShop],
        ['Conditions are not stated', conditions.unstated],
        ['Not confirmed since (.+)', conditions.unconfirmed],
        ['Ends (.+)', conditions.ends],
        ['Sold to new customers only, once', eligibility.newCustomersOnce],
        ['Fair use not stated', drawbacks.fair_use_unstated],
        ['(.+) minutes of calls', eligibility.callMinutes],
        ['(.+) text messages', eligibility.textMessages],
        ['Not valid in (.+)', eligibility.notValidIn],
        ['Named for (.+?)(?:, a part of .+)?', eligibility.namedFor],
      ];

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
  Object.fromEntries(MESSAGES.map((messages) => [messages.code, namedIn(messages, '')]));

function namedIn(group: object, path: string): MessageGroup {
  const found = Object.entries(group).flatMap(([name, message]): [string, string | MessageGroup][] => {
    const at = `${path}${name}`;
    if (NAMED.has(at)) return [[name, message]];
    const inner = typeof message === 'string' ? {} : namedIn(message, `${at}.`);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(found);
}

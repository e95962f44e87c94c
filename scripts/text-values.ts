/** Writes the text of `src/texts/values.ts`: the type of the values of each English message with placeholders. */
import { isComment, isPlural, type MessageGroup, placeholdersOf } from '../src/texts/messages.ts';

export function textValues(messages: MessageGroup): string {
  const lines = valuesIn(messages, '').map(
    ([path, values]) => `  readonly '${path}': { ${values.map((value) => `readonly ${value}`).join('; ')} };`,
  );
  return `/** The values of each message with placeholders. \`npm run format\` writes this file from en.json. */
export type Value = string | number;

export interface MessageValues {
${lines.join('\n')}
}
`;
}

function valuesIn(group: MessageGroup, path: string): [path: string, values: string[]][] {
  return Object.entries(group).flatMap(([name, message]): [string, string[]][] => {
    if (isComment(name)) return [];
    const at = `${path}${name}`;
    if (typeof message === 'string') {
      const names = placeholdersOf(message);
      return names.length === 0 ? [] : [[at, names.map((value) => `${value}: Value`)]];
    }
    if (!isPlural(message)) return valuesIn(message, `${at}.`);
    const names = placeholdersOf(Object.values(message).join()).filter((value) => value !== 'n');
    return [[at, ['n: number', ...names.map((value) => `${value}: Value`)]]];
  });
}

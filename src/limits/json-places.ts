/** Where each value of a JSON text stands, so that a fault can be pointed at. The text must be valid JSON. */

export type JsonPath = readonly (string | number)[];

/** "line 3, column 7", counted from 1; of the nearest part that is there where the path leads to nothing. */
export function jsonPlaces(text: string): (path: JsonPath) => string {
  const offsets = new Map<string, number>();
  let at = 0;
  const token = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const skipSpace = () => token(/[\s,:]*/y);
  const walk = (path: JsonPath): void => {
    skipSpace();
    offsets.set(JSON.stringify(path), at);
    const opened = token(/[[{]/y);
    if (opened === '') {
      token(/"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y);
      return;
    }
    for (let index = 0; ; index += 1) {
      skipSpace();
      if (token(/[\]}]/y) !== '' || at >= text.length) return;
      walk([...path, opened === '[' ? index : (JSON.parse(token(/"(?:[^"\\]|\\.)*"/y)) as string)]);
    }
  };
  walk([]);
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = offsets.get(JSON.stringify(path.slice(0, length)));
      if (offset !== undefined) return placeOf(text, offset);
    }
    return placeOf(text, 0);
  };
}

export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/** Throws with line and column where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${placeOf(text, faultOffset(text))}: this is no JSON`, { cause: error });
  }
}

/** Where a text that is no JSON goes wrong. V8 does not always say; the first beginning that cannot be gone on with does. */
export function faultOffset(text: string): number {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (mayGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? -1);
    return /end of JSON|Unterminated string/.test(message) || at >= beginning.length;
  }
}

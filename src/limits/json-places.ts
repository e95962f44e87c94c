/** Where each value of a JSON text stands, so that a fault can be pointed at. The text must be valid JSON. */

export type JsonPath = readonly (string | number)[];

/** Something in a file that cannot be used. */
export interface FileFault {
  /** "line 3, column 7". */
  readonly place: string;
  readonly message: string;
}

/** Every fault of a file at once; the message is one line. Nothing is taken from such a file. */
export class FaultyFile extends Error {
  override readonly name = 'FaultyFile';
  readonly faults: readonly FileFault[];
  constructor(faults: readonly FileFault[], options?: ErrorOptions) {
    super(faults.map(({ place, message }) => `${place}: ${message}`).join('; '), options);
    this.faults = faults;
  }
}

/** A JSON text that is being judged: faults gather at their places. */
export interface JudgedJson {
  readonly value: unknown;
  readonly fault: (path: JsonPath, message: string) => void;
  /** Throws `FaultyFile` where there was any. */
  readonly settle: () => void;
}

/** Throws `FaultyFile` where the text is no JSON. A name that stands twice in an object is a fault: one of the two is lost. */
export function judgeJson(written: string): JudgedJson {
  const text = written.replace(/^\uFEFF/, '');
  const value = parseJson(text);
  const faults: FileFault[] = [];
  const placeOf = jsonPlaces(text, (path, place) =>
    faults.push({ place, message: `${JSON.stringify(path.at(-1))} stands twice` }),
  );
  return {
    value,
    fault: (path, message) => void faults.push({ place: placeOf(path), message }),
    settle() {
      if (faults.length > 0) throw new FaultyFile(faults);
    },
  };
}

/** "line 3, column 7", counted from 1; of the nearest part that is there where the path leads to nothing. */
export function jsonPlaces(
  text: string,
  onTwice: (path: JsonPath, place: string) => void = () => {},
): (path: JsonPath) => string {
  const offsets = new Map<string, number>();
  let at = 0;
  const token = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const skipSpace = () => token(/[\s,:]*/y);
  const walk = (path: JsonPath, isWithinTwice = false): void => {
    skipSpace();
    const key = JSON.stringify(path);
    const isTwice = offsets.has(key);
    if (isTwice && !isWithinTwice) onTwice(path, placeOf(text, at));
    offsets.set(key, at);
    const opened = token(/[[{]/y);
    if (opened === '') {
      token(/"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y);
      return;
    }
    for (let index = 0; ; index += 1) {
      skipSpace();
      if (token(/[\]}]/y) !== '' || at >= text.length) return;
      const step = opened === '[' ? index : (JSON.parse(token(/"(?:[^"\\]|\\.)*"/y)) as string);
      walk([...path, step], isTwice || isWithinTwice);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const place = placeOf(text, faultOffset(text));
    throw new FaultyFile([{ place, message: 'this is no JSON' }], { cause });
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

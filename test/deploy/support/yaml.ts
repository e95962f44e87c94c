/**
 * Reads the part of YAML that our examples are written in, and refuses everything else by its line: block and flow
 * collections, quoted and plain texts, literal blocks, anchors and merges. Every scalar is a string, nothing is null.
 */
export type Yaml = string | null | Yaml[] | { [key: string]: Yaml };

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
  /** As written, for literal blocks. */
  readonly raw: string;
}

export function readYaml(text: string): Yaml[] {
  return text
    .split(/^---$/m)
    .map((part, index, parts) => {
      const before = parts.slice(0, index).join('---').split('\n').length;
      return new Reader(part, before).document();
    })
    .filter((document) => document !== null);
}

class Reader {
  readonly #lines: Line[];
  readonly #anchors = new Map<string, Yaml>();
  #at = 0;

  constructor(text: string, first: number) {
    this.#lines = text.split('\n').map((raw, index) => ({
      number: first + index,
      indent: raw.length - raw.trimStart().length,
      text: withoutComment(raw).trim(),
      raw,
    }));
  }

  document(): Yaml {
    const line = this.#peek();
    if (line === undefined) return null;
    const value = this.#block(line.indent);
    const rest = this.#peek();
    if (rest !== undefined) this.#fail(rest, 'does not belong to anything');
    return value;
  }

  #peek(): Line | undefined {
    while (this.#lines[this.#at]?.text === '') this.#at += 1;
    return this.#lines[this.#at];
  }

  #fail(line: Line, why: string): never {
    throw new Error(`line ${line.number}: ${why}: ${line.raw.trim()}`);
  }

  #block(indent: number): Yaml {
    const line = this.#peek()!;
    return /^-( |$)/.test(line.text) ? this.#list(indent) : this.#map(indent);
  }

  #list(indent: number): Yaml[] {
    const items: Yaml[] = [];
    for (let line = this.#peek(); line?.indent === indent; line = this.#peek()) {
      const [, gap = '', rest = ''] = /^-( +)(.*)$/.exec(line.text) ?? this.#fail(line, 'is no item');
      if (isEntry(rest)) {
        // "- key: value": the item is a map that begins here.
        const inner = indent + 1 + gap.length;
        this.#lines[this.#at] = { ...line, indent: inner, text: rest };
        items.push(this.#map(inner));
      } else items.push(this.#value(line, rest));
    }
    return items;
  }

  #map(indent: number): { [key: string]: Yaml } {
    const map: { [key: string]: Yaml } = {};
    for (let line = this.#peek(); line?.indent === indent; line = this.#peek()) {
      const [, key = '', rest = ''] = ENTRY.exec(line.text) ?? this.#fail(line, 'is no entry');
      const value = this.#value(line, rest);
      if (key === '<<') Object.assign(map, value, { ...map });
      else if (key in map) this.#fail(line, 'stands twice');
      else map[key] = value;
    }
    const next = this.#peek();
    if (next !== undefined && next.indent > indent) this.#fail(next, 'is indented too far');
    return map;
  }

  /** What stands behind a key or a dash, on its line or below it. */
  #value(line: Line, text: string): Yaml {
    this.#at += 1;
    const [, anchor = '', plain = ''] = /^(?:&(\w+) *)?(.*)$/.exec(text)!;
    let value: Yaml;
    if (plain === '|') value = this.#literal(line.indent);
    else if (plain.startsWith('*'))
      value = this.#anchors.get(plain.slice(1)) ?? this.#fail(line, 'is unknown');
    else if (plain === '') {
      const next = this.#peek();
      value = next !== undefined && next.indent > line.indent ? this.#block(next.indent) : null;
    } else value = this.#inline(line, plain);
    if (anchor !== '') this.#anchors.set(anchor, value);
    return value;
  }

  #literal(indent: number): string {
    const inner = this.#lines[this.#at]?.indent ?? 0;
    const lines: string[] = [];
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[this.#at]) {
      if (line.raw !== '' && line.indent <= indent) break;
      lines.push(line.raw.slice(inner));
      this.#at += 1;
    }
    return `${lines.join('\n').trimEnd()}\n`;
  }

  #inline(line: Line, text: string): Yaml {
    const [value, rest] = flow(text, false) ?? this.#fail(line, 'is not read');
    if (rest.trim() !== '') this.#fail(line, 'goes on after its end');
    return value;
  }
}

const ENTRY = /^([\w./<-]+):(?: +(.*))?$/;
const isEntry = (text: string): boolean => ENTRY.test(text);

/** One value in flow form and what follows it; null: not readable. */
function flow(text: string, nested: boolean): readonly [Yaml, string] | null {
  const quoted = /^"((?:[^"\\])*)"|^'((?:[^']|'')*)'/.exec(text);
  if (quoted !== null) return [quoted[1] ?? quoted[2]!.replaceAll("''", "'"), text.slice(quoted[0].length)];
  if (text.startsWith('[') || text.startsWith('{')) return collection(text);
  // A plain text; within a collection it ends where the collection goes on.
  const plain = (nested ? /^[^,[\]{}"'&*#?|>%@`!-][^,[\]{}]*/ : /^(?![&*?|>%@`!]|- |.*(?:: | #)).+/).exec(
    text,
  );
  return plain === null ? null : [plain[0].trim(), text.slice(plain[0].length)];
}

function collection(text: string): readonly [Yaml, string] | null {
  const isMap = text.startsWith('{');
  const end = isMap ? '}' : ']';
  const list: Yaml[] = [];
  const map: { [key: string]: Yaml } = {};
  let rest = text.slice(1).trimStart();
  while (!rest.startsWith(end)) {
    const key = isMap ? /^([\w./-]+): +/.exec(rest) : null;
    if (isMap && key === null) return null;
    const item = flow(rest.slice(key?.[0].length ?? 0), true);
    if (item === null) return null;
    if (key === null) list.push(item[0]);
    else map[key[1]!] = item[0];
    rest = item[1].trimStart();
    if (rest.startsWith(',')) rest = rest.slice(1).trimStart();
    else if (!rest.startsWith(end)) return null;
  }
  return [isMap ? map : list, rest.slice(1)];
}

/** A `#` begins a comment at the start of a line or after a space, outside quotes. */
function withoutComment(raw: string): string {
  const quotes = /"[^"]*"|'[^']*'/g;
  const masked = raw.replaceAll(quotes, (text) => 'x'.repeat(text.length));
  const at = masked.search(/(?:^|\s)#/);
  return at === -1 ? raw : raw.slice(0, at);
}

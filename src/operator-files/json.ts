/**
 * JSON files that an operator writes: sources, providers, coupons, overrides, rates, limits and agreements. Every fault is
 * reported with its line and column. Comments and trailing commas are faults, because other JSON parsers reject them.
 */
import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';

export type JsonPath = readonly (string | number)[];

/** A position in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const positionText = ({ line, column }: Position): string => `line ${line}, column ${column}`;

/** One mistake in a file. */
export interface FileFault {
  readonly path: JsonPath;
  readonly position: Position;
  readonly message: string;
}

/** Has all faults of a file, in a message of one line. No value of such a file is used. */
export class FaultyFile extends Error {
  override readonly name = 'FaultyFile';
  readonly faults: readonly FileFault[];
  constructor(faults: readonly FileFault[]) {
    super(faults.map(({ position, message }) => `${positionText(position)}: ${message}`).join('; '));
    this.faults = faults;
  }
}

/** A JSON text that is being checked. */
export interface CheckedJson {
  readonly value: unknown;
  /** Adds a fault at the value of this path, or at its nearest ancestor that exists. `isAtName`: at the name of the value. */
  readonly fault: (path: JsonPath, message: string, isAtName?: boolean) => void;
  readonly faults: readonly FileFault[];
  /** Throws `FaultyFile` if there is any fault. */
  readonly throwIfFaulty: () => void;
}

/** Throws `FaultyFile` if the text is not JSON. A name that occurs twice in an object is a fault, because one of its values would be lost. */
export function checkedJson(written: string): CheckedJson {
  const text = written.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (root === undefined || error !== undefined)
    throw new FaultyFile([
      { path: [], position: positionAt(text, error?.offset ?? 0), message: 'this is not valid JSON' },
    ]);
  const faults: FileFault[] = duplicateNames(root, []).map(({ path, node }) => {
    return {
      path,
      position: positionAt(text, node.offset),
      message: `${JSON.stringify(path.at(-1))} occurs twice`,
    };
  });
  return {
    value: JSON.parse(text),
    faults,
    fault: (path, message, isAtName = false) => {
      const node = nearest(root, path);
      const { offset } = isAtName && node.parent?.type === 'property' ? node.parent : node;
      faults.push({ path, position: positionAt(text, offset), message });
    },
    throwIfFaulty() {
      if (faults.length > 0) throw new FaultyFile(faults);
    },
  };
}

function nearest(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node !== undefined) return lastDuplicate(node);
  }
  return root;
}

/** `JSON.parse` uses the last of several values with the same name, so a fault must point to that one. */
function lastDuplicate(node: Node): Node {
  const property = node.parent;
  const name: unknown = property?.type === 'property' ? property.children?.[0]?.value : undefined;
  if (name === undefined) return node;
  const same = property?.parent?.children?.findLast(({ children }) => children?.[0]?.value === name);
  return same?.children?.[1] ?? node;
}

function duplicateNames(node: Node, path: JsonPath): { readonly path: JsonPath; readonly node: Node }[] {
  const seen = new Set<unknown>();
  return (node.children ?? []).flatMap((child, index) => {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    if (value === undefined) return [];
    const step = key === undefined ? index : (key.value as string);
    const own = [...path, step];
    if (key !== undefined && seen.has(step)) return [{ path: own, node: value }];
    seen.add(step);
    return duplicateNames(value, own);
  });
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

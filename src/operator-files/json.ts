/**
 * JSON files that an operator writes: sources, providers, coupons, overrides, rates, limits and agreements. Every fault is
 * reported with its line and column. Comments and trailing commas are faults, because other JSON parsers reject them.
 */
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { nestingFault, syntaxFault } from './json-fault.ts';

export type JsonPath = readonly (string | number)[];

/** A position in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const positionText = ({ line, column }: Position): string => `line ${line}, column ${column}`;

/** The value of a JSON text, and where its parts are. */
interface ParsedJson {
  readonly value: unknown;
  /**
   * Returns the position of the value at this path, or of its nearest existing ancestor. With `isAtName`, it is the
   * position of the name of the property.
   */
  readonly positionOf: (path: JsonPath, isAtName: boolean) => Position;
  /** Names that occur twice in an object, so that one of their values is lost. */
  readonly duplicates: readonly JsonPath[];
}

/** Why a text cannot be used. */
interface BrokenJson {
  readonly fault: { readonly position: Position; readonly message: string };
}

export function parseJson(written: string): ParsedJson | BrokenJson {
  const text = written.replace(/^\uFEFF/, '');
  const positionAt = positionsIn(text);
  const tooDeep = nestingFault(text);
  const value = tooDeep === null ? jsonValueOf(text) : undefined;
  const root = value === undefined ? undefined : parseTree(text);
  if (root === undefined) {
    const { offset, message } = tooDeep ?? syntaxFault(text);
    return { fault: { position: positionAt(offset), message } };
  }
  return {
    value,
    positionOf: (path, isAtName) => {
      const node = nearest(root, path);
      const { offset } = isAtName && node.parent?.type === 'property' ? node.parent : node;
      return positionAt(offset);
    },
    duplicates: duplicateNames(root, []),
  };
}

/** undefined: the text is not JSON. */
function jsonValueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nearest(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node !== undefined) return lastDuplicate(node);
  }
  return root;
}

/** `JSON.parse` uses the last of several values with the same name, so a position must be that of this one. */
function lastDuplicate(node: Node): Node {
  const property = node.parent;
  const name: unknown = property?.type === 'property' ? property.children?.[0]?.value : undefined;
  if (name === undefined) return node;
  const same = property?.parent?.children?.findLast(({ children }) => children?.[0]?.value === name);
  return same?.children?.[1] ?? node;
}

/** A name that occurs many times is listed once. */
function duplicateNames(node: Node, path: JsonPath): JsonPath[] {
  const seen = new Set<unknown>();
  const listed = new Set<unknown>();
  return (node.children ?? []).flatMap((child, index) => {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    if (value === undefined) return [];
    const step = key === undefined ? index : (key.value as string);
    const own = [...path, step];
    if (key !== undefined && seen.has(step)) {
      if (listed.has(step)) return [];
      listed.add(step);
      return [own];
    }
    seen.add(step);
    return duplicateNames(value, own);
  });
}

/** Finds the line breaks once, because a file may have many faults. */
function positionsIn(text: string): (offset: number) => Position {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    const line = lineEnds.findLastIndex((end) => end < offset) + 1;
    return { line: line + 1, column: offset - (lineEnds[line - 1] ?? -1) };
  };
}

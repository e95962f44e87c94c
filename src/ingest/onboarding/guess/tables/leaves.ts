/** Finds the fields of an entry that can be columns, also those in objects and in lists within it. */
import { currencyOrNull } from '../../../parse/money.ts';
import { isRecord, type JsonObject, numberOrNull, scalarText } from '../../../parse/value.ts';
import { ELEMENT_TEXT } from '../../../parse/xml.ts';
import { isPlainKey } from './table.ts';

interface Leaf {
  readonly path: string;
  /** The names of the steps, without positions. */
  readonly names: readonly string[];
}

/** Where a value is in its entry. */
interface Position extends Leaf {
  /** How many objects and lists are around the value. */
  readonly depth: number;
}

const DEPTH_MAX = 3;
/** Entries of a list that are searched for keys. */
const ENTRIES_LOOKED_AT = 5;

export const leavesOf = (entry: unknown): readonly Leaf[] =>
  leavesAt({ path: '', names: [], depth: 0 }, entry);

function leavesAt(position: Position, value: unknown): readonly Leaf[] {
  const { path, names, depth } = position;
  const own = path === '' ? [] : [{ path, names }];
  if (Array.isArray(value)) return [...own, ...leavesOfList(position, value.filter(isRecord))];
  if (!isRecord(value)) return own;
  if (depth > DEPTH_MAX) return [];
  const keys = Object.keys(value).filter(isPlainKey);
  const inside = keys
    .filter((key) => key !== ELEMENT_TEXT)
    .flatMap((key) => leavesAt(stepInto(position, key), value[key]));
  // The text of an element that has attributes is the value of its path.
  const isElement = Object.hasOwn(value, ELEMENT_TEXT);
  return isElement || areCurrencies(keys) ? [...own, ...inside] : inside;
}

const stepInto = ({ path, names, depth }: Position, key: string): Position => ({
  path: path === '' ? key : `${path}.${key}`,
  names: [...names, key],
  depth: depth + 1,
});

/** An object with a price for each currency is one column. */
const areCurrencies = (keys: readonly string[]): boolean =>
  keys.length > 0 && keys.every((key) => /^[A-Z]{3}$/.test(key));

function leavesOfList(position: Position, entries: readonly JsonObject[]): readonly Leaf[] {
  if (entries.length === 0) return [];
  const attributes = leavesOfAttributes(position, entries);
  if (attributes.length > 0) return attributes;
  const { path, names } = position;
  const keys = new Set(entries.slice(0, ENTRIES_LOOKED_AT).flatMap(Object.keys).filter(isPlainKey));
  return [...keys]
    .filter((key) => scalarText(entries[0]?.[key]) !== null)
    .map((key) => ({ path: `${path}[].${key}`, names: [...names, key] }));
}

// Lists of names and values: [{"name": "Data", "value": "3 GB"}].

const NAME_KEYS = 'name key attribute label type code slug currency title'.split(' ');
const VALUE_KEYS = 'value values val text content terms option options amount price data display'.split(' ');
/** A longer text is no name of an attribute. */
const ATTRIBUTE_CHARACTERS_MAX = 40;

/** Returns one column or more for each name. Empty: the list has no names and values. */
function leavesOfAttributes(position: Position, entries: readonly JsonObject[]): readonly Leaf[] {
  const nameKey = NAME_KEYS.find((key) => entries.every((entry) => isAttributeName(entry[key])));
  if (nameKey === undefined) return [];
  const texts = new Set(entries.map((entry) => entry[nameKey]));
  if (texts.size < entries.length) return [];
  const valueKey = [ELEMENT_TEXT, ...VALUE_KEYS].find(
    (key) => key !== nameKey && entries.some((entry) => entry[key] !== undefined),
  );
  if (valueKey === undefined) return [];
  return entries.flatMap((entry) =>
    valueKey === ELEMENT_TEXT
      ? leavesOfElement(position, entry, nameKey)
      : leavesOfAttribute(position, entry, nameKey, valueKey),
  );
}

const isAttributeName = (text: unknown): boolean =>
  typeof text === 'string' &&
  text.length <= ATTRIBUTE_CHARACTERS_MAX &&
  isPlainKey(text) &&
  text.trim() === text;

/** The text of an element is its value. Its other attributes say more: <param name="Data" unit="GB">. */
function leavesOfElement({ path }: Position, element: JsonObject, nameKey: string): readonly Leaf[] {
  const name = String(element[nameKey]);
  const own = `${path}[${nameKey}=${name}]`;
  const others = Object.keys(element).filter(
    (key) => key !== nameKey && key !== ELEMENT_TEXT && isPlainKey(key),
  );
  return [
    { path: own, names: [name] },
    ...others.map((key) => ({ path: `${own}.${key}`, names: [name, key] })),
  ];
}

function leavesOfAttribute(
  { path, names, depth }: Position,
  entry: JsonObject,
  nameKey: string,
  valueKey: string,
): readonly Leaf[] {
  const name = String(entry[nameKey]);
  const value = entry[valueKey];
  // The name of a currency says nothing without the name of the list: "prices" and "USD".
  const isCurrency = currencyOrNull(name) !== null && numberOrNull(value) !== null;
  const position = {
    path: `${path}[${nameKey}=${name}].${valueKey}`,
    names: isCurrency ? [...names, name] : [name],
    depth: depth + 1,
  };
  return Array.isArray(value) ? leavesOfFirst(position, value[0]) : leavesAt(position, value);
}

/** An attribute with a list of values has the first one. */
function leavesOfFirst({ path, names }: Position, first: unknown): readonly Leaf[] {
  if (!isRecord(first)) return [{ path: `${path}[0]`, names }];
  const key = [...VALUE_KEYS, ...NAME_KEYS].find((one) => scalarText(first[one]) !== null);
  return key === undefined ? [] : [{ path: `${path}[0].${key}`, names }];
}

/** Rows of an XML feed, parsed by sax in chunks. Only the rows of one chunk are in memory together. */
import sax from 'sax';
import { FeedError, type FeedPage, type PageLimits } from '../adapter.ts';
import { DEFAULT_LIMITS, rejectWebPage, tooMany, unpacked } from './body.ts';
import { show } from './value.ts';

/**
 * An element as a value: its text, or an object with its attributes and elements by name. Its own text beside them has the
 * key "#text". Elements that occur several times are a list.
 */
export type XmlValue = string | readonly XmlValue[] | { readonly [name: string]: XmlValue };

/** The key of the text of an element that also has attributes or other elements. */
export const ELEMENT_TEXT = '#text';

const CHUNK_BYTES = 64 * 1024;
/** A product feed is four levels deep. A document with many more levels is damaged or an attack. */
const DEPTH_MAX = 32;
const FIELD_CHARACTERS_MAX = 4000;
/** Ten times the fields of a product of Google Merchant. More would only fill the memory. */
const FIELDS_MAX = 1000;
const ATTRIBUTES_MAX = 100;

/**
 * Counts the ends of rows before anything is parsed, so that a feed with too many rows fails at once. Rows without an
 * end tag (`<row/>`) are counted when they are normalised.
 */
function expectFewRows(bytes: Uint8Array, element: string, { rows }: PageLimits = DEFAULT_LIMITS): void {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const ends = `</${element}>`;
  let count = 0;
  for (let at = body.indexOf(ends); at >= 0; at = body.indexOf(ends, at + ends.length)) count += 1;
  if (count > rows) throw new FeedError(tooMany(rows, 'rows'));
}

/** `path` leads from the root to the rows ("rss.channel.item"). `nameOf` translates the names of elements and attributes. */
interface XmlSettings {
  readonly path: string;
  readonly nameOf?: (written: string) => string;
}

/** The rows as objects, also if a row has only text. */
export function* xmlRows(
  page: FeedPage,
  settings: XmlSettings,
): Generator<{ readonly [name: string]: XmlValue }> {
  const { parser, rows, chunks } = openXml(page, settings);
  for (const chunk of chunks) {
    parser.write(chunk);
    yield* rows.splice(0);
  }
  parser.close();
  yield* rows.splice(0);
}

/** The elements around the rows, such as the number of pages, and the number of rows. */
export function xmlAround(
  page: FeedPage,
  settings: XmlSettings,
): { readonly around: XmlValue; readonly rows: number } {
  const { parser, rows, chunks, root } = openXml(page, settings);
  let count = 0;
  for (const chunk of chunks) {
    parser.write(chunk);
    count += rows.splice(0).length;
  }
  parser.close();
  return { around: root(), rows: count + rows.length };
}

/** An element that is being read. */
interface OpenElement {
  readonly name: string;
  readonly fields: Map<string, XmlValue | XmlValue[]>;
  text: string;
}

function openXml(page: FeedPage, { path, nameOf = (written) => written }: XmlSettings) {
  const bytes = unpacked(page);
  rejectWebPage(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const steps = path.split('.');
  const [root = ''] = steps;
  const rowDepth = steps.length;
  expectFewRows(bytes, steps.at(-1) ?? root, page.limits);
  const parser = sax.parser(true);
  const rows: { readonly [name: string]: XmlValue }[] = [];
  const open: OpenElement[] = [];
  let isInRow = false;
  let fieldsInRow = 0;
  let fieldsAround = 0;
  let attributes = 0;
  let document: XmlValue = {};

  const add = (element: OpenElement, name: string, value: XmlValue): void => {
    if (isInRow) fieldsInRow += 1;
    else fieldsAround += 1;
    if (fieldsInRow > FIELDS_MAX) throw new FeedError(`A row of the XML has more than ${FIELDS_MAX} fields.`);
    // What is around the rows may be long, and only its beginning matters.
    if (!isInRow && fieldsAround > FIELDS_MAX) return;
    const known = element.fields.get(name);
    if (known === undefined) element.fields.set(name, value);
    else if (Array.isArray(known)) known.push(value);
    else element.fields.set(name, [known as XmlValue, value]);
  };
  const isRow = (): boolean =>
    open.length === rowDepth && open.every(({ name }, depth) => name === steps[depth]);
  // The parser collects the attributes of a tag before it reports the tag.
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX)
      throw new FeedError(`An element of the XML has more than ${ATTRIBUTES_MAX} attributes.`);
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    const element = { name: nameOf(tag.name), fields: new Map<string, XmlValue>(), text: '' };
    open.push(element);
    if (open.length > DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    if (open.length === 1 && element.name !== root)
      throw new FeedError(
        `The feed has changed: its root element is ${show(element.name)} and not "${root}".`,
      );
    if (isRow()) {
      isInRow = true;
      fieldsInRow = 0;
    }
    for (const [key, value] of Object.entries(tag.attributes)) add(element, nameOf(key), String(value));
  };
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined && element.text.length < FIELD_CHARACTERS_MAX) element.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const wasRow = isRow();
    if (wasRow) isInRow = false;
    const element = open.pop()!;
    const text = element.text.trim();
    const value = Object.fromEntries(element.fields) as { readonly [name: string]: XmlValue };
    const whole = text === '' ? value : { ...value, [ELEMENT_TEXT]: text };
    const around = open.at(-1);
    if (wasRow) rows.push(whole);
    else if (around === undefined) document = { [element.name]: whole };
    else add(around, element.name, element.fields.size === 0 ? text : whole);
  };
  parser.onerror = () => {
    throw new FeedError(`The XML is damaged at line ${parser.line + 1}.`);
  };
  return { parser, rows, chunks: decodedChunks(bytes), root: () => document };
}

function* decodedChunks(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8');
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
}

/** Enough of a document to see its rows. */
const LOOKED_AT_BYTES = 1_000_000;

/** Guesses the path of the rows: the element that has the most different fields. null if no element has two. */
export function guessRowPath(page: FeedPage): string | null {
  const fields = new Map<string, Set<string>>();
  const parser = sax.parser(true);
  const open: string[] = [];
  parser.onopentag = (tag) => {
    const path = open.join('.');
    if (open.length >= DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    if (open.length > 0) fields.set(path, (fields.get(path) ?? new Set()).add(tag.name));
    open.push(tag.name);
    const own = open.join('.');
    for (const name of Object.keys(tag.attributes)) fields.set(own, (fields.get(own) ?? new Set()).add(name));
  };
  parser.onclosetag = () => open.pop();
  // Errors are ignored here. The text may end in the middle of the document, and `xmlRows` reports real damage.
  parser.onerror = () => parser.resume();
  parser.write(new TextDecoder().decode(unpacked(page).subarray(0, LOOKED_AT_BYTES)));
  const [best] = [...fields].toSorted(([, a], [, b]) => b.size - a.size);
  return best === undefined || best[1].size < 2 ? null : best[0];
}

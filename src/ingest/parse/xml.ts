/** Rows of an XML feed, parsed by sax in chunks. Only the rows of one chunk are in memory together. */
import sax from 'sax';
import { FeedError, type FeedPage, type PageLimits } from '../adapter.ts';
import { DEFAULT_LIMITS, rejectWebPage, tooMany, unpacked } from './body.ts';
import { show } from './value.ts';

/** The texts of a row by the path of their element within the row ("price", "price.amount"). Attributes are like elements. */
export type XmlRow = ReadonlyMap<string, string>;

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

/** `path` leads from the root to the rows ("rss.channel.item"). `nameOf` translates the names of elements. */
export function* xmlRows(
  page: FeedPage,
  path: string,
  nameOf: (written: string) => string = (written) => written,
): Generator<XmlRow> {
  const bytes = unpacked(page);
  rejectWebPage(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const [root = '', ...below] = path.split('.');
  expectFewRows(bytes, below.at(-1) ?? root, page.limits);
  const parser = sax.parser(true);
  const rows: XmlRow[] = [];
  const open: string[] = [];
  let row: Map<string, string> | null = null;
  let attributes = 0;

  /** The path within the row. Empty for the row itself. */
  const field = () => open.slice(below.length + 1).join('.');
  const add = (name: string, text: string) => {
    if (row === null) return;
    const known = row.get(name) ?? '';
    if (known.length < FIELD_CHARACTERS_MAX) row.set(name, known + text);
    if (row.size > FIELDS_MAX) throw new FeedError(`A row of the XML has more than ${FIELDS_MAX} fields.`);
  };
  /** The texts of an element that occurs several times are joined by commas. */
  const separate = (name: string) => {
    if (row?.has(name) === true) add(name, ', ');
  };
  // The parser collects the attributes of a tag before it reports the tag.
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX)
      throw new FeedError(`An element of the XML has more than ${ATTRIBUTES_MAX} attributes.`);
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    const name = nameOf(tag.name);
    open.push(name);
    if (open.length > DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    if (open.length === 1 && name !== root)
      throw new FeedError(`The feed has changed: its root element is ${show(name)} and not "${root}".`);
    if (row === null && open.join('.') === path) row = new Map();
    if (row === null) return;
    separate(field());
    for (const [key, value] of Object.entries(tag.attributes)) {
      const inRow = [...open.slice(below.length + 1), nameOf(key)].join('.');
      separate(inRow);
      add(inRow, String(value));
    }
  };
  parser.ontext = (text) => add(field(), text);
  parser.oncdata = (text) => add(field(), text);
  parser.onclosetag = () => {
    if (row !== null && open.length === below.length + 1) {
      rows.push(row);
      row = null;
    }
    open.pop();
  };
  parser.onerror = () => {
    throw new FeedError(`The XML is damaged at line ${parser.line + 1}.`);
  };
  const decoder = new TextDecoder('utf-8');
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true }));
    yield* rows.splice(0);
  }
  parser.close();
  yield* rows.splice(0);
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

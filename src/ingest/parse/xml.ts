/** Rows of an XML feed, parsed by sax in chunks. Only the rows of one chunk are in memory together. */
import sax from 'sax';
import { FeedError, type FeedPage, type PageLimits } from '../adapter.ts';
import { DEFAULT_LIMITS, rejectWebPage, tooMany, utf8Of } from './body.ts';
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
export const DEPTH_MAX = 32;
const FIELD_CHARACTERS_MAX = 4000;
/** Ten times the fields of a product of Google Merchant. More would only fill the memory. */
const FIELDS_MAX = 1000;
const ATTRIBUTES_MAX = 100;

/**
 * Counts the ends of rows before anything is parsed, so that a feed with too many rows fails at once. Other rows are
 * counted when they are normalised: those without an end tag (`<row/>`), and those whose tag has a prefix.
 */
function expectFewRows(bytes: Uint8Array, element: string, { rows }: PageLimits = DEFAULT_LIMITS): void {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const ends = `</${element}>`;
  let count = 0;
  for (let at = body.indexOf(ends); at >= 0; at = body.indexOf(ends, at + ends.length)) count += 1;
  if (count > rows) throw new FeedError(tooMany(rows, 'rows'));
}

interface XmlSettings {
  /** The names of the elements from the root to the rows, as `nameOf` translates them: "rss.channel.item". */
  readonly path: string;
  /** Translates the names of elements and attributes. */
  readonly nameOf?: (written: string) => string;
}

/** The rows as objects, also if a row has only text. */
export function* xmlRows(
  page: FeedPage,
  settings: XmlSettings,
): Generator<{ readonly [name: string]: XmlValue }> {
  const parser = new RowParser(page, settings);
  for (const chunk of decodedChunks(utf8Of(page))) yield* parser.write(chunk);
  yield* parser.end();
}

/** Returns what is around the rows, such as an element with the number of pages, and counts the rows. */
export function xmlAround(
  page: FeedPage,
  settings: XmlSettings,
): { readonly around: XmlValue; readonly rows: number } {
  const parser = new RowParser(page, settings);
  let rows = 0;
  for (const chunk of decodedChunks(utf8Of(page))) rows += parser.write(chunk).length;
  rows += parser.end().length;
  return { around: parser.document, rows };
}

function* decodedChunks(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8');
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
}

type XmlObject = { readonly [name: string]: XmlValue };

/** An element that is being read. */
interface OpenElement {
  readonly name: string;
  readonly fields: Map<string, XmlValue | XmlValue[]>;
  text: string;
}

/** Parses a document in chunks. The methods have the order of the events of an element. */
class RowParser {
  /** What is around the rows, after `end`. */
  document: XmlValue = {};
  readonly #parser = sax.parser(true);
  readonly #steps: readonly string[];
  readonly #nameOf: (written: string) => string;
  /** The rows of the current chunk. */
  readonly #rows: XmlObject[] = [];
  /** The elements around the current position, the root first. */
  readonly #open: OpenElement[] = [];
  #isInRow = false;
  #fieldsInRow = 0;
  #fieldsAround = 0;
  #attributes = 0;

  constructor(page: FeedPage, { path, nameOf = (written) => written }: XmlSettings) {
    const bytes = utf8Of(page);
    rejectWebPage(new TextDecoder().decode(bytes.subarray(0, 1000)));
    this.#steps = path.split('.');
    this.#nameOf = nameOf;
    expectFewRows(bytes, this.#steps.at(-1) ?? '', page.limits);
    this.#parser.onattribute = () => this.#onAttribute();
    this.#parser.onopentag = (tag) => this.#onOpen(tag);
    this.#parser.ontext = (text) => this.#onText(text);
    this.#parser.oncdata = (text) => this.#onText(text);
    this.#parser.onclosetag = () => this.#onClose();
    this.#parser.onerror = () => {
      throw new FeedError(`The XML is damaged at line ${this.#parser.line + 1}.`);
    };
  }

  /** The rows that end in this chunk. */
  write(chunk: string): readonly XmlObject[] {
    this.#parser.write(chunk);
    return this.#rows.splice(0);
  }

  end(): readonly XmlObject[] {
    this.#parser.close();
    return this.#rows.splice(0);
  }

  /** The parser collects the attributes of a tag before it reports the tag. */
  #onAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes > ATTRIBUTES_MAX)
      throw new FeedError(`An element of the XML has more than ${ATTRIBUTES_MAX} attributes.`);
  }

  #onOpen({ name, attributes }: sax.Tag | sax.QualifiedTag): void {
    this.#attributes = 0;
    const element: OpenElement = { name: this.#nameOf(name), fields: new Map(), text: '' };
    this.#open.push(element);
    if (this.#open.length > DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    const [root = ''] = this.#steps;
    if (this.#open.length === 1 && element.name !== root)
      throw new FeedError(
        `The feed has changed: its root element is ${show(element.name)} and not "${root}".`,
      );
    if (this.#isRow()) {
      this.#isInRow = true;
      this.#fieldsInRow = 0;
    }
    for (const [key, value] of Object.entries(attributes))
      this.#addField(element, this.#nameOf(key), String(value));
  }

  #onText(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined && element.text.length < FIELD_CHARACTERS_MAX) element.text += text;
  }

  #onClose(): void {
    const isRow = this.#isRow();
    if (isRow) this.#isInRow = false;
    const { name, fields, text: written } = this.#open.pop()!;
    const text = written.trim();
    const asObject = {
      ...(Object.fromEntries(fields) as XmlObject),
      ...(text !== '' && { [ELEMENT_TEXT]: text }),
    };
    const around = this.#open.at(-1);
    // A row is an object even if it has only text.
    if (isRow) this.#rows.push(asObject);
    else if (around === undefined) this.document = { [name]: asObject };
    else this.#addField(around, name, fields.size === 0 ? text : asObject);
  }

  /** True if the innermost open element is a row. */
  #isRow(): boolean {
    const steps = this.#steps;
    return this.#open.length === steps.length && this.#open.every(({ name }, at) => name === steps[at]);
  }

  #addField({ fields }: OpenElement, name: string, value: XmlValue): void {
    if (this.#isInRow) {
      this.#fieldsInRow += 1;
      if (this.#fieldsInRow > FIELDS_MAX)
        throw new FeedError(`A row of the XML has more than ${FIELDS_MAX} fields.`);
    } else {
      this.#fieldsAround += 1;
      // What is around the rows may be long, and only its beginning matters.
      if (this.#fieldsAround > FIELDS_MAX) return;
    }
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (Array.isArray(known)) known.push(value);
    else fields.set(name, [known as XmlValue, value]);
  }
}

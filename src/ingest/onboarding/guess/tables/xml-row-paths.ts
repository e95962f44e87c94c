/** Guesses where the rows of an XML feed are. */
import sax from 'sax';
import { FeedError, type FeedPage } from '../../../adapter.ts';
import { utf8Of } from '../../../parse/body.ts';
import { DEPTH_MAX } from '../../../parse/xml.ts';
import { isPlainKey } from './table.ts';

/** Enough of a document to see its rows. */
const LOOKED_AT_BYTES = 1_000_000;
/** The channel, its picture and a list within each plan may have more fields than a plan. */
const PATHS_MAX = 4;

/**
 * The paths of the elements that have several different fields, those with the most first. The root element is the whole
 * document, so it is no row, unless no other element has several fields.
 */
export function guessRowPaths(page: FeedPage): readonly (readonly string[])[] {
  const found = fieldsByPath(page)
    .filter(({ path, fields }) => fields.size > 1 && path.every(isPlainKey))
    .toSorted((one, other) => other.fields.size - one.fields.size)
    .map(({ path }) => path);
  const belowRoot = found.filter((path) => path.length > 1);
  return belowRoot.length === 0 ? found : belowRoot.slice(0, PATHS_MAX);
}

interface SeenElement {
  readonly path: readonly string[];
  /** The names of its attributes and of the elements in it. */
  readonly fields: Set<string>;
}

function fieldsByPath(page: FeedPage): readonly SeenElement[] {
  const seen = new Map<string, SeenElement>();
  const open: string[] = [];
  const addFields = (names: readonly string[]): void => {
    const key = open.join('/');
    const element = seen.get(key) ?? { path: [...open], fields: new Set() };
    for (const name of names) element.fields.add(name);
    seen.set(key, element);
  };
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    if (open.length >= DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    if (open.length > 0) addFields([name]);
    open.push(name);
    addFields(Object.keys(attributes));
  };
  parser.onclosetag = () => open.pop();
  // Errors are ignored here. The text may end in the middle of the document, and `xmlRows` reports real damage.
  parser.onerror = () => parser.resume();
  parser.write(new TextDecoder().decode(utf8Of(page).subarray(0, LOOKED_AT_BYTES)));
  return [...seen.values()];
}

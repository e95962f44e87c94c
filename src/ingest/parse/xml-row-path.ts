/** Guesses where the rows of an XML feed are. */
import sax from 'sax';
import { FeedError, type FeedPage } from '../adapter.ts';
import { unpacked } from './body.ts';
import { DEPTH_MAX } from './xml.ts';

/** Enough of a document to see its rows. */
const LOOKED_AT_BYTES = 1_000_000;

/** The path of the element that has the most different fields. null if no element has two. */
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

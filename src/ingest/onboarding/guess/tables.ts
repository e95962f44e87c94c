/** Finds the lists of a saved response that may be its plans, each with its columns, in every format. */
import type { FeedPage } from '../../adapter.ts';
import { jsonLines, jsonOf, textOf } from '../../parse/body.ts';
import { isRecord } from '../../parse/value.ts';
import { csvTable } from './tables/csv.ts';
import { jsonTables } from './tables/json.ts';
import type { FeedTable } from './tables/table.ts';
import { xmlTables } from './tables/xml.ts';

/** Returns the reason as text if there is no list. Throws `FeedError` for a response that is not CSV, JSON or XML. */
export async function tablesOf(page: FeedPage): Promise<readonly FeedTable[] | string> {
  const text = textOf(page).trimStart();
  if (text.startsWith('<')) return xmlTables(page);
  if (!/^[[{]/.test(text)) return [await csvTable(page, text)];
  if (!isLines(text)) return jsonTables(jsonOf(page), { format: 'json' });
  const lines = Array.from(jsonLines(page), ({ value }) => value);
  return jsonTables(lines, { format: 'jsonl' });
}

/** True for JSON Lines: the first line is a whole object, and another one follows. */
function isLines(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  if (!first.startsWith('{') || !second.trimStart().startsWith('{')) return false;
  try {
    return isRecord(JSON.parse(first));
  } catch {
    return false;
  }
}

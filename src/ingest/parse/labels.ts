/**
 * The plan in the categories or labels of a product: "esim > Asia > Japan > Data > 1GB > 7 Days", or a label for each.
 * Shops that give their plans fancy titles state them here.
 */
import { amountCell } from './cell.ts';
import { daysOrNull } from './period.ts';
import { readTitle, type TitleFields, type TitleRules } from './title.ts';

const PATH_MARK = '>';
const NO_PLACE =
  /^(?:e-?sims?|data|data only|unlimited|plans?|travel|packages?|local|regional|global plans?)$/i;
/** "7 Days", "1-Day": a bare number in a label may be anything. */
const LENGTH = /^\d{1,4}[ -]?(?:days?|hours?|weeks?)$/i;

interface Sorted {
  readonly data: readonly string[];
  readonly lengths: readonly string[];
  readonly others: readonly string[];
}

function sortOut(texts: readonly string[]): Sorted {
  const data: string[] = [];
  const lengths: string[] = [];
  const others: string[] = [];
  for (const text of texts.map((one) => one.trim()).filter((one) => one !== '')) {
    if (LENGTH.test(text) && daysOrNull(text) !== null) lengths.push(text);
    else if (amountCell(text, 1000) !== null) data.push(text);
    else if (!NO_PLACE.test(text)) others.push(text);
  }
  return { data, lengths, others };
}

/** null where the path does not hold a whole plan. The place is its last step that is neither amount nor length. */
export function readPath(path: string, rules: TitleRules): TitleFields | null {
  const steps = path.split(PATH_MARK);
  if (steps.length < 4) return null;
  const { data, lengths, others } = sortOut(steps);
  const place = others.at(-1);
  if (data.length !== 1 || lengths.length !== 1 || place === undefined) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}

/** null where the labels do not hold a whole plan, or more than one. */
export function readLabels(labels: readonly string[], rules: TitleRules): TitleFields | null {
  const { data, lengths, others } = sortOut(labels);
  if (data.length !== 1 || lengths.length !== 1) return null;
  const known = others.filter(
    (text) => rules.regions.has(text.toLowerCase()) || rules.resolve(text) !== null,
  );
  // "Asia" and "Japan": a country says more than the region that it lies in.
  const countries = known.filter((text) => rules.resolve(text) !== null);
  const [place, ...more] = countries.length > 0 ? countries : known;
  if (place === undefined || more.length > 0) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}

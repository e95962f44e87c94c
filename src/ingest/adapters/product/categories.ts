/**
 * The plan in the categories or labels of a product: "esim > Asia > Japan > Data > 1GB > 7 Days", or a label for each.
 * Shops that give their plans fancy titles state them here.
 */
import type { DraftAllowance } from '../../draft.ts';
import { amountCell } from '../../parse/data.ts';
import { onlyLength } from '../../parse/name/lengths.ts';
import { readName } from '../../parse/name/read-name.ts';
import { show } from '../../parse/value.ts';
import { rejectPlace } from './title-places.ts';
import type { TitleRules } from './title-rules.ts';
import { needAllowance, needLength } from './title-terms.ts';

/**
 * What the columns of a feed state. A field is left out if it has no column or its cell is empty. Length and allowance are
 * read when they are needed, so that a cell that nobody needs rejects no row.
 */
export interface ProductColumns {
  readonly places?: readonly string[] | undefined;
  /** null: no expiry. */
  readonly readDays?: (() => number | null) | undefined;
  readonly readAllowance?: ((days: number | null) => DraftAllowance) | undefined;
}

const PATH_MARK = '>';
const NO_PLACE =
  /^(?:e-?sims?|data|data only|unlimited|plans?|travel|packages?|local|regional|global plans?)$/i;

function sortOut(texts: readonly string[]) {
  const data: string[] = [];
  const lengths: string[] = [];
  const others: string[] = [];
  for (const text of texts.map((one) => one.trim()).filter((one) => one !== '')) {
    const named = readName(text);
    if (amountCell(text, 1000) !== null) data.push(text);
    else if (onlyLength(named.lengths) !== null && named.rest() === '') lengths.push(text);
    else if (!NO_PLACE.test(text)) others.push(text);
  }
  return { data, lengths, others };
}

/** What the categories or attributes of a product state: a whole plan, or its place alone. */
export function describedPlan(
  paths: readonly string[],
  attributes: readonly string[],
  rules: TitleRules,
): ProductColumns {
  const steps = paths.map((path) => path.split(PATH_MARK)).filter((path) => path.length > 1);
  const inPaths = steps
    .map(sortOut)
    .map((sorted) => ({ ...sorted, place: placeOfPath(sorted.others, rules) }));
  const inAttributes = sortOut(attributes);
  const stated = [...inPaths, { ...inAttributes, place: placeAmong(inAttributes.others, rules) }].filter(
    ({ place, others }) => place !== null || others.length > 0,
  );
  const whole = stated.find(
    ({ data, lengths, place }) =>
      data.length === 1 && lengths.length === 1 && (place !== null || inPaths.length > 0),
  );
  if (whole !== undefined) {
    const place = whole.place ?? whole.others.at(-1)!;
    return planOfTexts(place, whole.data[0]!, whole.lengths[0]!, rules);
  }
  // A shop sorts other goods by places too.
  const isOfEsims = readName([...paths, ...attributes].join(' | ')).isEsim;
  const first = stated.find(({ place }) => place !== null);
  if (first === undefined || !isOfEsims) return {};
  return { places: rules.placesOf(first.place!) ?? undefined };
}

/** The last step of a path that is neither an amount nor a length. null: it is no known place. */
function placeOfPath(steps: readonly string[], rules: TitleRules): string | null {
  const last = steps.at(-1) ?? '';
  return rules.placesOf(last) === null ? null : last;
}

/** The only place among these texts: of "Asia" and "Japan" the country, which says more than its region. */
function placeAmong(texts: readonly string[], rules: TitleRules): string | null {
  const isRegion = (text: string) => rules.placesOfRegion(text) !== undefined;
  const known = texts.filter((text) => isRegion(text) || rules.placesOf(text) !== null);
  const countries = known.filter((text) => !isRegion(text));
  const [place, ...more] = countries.length > 0 ? countries : known;
  return place === undefined || more.length > 0 ? null : place;
}

function planOfTexts(place: string, data: string, length: string, rules: TitleRules): ProductColumns {
  const reading = { ...readName([place, data, length].join(' ')), isCard: false };
  return {
    places:
      rules.placesOf(place) ?? rejectPlace(place, `${show(place)} in its categories is no known place.`),
    readDays: () => needLength(length, reading),
    readAllowance: (days) => needAllowance(data, reading, days),
  };
}

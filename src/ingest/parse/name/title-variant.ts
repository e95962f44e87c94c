/** The variant of a product in the last brackets of its title: "選べる日数 … (5日間)" is a plan of 5 days. */
import type { Token } from '../tokens.ts';
import { allowanceIn } from './allowance.ts';
import { isAboutWord, type NamedAmount } from './amounts.ts';
import { CLOSING, OPENING } from './brackets.ts';
import { isRoaming } from './foreign-amounts.ts';
import { onlyLength } from './lengths.ts';
import { type NameReading, readName } from './read-name.ts';

/** Reads a title. The variant wins over the text in front of it. */
export function readVariants(tokens: readonly Token[]): NameReading & { readonly isCard: boolean } {
  const whole = readName(tokens);
  const last = lastBrackets(tokens);
  if (last === null) return { ...whole, isCard: tokens.some(endsCardVariant) };
  const { before, inside } = last;
  const variant = readName(inside);
  const isVariant = statesTerms(variant) && !isRemark(inside, variant);
  // "(7日間 | SIM)", "(SIM)".
  const isCard = !variant.isEsim && (isVariant || inside.length === 1) && inside.some(isCardWord);
  if (!isVariant) return { ...whole, isCard };
  // "選べる日数 … (5日間)": the variant is what was chosen.
  return { ...whole, ...termsOf(variant, readName(before)), isChoice: variant.isChoice, isCard };
}

interface LastBrackets {
  readonly before: readonly Token[];
  readonly inside: readonly Token[];
}

/** null: no brackets end the title, or they are all of it. */
function lastBrackets(tokens: readonly Token[]): LastBrackets | null {
  if (!CLOSING.has(tokens.at(-1)?.text ?? '')) return null;
  let depth = 0;
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const { text } = tokens[at]!;
    if (CLOSING.has(text)) depth += 1;
    if (OPENING.has(text)) depth -= 1;
    if (depth === 0) return { before: tokens.slice(0, at), inside: tokens.slice(at + 1, -1) };
  }
  return null;
}

/** "| SIM)" at any position, because a brand may follow the variant: "(7日間 | SIM) Lumo". */
const endsCardVariant = ({ text }: Token, at: number, all: readonly Token[]): boolean =>
  CLOSING.has(text) && all[at - 1]?.lower === 'sim' && /^[|｜]$/.test(all[at - 2]?.text ?? '');

const isCardWord = ({ lower, kinds }: Token): boolean =>
  lower === 'sim' || (kinds.has('card') && !kinds.has('no'));

/** Words of activation, expiry or support are no terms. */
const statesTerms = ({ lengths, amounts, unlimited }: NameReading): boolean =>
  lengths.length + amounts.length > 0 || unlimited !== 'no';

/** "(+1 GB)", "(hotspot 2 GB)", "(incl. 12 GB in the EU)" and "(30GB、16日間もあり)" are remarks, and no variants. */
function isRemark(inside: readonly Token[], { lengths }: NameReading): boolean {
  const [first] = inside;
  if (first?.text === '+' || ALSO_SOLD.test(inside.at(-1)?.lower ?? '')) return true;
  if (lengths.length > 0) return false;
  const isAboutUse = inside.some(({ kinds, lower }) => kinds.has('hotspot') || isRoaming(lower));
  return isAboutUse || PART_OF_AMOUNT.test(first?.lower ?? '') || isAboutWord(first?.lower ?? '');
}

/** A variant in front of one of these words is another offer: "(16 days also available)". */
const ALSO_SOLD =
  /^(?:もあり|あり|ございます|也有|另有|있음|available|erhältlich|verfügbar|disponibles?|mevcut)$/;
/** After one of these words, a part of the amount follows: "30 Go (dont 5 Go en Europe)". */
const PART_OF_AMOUNT =
  /^(?:incl|including|includes|inkl|inklusive|davon|dont|incluye|di|de|dahil|うち|内|其中|그중|포함)$/;

/** The terms of the variant. What it does not state is read from the text in front of it. */
function termsOf(variant: NameReading, before: NameReading): Partial<NameReading> {
  const { amounts, unlimited } = variant;
  const lengths = variant.lengths.length > 0 ? variant.lengths : before.lengths;
  // "… (5日間)" states only a length.
  if (amounts.length === 0 && unlimited === 'no') return { lengths };
  // "4日間 5GB … (30日間 無制限)" has no amount. "1日1GB … 使い放題 … (7日間 無制限)" has one a day.
  if (amounts.length === 0)
    return { lengths, amounts: before.unlimited === 'no' ? [] : before.amounts, unlimited };
  const days = onlyLength(lengths);
  // "5日間 10GBまで高速 … (5日間 10GB)", "1 GB al día … (10 GB en total)": the text in front says more of the same amount. In
  // "10 GB / 20 GB (20 GB)", it offers several.
  const saysMore =
    amounts.every((one) => isSaidBy(before.amounts, one, days)) && allowanceIn(before, days) !== null;
  return {
    lengths,
    amounts: saysMore ? before.amounts : amounts,
    unlimited: unlimited === 'no' ? before.unlimited : unlimited,
  };
}

/** True if one of the amounts is this one, or this amount on each day. */
const isSaidBy = (
  amounts: readonly NamedAmount[],
  { bytes, added }: NamedAmount,
  days: number | null,
): boolean =>
  added === 'no' &&
  amounts.some(
    (other) =>
      other.bytes === bytes || (other.periodDays === 1 && days !== null && other.bytes * days === bytes),
  );

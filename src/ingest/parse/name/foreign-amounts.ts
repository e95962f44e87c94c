/** Finds the amounts of a title that hold only for other countries than those of the plan, and those for roaming. */
import type { CountryCode } from '../../../domain/plan.ts';
import type { Token } from '../tokens.ts';
import { CLOSING, OPENING } from './brackets.ts';
import { NameTokens, type Positions, positionsIn } from './name-tokens.ts';
import type { Mention } from './place-mentions.ts';
import { countriesOf, type PlacesInName } from './places-in-name.ts';
import { type NameReading, readName } from './read-name.ts';

/**
 * The tokens without these amounts: "アメリカ 完全無制限【カナダ・メキシコ 5GB】" is unlimited in the United States. Nothing is
 * left out if no amount would remain.
 */
export function withoutForeignAmounts(
  tokens: readonly Token[],
  { stated }: PlacesInName,
  destinations: readonly CountryCode[],
): readonly Token[] {
  const name = new NameTokens(tokens);
  const omitted = positionsIn([...roamingAmounts(name), ...foreignAmounts(name, stated, destinations)]);
  if (omitted.size === 0) return tokens;
  const rest = tokens.filter((_, at) => !omitted.has(at));
  return hasAllowance(readName(rest)) ? rest : tokens;
}

const hasAllowance = ({ amounts, unlimited }: NameReading): boolean =>
  amounts.length > 0 || unlimited !== 'no';

const ROAMING = /^(?:roam|roaming|ローミング|로밍|漫遊|漫游)$/;
export const isRoaming = (word: string): boolean => ROAMING.test(word);

/** "Unlimited, roam free in EU (12GB)", "40 GB with EU roaming 20 GB". */
const roamingAmounts = (name: NameTokens): readonly Positions[] =>
  name.numbers
    .filter((at) => name.startsAmount(at) && [1, 2, 3, 4, 5].some((back) => isRoaming(name.lower(at - back))))
    .map((at) => ({ from: at, to: at + 2 }));

/** The statements of amounts beside other countries only. */
function foreignAmounts(
  name: NameTokens,
  stated: readonly Mention[],
  destinations: readonly CountryCode[],
): readonly Positions[] {
  const isForeign = ({ meaning }: Mention): boolean => {
    const countries = countriesOf(meaning);
    return countries.length > 0 && !countries.some((code) => destinations.includes(code));
  };
  // If the title names no country of the plan, it is not clear which amount is the plan's.
  if (destinations.length === 0 || stated.every(isForeign)) return [];
  return [...clausesOf(name.tokens, stated), ...placesBeforeAmounts(name, stated)].filter(({ from, to }) => {
    const inside = stated.filter((mention) => mention.from >= from && mention.to <= to);
    const hasAmount = name.numbers.some((at) => at >= from && at < to && name.startsAmount(at));
    return hasAmount && inside.length > 0 && inside.every(isForeign);
  });
}

/** Marks between the statements of a title. */
const CLAUSE_MARKS: ReadonlySet<string> = new Set('|｜,、;；+()[]【】「」/／・'.split(''));

/** The parts of a title between its marks. What is in brackets is one part, and so is a list of places: "【カナダ・メキシコ 5GB】". */
function clausesOf(tokens: readonly Token[], places: readonly Mention[]): readonly Positions[] {
  const clauses: Positions[] = [];
  const starts = new Set(places.map((place) => place.from));
  const ends = new Set(places.map((place) => place.to));
  let from = 0;
  let depth = 0;
  for (const [at, { text, spaced }] of tokens.entries()) {
    const isDash = /^[-–—]$/.test(text) && spaced && tokens[at + 1]?.spaced === true;
    const isBracket = CLOSING.has(text) || OPENING.has(text);
    const isList = !isBracket && (depth > 0 || (ends.has(at) && starts.has(at + 1)));
    if ((!CLAUSE_MARKS.has(text) && !isDash) || isList) continue;
    if (at > from) clauses.push({ from, to: at });
    from = at + 1;
    if (OPENING.has(text)) depth += 1;
    if (CLOSING.has(text)) depth = Math.max(0, depth - 1);
  }
  if (tokens.length > from) clauses.push({ from, to: tokens.length });
  return clauses;
}

/** "加拿大墨西哥 5GB", "캐나다 멕시코 5GB": amounts, each with the places directly in front of it. */
function placesBeforeAmounts(name: NameTokens, stated: readonly Mention[]): readonly Positions[] {
  return name.numbers
    .filter((at) => name.startsAmount(at))
    .map((at) => ({ from: startOfPlaces(stated, at), to: at + 2 }))
    .filter(({ from, to }) => from < to - 2);
}

/** The position at which the places begin that end in front of a position. */
function startOfPlaces(stated: readonly Mention[], at: number): number {
  const last = stated.find(({ to }) => to === at);
  return last === undefined ? at : startOfPlaces(stated, last.from);
}

/** Networks in one cell of a feed. */
import { resolvePlace } from '../../domain/places/meaning.ts';
import type { DraftNetwork } from '../draft.ts';
import { CODE_KEYS, NETWORK_KEYS, readCoverages, TYPE_KEYS } from './coverages.ts';
import { bestGeneration } from './generations.ts';
import { pieces } from './place-cells.ts';
import { firstOf, recordsOf, textOrNull } from './value.ts';

/** "3" is an operator in several countries. Other numbers are counts. */
const NO_NETWORK =
  /^(?:n\/?a|none|unknown|-|–|(?!3$)\d+|(?:multiple|various|all|local)(?: networks?| operators?)?)$/i;
const ITS_GENERATION = /(?<![ (（])[ (（]+((?:[2-5]G|LTE)(?:[ /／+,]{1,3}(?:[2-5]G|LTE))*)[)）]?$/i;
const ONLY_GENERATION = /^(?:[2-5]G|LTE)(?:[ /／+,]{1,3}(?:[2-5]G|LTE))*$/i;
const PLACE_BEFORE = /^(?:([\p{L} .'-]{2,40}): *)?(.*)$/su;

/** Names of networks, with or without their place and generation, or a list of `{code, networks}`. */
export function networksOf(value: unknown, separator?: string): readonly DraftNetwork[] {
  const found = readCoverages(value).networks;
  if (found.length > 0) return found;
  const named = recordsOf(value).flatMap((entry) => {
    const name = textOrNull(firstOf(entry, ...NETWORK_KEYS));
    return name === null
      ? []
      : [
          {
            place: textOrNull(firstOf(entry, ...CODE_KEYS)),
            name,
            generation: bestGeneration(firstOf(entry, ...TYPE_KEYS)),
          },
        ];
  });
  if (named.length > 0) return named;
  if (typeof value === 'string' && NO_NETWORK.test(value.trim())) return [];
  let place: string | null = null;
  // "TMN (MEO, Alice Group)" is one network.
  return pieces(value, separator ?? /(?:[,;|/\n]| & )(?![^()（）]{0,100}[)）])/).flatMap((piece) => {
    const written = textOrNull(piece) ?? '';
    const [, before, text = ''] = PLACE_BEFORE.exec(written) ?? [];
    // "T-Mobile: 5G" is a network with its generation, and no place.
    if (before !== undefined && ONLY_GENERATION.test(text) && resolvePlace(before) === null)
      return [{ place, name: before, generation: bestGeneration(text) }];
    // "FR: Orange, SFR; DE: Telekom": a place applies until the next one.
    place = before ?? place;
    const name = text.replace(ITS_GENERATION, '');
    if (name === '' || NO_NETWORK.test(name)) return [];
    return [{ place, name, generation: bestGeneration(ITS_GENERATION.exec(text)?.[1]) }];
  });
}

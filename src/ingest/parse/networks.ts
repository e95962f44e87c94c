/**
 * Networks in one cell of a feed. The cell has one of three forms:
 * - places with their networks: `[{code: 'FR', networks: [{name: 'Orange', types: ['5G']}]}]` (`coverages.ts`);
 * - networks with their place: `[{name: 'Orange', country: 'FR', type: '5G'}]`;
 * - text, or a list of texts: "FR: Orange 5G, SFR; DE: Telekom".
 *
 * A text is separated into pieces, and each piece has one of these forms:
 * - a network: "Orange", "3";
 * - a network with its generations: "Orange 5G", "Orange - LTE", "Orange (3G/4G)", "O2: 5G";
 * - a place, with or without a network: "FR: Orange 5G"; the place applies to the next pieces too, until another place;
 * - generations alone: the "5G" of "Orange 4G/5G" belongs to the network before it, because "/" separates pieces;
 * - no network: "N/A", "multiple networks", "5".
 */
import { resolvePlace } from '../../domain/places/meaning.ts';
import type { DraftNetwork } from '../draft.ts';
import { CODE_KEYS, NETWORK_KEYS, readCoverages, TYPE_KEYS } from './coverages.ts';
import { bestGeneration } from './generations.ts';
import { pieces } from './place-cells.ts';
import { firstOf, type JsonObject, recordsOf, textOrNull } from './value.ts';

/** Between networks. "TMN (MEO, Alice Group)" is one network. */
const BETWEEN_NETWORKS = /(?:[,;|/\n]| & )(?![^()（）]{0,100}[)）])/;

/** It is removed before a text is separated at "/", because "N" and "A" could be networks. */
const NOT_AVAILABLE = /(?<![\p{L}\p{N}])n\/a(?![\p{L}\p{N}])/giu;

/** "none", "-", "multiple", "local networks", "5 operators". "3" is an operator in several countries, other numbers are counts. */
const NO_NETWORK =
  /^(?:n\/a|none|unknown|-|–|(?!3$)(?:\d+|multiple|various|all|local)|(?:(?:\d+|multiple|various|all|local) )?(?:networks?|operators?))$/i;

/** "5G", "3G/4G", "4G LTE". */
const GENERATIONS = '(?:[2-5]G|LTE)(?:[ /／+,&]{1,3}(?:[2-5]G|LTE))*';
const ONLY_GENERATIONS = new RegExp(`^${GENERATIONS}$`, 'i');
/**
 * The end of "Orange 5G", "Orange - 5G" and "Orange (3G/4G)". The search begins only where a run of blanks and brackets does,
 * because it would take quadratic time for a long run otherwise.
 */
const GENERATIONS_AT_END = new RegExp(`(?<![ (（])(?: [-–])?[ (（]+(${GENERATIONS})[)）]?$`, 'i');

/** "FR: Orange" or "O2: 5G". */
const LABEL_AND_REST = /^([\p{L}\p{N}& .'-]{1,40}): *(.*)$/su;
/** No place has a digit or an ampersand in its name. */
const LIKE_A_PLACE = /^[^\p{N}&]{2,}$/u;

/** `separator`: what the operator states instead of the usual ones. */
export function networksOf(value: unknown, separator?: string): readonly DraftNetwork[] {
  const { networks } = readCoverages(value);
  if (networks.length > 0) return networks.filter(({ name }) => isNetwork(name));
  const records = recordsOf(value);
  return records.length > 0 ? networksOfRecords(records) : networksOfText(value, separator);
}

const isNetwork = (name: string): boolean =>
  name !== '' && !NO_NETWORK.test(name) && !ONLY_GENERATIONS.test(name);

function networksOfRecords(records: readonly JsonObject[]): DraftNetwork[] {
  const networks: DraftNetwork[] = [];
  for (const record of records) {
    const name = textOrNull(firstOf(record, ...NETWORK_KEYS, 'title'));
    if (name === null || !isNetwork(name)) continue;
    const place = textOrNull(firstOf(record, ...CODE_KEYS));
    networks.push({ place, name, generation: bestGeneration(firstOf(record, ...TYPE_KEYS)) });
  }
  return networks;
}

function networksOfText(value: unknown, separator: string | RegExp = BETWEEN_NETWORKS): DraftNetwork[] {
  const text = typeof value === 'string' ? value.replace(NOT_AVAILABLE, '') : value;
  const texts = pieces(text, separator).flatMap((piece) => textOrNull(piece) ?? []);
  const networks: DraftNetwork[] = [];
  let place: string | null = null;
  for (const { piece, furtherGenerations } of joinGenerations(texts)) {
    const { label, network, generations } = readPiece(piece);
    // "Local networks: Orange" has a label that is no place.
    if (label !== null) place = isNetwork(label) ? label : null;
    const generation = bestGeneration([generations, ...furtherGenerations]);
    if (isNetwork(network)) networks.push({ place, name: network, generation });
  }
  return networks;
}

interface JoinedPiece {
  readonly piece: string;
  /** The pieces after it that are only generations. */
  readonly furtherGenerations: string[];
}

/** "Orange 4G", "5G", "SFR" are two networks. */
function joinGenerations(texts: readonly string[]): JoinedPiece[] {
  const joined: JoinedPiece[] = [];
  for (const piece of texts) {
    const previous = joined.at(-1);
    if (previous !== undefined && ONLY_GENERATIONS.test(piece)) previous.furtherGenerations.push(piece);
    else joined.push({ piece, furtherGenerations: [] });
  }
  return joined;
}

interface Piece {
  /** What precedes the network, most often a place. null: there is no label. */
  readonly label: string | null;
  readonly network: string;
  readonly generations: string | null;
}

function readPiece(text: string): Piece {
  const [, label = '', rest = ''] = LABEL_AND_REST.exec(text) ?? [];
  const isOfGenerations = ONLY_GENERATIONS.test(rest);
  // "T-Mobile: 5G" is a network with its generation. "FR: 5G" is a place without a network.
  if (isOfGenerations && resolvePlace(label) === null)
    return { label: null, network: label, generations: rest };
  if (isOfGenerations || LIKE_A_PLACE.test(label)) return { label, ...networkAndGenerations(rest) };
  return { label: null, ...networkAndGenerations(text) };
}

function networkAndGenerations(text: string): Omit<Piece, 'label'> {
  const found = GENERATIONS_AT_END.exec(text);
  return found === null
    ? { network: text, generations: null }
    : { network: text.slice(0, found.index), generations: found[1]! };
}

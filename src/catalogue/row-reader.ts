/** Puts one row together again as the plan that was encoded. Only the few rows that are shown need it. */
import { FACT, NONE } from '../domain/columns.ts';
import {
  AFTER_CAP,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  type CountryCode,
  type Coverage,
  GENERATIONS,
  type Generation,
  type Network,
  type Plan,
  PRICE_BASES,
  type Price,
  type Provider,
  RESET_RULES,
  SCOPES,
  TAX,
  type ThreeState,
} from '../domain/plan.ts';
import { BYTES_PER_MEGABYTE } from './encode-row.ts';
import { readNamed } from './head.ts';
import type { ContentColumns } from './layout.ts';

const nullable = (value: number): number | null => (value === NONE ? null : value);
const generationOf = (number: number): Generation | null => GENERATIONS[number - 2] ?? null;
const THREE_STATES: readonly ThreeState[] = [false, true, null];

/** Plans of one offer share their coverage, and a wide one takes long to put together. A few megabytes when full. */
const REMEMBERED_MAX = 512;

/** Remembers what was made of an index, forgetting all at once when full: simple, and rare. */
function rememberedBy<T>(keyOf: (index: number) => number, make: (index: number) => T): (index: number) => T {
  const known = new Map<number, T>();
  return (index) => {
    const key = keyOf(index);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED_MAX) known.clear();
    const made = make(index);
    known.set(key, made);
    return made;
  };
}

const remembered = <T>(make: (index: number) => T) => rememberedBy((index) => index, make);

export function textReader(bytes: Uint8Array, offsets: Uint32Array): (index: number) => string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (index) => buffer.toString('utf8', offsets[index], offsets[index + 1]);
}

/** The columns must have passed `checkContent`: nothing is checked twice here. */
export function rowReader(content: ContentColumns, providers: readonly Provider[]) {
  const string = textReader(content.stringBytes, content.stringOffsets);
  const optionalString = (index: number) => (index === NONE ? null : string(index));
  const planId = textReader(content.idBytes, content.idOffsets);
  const externalId = textReader(content.externalIdBytes, content.externalIdOffsets);
  const linkTail = textReader(content.linkTailBytes, content.linkTailOffsets);

  const place = (index: number): CountryCode =>
    String.fromCharCode(content.placeLetters[index * 2]!, content.placeLetters[index * 2 + 1]!);
  const placeList = remembered((list): readonly CountryCode[] => {
    const run = content.placeListPlaces.subarray(
      content.placeListOffsets[list],
      content.placeListOffsets[list + 1],
    );
    return Array.from(run, place);
  });
  const networkList = (list: number): Network[] => {
    const networks: Network[] = [];
    for (let at = content.networkListOffsets[list]!; at < content.networkListOffsets[list + 1]!; at += 1) {
      const name = string(content.networkListNameStrings[at]!);
      networks.push({ name, generation: generationOf(content.networkListGenerations[at]!) });
    }
    return networks;
  };
  const networkMap = remembered((map): Readonly<Record<CountryCode, readonly Network[]>> => {
    const networks: Record<CountryCode, readonly Network[]> = {};
    for (let at = content.networkMapOffsets[map]!; at < content.networkMapOffsets[map + 1]!; at += 1) {
      networks[place(content.networkMapPlaces[at]!)] = networkList(content.networkMapLists[at]!);
    }
    return networks;
  });
  const exitsOf = (list: number) => (list === NONE ? null : placeList(list));
  const namedPlaces = (index: number) => (index === NONE ? [] : readNamed(string(index)));
  const bytesOf = (megabytes: number, remainder: number): number | null =>
    megabytes === NONE ? null : megabytes * BYTES_PER_MEGABYTE + remainder;
  const fact = (row: number, bit: number): ThreeState =>
    content.factsKnown[row]! & bit ? (content.factsTrue[row]! & bit) !== 0 : null;

  /** What is told of a coverage row by row, in few enough bits to be part of a key: equal ones stay one object. */
  const coverageKey = (row: number): number => {
    const roaming =
      ((content.factsKnown[row]! & FACT.roaming) / FACT.roaming) * 2 +
      Number((content.factsTrue[row]! & FACT.roaming) !== 0);
    return (
      ((content.coverage[row]! * SCOPES.length + content.scope[row]!) * BREAKOUTS.length +
        content.breakout[row]!) *
        4 +
      roaming
    );
  };
  const coverages = rememberedBy(
    (row: number) => coverageKey(row),
    (row): Coverage => {
      const index = content.coverage[row]!;
      return {
        scope: SCOPES[content.scope[row]!]!,
        destinations: placeList(content.coverageDestinations[index]!),
        exclusions: placeList(content.coverageExclusions[index]!),
        networks: networkMap(content.coverageNetworks[index]!),
        generation: generationOf(content.coverageGeneration[index]!),
        breakout: BREAKOUTS[content.breakout[row]!]!,
        exits: exitsOf(content.coverageExits[index]!),
        roaming: fact(row, FACT.roaming),
      };
    },
  );

  const price = (row: number): Price => ({
    minor: content.minor[row]!,
    currency: string(content.currencyString[row]!),
    basis: PRICE_BASES[content.basis[row]!]!,
    tax: TAX[content.tax[row]!]!,
    usdCents: content.usdCents[row]!,
    rate: optionalString(content.rateString[row]!),
    rateDate: optionalString(content.rateDateString[row]!),
    promoUsdCents: nullable(content.promoUsdCents[row]!),
  });

  const sourceOf = (row: number) => string(content.sourceString[row]!);

  const plan = (row: number): Plan => ({
    id: planId(row),
    provider: providers[content.provider[row]!]!.id,
    source: sourceOf(row),
    externalId: externalId(row),
    name: string(content.nameString[row]!),
    named: namedPlaces(content.namedString[row]!),
    coverage: coverages(row),
    allowance: {
      model: ALLOWANCE_MODELS[content.model[row]!]!,
      bytes: bytesOf(content.megabytes[row]!, content.byteRemainder[row]!),
      periodDays: nullable(content.periodDays[row]!),
      afterCap: AFTER_CAP[content.afterCap[row]!]!,
      throttleKbps: nullable(content.throttleKbps[row]!),
      fullSpeedBytesPerDay: bytesOf(content.fullSpeedMbPerDay[row]!, content.fullSpeedByteRemainder[row]!),
      uncapped: THREE_STATES[content.uncapped[row]!]!,
      reset: RESET_RULES[content.reset[row]!]!,
      maxKbps: nullable(content.maxKbps[row]!),
    },
    validity: {
      days: nullable(content.validityDays[row]!),
      starts: CLOCK_STARTS[content.starts[row]!]!,
      installWithinDays: nullable(content.installWithinDays[row]!),
      soldPerDay: content.soldPerDay[row] === 1,
    },
    price: price(row),
    facts: {
      hotspot: fact(row, FACT.hotspot),
      identityCheck: fact(row, FACT.identityCheck),
      topUp: fact(row, FACT.topUp),
      phoneNumber: fact(row, FACT.phoneNumber),
      subscription: fact(row, FACT.subscription),
      newCustomersOnly: fact(row, FACT.newCustomersOnly),
      ads: fact(row, FACT.ads),
      inStock: fact(row, FACT.inStock),
    },
    link: string(content.linkHeadString[row]!) + linkTail(row),
  });

  return { planId, sourceOf, price, plan, place };
}

/**
 * The sections of a snapshot, in file order. Any change here needs a new format version: editions written
 * before it are then refused with one clear line, and the next ingest writes the catalogue anew.
 */
import type { Columns } from './container.ts';

/** The columns that ranking reads, except the observation time, which is no part of the content. */
const RANKED_COLUMNS = {
  provider: Uint16Array,
  usdCents: Uint32Array,
  promoUsdCents: Uint32Array,
  model: Uint8Array,
  megabytes: Uint32Array,
  periodDays: Uint32Array,
  fullSpeedMbPerDay: Uint32Array,
  uncapped: Uint8Array,
  afterCap: Uint8Array,
  throttleKbps: Uint32Array,
  maxKbps: Uint32Array,
  validityDays: Uint32Array,
  soldPerDay: Uint8Array,
  starts: Uint8Array,
  installWithinDays: Uint32Array,
  breakout: Uint8Array,
  scope: Uint8Array,
  countriesCovered: Uint16Array,
  factsKnown: Uint16Array,
  factsTrue: Uint16Array,
  basis: Uint8Array,
  tax: Uint8Array,
  converted: Uint8Array,
} as const;

/** The rest of a plan, read only for the few rows that are shown. Names ending in `String` index the string table. */
const SHOWN_COLUMNS = {
  /** What `megabytes` rounds away, in bytes. */
  byteRemainder: Uint32Array,
  fullSpeedByteRemainder: Uint32Array,
  reset: Uint8Array,
  minor: Float64Array,
  currencyString: Uint32Array,
  rateString: Uint32Array,
  rateDateString: Uint32Array,
  sourceString: Uint32Array,
  nameString: Uint32Array,
  /** The places that the name names, as `namedText` writes them; NONE where it names none. */
  namedString: Uint32Array,
  /** A link up to its last slash; many plans share it. What follows is in `linkTail`. */
  linkHeadString: Uint32Array,
  coverage: Uint32Array,
} as const;

export const ROW_SCHEMA = { ...RANKED_COLUMNS, ...SHOWN_COLUMNS } as const;
export type RowColumns = Columns<typeof ROW_SCHEMA>;

/** Runs: list `i` is the elements from `offsets[i]` up to `offsets[i + 1]`. */
const TABLES = {
  idOffsets: Uint32Array,
  idBytes: Uint8Array,
  externalIdOffsets: Uint32Array,
  externalIdBytes: Uint8Array,
  linkTailOffsets: Uint32Array,
  linkTailBytes: Uint8Array,

  stringOffsets: Uint32Array,
  stringBytes: Uint8Array,

  /** Two ASCII letters each, ascending; a place is an index into them. */
  placeLetters: Uint8Array,
  placeListOffsets: Uint32Array,
  placeListPlaces: Uint16Array,
  networkListOffsets: Uint32Array,
  networkListNameStrings: Uint32Array,
  /** 0 not stated, else 2 to 5. */
  networkListGenerations: Uint8Array,
  networkMapOffsets: Uint32Array,
  networkMapPlaces: Uint16Array,
  networkMapLists: Uint32Array,

  coverageDestinations: Uint32Array,
  coverageExclusions: Uint32Array,
  coverageNetworks: Uint32Array,
  coverageGeneration: Uint8Array,
  /** A place list; NONE where not stated. */
  coverageExits: Uint32Array,

  /** UTF-8 JSON of the few things that are not counted by the plan: `Head`. */
  head: Uint8Array,
} as const;

export const CONTENT = {
  title: 'catalogue content',
  magic: 'ESIMCONT',
  version: 2,
  schema: { ...ROW_SCHEMA, ...TABLES },
} as const;
export type ContentColumns = Columns<typeof CONTENT.schema>;

/** Times are whole seconds since the epoch, rounded down; NONE where there is none. */
const OBSERVATION_COLUMNS = {
  /** SHA-256 of the content that these rows belong to. */
  contentHash: Uint8Array,
  observedAtSeconds: Uint32Array,
  sourceUpdatedAtSeconds: Uint32Array,
  firstSeenAtSeconds: Uint32Array,
  priceChangedAtSeconds: Uint32Array,
  lowestCents: Uint32Array,
  highestCents: Uint32Array,
  /** Milliseconds, one for each coupon of the content: checking a coupon again makes no new version. */
  couponVerifiedAt: Float64Array,
  /** UTF-8 JSON: SourceState[], sorted by id. */
  sources: Uint8Array,
} as const;

export const OBSERVATIONS = {
  title: 'catalogue observations',
  magic: 'ESIMOBSV',
  version: 2,
  schema: OBSERVATION_COLUMNS,
} as const;
export type ObservationColumns = Columns<typeof OBSERVATION_COLUMNS>;

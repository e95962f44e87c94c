/** A plan of the sample market before it is written as a row of a feed, and the few rows that ingest rejects. */
import type {
  AfterCap,
  AllowanceModel,
  Breakout,
  ClockStart,
  CountryCode,
  Generation,
  Network,
  Scope,
  ThreeState,
} from '../../src/domain/plan.ts';
import { hash32 } from './random.ts';

/** What is wrong with a row that ingest must reject. */
export type Flaw =
  | 'one_cent'
  | 'unknown_place'
  | 'retired_place'
  | 'top_up'
  | 'name_contradicts'
  | 'out_of_stock'
  | 'below_wholesale'
  | 'pay_as_you_go';

export interface Offer {
  /** Unique within its provider, and usable in a path. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** "Türkiye", "Europe", "Global". */
  readonly place: string;
  readonly placeSlug: string;
  /** Sorted. */
  readonly destinations: readonly CountryCode[];
  /** Empty where the feed names no networks. */
  readonly networks: Readonly<Record<CountryCode, readonly Network[]>>;
  /** Of the plan as a whole; null: not stated. */
  readonly generation: Generation | null;
  readonly breakout: Breakout;
  readonly model: AllowanceModel;
  /** Of the whole plan, or of a day; null: unlimited. */
  readonly gb: number | null;
  readonly afterCap: AfterCap;
  readonly throttleKbps: number | null;
  readonly fullSpeedGbPerDay: number | null;
  readonly uncapped: ThreeState;
  readonly maxKbps: number | null;
  readonly days: number | null;
  readonly soldPerDay: boolean;
  readonly starts: ClockStart;
  readonly installWithinDays: number | null;
  readonly priceMinor: number;
  readonly hotspot: ThreeState;
  readonly identityCheck: ThreeState;
  readonly topUp: ThreeState;
  readonly phoneNumber: ThreeState;
  readonly newCustomersOnly: ThreeState;
  readonly ads: ThreeState;
  readonly link: string;
  readonly flaw: Flaw | null;
}

interface Telephony {
  readonly calls: ThreeState;
  readonly callMinutes: number | null;
  readonly sms: ThreeState;
  readonly textMessages: number | null;
}

/** The country where its traffic reaches the internet; null: not stated. Roaming plans use a hub in another country. */
export function exitOf({ breakout, destinations: [first] }: Offer): CountryCode | null {
  if (breakout === 'unknown' || first === undefined) return null;
  return breakout === 'local' ? first : first === 'PL' ? 'NL' : 'PL';
}

/** A plan with a phone number includes some calls and text messages, and some such plans include only messages. */
export function telephonyOf({ id, phoneNumber }: Offer): Telephony {
  if (phoneNumber !== true) return { calls: null, callMinutes: null, sms: null, textMessages: null };
  const calls = hash32(`calls ${id}`) % 3 > 0;
  return { calls, callMinutes: calls ? 60 : null, sms: true, textMessages: 50 };
}

/** Some unlimited plans cap the hotspot at 1 GB for each of their days. */
export const hotspotCapGb = ({ id, model, hotspot, days }: Offer): number | null =>
  model === 'unlimited' && hotspot === true && hash32(`hotspot ${id}`) % 4 === 0 ? days : null;

// Real feeds have rows that ingest rejects. A few such rows show an operator what rejected rows look like.

type RejectedRow = Partial<Offer> & { readonly flaw: Flaw };

const inPlace = (flaw: Flaw, place: string, slug: string, destinations: readonly string[]): RejectedRow => ({
  flaw,
  place,
  placeSlug: slug,
  destinations,
  networks: {},
  scope: 'country',
});

/** The extra rows of each shop. What is not named here is copied from the shop's first country plan. */
const REJECTED_ROWS: Readonly<Record<string, readonly RejectedRow[]>> = {
  pebblefone: [{ flaw: 'one_cent', priceMinor: 1 }],
  moonferry: [{ flaw: 'one_cent', priceMinor: 1 }],
  quillroam: [inPlace('unknown_place', 'Atlantis', 'atlantis', ['ZZ'])],
  copperkite: [{ flaw: 'pay_as_you_go' }],
  // Some shops write "nn" for Northern Cyprus, which has no code of its own.
  oddbeacon: [
    inPlace('unknown_place', 'North Cyprus', 'nn', ['nn']),
    inPlace('retired_place', 'Netherlands Antilles', 'an', ['an']),
  ],
  lanternroam: [{ flaw: 'top_up' }, { flaw: 'top_up' }],
  'kitewell-data': [inPlace('retired_place', 'Netherlands Antilles', 'antilles', ['ANT'])],
  'saltmarsh-sim': [inPlace('unknown_place', 'Hawaii', 'hawaii', ['HI', 'S1'])],
  'fernwick-travel': [{ flaw: 'name_contradicts' }, { flaw: 'out_of_stock' }],
  glowmere: [{ flaw: 'out_of_stock' }],
  mossbridge: [{ flaw: 'name_contradicts' }],
  tumbleroam: [{ flaw: 'below_wholesale' }],
};

export function rejectedOffers(provider: string, offers: readonly Offer[]): Offer[] {
  const pattern = offers.find((offer) => offer.scope === 'country' && offer.model === 'total');
  if (pattern === undefined) return [];
  return (REJECTED_ROWS[provider] ?? []).map((row, index) => ({
    ...pattern,
    ...row,
    id: `odd-${index + 1}-${pattern.id}`,
    // A row with the name of another plan would be rejected as its duplicate.
    name: `${pattern.name.replace(pattern.place, row.place ?? pattern.place)}${row.flaw === 'one_cent' ? ' Special' : ''}`,
  }));
}

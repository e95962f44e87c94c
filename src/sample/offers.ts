/** One plan of the sample market before it is written as a feed's row, and the few rows that must be refused. */
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
} from '../domain/plan.ts';

/** Why a row is there although the pipeline must refuse it. */
export type Flaw =
  | 'one_cent'
  | 'unknown_place'
  | 'retired_place'
  | 'top_up'
  | 'ambiguous_title'
  | 'out_of_stock'
  | 'below_wholesale'
  | 'pay_as_you_go';

export interface Offer {
  /** Unique within its provider and fit for a path. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** "Türkiye", "Europe", "Global". */
  readonly place: string;
  readonly placeSlug: string;
  /** Sorted. */
  readonly destinations: readonly CountryCode[];
  /** Empty where the feed says nothing about networks. */
  readonly networks: Readonly<Record<CountryCode, readonly Network[]>>;
  /** Of the plan as a whole, where the feed states one. */
  readonly generation: Generation | null;
  readonly breakout: Breakout;
  readonly model: AllowanceModel;
  /** Whole GB or halves: the whole, or a day's; null for unlimited. */
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

/** Where its traffic leaves: at home, or in one of the two countries that hubs usually stand in; null: not stated. */
export function exitOf({ breakout, destinations: [first] }: Offer): CountryCode | null {
  if (breakout === 'unknown' || first === undefined) return null;
  return breakout === 'local' ? first : first === 'PL' ? 'NL' : 'PL';
}

// A few rows that the pipeline must refuse, as real feeds have them: so that an operator sees what refusals look like.

type Awkward = Partial<Offer> & { readonly flaw: Flaw };

const nowhere = (flaw: Flaw, place: string, slug: string, destinations: readonly string[]): Awkward => ({
  flaw,
  place,
  placeSlug: slug,
  destinations,
  networks: {},
  scope: 'country',
});

/** By shop: what is wrong with each extra row. Everything else is copied from the shop's first country plan. */
const AWKWARD: Readonly<Record<string, readonly Awkward[]>> = {
  pebblefone: [{ flaw: 'one_cent', priceMinor: 1 }],
  moonferry: [{ flaw: 'one_cent', priceMinor: 1 }],
  quillroam: [nowhere('unknown_place', 'Atlantis', 'atlantis', ['ZZ'])],
  copperkite: [{ flaw: 'pay_as_you_go' }],
  // Northern Cyprus has no code; this format writes "nn" and lists Türkiye.
  oddbeacon: [
    nowhere('unknown_place', 'North Cyprus', 'nn', ['TR']),
    nowhere('retired_place', 'Netherlands Antilles', 'an', ['AN']),
  ],
  lanternroam: [{ flaw: 'top_up' }, { flaw: 'top_up' }],
  'kitewell-data': [nowhere('retired_place', 'Netherlands Antilles', 'antilles', ['ANT'])],
  'saltmarsh-sim': [nowhere('unknown_place', 'Hawaii', 'hawaii', ['HI', 'S1'])],
  'fernwick-travel': [{ flaw: 'ambiguous_title' }, { flaw: 'out_of_stock' }],
  glowmere: [{ flaw: 'out_of_stock' }],
  mossbridge: [{ flaw: 'ambiguous_title' }],
  tumbleroam: [{ flaw: 'below_wholesale' }],
};

export function awkwardOffers(provider: string, offers: readonly Offer[]): Offer[] {
  const pattern = offers.find((offer) => offer.scope === 'country' && offer.model === 'total');
  if (pattern === undefined) return [];
  return (AWKWARD[provider] ?? []).map((awkward, index) => ({
    ...pattern,
    ...awkward,
    id: `odd-${index + 1}-${pattern.id}`,
    // A name of its own: under another plan's name it would pass for that plan, sold twice.
    name: `${pattern.name.replace(pattern.place, awkward.place ?? pattern.place)}${awkward.flaw === 'one_cent' ? ' Special' : ''}`,
  }));
}

/** A few rows that the pipeline must refuse, as real feeds have them: so that an operator sees what refusals look like. */
import type { Flaw, Offer } from './offer.ts';

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

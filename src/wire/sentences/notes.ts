/** What a traveller must know about a plan: who may buy it, where it works, and what it includes. */
import { countryName } from '../../domain/countries.ts';
import type { Plan } from '../../domain/plan.ts';
import type { RankedOffer } from '../../domain/ranking/ranked.ts';
import { stopsOf, type Trip } from '../../domain/trip.ts';
import { ENGLISH, type English } from '../../texts/texts.ts';

export interface Note {
  readonly code: keyof English['notes'];
  /** Countries and other places, or a number of minutes or messages. */
  readonly value?: number | string[];
  /** The English sentence. */
  readonly text: string;
}
export const NOTE_CODES = Object.keys(ENGLISH.notes) as Note['code'][];

const { notes: NOTES, responses } = ENGLISH;

export function notesOf({ entry, drawbacks }: RankedOffer, trip: Trip): Note[] {
  const { plan } = entry;
  const { exclusions } = plan.coverage;
  const { callMinutes, textMessages } = plan.extras;
  const notes: Note[] = [];
  if (plan.facts.newCustomersOnly === true)
    notes.push({ code: 'new_customers_once', text: NOTES.new_customers_once });
  if (entry.naming === 'elsewhere') notes.push(namedForNote(plan, trip));
  if (exclusions.length > 0) {
    const text = responses.notes.not_valid_in({ places: exclusions.join(', ') });
    notes.push({ code: 'not_valid_in', value: [...exclusions], text });
  }
  if (drawbacks.some(({ code }) => code === 'fair_use_unstated'))
    notes.push({ code: 'fair_use_unstated', text: responses.notes.fair_use_unstated });
  if (callMinutes !== null)
    notes.push({
      code: 'call_minutes',
      value: callMinutes,
      text: NOTES.call_minutes({ n: String(callMinutes) }),
    });
  if (textMessages !== null)
    notes.push({
      code: 'text_messages',
      value: textMessages,
      text: NOTES.text_messages({ n: String(textMessages) }),
    });
  return notes;
}

/** "Named for Scotland, a part of United Kingdom", or for other places. */
function namedForNote({ named }: Plan, trip: Trip): Note {
  const places = named.map(({ country, part }) => part ?? countryName(country ?? '')).join(', ');
  const value = named.map(({ country, part }) => part ?? country ?? '');
  const [only] = named.length === 1 ? named : [];
  const { named_for, named_for_part } = responses.notes;
  const isPart = only?.part != null && stopsOf(trip).some(({ country }) => country === only.country);
  const text = isPart
    ? named_for_part({ places, country: countryName(only.country ?? '') })
    : named_for({ places });
  return { code: 'named_for', value, text };
}

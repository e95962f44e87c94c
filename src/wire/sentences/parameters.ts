/** English sentences about the parameters of a trip. REST, the tools and the command line share them. */
import { destinationName, stopsIn } from '../../domain/places/region-destinations.ts';
import { DAYS_MAX, TRAVELLERS_MAX } from '../../domain/trip.ts';
import { ENGLISH } from '../../texts/texts.ts';

const { responses } = ENGLISH;

/** `total`: the days of all stops. */
export const tooManyDays = (total: number): string =>
  `${responses.tooManyDays({ days: String(total), max: String(DAYS_MAX) })} ${shorterTrips(total)}`;

/** What to ask for instead of a trip that is too long. */
export function shorterTrips(days: number): string {
  const max = String(DAYS_MAX);
  if (days > 2 * DAYS_MAX) return responses.severalTrips({ max });
  const [first, second] = [Math.ceil(days / 2), Math.floor(days / 2)].map(String);
  return responses.twoTrips({ first: first!, second: second!, max });
}

/** What to ask for instead of a group that is too large. */
export function smallerGroups(travellers: number): string {
  const max = String(TRAVELLERS_MAX);
  if (travellers > 2 * TRAVELLERS_MAX) return responses.severalGroups({ max });
  const [first, second] = [Math.ceil(travellers / 2), Math.floor(travellers / 2)].map(String);
  return responses.twoGroups({ first: first!, second: second! });
}

/** What to ask for instead of an amount of data that is too large. */
export const moreData = (): string => responses.moreData;

/** What to ask for to get plans that are never slowed. */
export const neverSlowed: string = responses.neverSlowed;

/** The advice for words that mean another one. */
export const meantWord = (meant: string, ...words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(words.map((word) => [word, responses.meantWord({ word: meant })]));

/** `code`: of a region in a trip with several stops. */
export const regionWithStops = (code: string): string =>
  responses.regionWithStops({ region: destinationName(code), code, ...stopsIn(code) });

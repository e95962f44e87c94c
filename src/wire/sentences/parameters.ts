/** English sentences about the parameters of a trip. REST, the tools and the command line share them. */
import { DAYS_MAX } from '../../domain/trip.ts';
import { ENGLISH } from '../../texts/texts.ts';

/** `total`: the days of all stops. */
export const tooManyDays = (total: number): string =>
  ENGLISH.responses.tooManyDays({ days: String(total), max: String(DAYS_MAX) });

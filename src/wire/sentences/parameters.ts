/** English sentences about the parameters of a trip. REST, the tools and the command line share them. */
import { DAYS_MAX } from '../../domain/trip.ts';

/** `total`: the days of all stops. */
export const tooManyDays = (total: number): string =>
  `then is out of range: all days together are ${total}, give at most ${DAYS_MAX}.`;

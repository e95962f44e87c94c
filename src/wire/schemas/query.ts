/** The trip as it is asked for: one definition for the query string, the tool's arguments, OpenAPI and types. */
import Type from 'typebox';
import { COUNTRY_PATTERN, DAYS_MAX, DAYS_MIN, NEEDS, SORTS } from '../../domain/trip.ts';
import { oneOf } from './kit.ts';

export const Country = Type.String({
  pattern: COUNTRY_PATTERN,
  description: 'Destination as an ISO 3166-1 alpha-2 code, two upper-case letters.',
  examples: ['TR'],
});
export const Days = Type.Integer({
  minimum: DAYS_MIN,
  maximum: DAYS_MAX,
  description: 'Length of the trip in days.',
  examples: [7],
});
export const NeedParam = oneOf(
  NEEDS,
  'Data need: light 0.3 GB, normal 1 GB, heavy 3 GB a day (at least 1 GB in all), or unlimited.',
);
export const Include = oneOf(
  ['variants'],
  'Adds a bounded comparison of nearby trip lengths. Same limits, one request.',
);
export const SortParam = oneOf(SORTS, 'Which of the three orders to return.');

/** The parameters of a trip: one definition for the query string, the tool's arguments, OpenAPI and types. */
import Type from 'typebox';
import {
  COUNTRY_PATTERN,
  DAYS_MAX,
  DAYS_MIN,
  NEEDS,
  REQUIREMENTS,
  SORTS,
  THEN_MAX,
} from '../../domain/trip.ts';
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
export const Then = Type.String({
  description: `Further stops after the first, at most ${THEN_MAX}, each CODE:days, separated by commas. All days together are at most ${DAYS_MAX}. Lists then rank plans that work at every stop, and \`itinerary\` has the best way to cut the stops into legs.`,
  examples: ['KR:4,TW:3'],
});
export const Require = Type.String({
  description: `What a plan must be stated to have, separated by commas: ${REQUIREMENTS.join(', ')}. What is not stated does not qualify.`,
  examples: ['hotspot,5g'],
});
export const SortParam = oneOf(SORTS, 'Which of the three orders to return.');

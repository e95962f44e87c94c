/**
 * The parameters of a trip and of the searches: kind, bounds, texts and interfaces of each. REST, the tools, the page and
 * the command line read by this table, and OpenAPI and the schemas of the tools are made from it.
 */
import Type from 'typebox';
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import { LEAST_NEED_MB, NEED_RULES } from '../../domain/ranking/need.ts';
import {
  AVOID_EXITS_MAX,
  DATA_MB,
  DAYS_MAX,
  DAYS_MIN,
  LIST_MAX,
  NEEDS,
  type Need,
  PRICE_LIMIT_CENTS,
  PROVIDERS_MAX,
  REQUIREMENTS,
  SORTS,
  THEN_MAX,
  TRAVELLERS_MAX,
} from '../../domain/trip.ts';
import { PHONE_LENGTH, phoneFault } from '../../reference/phone-search.ts';
import type { QueryFaultCode } from '../schemas/problem.ts';
import { meantWord, moreData, neverSlowed, shorterTrips, smallerGroups } from '../sentences/parameters.ts';
import { CODE, type Kind, listOf, numberIn, oneOf, PLACE, PROVIDER, stopWith, textWith } from './kinds.ts';

/** `page` is the address of a page with results. The command line has the parameters of the query. */
export type Interface = 'query' | 'tool' | 'page';

export interface Parameter<T = unknown> {
  readonly kind: Kind<T>;
  readonly interfaces: readonly Interface[];
  readonly isRequired?: true;
  /** One text, or one for each interface that publishes a schema. */
  readonly description: string | { readonly query: string; readonly tool: string };
  readonly example?: unknown;
  readonly default?: unknown;
  /** Names that other services use for it. They are faults that state the name. */
  readonly otherNames?: readonly string[];
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** The daily rate of a need in gigabytes. */
export const gbPerDay = (need: Need): number => NEED_RULES[need].mbPerDay / 1000;

export const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const DAYS = numberIn({ min: DAYS_MIN, max: DAYS_MAX }, { adviceAbove: shorterTrips });
const PHONE_ACCEPTS = `brand and model, ${PHONE_LENGTH.min} to ${PHONE_LENGTH.max} characters without control characters`;
const PHONE: Kind<string> = {
  ...textWith(phoneFault, { accepts: PHONE_ACCEPTS, length: PHONE_LENGTH }),
  accepts: { query: `${PHONE_ACCEPTS}, such as iPhone 13`, tool: `give ${PHONE_ACCEPTS}` },
  // A fault does not repeat a phone, because it is private and may contain characters that change how the text looks.
  isPrivate: true,
};

/** Words that people and models use for a need. */
const NEED_WORDS: Readonly<Record<string, string>> = {
  uncapped: neverSlowed,
  'truly unlimited': neverSlowed,
  ...meantWord('light', 'low', 'little', 'minimal', 'small'),
  ...meantWord('normal', 'medium', 'moderate', 'average', 'standard', 'regular'),
  ...meantWord('heavy', 'high', 'large', 'a lot'),
};
const REQUIREMENT_WORDS: Readonly<Record<string, string>> = {
  unlimited: neverSlowed,
  ...meantWord('hotspot', 'tethering', 'sharing'),
  ...meantWord('no_identity_check', 'no_kyc', 'no_id', 'no_registration', 'no_passport'),
  ...meantWord('top_up', 'topup', 'refill', 'reload'),
  ...meantWord('phone_number', 'number', 'calls', 'voice', 'local_number'),
};

const PROVIDER_LIST = listOf(PROVIDER, {
  max: PROVIDERS_MAX,
  entry: 'id',
  accepts: {
    query: `1 to ${PROVIDERS_MAX} different ids of providers separated by commas, such as nomadica,anka`,
    tool: `give a list of at most ${PROVIDERS_MAX} different ids of providers such as "nomadica"`,
  },
});

const EVERYWHERE = ['query', 'tool', 'page'] as const;

export const TRIP_PARAMETERS = {
  country: {
    kind: PLACE,
    interfaces: EVERYWHERE,
    isRequired: true,
    description: {
      query:
        'Destination as an ISO 3166-1 alpha-2 code, two upper-case letters, or the code of a region: EU Europe, XA Asia, XS Southeast Asia, XN North America, XL Latin America.',
      tool: 'Destination: an ISO 3166-1 alpha-2 code ("TR"), or a name or place that means one country ("Japan", "UK", "Bali", "Valencia, Spain") or a region ("Europe", "Asia", "Southeast Asia", "North America", "Latin America"). An ambiguous name is an error that lists the choices.',
    },
    example: 'TR',
  },
  days: {
    kind: DAYS,
    interfaces: EVERYWHERE,
    isRequired: true,
    description:
      'Days in that country. With further stops, each of them has its own days. The day of arrival and the day of departure both count.',
    example: 7,
  },
  need: {
    kind: oneOf(NEEDS, { adviceFor: NEED_WORDS }),
    interfaces: EVERYWHERE,
    isRequired: true,
    description: `Data need: light ${gbPerDay('light')} GB, normal ${gbPerDay('normal')} GB, heavy ${gbPerDay('heavy')} GB a day (at least ${LEAST_NEED_MB / 1000} GB in all), or unlimited.`,
    example: 'normal',
  },
  sort: {
    kind: oneOf(SORTS),
    interfaces: ['tool', 'page'],
    description: 'Which of the three orders to return.',
    default: 'recommended',
  },
  then: {
    kind: listOf(stopWith(DAYS), {
      max: THEN_MAX,
      entry: 'stop',
      accepts: {
        query: `at most ${THEN_MAX} further stops as CODE:days, separated by commas, such as KR:4,TW:3`,
        tool: `give a list of at most ${THEN_MAX} further stops, each {"country", "days"}, all days together at most ${DAYS_MAX}`,
      },
      mayRepeat: true,
    }),
    interfaces: EVERYWHERE,
    description: {
      query: `Further stops after the first, each CODE:days, separated by commas. All days together are at most ${DAYS_MAX}. The lists then rank plans that work at every stop, and \`itinerary\` has the best way to divide the stops into legs.`,
      tool: `Further stops after the first, in their order, each with the days there; all days together at most ${DAYS_MAX}. plans then work at every stop, and itinerary has the best plans for parts of the trip.`,
    },
    example: ['KR:4', 'TW:3'],
  },
  data_gb: {
    kind: numberIn(DATA_MB, { unitsPerOne: 1000, decimals: 1, adviceAbove: moreData }),
    interfaces: EVERYWHERE,
    description:
      'Data for the whole trip in GB, at most one decimal, in place of the daily amount of the need. Not with need unlimited.',
    example: 20,
  },
  require: {
    kind: listOf(oneOf(REQUIREMENTS, { adviceFor: REQUIREMENT_WORDS }), {
      max: REQUIREMENTS.length,
      entry: 'word',
      accepts: {
        query: `words separated by commas, of ${REQUIREMENTS.join(', ')}`,
        tool: `give a list of ${REQUIREMENTS.join(', ')}`,
      },
    }),
    interfaces: EVERYWHERE,
    description: {
      query:
        'Facts that a plan must state, separated by commas. A plan that does not state a fact does not qualify.',
      tool: 'Only plans that are stated to have all of these; what is not stated does not qualify. hotspot: tethering; uncapped: really unlimited, without a fair-use limit; local_exit: traffic reaches the internet in the destination itself.',
    },
    example: ['hotspot', '5g'],
  },
  travellers: {
    kind: numberIn({ min: 1, max: TRAVELLERS_MAX }, { adviceAbove: smallerGroups }),
    interfaces: EVERYWHERE,
    description:
      'Travellers, each with an own phone. Prices stay those of one traveller; group_usd is for all, and `sharing` has the plans that all use by hotspot.',
    example: 4,
    default: 1,
  },
  max_usd: {
    kind: numberIn(PRICE_LIMIT_CENTS, { unitsPerOne: 100, decimals: 2 }),
    interfaces: EVERYWHERE,
    description:
      'Highest price of one traveller for the whole trip in USD, at most two decimals. It also limits an itinerary.',
    example: 15,
  },
  avoid_exits: {
    kind: listOf(CODE, {
      max: AVOID_EXITS_MAX,
      entry: 'code',
      accepts: {
        query: `1 to ${AVOID_EXITS_MAX} different country codes separated by commas, such as HK,CN`,
        tool: `give a list of at most ${AVOID_EXITS_MAX} different country codes such as "HK"`,
      },
    }),
    interfaces: EVERYWHERE,
    description: {
      query:
        'Countries in which traffic must not reach the internet, separated by commas. A plan that does not state its exits does not qualify.',
      tool: 'Country codes in which traffic must not reach the internet, such as ["HK", "CN"]. A plan that does not state its exits does not qualify.',
    },
    example: ['HK', 'CN'],
  },
  providers: {
    kind: PROVIDER_LIST,
    interfaces: EVERYWHERE,
    description: {
      query:
        'Ids of the only providers whose plans stay, separated by commas, as `provider.id` of a result has them.',
      tool: 'Only plans of these providers, by name or id such as ["nomadica"]. A notice names an unknown one.',
    },
    example: ['nomadica', 'skylark'],
  },
  avoid_providers: {
    kind: PROVIDER_LIST,
    interfaces: EVERYWHERE,
    description: {
      query: 'Ids of providers whose plans are removed, separated by commas.',
      tool: 'No plans of these providers, by name or id.',
    },
    example: ['nomadica'],
  },
  phone: {
    kind: PHONE,
    interfaces: ['query', 'tool'],
    description: {
      query: `Brand and model of a phone, ${PHONE_LENGTH.min} to ${PHONE_LENGTH.max} characters, to ask whether it supports eSIM. It changes no result and is not stored.`,
      tool: 'Brand and model of the traveller’s phone ("iPhone 13", "Galaxy S23"), to learn whether it supports eSIM. It changes no plan.',
    },
    example: 'iPhone 13',
  },
  limit: {
    kind: numberIn({ min: 1, max: LIST_MAX }),
    interfaces: ['query', 'tool'],
    description: 'The maximum of results in each list.',
    example: 5,
    default: LIST_MAX,
  },
  include: {
    kind: oneOf(['variants'], { accepts: 'variants, or leave it out' }),
    interfaces: ['query'],
    description: 'Adds a bounded comparison of nearby trip lengths. It counts as one request.',
  },
  format: {
    kind: oneOf(FORMATS),
    interfaces: ['query'],
    description: 'Format of the response. Without it, the Accept header selects JSON or CSV.',
  },
} as const satisfies Parameters;

/** Control characters, and the character that replaces bytes which are not UTF-8. */
const MALFORMED = /[\p{Cc}\ufffd]/u;

function placeTextFault(text: string): QueryFaultCode | null {
  const { length } = Array.from(text.trim());
  if (length === 0) return 'empty';
  if (length > PLACE_TEXT_MAX) return 'out_of_range';
  return MALFORMED.test(text) ? 'malformed' : null;
}

const OTHER_NAMES = ['q', 'search', 'name'] as const;

/** The search for destinations. */
export const PLACE_SEARCH = {
  query: {
    kind: {
      ...textWith(placeTextFault, { accepts: '', length: { min: 1, max: PLACE_TEXT_MAX } }),
      // A text that is empty is a fault in a query only: assistants send one for "no query".
      schema: {
        query: Type.String({ minLength: 1, maxLength: PLACE_TEXT_MAX }),
        tool: Type.String({ maxLength: PLACE_TEXT_MAX }),
      },
      accepts: {
        query: `the name of a place with 1 to ${PLACE_TEXT_MAX} characters without control characters, or leave it out for all destinations`,
        tool: `give text of at most ${PLACE_TEXT_MAX} characters`,
      },
    },
    interfaces: ['query', 'tool'],
    otherNames: OTHER_NAMES,
    description: {
      query:
        'Finds destinations by code, by name in any language, by city, island or group of countries ("Bali", "日本", "Rome Italy", "Europe"). Without it, all destinations are listed.',
      tool: 'A code, a name of a country in any language or a part of one, a city, an island or a group of countries; case and accents do not matter ("TR", "Turkey", "日本", "Bali", "Barcelona, Spain", "Europe"). Leave it out for every destination.',
    },
    example: 'Bali',
  },
} as const satisfies Parameters;

/** The check of a phone. */
export const PHONE_SEARCH = {
  query: { ...TRIP_PARAMETERS.phone, interfaces: ['query'], isRequired: true, otherNames: OTHER_NAMES },
} as const satisfies Parameters;

/** The parameters that an interface has. */
export const parametersOf = <P extends Parameters>(
  parameters: P,
  wanted: Interface,
): [keyof P & string, Parameter][] =>
  Object.entries<Parameter>(parameters).filter(([, { interfaces }]) => interfaces.includes(wanted));

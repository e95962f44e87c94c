/** Destinations with their prices and number of plans, regions, and invented mobile networks. */
import { COUNTRIES } from '../../src/domain/countries.ts';
import type { CountryCode, Generation, Network } from '../../src/domain/plan.ts';
import { hash32 } from './random.ts';

/** The prices of a tier. Real medians follow price = first GB × GB^exponent; in expensive places volume saves little. */
export interface PriceTier {
  readonly firstGbUsd: number;
  readonly exponent: number;
  /** One day of unlimited data. */
  readonly unlimitedDayUsd: number;
  /** One day with 1 GB, on a plan for a week. */
  readonly gbDayUsd: number;
  /** The number of plans for a place of this tier, relative to other tiers. */
  readonly crowd: number;
}

export const TIERS = {
  busy: { firstGbUsd: 3.9, exponent: 0.55, unlimitedDayUsd: 7.5, gbDayUsd: 1.9, crowd: 9 },
  usual: { firstGbUsd: 4.6, exponent: 0.66, unlimitedDayUsd: 9, gbDayUsd: 2.4, crowd: 5 },
  expensive: { firstGbUsd: 6.3, exponent: 0.84, unlimitedDayUsd: 12, gbDayUsd: 3.6, crowd: 2 },
  remote: { firstGbUsd: 8.2, exponent: 0.8, unlimitedDayUsd: 16, gbDayUsd: 5.2, crowd: 1 },
} as const satisfies Record<string, PriceTier>;
export type TierName = keyof typeof TIERS;

const codes = (text: string): readonly CountryCode[] => text.split(' ');

const BUSY = codes(
  'TR FR ES IT DE GB PT GR NL CH AT US CA JP KR TH VN ID SG MY HK TW AU AE IL PL HR CZ MX IE',
);
const USUAL = codes(
  'BE DK SE NO FI IS HU RO BG RS SI SK EE LV LT LU MT CY AL ME MK BA UA MD GE AM AZ KZ UZ KG IN LK PH KH LA CN MO NZ ' +
    'BR AR CL PE CO UY EC CR PA DO EG MA TN ZA SA QA KW OM BH JO PK BD NP MN PR GU RU AD LI MC SM VA GI',
);
const REMOTE = codes(
  'NR TO WS VU SB PG NC PF CK PW AS MP TL MV BT TM YE SY LY SD SS SO TD CF CD CG GA GQ ST CV KM DJ BI NE ML BF MR GN ' +
    'GW SL LR TG BJ MW LS SZ AO CU HT SR GY GF FK GL FO AX PM BL MF MS VG AI YT VC DM GD',
);

/** Places without travel plans: they are uninhabited or have no roaming. */
const UNSOLD: ReadonlySet<CountryCode> = new Set(
  codes('AQ BV HM TF GS UM IO PN TK NF NU SH KP EH SJ WF CC CX ER FM MH TV KI'),
);

export function tierOf(code: CountryCode): TierName {
  if (BUSY.includes(code)) return 'busy';
  if (USUAL.includes(code)) return 'usual';
  return REMOTE.includes(code) ? 'remote' : 'expensive';
}

/** Sorted by code. */
export const DESTINATIONS: readonly CountryCode[] = COUNTRIES.map((country) => country.code).filter(
  (code) => !UNSOLD.has(code),
);

export interface SampleRegion {
  readonly slug: string;
  readonly name: string;
  readonly tier: PriceTier;
  readonly destinations: readonly CountryCode[];
  /** How often shops sell it, relative to other regions. */
  readonly crowd: number;
}

const EUROPE = codes(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
);

function region(
  slug: string,
  name: string,
  crowd: number,
  tier: PriceTier,
  list: readonly CountryCode[],
): SampleRegion {
  return { slug, name, tier, destinations: [...list].sort(), crowd };
}

export const REGIONS: readonly SampleRegion[] = [
  region('europe', 'Europe', 10, { ...TIERS.usual, firstGbUsd: 5, exponent: 0.62 }, EUROPE),
  region('europe-plus', 'Europe Plus', 4, TIERS.usual, [...EUROPE, ...codes('TR AL BA ME MK RS UA MD XK')]),
  region('balkans', 'Balkans', 2, TIERS.usual, codes('AL BA BG GR HR ME MK RO RS SI XK TR')),
  region('nordics', 'Nordics', 1, TIERS.usual, codes('DK FI IS NO SE AX FO')),
  region('asia', 'Asia', 6, TIERS.usual, codes('CN HK ID IN JP KH KR LA LK MO MY PH SG TH TW VN')),
  region('southeast-asia', 'Southeast Asia', 4, TIERS.usual, codes('BN ID KH LA MY PH SG TH TL VN')),
  region('middle-east', 'Middle East', 3, TIERS.expensive, codes('AE BH IL IQ JO KW LB OM QA SA TR EG')),
  region('central-asia', 'Central Asia', 1, TIERS.expensive, codes('KZ KG TJ UZ MN AZ GE AM')),
  region(
    'africa',
    'Africa',
    3,
    { ...TIERS.remote, firstGbUsd: 9.8, exponent: 0.82 },
    codes('BW CI CM EG GH KE MA MG MU MW MZ NG RE RW SC SN TN TZ UG ZA ZM ZW'),
  ),
  region('north-america', 'North America', 3, TIERS.usual, codes('CA MX US')),
  region(
    'latin-america',
    'Latin America',
    3,
    TIERS.expensive,
    codes('AR BO BR CL CO CR DO EC GT HN MX NI PA PE PR PY SV UY'),
  ),
  region(
    'caribbean',
    'Caribbean',
    2,
    { ...TIERS.remote, exponent: 0.75 },
    codes('AG AI AW BB BM BS BQ CW DM DO GD GP HT JM KN KY LC MQ MS PR SX TC TT VC VG'),
  ),
  region('oceania', 'Oceania', 2, TIERS.expensive, codes('AU NZ FJ PG WS TO VU')),
];

/** Every global plan covers the first places of this list; larger plans cover more of it. */
const GLOBAL_ORDER: readonly CountryCode[] = [
  ...BUSY,
  ...USUAL,
  ...DESTINATIONS.filter((code) => tierOf(code) === 'expensive'),
];
export const GLOBAL_TIER: PriceTier = {
  firstGbUsd: 9.5,
  exponent: 0.8,
  unlimitedDayUsd: 15,
  gbDayUsd: 4.6,
  crowd: 0,
};
export const GLOBAL_REACHES: readonly (readonly CountryCode[])[] = [60, 85, 110, 130].map((reach) =>
  GLOBAL_ORDER.slice(0, reach).sort(),
);

// Invented mobile networks, the same in every market.

const STEMS = (
  'Telora Vantelo Mobiro Celvia Astrafon Norvika Zephyra Lumitel Orbifon Kestrelo Tavira ' +
  'Solcel Brivo Halcyra Montelo Pulsara Verdacel Ondara Quantelo Fjordafon'
).split(' ');

const NETWORKS_PER_COUNTRY = 3;

/** The first `count` networks of a country. About half of those after the first one have 4G only. */
export function networksOf(code: CountryCode, count: number, best: Generation): readonly Network[] {
  const start = hash32(`network ${code}`);
  return Array.from({ length: Math.min(count, NETWORKS_PER_COUNTRY) }, (_, i) => ({
    name: `${STEMS[(start + i * 7) % STEMS.length]} ${code}`,
    generation: i > 0 && best === '5G' && (start + i) % 2 === 0 ? ('4G' as const) : best,
  }));
}

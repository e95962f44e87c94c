/** What each feed format can say at all: a plan of the sample market claims no more than its feed could state. */
import type { AllowanceModel } from '../domain/plan.ts';

export const SAMPLE_FORMATS = [
  'esimdb',
  'generic-csv',
  'generic-json',
  'yesim',
  'airalo',
  'alosim',
  'saily',
  'googlemerchant',
  'awin',
  'impact',
  'esimaccess',
  'mobimatter',
] as const;
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];

export interface Expressiveness {
  readonly models: readonly AllowanceModel[];
  /** Regional and global plans; a product title alone cannot name thirty countries. */
  readonly regions: boolean;
  readonly networks: boolean;
  /** A generation for the plan as a whole, apart from its networks. */
  readonly generation: boolean;
  /** Speed after a daily cap. */
  readonly throttle: boolean;
  /** Full-speed data a day of an unlimited plan. */
  readonly fairUse: boolean;
  readonly noExpiry: boolean;
  /** Hotspot, phone number, ads, new customers only. */
  readonly facts: boolean;
  readonly identityCheck: boolean;
  readonly topUp: boolean;
  readonly starts: boolean;
  readonly breakout: boolean;
  readonly soldPerDay: boolean;
  /** That a daily plan stops at its cap. */
  readonly stop: boolean;
  /** That an unlimited plan has no fair-use rule. */
  readonly uncapped: boolean;
  /** It says "data only": no phone number. */
  readonly dataOnly: boolean;
  /** It says whether the product is in stock. */
  readonly stock: boolean;
  /** Of unlimited plans it says that they may be slowed, and nothing more. */
  readonly vague: boolean;
  readonly basis: 'retail' | 'rrp';
  readonly tax: 'included' | 'unknown';
}

const NOTHING: Expressiveness = {
  models: ['total', 'unlimited'],
  regions: false,
  networks: false,
  throttle: false,
  fairUse: false,
  noExpiry: false,
  facts: false,
  identityCheck: false,
  topUp: false,
  starts: false,
  breakout: false,
  soldPerDay: false,
  generation: false,
  stop: false,
  uncapped: false,
  dataOnly: false,
  stock: false,
  vague: false,
  basis: 'retail',
  tax: 'unknown',
};

const EVERYTHING: Expressiveness = {
  ...NOTHING,
  models: ['total', 'per_day', 'unlimited'],
  regions: true,
  networks: true,
  throttle: true,
  fairUse: true,
  noExpiry: true,
  facts: true,
  identityCheck: true,
  topUp: true,
  starts: true,
  breakout: true,
  generation: true,
  uncapped: true,
};

export const EXPRESSIVENESS: Readonly<Record<SampleFormat, Expressiveness>> = {
  esimdb: {
    ...EVERYTHING,
    fairUse: false,
    starts: false,
    generation: false,
    uncapped: false,
  },
  'generic-csv': { ...EVERYTHING, networks: false, breakout: false },
  'generic-json': { ...EVERYTHING, networks: false, breakout: false },
  yesim: { ...NOTHING, regions: true, dataOnly: true, vague: true },
  airalo: {
    ...NOTHING,
    regions: true,
    networks: true,
    throttle: true,
    fairUse: true,
    identityCheck: true,
    topUp: true,
    starts: true,
    dataOnly: true,
    basis: 'rrp',
  },
  alosim: { ...NOTHING, regions: true, networks: true, throttle: true, fairUse: true },
  saily: { ...NOTHING, regions: true, throttle: true, fairUse: true, tax: 'included' },
  googlemerchant: { ...NOTHING, stock: true },
  awin: { ...NOTHING, stock: true },
  impact: { ...NOTHING, stock: true },
  esimaccess: {
    ...NOTHING,
    models: ['total', 'per_day'],
    regions: true,
    networks: true,
    throttle: true,
    topUp: true,
    starts: true,
    breakout: true,
    soldPerDay: true,
    generation: true,
    stop: true,
  },
  mobimatter: { ...NOTHING, models: ['total'], regions: true, topUp: true, generation: true },
};

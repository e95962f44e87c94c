/** What each feed format can say at all: a plan of the sample market claims no more than its feed could state. */
import type { AllowanceModel } from '../domain/plan.ts';

const SAYINGS = [
  /** Regional and global plans; a product title alone cannot name thirty countries. */
  'regions',
  'networks',
  /** A generation for the plan as a whole, apart from its networks. */
  'generation',
  /** Speed after a daily cap. */
  'throttle',
  /** Full-speed data a day of an unlimited plan. */
  'fairUse',
  'noExpiry',
  /** Hotspot, phone number, ads, new customers only. */
  'facts',
  'identityCheck',
  'topUp',
  'starts',
  'breakout',
  'soldPerDay',
  /** That a daily plan stops at its cap. */
  'stop',
  /** That an unlimited plan has no fair-use rule. */
  'uncapped',
  /** It says "data only": no phone number. */
  'dataOnly',
  /** It says whether the product is in stock. */
  'stock',
  /** Of unlimited plans it says that they may be slowed, and nothing more. */
  'vague',
] as const;
type Saying = (typeof SAYINGS)[number];

interface Sold {
  readonly models: readonly AllowanceModel[];
  readonly basis: 'retail' | 'rrp';
  readonly tax: 'included' | 'unknown';
}
export interface Expressiveness extends Sold, Readonly<Record<Saying, boolean>> {}

/** A format that can say these things, and sells in the usual way unless it is said. */
const saying = (says: readonly Saying[], sold: Partial<Sold> = {}): Expressiveness => ({
  models: ['total', 'unlimited'],
  basis: 'retail',
  tax: 'unknown',
  ...sold,
  ...(Object.fromEntries(SAYINGS.map((one) => [one, says.includes(one)])) as Record<Saying, boolean>),
});

const ALL_MODELS = { models: ['total', 'per_day', 'unlimited'] } as const;
const generic = saying(
  [
    'regions',
    'generation',
    'throttle',
    'fairUse',
    'noExpiry',
    'facts',
    'identityCheck',
    'topUp',
    'starts',
    'uncapped',
  ],
  ALL_MODELS,
);

export const EXPRESSIVENESS = {
  esimdb: saying(
    ['regions', 'networks', 'throttle', 'noExpiry', 'facts', 'identityCheck', 'topUp', 'breakout'],
    ALL_MODELS,
  ),
  'generic-csv': generic,
  'generic-json': generic,
  yesim: saying(['regions', 'dataOnly', 'vague']),
  airalo: saying(
    ['regions', 'networks', 'throttle', 'fairUse', 'identityCheck', 'topUp', 'starts', 'dataOnly'],
    { basis: 'rrp' },
  ),
  alosim: saying(['regions', 'networks', 'throttle', 'fairUse']),
  saily: saying(['regions', 'throttle', 'fairUse'], { tax: 'included' }),
  googlemerchant: saying(['stock']),
  awin: saying(['stock']),
  impact: saying(['stock']),
  esimaccess: saying(
    ['regions', 'networks', 'throttle', 'topUp', 'starts', 'breakout', 'soldPerDay', 'generation', 'stop'],
    { models: ['total', 'per_day'] },
  ),
  mobimatter: saying(['regions', 'topUp', 'generation'], { models: ['total'] }),
};
export type SampleFormat = keyof typeof EXPRESSIVENESS;

/** What a shop states in its feed. Most shops leave some facts out, and the market's unknown facts come from that. */
import type { AllowanceModel } from '../../src/domain/plan.ts';

const TOPICS = [
  /** Regional and global plans, beside those for one country. */
  'regions',
  'networks',
  /** A generation for the plan as a whole, apart from its networks. */
  'generation',
  /** The speed after a daily cap. */
  'throttle',
  /** The full-speed data a day of an unlimited plan. */
  'fairUse',
  'noExpiry',
  /** Hotspot, phone number, ads, subscription, new customers only. */
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
  /** That a plan is for data only and has no phone number. */
  'dataOnly',
  /** Whether the plan is in stock. */
  'stock',
  /** That unlimited plans may be slowed down, without a speed or an amount. */
  'possibleThrottling',
] as const;
type Topic = (typeof TOPICS)[number];

interface Sales {
  readonly models: readonly AllowanceModel[];
  readonly basis: 'retail' | 'rrp';
  readonly tax: 'included' | 'unknown';
}
export interface Statements extends Sales, Readonly<Record<Topic, boolean>> {}

const stating = (topics: readonly Topic[], sales: Partial<Sales> = {}): Statements => ({
  models: ['total', 'unlimited'],
  basis: 'retail',
  tax: 'unknown',
  ...sales,
  ...(Object.fromEntries(TOPICS.map((topic) => [topic, topics.includes(topic)])) as Record<Topic, boolean>),
});

const ALL_MODELS = { models: ['total', 'per_day', 'unlimited'] } as const;

/** By what is typical of the shop. */
export const STATEMENTS = {
  comparison: stating(
    ['regions', 'networks', 'throttle', 'noExpiry', 'facts', 'identityCheck', 'topUp', 'breakout'],
    ALL_MODELS,
  ),
  detailed: stating(
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
  ),
  'price-list': stating(['regions', 'dataOnly', 'possibleThrottling']),
  'suggested-prices': stating(
    ['regions', 'networks', 'throttle', 'fairUse', 'identityCheck', 'topUp', 'starts', 'dataOnly'],
    { basis: 'rrp' },
  ),
  'network-list': stating(['regions', 'networks', 'throttle', 'fairUse']),
  'tax-included': stating(['regions', 'throttle', 'fairUse'], { tax: 'included' }),
  products: stating(['stock']),
  'sold-by-day': stating(
    ['regions', 'networks', 'throttle', 'topUp', 'starts', 'breakout', 'soldPerDay', 'generation', 'stop'],
    { models: ['total', 'per_day'], basis: 'rrp' },
  ),
  'fixed-amounts': stating(['regions', 'topUp', 'generation'], { models: ['total'] }),
} satisfies Record<string, Statements>;
export type StatementsName = keyof typeof STATEMENTS;

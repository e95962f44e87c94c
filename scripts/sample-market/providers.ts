/** The invented shops of the sample market. None of these names is a brand; every link leads to a `.example` host. */
import type { Provider } from '../../src/domain/plan.ts';
import { seeded } from './random.ts';
import type { StatementsName } from './statements.ts';

/** Fixed for the named shops, and drawn for the many more that a large market has. */
export interface SampleProvider extends Provider {
  readonly format: FormatName;
  readonly states: StatementsName;
  readonly currency: 'USD' | 'EUR' | 'GBP';
  readonly host: string;
  /** 1 is the middle of the market. */
  readonly priceLevel: number;
  /** Share of its plans that come with 5G. */
  readonly share5g: number;
  /** Share of the market's plans, relative to the other shops. */
  readonly size: number;
  readonly titles: TitleStyle;
  readonly mbPerGb: 1000 | 1024;
  /** Added to each link, with {id} filled in. */
  readonly linkQuery: string;
  /** True where the feed has no links, and the source's configuration makes them from the ids. */
  readonly linksById: boolean;
}

/** "Türkiye 3 GB 30 Days", "eSIM Türkiye 3 GB 30 Days" or "Türkiye, 3 GB, 30 days". */
export type TitleStyle = 'plain' | 'product' | 'commas';

type FormatName = 'esimdb' | 'generic-csv' | 'generic-json' | 'airalo' | 'esimaccess';

type Row = readonly [
  name: string,
  format: FormatName,
  states: StatementsName,
  currency: SampleProvider['currency'],
  priceLevel: number,
  share5g: number,
  size: number,
  style?: Partial<Pick<SampleProvider, 'titles' | 'mbPerGb' | 'linkQuery' | 'linksById'>>,
];

// Large shops state the most facts, so that the shares of unknown facts are those of real feeds.
const NAMED: readonly Row[] = [
  ['Pebblefone', 'esimdb', 'comparison', 'USD', 0.86, 0.55, 7],
  ['Quillroam', 'esimdb', 'comparison', 'EUR', 1.0, 0.7, 7],
  ['Copperkite', 'esimdb', 'comparison', 'USD', 1.14, 0.8, 6],
  ['Moonferry', 'esimdb', 'comparison', 'GBP', 0.93, 0.5, 6],
  ['Bramblenet', 'esimdb', 'comparison', 'USD', 0.78, 0.3, 5],
  ['Tidewire Go', 'esimdb', 'comparison', 'EUR', 1.22, 0.85, 5],
  ['Larkspan', 'generic-csv', 'detailed', 'USD', 0.97, 0.6, 6],
  ['Plumroute', 'generic-csv', 'detailed', 'GBP', 1.08, 0.65, 4],
  ['Driftlark', 'generic-json', 'detailed', 'USD', 0.9, 0.75, 6],
  ['Hopstone Mobile', 'generic-json', 'detailed', 'EUR', 1.05, 0.45, 4],
  [
    'Oddbeacon',
    'generic-json',
    'price-list',
    'EUR',
    1.1,
    0,
    2,
    { titles: 'commas', mbPerGb: 1024, linkQuery: '?partner_id=sample' },
  ],
  ['Lanternroam', 'airalo', 'suggested-prices', 'USD', 1.12, 0.7, 3],
  [
    'Kitewell Data',
    'generic-json',
    'network-list',
    'USD',
    1.18,
    0.6,
    2,
    { titles: 'commas', linkQuery: '?plan_id={id}&affid=sample' },
  ],
  ['Saltmarsh SIM', 'generic-json', 'tax-included', 'USD', 1.0, 0, 2],
  ['Fernwick Travel', 'generic-csv', 'products', 'GBP', 1.25, 0, 1, { titles: 'product' }],
  ['Glowmere', 'generic-csv', 'products', 'EUR', 1.2, 0, 1, { titles: 'product', linkQuery: '?awc=sample' }],
  ['Mossbridge', 'generic-json', 'products', 'USD', 1.3, 0, 1, { titles: 'product' }],
  ['Tumbleroam', 'esimaccess', 'sold-by-day', 'USD', 0.82, 0.5, 2],
  ['Wickerwave', 'generic-json', 'fixed-amounts', 'USD', 0.95, 0.5, 2, { linksById: true }],
];

const FIRST =
  'Amber Birch Cinder Dapple Ember Flint Garnet Hazel Indigo Jasper Kelp Linden Maple Nettle Opal Pine Quartz Russet Sorrel ' +
  'Thistle Umber Velvet Willow Yarrow Zinnia Acorn Barley Clover Damson Elder';
const SECOND =
  'anchor barrow candle dinghy easel fiddle gable hamlet inlet jetty kettle ladder marble needle oriel pocket quiver rafter ' +
  'saddle thimble urn vessel wicket yonder zither arbour basin cobble dormer eddy';

/** What some shops say about refunds. */
const REFUNDS: Readonly<Record<string, string>> = {
  pebblefone: 'Unused plans, within 30 days',
  quillroam: 'Only if the plan does not work, with a report within 7 days',
  driftlark: 'Plans that were not installed, within 14 days',
  larkspan: 'No refunds after the purchase',
};

function refundOf(id: string, homepage: string): Pick<SampleProvider, 'refund'> {
  const text = REFUNDS[id];
  return text === undefined ? {} : { refund: { text, url: `${homepage}refunds`, checkedOn: '2026-10-01' } };
}

function provider([name, format, states, currency, priceLevel, share5g, size, style]: Row): SampleProvider {
  const id = name.toLowerCase().replaceAll(' ', '-');
  const host = `${id}.example`;
  const homepage = `https://${host}/`;
  return {
    id,
    name,
    homepage,
    brand: id,
    ...refundOf(id, homepage),
    host,
    format,
    states,
    currency,
    priceLevel,
    share5g,
    size,
    titles: 'plain',
    mbPerGb: 1000,
    linkQuery: '',
    linksById: false,
    ...style,
  };
}

/** How many shops a market of this size has: more plans mean more shops, and each a little larger. */
export function providerCount(plans: number): number {
  const grown = Math.round(NAMED.length * (plans / 7_000) ** 0.75);
  return Math.min(
    Math.max(NAMED.length, grown),
    NAMED.length + FIRST.split(' ').length * SECOND.split(' ').length,
  );
}

/** The named shops first. The others copy the feed of a named shop and vary its figures. */
export function sampleProvidersOf(count: number, seed: number): readonly SampleProvider[] {
  const providers = NAMED.map(provider);
  const first = FIRST.split(' ');
  const second = SECOND.split(' ');
  const random = seeded(`providers ${seed}`);
  for (let i = 0; providers.length < count; i++) {
    // Each time the first words start again, they are paired with other second words, until all pairs are used.
    const name = `${first[i % first.length]}${second[(i + Math.floor(i / first.length)) % second.length]}`;
    const [, format, states, currency, , , size, style = {}] = NAMED[i % NAMED.length] as Row;
    const level = Number(random.between(0.75, 1.35).toFixed(3));
    const share5g = Number(random.next().toFixed(2));
    providers.push(provider([name, format, states, currency, level, share5g, size, style]));
  }
  return providers;
}

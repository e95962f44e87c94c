/** The invented shops of the sample market. None of these names is a brand; every link leads to a `.example` host. */
import type { Provider } from '../domain/plan.ts';
import type { SampleFormat } from './formats.ts';
import { seeded } from './random.ts';

/** What a shop is like: fixed for the named ones, drawn for the many that a large market needs. */
export interface SampleProvider extends Provider {
  readonly format: SampleFormat;
  readonly currency: 'USD' | 'EUR' | 'GBP';
  readonly host: string;
  /** 1 is the market's middle. */
  readonly priceLevel: number;
  /** Share of its plans that come with 5G. */
  readonly share5g: number;
  /** Share of the market's plans, against the other shops. */
  readonly size: number;
}

type Row = readonly [
  name: string,
  format: SampleFormat,
  currency: SampleProvider['currency'],
  priceLevel: number,
  share5g: number,
  size: number,
];

// Large shops publish in the formats that state most facts: so the shares of unknowns come out as in real feeds.
const NAMED: readonly Row[] = [
  ['Pebblefone', 'esimdb', 'USD', 0.86, 0.55, 7],
  ['Quillroam', 'esimdb', 'EUR', 1.0, 0.7, 7],
  ['Copperkite', 'esimdb', 'USD', 1.14, 0.8, 6],
  ['Moonferry', 'esimdb', 'GBP', 0.93, 0.5, 6],
  ['Bramblenet', 'esimdb', 'USD', 0.78, 0.3, 5],
  ['Tidewire Go', 'esimdb', 'EUR', 1.22, 0.85, 5],
  ['Larkspan', 'generic-csv', 'USD', 0.97, 0.6, 6],
  ['Plumroute', 'generic-csv', 'GBP', 1.08, 0.65, 4],
  ['Driftlark', 'generic-json', 'USD', 0.9, 0.75, 6],
  ['Hopstone Mobile', 'generic-json', 'EUR', 1.05, 0.45, 4],
  ['Oddbeacon', 'yesim', 'EUR', 1.1, 0, 2],
  ['Lanternroam', 'airalo', 'USD', 1.12, 0.7, 3],
  ['Kitewell Data', 'alosim', 'USD', 1.18, 0.6, 2],
  ['Saltmarsh SIM', 'saily', 'USD', 1.0, 0, 2],
  ['Fernwick Travel', 'googlemerchant', 'GBP', 1.25, 0, 1],
  ['Glowmere', 'awin', 'EUR', 1.2, 0, 1],
  ['Mossbridge', 'impact', 'USD', 1.3, 0, 1],
  ['Tumbleroam', 'esimaccess', 'USD', 0.82, 0.5, 2],
  ['Wickerwave', 'mobimatter', 'USD', 0.95, 0.5, 2],
];

const FIRST =
  'Amber Birch Cinder Dapple Ember Flint Garnet Hazel Indigo Jasper Kelp Linden Maple Nettle Opal Pine Quartz Russet Sorrel ' +
  'Thistle Umber Velvet Willow Yarrow Zinnia Acorn Barley Clover Damson Elder';
const SECOND =
  'anchor barrow candle dinghy easel fiddle gable hamlet inlet jetty kettle ladder marble needle oriel pocket quiver rafter ' +
  'saddle thimble urn vessel wicket yonder zither arbour basin cobble dormer eddy';

function provider([name, format, currency, priceLevel, share5g, size]: Row): SampleProvider {
  const id = name.toLowerCase().replaceAll(' ', '-');
  const host = `${id}.example`;
  return {
    id,
    name,
    homepage: `https://${host}/`,
    brand: id,
    host,
    format,
    currency,
    priceLevel,
    share5g,
    size,
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

/** The named shops first, then as many more as asked: they copy a named one's format and vary its figures. */
export function sampleProvidersOf(count: number, seed: number): readonly SampleProvider[] {
  const providers = NAMED.map(provider);
  const first = FIRST.split(' ');
  const second = SECOND.split(' ');
  const random = seeded(`providers ${seed}`);
  for (let i = 0; providers.length < count; i++) {
    // Steps through all pairs: each time the first word comes round again, it meets another second word.
    const name = `${first[i % first.length]}${second[(i + Math.floor(i / first.length)) % second.length]}`;
    const [, format, currency] = NAMED[i % NAMED.length] as Row;
    const level = Number(random.between(0.75, 1.35).toFixed(3));
    const size = (NAMED[i % NAMED.length] as Row)[5];
    providers.push(provider([name, format, currency, level, Number(random.next().toFixed(2)), size]));
  }
  return providers;
}

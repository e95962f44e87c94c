/** What people write into one cell, through the column map to the plan that a traveller sees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../../domain/plan.ts';
import { createRowReader } from '../adapters/row/row-reader.ts';
import type { ColumnMap } from '../adapters/shared/column-map.ts';
import { columnReader } from '../adapters/shared/rows.ts';
import { normaliser, settings } from '../testing/plans.ts';

type Row = Readonly<Record<string, unknown>>;

const FIELDS =
  'name places networks generations has5g exits data dataUnit dataPer fairUse throttleKbps maxKbps days starts price promoPrice currency link hotspot installWithinDays'.split(
    ' ',
  );
const MAP: ColumnMap = {
  url: 'https://feed.example/',
  format: 'json',
  basis: 'retail',
  id: 'id',
  columns: Object.fromEntries(FIELDS.map((field) => [field, field])),
  regions: { Europe: ['FR', 'DE'] },
};
const ROW: Row = {
  id: 'p-1',
  places: 'JP',
  data: '5 GB',
  days: '30',
  price: '9.99',
  currency: 'USD',
  link: 'https://shop.example/x',
};
const RATES = {
  EUR: '1.16',
  GBP: '1.33',
  JPY: '0.0067',
  TRY: '0.024',
  IDR: '0.00006',
  BRL: '0.2',
  PLN: '0.27',
};
const normalise = normaliser(
  settings({
    rates: { table: { date: '2026-11-09', usdFor: new Map(Object.entries(RATES)) }, problem: null },
  }),
);
const reader = createRowReader(MAP, columnReader('csv'));
const readRow = (row: Row) => reader.read({ value: row, outer: null });

/** The plan, or why there is none. */
function read(changes: Row): Plan | string {
  const row = { ...ROW, ...changes };
  try {
    const result = normalise(readRow(row));
    return result.ok ? result.plan : result.reason;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

function table(
  field: string,
  expected: ReadonlyMap<unknown, unknown>,
  of: (plan: Plan) => unknown,
  more: Row = {},
) {
  for (const [cell, value] of expected) {
    const found = read({ ...more, [field]: cell });
    assert.deepEqual(
      typeof found === 'string' ? found : of(found),
      value,
      `${field}: ${JSON.stringify(cell)}`,
    );
  }
}

const each = (cells: readonly unknown[], value: unknown) => cells.map((cell) => [cell, value] as const);
const gb = (bytes: number | null) => (bytes === null ? null : bytes / 1e9);

test('places: one by any name, several with any mark between them or none, and groups that are defined', () => {
  const expected = new Map<unknown, unknown>([
    ...each(
      ['Japan', 'JPN', '日本', 'Japan (JP)', 'JP - Japan', 'Japan eSIM', 'esim-japan', '🇯🇵', '🇯🇵 Japan'],
      'JP',
    ),
    ...each(['S. Korea', 'Korea, Republic of', 'south-korea'], 'KR'),
    ...each(['Macao SAR China', 'Macau'], 'MO'),
    ...each(['Antigua', 'Antigua & Barbuda'], 'AG'),
    ...each(
      ['Japan China', 'China, Japan', 'Japan/China', ['China', 'Japan'], [{ iso2: 'CN' }, { name: 'Japan' }]],
      'CN JP',
    ),
    ['China Hong Kong Macau', 'CN HK MO'],
    ...each(['Japan & South Korea', 'JP;KR', 'JP|KR', 'JP KR', 'Japan and Korea'], 'JP KR'),
    ...each(['USA & Canada', 'US+CA', 'US & Canada', 'usa-canada'], 'CA US'),
    ['USA, Canada & Mexico', 'CA MX US'],
    ['Singapore-Malaysia-Thailand', 'MY SG TH'],
    ['Trinidad & Tobago, Bosnia and Herzegovina', 'BA TT'],
    ...each(['Europe', 'Europe (36 areas)', 'Europe 36 countries', 'europe [40+ destinations]'], 'DE FR'),
    ['Europe + UK', 'DE FR GB'],
    ['Benelux', 'BE LU NL'],
    ['Scandinavia', 'DK NO SE'],
    ...each(
      ['Congo', 'Virgin Islands', 'Asia', 'Northern Cyprus', 'Japan and Atlantis', 'Made in Japan'],
      'unknown_place',
    ),
  ]);
  table('places', expected, ({ coverage }) => coverage.destinations.join(' '));
  const eu = read({ places: 'Eu Plus Uk' });
  assert.equal(typeof eu === 'string' ? eu : eu.coverage.destinations.length, 28);
});

test('amounts: units, marks and periods as shops write them', () => {
  const expected = new Map<unknown, unknown>([
    ...each(
      ['5GB', '5,0 GB', '5 Go', '5 ГБ', '5 GiB', '5 gigabytes', 'Total 5 GB', '5 GB of data', '5GB (5G)'],
      ['total', 5],
    ),
    ...each(['1,000 MB', '1.000 MB', '1 000 MB', '1000 MB total'], ['total', 1]),
    ...each(['1,5GB', '1.5 gb'], ['total', 1.5]),
    ['15+3 GB', ['total', 18]],
    ...each(
      ['1GB/day', '1 GB a day', 'Daily 1GB', '1GB/d', '1GB/24h', '1 GB per 24 hours', '1 GB/jour'],
      ['per_day', 1],
    ),
    ...each(
      ['1GB/日', '１ＧＢ／日', '毎日1GB', '1 GB pro Tag', '1GB/天', '하루 1GB', 'günlük 1GB'],
      ['per_day', 1],
    ),
    ...each(['5 GB/mo', '5 GB per month', '5GB/月', '5 GB Only', '5ギガ'], ['total', 5]),
    ...each(['5G', '5', '0 MB', 'N/A', '10GB + 2GB bonus', '1-3 GB'], 'impossible_data'),
  ]);
  table('data', expected, ({ allowance }) => [allowance.model, gb(allowance.bytes)]);
  table('data', new Map(each(['5,5', 5.5], 5.5)), ({ allowance }) => gb(allowance.bytes), { dataUnit: 'GB' });
  table('dataUnit', new Map(each(['GiB', 'G', 'Gigabytes'], 5)), ({ allowance }) => gb(allowance.bytes), {
    data: 5,
  });
  const periods = new Map<unknown, unknown>([
    ...each(['per day', '24 hours', 'Daily', '1 day'], 'per_day'),
    ...each(['total', '-', 'once', 'per month'], 'total'),
    ['fortnight', 'impossible_data'],
  ]);
  table('dataPer', periods, ({ allowance }) => allowance.model, { data: '1 GB' });
});

test('an amount that is 0 is rejected with the option that may be missing', () => {
  assert.throws(() => readRow({ ...ROW, data: '0 MB' }), /"0 MB".*`unlimitedValues` says so/);
});

test('unlimited in any language, with the fair use that stands beside it', () => {
  const expected = new Map<unknown, unknown>([
    ...each(
      [
        'Unlimited',
        'UNLIMITED GB',
        'Unlimited*',
        'Unlimited Lite',
        'Illimité',
        'Sınırsız',
        '無制限',
        '使い放題',
        'Datos ilimitados',
      ],
      [null, null, null],
    ),
    ...each(
      ['Unlimited (2GB/day high speed)', 'Unlimited (FUP 2GB/day)', 'Unlimited, 2 GB/day at full speed'],
      [2, null, null],
    ),
    ...each(
      [
        'Unlimited - 1GB/day then 384kbps',
        'Unlimited (384kbps after 1GB/day)',
        '1 GB/day then unlimited at 384 kbps',
      ],
      [1, 384, null],
    ),
    ...each(
      ['Unlimited 5Mbps', 'Unlimited at 5 Mbps', 'Unlimited capped at 5 Mbps', 'Unlimited up to 5 Mbps'],
      [null, null, 5000],
    ),
    ...each(['Unlimited high speed, then 384kbps'], [null, 384, null]),
    ...each(['Unlimited calls', 'UL'], 'impossible_data'),
  ]);
  table('data', expected, ({ allowance: { model, fullSpeedBytesPerDay, throttleKbps, maxKbps } }) =>
    model === 'unlimited' ? [gb(fullSpeedBytesPerDay), throttleKbps, maxKbps] : model,
  );
  const slowed = new Map<unknown, unknown>([
    ...each(['1GB/day, then 128kbps', '1 GB/day, then up to 128 kbps'], ['per_day', 1, 128]),
    ['384kbps after 1GB/day', ['per_day', 1, 384]],
    ['1GB + unlimited 128kbps', ['total', 1, 128]],
    ['1,5GB/day then 384kbps', ['per_day', 1.5, 384]],
    ['1,000 MB then 384kbps', ['total', 1, 384]],
    ...each(['1, 5GB/day then 384kbps', '1,3,5GB/day then 384kbps'], 'impossible_data'),
  ]);
  table('data', slowed, ({ allowance }) => [allowance.model, gb(allowance.bytes), allowance.throttleKbps]);
});

test('fair use and speeds in prose', () => {
  const expected = new Map<unknown, unknown>([
    ...each(
      [
        '384kbps after 1GB/day',
        'Speed drops to 384 kbps once 1 GB is used each day',
        'FUP: 1GB/24h @384kbps',
        '1GB/day, 384 Kb/s thereafter',
        '1GB/Tag danach 384kbps',
      ],
      [1, 384, false],
    ),
    ...each(['first 3GB daily at max speed', 'Daily cap 3 GB. Resets at midnight UTC'], [3, null, false]),
    ...each(['No speed limits', 'No FUP', 'Unthrottled'], [null, null, true]),
    ...each(['Subject to fair use', '1 Mbps', 'None'], [null, null, null]),
  ]);
  table(
    'fairUse',
    expected,
    ({ allowance }) => [gb(allowance.fullSpeedBytesPerDay), allowance.throttleKbps, allowance.uncapped],
    { data: 'Unlimited' },
  );
  table('fairUse', new Map([['Speed capped at 10 Mbps', 10_000]]), ({ allowance }) => allowance.maxKbps);
  const speeds = new Map<unknown, unknown>([
    ...each(['1 Mbps', '1,000 kbps', '1.000 kbps', 'up to 1 Mbps', '1M', '1000K'], 1000),
    ...each(['128 kbps (2G)', '128 kb/s', 128], 128),
    ...each(['1 MB/s', '3G', 'unlimited'], null),
  ]);
  table('throttleKbps', speeds, ({ allowance }) => allowance.throttleKbps);
});

test('lengths: units of several languages, months of 30 days, ISO durations, words for no end', () => {
  const expected = new Map<unknown, unknown>([
    ...each(
      [
        '30',
        '30 Days',
        '30-day',
        '30d',
        '30 Tage',
        '30 jours',
        '30 días',
        '30 gün',
        '30日',
        '30 дней',
        '1 month',
        'P30D',
        '30 Days / 1 Month',
        'Valid for 30 days',
        '30 days from activation',
        '720 hours',
      ],
      30,
    ),
    ...each(['24 hours', '24h', 'PT24H', '1 Day*'], 1),
    ...each(['3 months', '90 Days (3 months)'], 90),
    ...each(['No expiration', 'Lifetime', 'Never', 'does not expire'], null),
    ...each(
      ['7-30 days', '7/15', '7/15 days', '30 (7) days', '0', 'soon', 'a month', 'PT30M'],
      'impossible_days',
    ),
  ]);
  table('days', expected, ({ validity }) => validity.days);
  table(
    'installWithinDays',
    new Map(each(['180 days', 180, '6 months'], 180)),
    (plan) => plan.validity.installWithinDays,
  );
});

test('prices: signs, codes and marks of many countries; what is not certain is refused', () => {
  const cents = ({ price }: Plan) => `${price.minor} ${price.currency}`;
  const alone = new Map<unknown, unknown>([
    ...each(['US$9.99', 'US $9.99', 'usd 9.99', '$9.99 USD', '9.99USD', '9,99 USD'], '999 USD'),
    ...each(['9,99 €', '€9.99', 'EUR 9,99', '9.99\u00a0€'], '999 EUR'),
    ...each(['1500円', 'JPY 1,500', 'JP¥1500', '1.500 JPY'], '1500 JPY'),
    ...each(['R$ 25,90', '25.90 BRL'], '2590 BRL'),
    ...each(['199,90 TL', '₺199.90'], '19990 TRY'),
    ...each(['Rp 50.000', 'IDR 50,000'], '5000000 IDR'),
    ['20 zł', '2000 PLN'],
    ...each(['$9.99', '¥1500', '9.99', '99 kr'], 'unknown_currency'),
  ]);
  table('price', alone, cents, { currency: null });
  const stated = new Map<unknown, unknown>([
    ...each(['$9.99', '9,99', 9.99], '999 USD'),
    ...each(['1,299.50', '1.299,50', '1 299,50', "1'299.50"], '129950 USD'),
    ['2.4049576252680738', '240 USD'],
    ...each(['1,299', 'From $9.99', '$9.99/day', '$5.00 (was $10)', '9.9.9', '-5'], 'impossible_price'),
    ['€9.99', 'unknown_currency'],
  ]);
  table('price', stated, cents);
  table('price', new Map(each(['1,500', '¥1.500', '1500.00'], '1500 JPY')), cents, { currency: 'JPY' });
  table('currency', new Map(each(['€', 'euro', 'EUR'], '999 EUR')), cents);
  table(
    'promoPrice',
    new Map<unknown, unknown>([
      ['$7.50', 750],
      ['7,50', 750],
      ['soon', null],
      ['$0.10', null],
    ]),
    ({ price }) => price.promoUsdCents,
  );
});

test('the clock, networks, generations, exits and yes or no in the words that occur', () => {
  const starts = new Map<unknown, unknown>([
    ...each(
      [
        'First use',
        'first-usage',
        'ACTIVATION_ON_FIRST_USE',
        'Activates when you land',
        'When the eSIM connects to a network',
      ],
      'first_use',
    ),
    ...each(['At purchase', 'immediately after purchase', 'Purchase date'], 'purchase'),
    ...each(['On installation', 'Starts when you install the eSIM'], 'install'),
    ...each(['Activation', 'Immediately', 'Manual activation'], 'unknown'),
  ]);
  table('starts', starts, ({ validity }) => validity.starts);
  const networks = new Map<unknown, unknown>([
    ...each(
      [
        'Docomo, SoftBank',
        'Docomo/SoftBank',
        'Docomo | SoftBank',
        'Docomo & SoftBank',
        ['Docomo', 'SoftBank'],
        [{ operator: 'Docomo' }, { name: 'SoftBank' }],
      ],
      'Docomo SoftBank',
    ),
    ['SoftBank (5G), KDDI (4G)', 'SoftBank:5G KDDI:4G'],
    ...each(['N/A', '-', 'Multiple networks', ''], ''),
  ]);
  table('networks', networks, ({ coverage }) =>
    (coverage.networks['JP'] ?? [])
      .map(({ name, generation }) => (generation ? `${name}:${generation}` : name))
      .join(' '),
  );
  const generations = new Map<unknown, unknown>([
    ...each(['4G & 5G', '4G-5G', 'up to 5G', '5G where available', 'LTE/5G'], '5G'),
    ...each(['LTE-A', '4G, no 5G'], '4G'),
    ...each(['4.5G', 'VoLTE', 'fast'], null),
  ]);
  table('generations', generations, ({ coverage }) => coverage.generation);
  table(
    'has5g',
    new Map<unknown, unknown>([...each(['Y', '✓', 'Supported', '5G', 1], '5G'), ['no', null]]),
    (plan) => plan.coverage.generation,
  );
  const exits = new Map<unknown, unknown>([
    ...each(['HK/SG', 'HK, Singapore', 'Hong Kong IP; SG - Singapore'], 'HK SG'),
    ...each(['US (Ashburn)', [{ country: 'US' }]], 'US'),
    ...each(['local', 'Yes', ''], null),
  ]);
  table('exits', exits, ({ coverage }) => coverage.exits?.join(' ') ?? null);
  table(
    'exits',
    new Map([
      ['Local breakout', 'local'],
      ['home routed', 'roaming'],
    ]),
    ({ coverage }) => coverage.breakout,
  );
  const flags = new Map<unknown, unknown>([
    ...each(['Allowed', 'Y', '✓', 'supported', 'TRUE'], true),
    ...each(['Not allowed', 'n', '✗', 'disabled'], false),
    ...each(['limited', 'unknown', ''], null),
  ]);
  table('hotspot', flags, ({ facts }) => facts.hotspot);
});

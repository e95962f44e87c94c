/** Rows of marketplaces: names as sellers write them, with columns that often say something else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namingOf } from '../../domain/destination.ts';
import type { Plan } from '../../domain/plan.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { parseRates } from '../config/rates.ts';
import type { ProductTerms } from '../draft.ts';
import { pageFrom, parseAll } from '../testing/adapters.ts';
import { normaliseDraft, plan, settings } from '../testing/plans.ts';
import { normalise } from './normalise.ts';
import { createRowProviders } from './row-providers.ts';

const generic = ADAPTERS['generic']!;

interface Columns {
  readonly title: string;
  readonly country?: string;
  readonly data?: string;
  readonly days?: string;
  readonly brand?: string;
  readonly networks?: string;
}

const OPTIONS = {
  url: 'https://feed.example/',
  format: 'json',
  basis: 'retail',
  optional: ['provider', 'places', 'data', 'days', 'networks'],
  products: true,
  id: 'id',
  columns: {
    provider: 'brand',
    name: 'title',
    places: 'country',
    data: 'data',
    days: 'days',
    networks: 'networks',
    price: 'price',
  },
  constants: { currency: 'USD' },
  link: 'https://shop.example/{id}',
};

/** The rows of one feed, each as a plan or as the reason and the detail of its rejection. */
async function read(rows: readonly Columns[], options: object = OPTIONS, terms?: ProductTerms) {
  const body = JSON.stringify(rows.map((row, id) => ({ country: 'TW', days: '6일', ...row, id, price: 9 })));
  const owners = createRowProviders({ providers: { create: { hosts: ['shop.example'] } } }, []);
  const given = settings({ rates: { table: parseRates(RATES), problem: null }, providerOf: owners.of });
  const parsed = await parseAll(generic, pageFrom(body), { ...OPTIONS, ...options }, terms);
  const results = parsed.map((row) =>
    row.ok ? normalise({ provider: 'Shop', ...withoutNull(row.draft) }, given) : row,
  );
  return { results, providers: owners.created() };
}
const RATES = '{"date":"2026-11-09","base":"USD","rates":{"EUR":"0.9"}}';
const withoutNull = <T extends { provider?: string | null }>(draft: T): T => ({
  ...draft,
  provider: draft.provider ?? 'Shop',
});

async function planOf(row: Columns, options: object = {}, terms?: ProductTerms): Promise<Plan> {
  const [result] = (await read([row], options, terms)).results;
  assert.ok(result?.ok === true && 'plan' in result, JSON.stringify(result));
  return result.plan;
}

async function reasonOf(row: Columns, options: object = {}): Promise<string> {
  const [result] = (await read([row], options)).results;
  return result?.ok === false ? result.reason : 'accepted';
}

const OF_ESIMS: ProductTerms = { goods: 'esim', columns: 'seller' };

const allowanceOf = async (row: Columns, terms?: ProductTerms) => {
  const { allowance, validity } = await planOf(row, {}, terms);
  const { model, bytes, fullSpeedBytesPerDay, afterCap } = allowance;
  return { model, gb: (bytes ?? fullSpeedBytesPerDay ?? 0) / 1e9, afterCap, days: validity.days };
};

test('other goods of a shop are no plans, in any language', async () => {
  for (const title of [
    'ストラップホルダー スマホショルダー ネックストラップ 落下防止 ステンレス 挟む 韓国 スマホ首掛け',
    '台湾限定 台湾風情シリーズ 感謝のことば 悠遊カード ゆうゆうカード 台湾交通系ICカード TAIWAN',
    '【台湾 物理SIMカード】6日間 毎日2GB 高速データ通信 台湾本島・離島対応',
    '台湾 利用期間 6日 データ容量5GB 4Gデータ通信 プリペイドSIM ローミングSIM',
    '【2枚セット】【台湾eSIM】6日間完全無制限高速データ通信',
    '대만 USIM 6일 10GB',
    'Taiwan eSIM 2-pack 6 days 5 GB',
    'Taiwan eSIM, pack of 3, 6 days 5 GB',
    'Taiwan 6 days 5 GB SIM card (not an eSIM)',
    'SIM to eSIM Adapter, 15 Profiles, Unlimited Downloads',
    'Taiwan travel pillow',
    '台灣 實體SIM卡 6天 5GB',
    'Tarjeta SIM física Taiwán 6 días 5 GB',
    'Taiwan Abo eSIM 5 GB 6 Tage',
  ])
    assert.match(await reasonOf({ title, data: 'unlimited' }), /^(?:not_a_plan|subscription)$/, title);
});

test('an eSIM whose title only mentions a card is a plan', async () => {
  for (const title of [
    '【台湾eSIM】6日間 データ通信無制限 台湾SIM マカオSIMカードタイプではありません',
    '【台湾eSIM】台湾SIM 利用日数6日 データ通信使い放題 ※eSIMの為、物理SIMの発送はありません。',
    '[台湾eSIM｜メール納品] 6日間 使い放題｜非物理SIM｜有効期限はご購入日より180日以内',
    '台湾 eSIM 6日間 無制限 プリペイドSIM SIMカード不要',
    'Taiwan eSIM 6 days unlimited, not a physical SIM',
    'Taiwan eSIM 6 Days Unlimited, No Contract No SIM Card',
  ])
    assert.equal(await reasonOf({ title, data: 'unlimited' }), 'accepted', title);
});

test('a row without a title is published only if the source sells nothing but eSIMs', async () => {
  assert.equal(await reasonOf({ title: '', data: '5GB' }), 'missing_field');
  assert.equal((await planOf({ title: '', data: '5GB' }, {}, OF_ESIMS)).name, 'Taiwan, 5 GB, 6 days');
});

test('without `products`, a name without an amount or a length is a name', async () => {
  assert.equal(await reasonOf({ title: 'Formosa Classic', data: '5GB' }, { products: false }), 'accepted');
  assert.equal(await reasonOf({ title: 'Formosa Classic', data: '5GB' }), 'not_a_plan');
});

test('an amount in the name wins over a column that says unlimited', async () => {
  const data = 'unlimited';
  assert.deepEqual(
    await allowanceOf({
      title: '【台湾 eSIM】6日間1日1GBデータ| 5G/4G LTE高速データ | データ通信 使い放題',
      data,
    }),
    {
      model: 'unlimited',
      gb: 1,
      afterCap: 'unknown',
      days: 6,
    },
  );
  const total = { model: 'total', afterCap: 'throttle', days: 6 };
  for (const [title, gb] of [
    ['【台湾 eSIM】6日間 6GB高速データ+低速無制限', 6],
    ['Taiwan eSIM 20GB, then unlimited at low speed', 20],
    ['台湾esim 6日間・10GB 定額高速データ通信 低速データ使い放題', 10],
    ['Taiwan eSIM 6 Tage 5 GB, danach unbegrenzt gedrosselt', 5],
  ] as const)
    assert.deepEqual(await allowanceOf({ title, data }), { ...total, gb }, title);
  assert.deepEqual(await allowanceOf({ title: 'Taiwan eSIM 20GB Data Total', data }), {
    ...total,
    gb: 20,
    afterCap: 'unknown',
  });
  assert.deepEqual(await allowanceOf({ title: '台湾eSIM 6日間 1GB/毎日', data }), {
    model: 'per_day',
    gb: 1,
    afterCap: 'unknown',
    days: 6,
  });
});

test('a trial, a bonus for tests or a cap of the hotspot is not the amount of an unlimited plan', async () => {
  const data = 'unlimited';
  for (const title of [
    '台湾 ESIMプラン 6日間 完全無制限 高速データ 使い放題 出発前日本テスト用eSIM500MB',
    '台湾 eSIM 6日間 データ通信使い放題 出発前のお試しに便利 日本国内500MB付き',
    'Taiwan eSIM 6 Days Unlimited + 500MB trial',
    'Taiwan eSIM 6 Days Unlimited Data, 10GB Hotspot',
  ])
    assert.equal((await allowanceOf({ title, data })).model, 'unlimited', title);
  const { extras } = await planOf({ title: 'Taiwan eSIM 6 Days Unlimited Data, 10GB Hotspot', data });
  assert.equal(extras.hotspotBytes, 10e9);
  assert.equal(
    (await planOf({ title: 'Taiwan eSIM 6 Days Unlimited, 10GB Hotspot', data })).facts.hotspot,
    true,
  );
  const { extras: none } = await planOf({ title: 'Taiwan eSIM 6 Days 10GB Hotspot Allowed', data: '10GB' });
  assert.equal(none.hotspotBytes, null);
});

test('a total with its daily amount is a daily plan', async () => {
  const daily = { model: 'per_day', gb: 1, afterCap: 'unknown', days: 15 };
  const title = 'Taiwan eSIM 15 Days 15GB High-Speed Data (1GB Daily)';
  for (const data of ['1GB', '15GB', '1GB/day'])
    assert.deepEqual(await allowanceOf({ title, data, days: '15일' }), daily, data);
  assert.equal(await reasonOf({ title, data: '7GB', days: '15일' }), 'name_contradicts');
});

test('an amount and a length that stand only in the name are read from it', async () => {
  const title = '대만 eSIM 매일 5GB / 18일';
  for (const days of ['18일', ''])
    assert.deepEqual(await allowanceOf({ title, data: '', days }), {
      model: 'per_day',
      gb: 5,
      afterCap: 'unknown',
      days: 18,
    });
  assert.equal(await reasonOf({ title: 'Taiwan eSIM 3GB or 5GB', data: '' }), 'ambiguous_title');
  assert.equal(
    await reasonOf({ title: 'Taiwan eSIM 5GB, valid for 90 days', data: '', days: '' }),
    'ambiguous_title',
  );
});

test('the length of use is not the time to activate, and the name is read before it is shortened', async () => {
  const title =
    '【香港 eSIM】マカオeSIM 高速データ無制限&データ通信専用 香港SIM マカオSIM 当日利用可能&90日間有効 24時間オンラインサポート お急ぎのご相談は（LINEで受付中です） Hong Kong＆Macao SIM way2esim (1日間)';
  const found = await planOf({ title, country: 'HK', data: 'unlimited', days: '90일' });
  assert.equal(found.validity.days, 1);
  assert.ok(found.name.length <= 120);
  for (const words of [
    '6日間 ご購入から60日間有効',
    '6日間 有効期限90日',
    '6日間［購入後180日以内利用OK］',
    '6日間 24時間サポート',
    '6日間 LINE365日24時間サポート',
    '(6日間（24時間×6）)',
    '6 days, valid for 90 days',
    '6 days, activate within 90 days',
    '6 days, 24-hour support',
    '6 Tage, gültig 90 Tage',
    '6天 購買後90天內啟用',
    '6일 구매 후 90일 이내 개통',
    '6 วัน เปิดใช้งานภายใน 90 วัน',
    '6 ngày, kích hoạt trong vòng 90 ngày',
  ])
    assert.equal(
      (await planOf({ title: `台湾 eSIM 使い放題 ${words}`, data: 'unlimited' })).validity.days,
      6,
      words,
    );
});

test('two lengths of use and a third in the column are a contradiction', async () => {
  const title = '台湾eSIM 7日間 - 10日間高速データ無制限';
  assert.equal(await reasonOf({ title, data: 'unlimited', days: '7일' }), 'accepted');
  assert.equal(await reasonOf({ title, data: 'unlimited', days: '6일' }), 'name_contradicts');
  assert.equal(
    await reasonOf({ title: '台湾eSIM 10日間 3GB', data: '3GB', days: '3일' }),
    'name_contradicts',
  );
});

test('places in names: the destination, a group that contains it, and exclusions', () => {
  const naming = (name: string, places: readonly string[], country: string) =>
    namingOf(plan({ name, places, data: 1_000_000_000 }).named, country);
  assert.equal(naming('USA & Canada 1GB', ['US'], 'US'), 'country');
  assert.equal(naming('European Union + the UK', ['AT'], 'AT'), 'none');
  assert.equal(naming('Europe (no France)', ['AT', 'DE', 'FR'], 'AT'), 'none');
  assert.equal(naming('Scotland', ['GB'], 'GB'), 'elsewhere');
  assert.equal(naming('香港・マカオ eSIM', ['TW'], 'TW'), 'elsewhere');
});

test('a place that a name excludes is removed from the coverage', () => {
  const places = ['CN', 'HK', 'MO', 'TW', 'JP'];
  const covered = (name: string) => plan({ name, places }).coverage.destinations.join(' ');
  for (const name of [
    '【中国 SIM】（香港、マカオ、台湾はご利用いただけません）',
    'China eSIM (no Hong Kong, Macau and Taiwan)',
    'Asia except Hong Kong, Macau & Taiwan',
    'Asien ohne Hongkong, Macau und Taiwan',
    '中國 日本 eSIM（不含香港、澳門、台灣）',
    '아시아 eSIM (홍콩, 마카오, 대만 제외)',
    'Asya (Hong Kong, Makao ve Tayvan hariç)',
  ])
    assert.equal(covered(name), 'CN JP', name);
  for (const name of [
    'Works in China without VPN',
    'No China VPN needed',
    '中国でもVPNなしで利用可能',
    'Asia with Taiwan',
  ])
    assert.equal(covered(name), 'CN HK JP MO TW', name);
  const result = normaliseDraft({
    name: '【中国 SIM】（香港、マカオ、台湾はご利用いただけません）',
    places: ['MO'],
  });
  assert.ok(!result.ok);
  assert.equal(result.reason, 'name_contradicts');
});

test('labels confirm a plan like its title', async () => {
  const map = {
    url: 'https://feed.example/',
    format: 'json',
    basis: 'retail',
    products: true,
    id: 'id',
    columns: { name: 'title', attributes: 'labels', price: 'price' },
    constants: { currency: 'USD' },
    link: 'https://shop.example/{id}',
  };
  const product = async (title: string, ...labels: readonly string[]) => {
    const page = pageFrom(JSON.stringify([{ id: '1', title, labels, price: '9' }]));
    const [row] = await parseAll(generic, page, map);
    if (!row?.ok) return row?.reason;
    const result = normalise(row.draft, settings());
    return result.ok ? 'accepted' : result.reason;
  };
  assert.equal(await product('Neck pillow', 'Japan', '5GB', '30 Days'), 'not_a_plan');
  assert.equal(await product('Moshi Moshi', 'Japan', '5GB', '30 Days', 'eSIM'), 'accepted');
  assert.equal(await product('Moshi Moshi 5GB', 'Japan', '5GB', '30 Days'), 'not_a_plan');
  assert.equal(await product('Moshi Moshi 5GB eSIM', 'Japan', '5GB', '30 Days'), 'accepted');
  assert.equal(await product('Moshi Moshi Korea eSIM', 'Japan', '5GB', '30 Days'), 'name_contradicts');
  assert.equal(await product('Phone strap eSIM', 'Japan', '5GB', '30 Days'), 'not_a_plan');
});

test('a product that is named for other places only is rejected', async () => {
  assert.equal(await reasonOf({ title: 'インド eSIM | 6日間3GB', data: '3GB' }), 'name_contradicts');
  assert.equal(
    await reasonOf({ title: 'Europe eSIM 6 Days 3GB 36 Countries', data: '3GB' }),
    'name_contradicts',
  );
  assert.equal(await reasonOf({ title: 'アジア eSIM | 6日間3GB', data: '3GB' }), 'accepted');
  const searched =
    '【香港 eSIM データ無制限】香港 eSIM 6日間 データ無制限 QRコードで 台湾 esim 6日間 esim 香港';
  assert.equal(await reasonOf({ title: searched, data: 'unlimited' }), 'name_contradicts');
  assert.equal(await reasonOf({ title: '【香港・台湾 eSIM】6日間3GB 香港', data: '3GB' }), 'accepted');
  assert.equal(await reasonOf({ title: '【5分以内に納品】 台湾 eSIM 6日間 3GB', data: '3GB' }), 'accepted');
  const travel = 'eSIM for International Travel, USA 6 Days 3GB, calls to worldwide';
  assert.equal(await reasonOf({ title: travel, data: '3GB' }), 'name_contradicts');
});

test('sellers with different names stay apart, and their names contain no words of the shop', async () => {
  const title = 'Taiwan eSIM 6 days 5GB';
  const brands = [
    'スマートeSIM',
    'マグロeSIM',
    'イモトのeSIM クーポン',
    'Billion Connectのストアを表示',
    'BILLIONCONNECT',
    'Visit the Billion-Connect Store',
    'ブランド: マグロeSIM',
    'The eSIM Store',
    'Brand: ESIMFUN',
    '正規eSIM 60万枚突破',
    '正規eSIM 100万枚突破',
  ];
  const { results, providers } = await read(brands.map((brand) => ({ title, brand, data: '5GB' })));
  assert.ok(results.every(({ ok }) => ok));
  assert.deepEqual(
    providers.map(({ name }) => name),
    [
      'スマートeSIM',
      'マグロeSIM',
      'イモトのeSIM',
      'Billion Connect',
      'The eSIM Store',
      'ESIMFUN',
      '正規eSIM 60万枚突破',
      '正規eSIM 100万枚突破',
    ],
  );
  assert.equal(new Set(providers.map(({ id }) => id)).size, providers.length);
});

test('a list of networks is not split inside brackets', async () => {
  const { coverage } = await planOf({
    title: 'Macau eSIM 6 days 5GB',
    country: 'MO',
    data: '5GB',
    networks: 'TMN (MEO, Alice Group), CTM/3 Macau (4G), Smartone（5G／4G）',
  });
  assert.deepEqual(
    (coverage.networks['MO'] ?? []).map(({ name }) => name),
    ['TMN (MEO, Alice Group)', 'CTM', '3 Macau', 'Smartone'],
  );
});

test('the letter "o" between two facts is the word for "or", and after one fact a tick', async () => {
  const facts = async (words: string) => {
    const { calls, sms, phoneNumber, hotspot } = (
      await planOf({ title: `Taiwán eSIM 6 días ilimitado, ${words}`, data: 'unlimited' })
    ).facts;
    return { calls, sms, phoneNumber, hotspot };
  };
  const none = { calls: false, sms: false, phoneNumber: false, hotspot: null };
  assert.deepEqual(await facts('llamadas o SMS no incluidos'), none);
  assert.deepEqual(await facts('LLAMADAS O SMS NO INCLUIDOS'), none);
  assert.deepEqual(await facts('chiamate o SMS non inclusi'), none);
  assert.equal((await facts('hotspot o tethering no permitido')).hotspot, false);
  assert.equal((await facts('hotspot o tethering permitido')).hotspot, true);
  assert.deepEqual(await facts('Hotspot O SMS X'), {
    calls: null,
    sms: false,
    phoneNumber: false,
    hotspot: true,
  });
  assert.deepEqual(await facts('Hotspot: O SMS: X'), {
    calls: null,
    sms: false,
    phoneNumber: false,
    hotspot: true,
  });
  assert.equal((await facts('테더링 O 통화 가능')).hotspot, true);
});

test('facts that a name states count as stated', async () => {
  const facts = async (words: string, row: Partial<Columns> = {}) =>
    (await planOf({ title: `台湾 eSIM 6日間 無制限 ${words}`, data: 'unlimited', ...row })).facts;
  for (const words of [
    'テザリング可',
    'テザリング対応',
    'テザリング（ホットスポット）利用可能',
    'Hotspot Allowed',
    '熱點分享 可',
    '핫스팟 가능',
  ])
    assert.equal((await facts(words)).hotspot, true, words);
  for (const words of ['テザリング不可', 'no hotspot', 'hotspot not supported'])
    assert.equal((await facts(words)).hotspot, false, words);
  for (const words of [
    'パスポート登録不要',
    'パスポート番号不要',
    '実名登録なし',
    '本人確認不要',
    'no KYC',
    'No ID check',
    '無需實名',
    '본인인증 불필요',
  ])
    assert.equal((await facts(words)).identityCheck, false, words);
  for (const words of ['本製品は実名認証が必要です', 'passport required'])
    assert.equal((await facts(words)).identityCheck, true, words);
  const unlimited = await planOf({
    title: 'Taiwan eSIM 6 days: Unlimited data with calls',
    data: 'unlimited',
  });
  assert.equal(unlimited.allowance.model, 'unlimited');
  assert.equal(unlimited.facts.calls, true);
  for (const words of ['with calls', '通話付き', '電話/SMS可', 'mit Anrufen', '100 Min Local Calls'])
    assert.equal((await facts(words)).calls, true, words);
  for (const words of ['データ通信専用', 'data only', 'no calls', '데이터 전용'])
    assert.equal((await facts(words)).calls, false, words);
  for (const words of [
    'WhatsApp calls',
    'LINE相談受付中',
    'Ready in 10 minutes',
    '電話サポート',
    'Hotspot',
    'Passport',
    '最短5分',
  ])
    assert.deepEqual(
      [(await facts(words)).calls, (await facts(words)).hotspot, (await facts(words)).identityCheck],
      [null, null, null],
      words,
    );
  assert.deepEqual(
    [(await facts('韓国電話番号+SMS付')).sms, (await facts('電話番号なし')).phoneNumber],
    [true, false],
  );
});

test('"no slowdown" in the name of an unlimited plan states that it is uncapped', async () => {
  const uncapped = async (words: string, data = 'unlimited') =>
    (await planOf({ title: `台湾 eSIM 6日間 ${words}`, data })).allowance.uncapped;
  for (const words of [
    '完全無制限（低速なし）',
    '無制限（低速化無し）',
    'unlimited, no throttling',
    '吃到飽 不降速',
  ])
    assert.equal(await uncapped(words), true, words);
  assert.equal(await uncapped('無制限 低速なし 1GB/日'), false);
  assert.equal(await uncapped('無制限'), null);
  assert.equal(await uncapped('5GB 低速なし', '5GB'), null);
});

test('networks that a name states are those of the destination', async () => {
  const networks = async (title: string, country: string) =>
    Object.entries((await planOf({ title, country, data: '5GB' })).coverage.networks).map(
      ([code, list]) => `${code}: ${list.map(({ name }) => name).join(', ')}`,
    );
  assert.deepEqual(await networks('香港・マカオ eSIM 6日間 5GB (CMHK/CTM/CMCC)', 'HK, MO'), [
    'HK: CMHK',
    'MO: CTM',
  ]);
  assert.deepEqual(await networks('韓国 eSIM 6日間 5GB SKテレコム・LGU+のダブル回線', 'KR'), [
    'KR: SK Telecom, LG U+',
  ]);
  assert.deepEqual(await networks('台湾eSIM 6日間 5GB 中華電信回線', 'TW'), ['TW: Chunghwa']);
});

test('minutes and messages in a name are counted, unless calls are unlimited', async () => {
  const extras = async (words: string) => {
    const found = (await planOf({ title: `Taiwan eSIM 6 days 5GB ${words}`, data: '5GB' })).extras;
    return [found.callMinutes, found.textMessages];
  };
  assert.deepEqual(await extras('+ 100 Mins Local Calls + 50 SMS'), [100, 50]);
  assert.deepEqual(await extras('現地通話25分'), [25, null]);
  assert.deepEqual(await extras('Unlimited Local Calls + 30 Min Call Home'), [null, null]);
  assert.deepEqual(await extras('Instant Activation in 10 Minutes'), [null, null]);
});

test('amounts, days and "unlimited" are read in every language, in a name and in columns', async () => {
  for (const [title, data, days] of [
    ['台灣 eSIM 總量15GB 6天', '總量15GB', '6天'],
    ['泰國 eSIM 每日1GB 6天', '每日1GB', '6天'],
    ['ไต้หวัน eSIM เน็ตไม่จำกัด 6 วัน', 'ไม่จำกัด', '6 วัน'],
    ['ไต้หวัน eSIM วันละ 1GB 6 วัน', 'วันละ 1GB', '6 วัน'],
    ['Đài Loan eSIM không giới hạn 6 ngày', 'không giới hạn', '6 ngày'],
    ['Đài Loan eSIM 1GB mỗi ngày 6 ngày', '1GB mỗi ngày', '6 ngày'],
    ['대만 eSIM 총 15GB 6일', '15GB', '6일간'],
    ['台湾 eSIM 毎日１ＧＢ ６日間', '１ＧＢ／日', '６日'],
  ] as const) {
    const country = title.startsWith('泰國') ? '泰國' : 'TW';
    const inColumns = await allowanceOf({ title: '', country, data, days }, OF_ESIMS);
    const inName = await allowanceOf({ title, country, data: '', days: '' });
    assert.deepEqual(inName, inColumns, title);
  }
});

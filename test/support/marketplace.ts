/**
 * A market like a real marketplace: sellers with names in several scripts or with no name of their own, titles full of
 * search words, and few stated facts. No plan for Korea states its network, its generation or whether a hotspot is
 * allowed; those for Taiwan do. All values are invented.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SELLERS = [
  'generic',
  'Anka Travel Communications and Digital Services International Company Limited',
  '旅の電波本舗',
  '노마드심',
  'ซิมเที่ยวไทย',
  'Meridian',
  'Мир eSIM',
  '環球漫遊通',
  'k-dot',
  'Sora Mobile',
  'Lumen & Co.',
  'hikaru_online_2nd_store',
  'Palmleaf',
  'سفر سيم',
];

const AMOUNTS = ['毎日500MB', '毎日1GB', '毎日2GB', '3GB', '5GB', '10GB', '20GB', '30GB'];
const DAYS = [3, 5, 7, 8, 10, 15, 30];

interface Market {
  readonly code: string;
  readonly name: string;
  /** What every title for the place states beside amount and length. */
  readonly states: string;
}
const MARKETS: readonly Market[] = [
  { code: 'KR', name: '韓国', states: '' },
  { code: 'TW', name: '台湾', states: ' 5G テザリング可' },
];

const YEN_FOR_A_GB = 70;
const gbOf = (amount: string, days: number): number => {
  const [, figure = '0', unit] = /(\d+)(GB|MB)/.exec(amount) ?? [];
  return (Number(figure) / (unit === 'MB' ? 1000 : 1)) * (amount.startsWith('毎日') ? days : 1);
};

/** Every seller has most lengths of most amounts, so that there are far more plans than a list has room for. */
function rows(): string[] {
  return MARKETS.flatMap(({ code, name, states }) =>
    SELLERS.flatMap((seller, at) =>
      DAYS.flatMap((days, length) =>
        AMOUNTS.filter((_, size) => (at + length + size) % 3 !== 0).map((amount, size) => {
          const title = `【${name} eSIM】${days}日間 ${amount}${states} QRコード メール納品 日本語サポート 旅行 出張 留学 データ通信専用 簡単設定 当日発行 物理SIM不要`;
          const yen = Math.round(180 + days * 22 + gbOf(amount, days) * (YEN_FOR_A_GB + 6 * at) + 17 * size);
          const sku = `${code}-${at}-${days}-${size}`;
          return [
            seller,
            title,
            code,
            amount,
            `${days}日間`,
            yen,
            'JPY',
            `https://market.example/dp/${sku}`,
            sku,
          ]
            .map((cell) => `"${cell}"`)
            .join();
        }),
      ),
    ),
  );
}

const SOURCE = {
  id: 'market',
  adapter: 'generic',
  shop: 'Market.example',
  goods: 'esim',
  providers: { create: { hosts: ['market.example'], homepage: 'https://market.example/s/{provider}' } },
  options: {
    url: 'file:market.csv',
    format: 'csv',
    basis: 'retail',
    products: true,
    id: 'sku',
    columns: {
      provider: 'brand',
      name: 'title',
      places: 'country',
      data: 'data',
      days: 'days',
      price: 'price',
      currency: 'currency',
      link: 'url',
    },
  },
};

const RATES = { date: new Date().toISOString().slice(0, 10), base: 'USD', rates: { JPY: '150' } };

/** Writes the feed and its source into the folder, and returns the path of the sources file. */
export function writeMarketplace(folder: string): string {
  mkdirSync(join(folder, 'providers'), { recursive: true });
  const head = 'brand,title,country,data,days,price,currency,url,sku';
  writeFileSync(join(folder, 'market.csv'), `${[head, ...rows()].join('\n')}\n`);
  const path = join(folder, 'sources.json');
  writeFileSync(join(folder, 'rates.json'), JSON.stringify(RATES));
  writeFileSync(path, JSON.stringify({ rates: { file: 'rates.json' }, sources: [SOURCE] }));
  return path;
}

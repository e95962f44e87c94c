/**
 * What people say to an assistant, in fourteen languages, and the arguments that express it. Each call is checked with the
 * published schema and made to the live tool, which must understand every argument as it was meant, or must say what to
 * ask the traveller.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { callTool, rpc } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

interface Said {
  readonly sentence: string;
  readonly tool?: 'list_destinations';
  readonly given: Readonly<Record<string, unknown>>;
  /** What `query` of the answer must say: how the sentence was understood. */
  readonly means?: Readonly<Record<string, unknown>>;
  /** What the error says, so that the assistant can ask the traveller. */
  readonly asks?: RegExp;
  /** What a notice must say. */
  readonly says?: RegExp;
  /** What the check of the phone must say. */
  readonly phone?: RegExp;
}

const SENTENCES: readonly Said[] = [
  // English
  {
    sentence: 'I am in Istanbul from Monday to Sunday and only need maps and WhatsApp.',
    given: { country: 'Istanbul', days: 7, need: 'light', limit: 5 },
    means: { country: 'TR', days: 7, need: 'light', limit: 5 },
  },
  {
    sentence: 'Two weeks in Japan, I need 20 GB. What is the cheapest?',
    given: { country: 'Japan', days: 14, need: 'normal', data_gb: 20, sort: 'cheapest' },
    means: { country: 'JP', days: 14, data_gb: 20, data_needed_gb: 20 },
  },
  {
    sentence: 'Find me mobile data for ten days in the US under 15 dollars.',
    given: { country: 'USA', days: 10, need: 'normal', max_usd: 15 },
    means: { country: 'US', days: 10, max_usd: 15 },
  },
  {
    sentence: 'A week in Thailand, but my traffic must not go through Hong Kong or China.',
    given: { country: 'Thailand', days: 7, need: 'normal', avoid_exits: ['HK', 'CN'] },
    means: { country: 'TH', avoid_exits: ['CN', 'HK'] },
  },
  {
    sentence: 'Five days in the UK with a really unlimited plan, no fair-use tricks.',
    given: { country: 'UK', days: 5, need: 'unlimited', require: ['uncapped'] },
    means: { country: 'GB', need: 'unlimited', require: ['uncapped'], data_needed_gb: null },
  },
  {
    sentence: 'Japan for 5 days, then Korea for 4 and Taiwan for 3. One SIM card or several?',
    given: {
      country: 'Japan',
      days: 5,
      need: 'normal',
      then: [
        { country: 'South Korea', days: 4 },
        { country: 'Taiwan', days: 3 },
      ],
    },
    means: {
      country: 'JP',
      days_total: 12,
      then: [
        { country: 'KR', days: 4 },
        { country: 'TW', days: 3 },
      ],
    },
  },
  {
    sentence: 'I will work from Bali for a month with my laptop on the phone’s hotspot.',
    given: { country: 'Bali', days: 30, need: 'heavy', require: ['hotspot'] },
    means: { country: 'ID', days: 30, need: 'heavy', require: ['hotspot'] },
  },
  {
    sentence: 'The fastest internet abroad you can find for a weekend in Seoul, 5G please.',
    given: { country: 'Seoul', days: 3, need: 'heavy', sort: 'fastest', require: ['5g'] },
    means: { country: 'KR', days: 3, require: ['5g'] },
  },
  {
    sentence: 'Four of us spend a week in Portugal. One has an iPhone 13.',
    given: {
      country: 'Portugal',
      days: 7,
      need: 'normal',
      travellers: 4,
      phone: 'iPhone 13',
      limit: 5,
    },
    means: { country: 'PT', travellers: 4, phone: 'iPhone 13', limit: 5 },
    says: /group_usd is the price for 4/,
  },
  // German
  {
    sentence: 'Ich fliege zehn Tage nach Griechenland und brauche nur Karten und Nachrichten.',
    given: { country: 'Griechenland', days: 10, need: 'light' },
    means: { country: 'GR', days: 10, need: 'light' },
  },
  {
    sentence: 'Eine Woche Mallorca, höchstens 10 Dollar, und ohne Ausweisprüfung.',
    given: { country: 'Mallorca', days: 7, need: 'normal', max_usd: 10, require: ['no_identity_check'] },
    means: { country: 'ES', max_usd: 10, require: ['no_identity_check'] },
  },
  {
    sentence: 'Vier Tage Schweiz mit 2,5 GB, ich will nur einmal kaufen.',
    given: { country: 'Schweiz', days: 4, need: 'light', data_gb: 2.5, require: ['one_purchase'] },
    means: { country: 'CH', data_gb: 2.5, require: ['one_purchase'] },
  },
  {
    sentence: 'Gibt es eine eSIM für Grönland?',
    tool: 'list_destinations',
    given: { query: 'Grönland' },
    means: { code: 'GL' },
  },
  // Spanish
  {
    sentence: 'Voy a México quince días y quiero un número de teléfono.',
    given: { country: 'México', days: 15, need: 'normal', require: ['phone_number'] },
    means: { country: 'MX', days: 15, require: ['phone_number'] },
  },
  {
    sentence: 'Una semana en Marruecos sin pagar roaming, lo más barato.',
    given: { country: 'Marruecos', days: 7, need: 'normal', sort: 'cheapest' },
    means: { country: 'MA', days: 7 },
  },
  {
    sentence: 'Portugal cinco días y después Francia seis, con 12 GB en total.',
    given: {
      country: 'Portugal',
      days: 5,
      need: 'normal',
      data_gb: 12,
      then: [{ country: 'Francia', days: 6 }],
    },
    means: { country: 'PT', data_gb: 12, then: [{ country: 'FR', days: 6 }] },
  },
  {
    sentence: 'Quiero poder recargar datos durante dos meses en Colombia.',
    given: { country: 'Colombia', days: 60, need: 'normal', require: ['top_up'] },
    means: { country: 'CO', days: 60, require: ['top_up'] },
  },
  // Turkish
  {
    sentence: 'Almanya’da on gün kalacağım, günde bir gigabayt yeter.',
    given: { country: 'Almanya', days: 10, need: 'normal' },
    means: { country: 'DE', days: 10, need: 'normal', data_needed_gb: 10 },
  },
  {
    sentence: 'Kapadokya’da üç gün için gerçekten sınırsız internet istiyorum.',
    given: { country: 'Kapadokya', days: 3, need: 'unlimited', require: ['uncapped'] },
    means: { country: 'TR', need: 'unlimited', require: ['uncapped'] },
  },
  {
    sentence: 'İtalya’da dört, sonra Fransa’da beş gün; en ucuz seçenek ne?',
    given: {
      country: 'İtalya',
      days: 4,
      need: 'normal',
      sort: 'cheapest',
      then: [{ country: 'Fransa', days: 5 }],
    },
    means: { country: 'IT', days_total: 9, then: [{ country: 'FR', days: 5 }] },
  },
  {
    sentence: 'Dubai’de beş gün, internet trafiğim ülke içinden çıksın.',
    given: { country: 'Dubai', days: 5, need: 'normal', require: ['local_exit'] },
    means: { country: 'AE', require: ['local_exit'] },
  },
  {
    sentence: 'Balkan ülkelerinden hangilerinde paket var?',
    tool: 'list_destinations',
    given: { query: 'Balkans' },
    means: { code: 'GR' },
  },
  // Portuguese
  {
    sentence: 'Dez dias de viagem: seis no Japão e quatro na Coreia do Sul.',
    given: {
      country: 'Japão',
      days: 6,
      need: 'normal',
      then: [{ country: 'Coreia do Sul', days: 4 }],
      limit: 5,
    },
    means: { country: 'JP', days: 6, days_total: 10 },
    says: /^10 days: Japan 6, South Korea 4\.$/,
  },
  {
    sentence: 'Preciso de internet no Congo por cinco dias.',
    given: { country: 'Congo', days: 5, need: 'normal' },
    asks: /means several countries.*CD.*CG/,
  },
  {
    sentence: 'Uma semana na Tailandia, no máximo um centavo de dólar e com 5G.',
    given: { country: 'Tailandia', days: 7, need: 'normal', max_usd: 0.01, require: ['5g'] },
    means: { country: 'TH', max_usd: 0.01, require: ['5g'] },
    says: /Without max_usd, the first plan of Cheapest costs \$\d/,
  },
  // French
  {
    sentence: 'Je pars huit jours en Écosse, surtout pour des photos et des réseaux sociaux.',
    given: { country: 'GB', days: 8, need: 'normal' },
    means: { country: 'GB', days: 8, need: 'normal' },
  },
  {
    sentence: 'Une carte SIM virtuelle pour douze jours au Japon, 5G et partage de connexion.',
    given: { country: 'Japon', days: 12, need: 'normal', require: ['5g', 'hotspot'] },
    means: { country: 'JP', days: 12, require: ['hotspot', '5g'] },
  },
  {
    sentence: 'Trente gigas pour un mois au Canada, moins de quarante dollars.',
    given: { country: 'Canada', days: 30, need: 'heavy', data_gb: 30, max_usd: 40 },
    means: { country: 'CA', data_gb: 30, max_usd: 40 },
  },
  // Japanese
  {
    sentence: '韓国に4日間行きます。地図とメッセージだけ使います。',
    given: { country: '韓国', days: 4, need: 'light' },
    means: { country: 'KR', days: 4, need: 'light' },
  },
  {
    sentence: '台湾に5日間、本当に無制限のプランで、香港を経由しないもの。',
    given: { country: '台湾', days: 5, need: 'unlimited', require: ['uncapped'], avoid_exits: ['HK'] },
    means: { country: 'TW', require: ['uncapped'], avoid_exits: ['HK'] },
  },
  {
    sentence: 'ハワイに7日間、20ドル以内で一番おすすめを3つ。',
    given: { country: 'アメリカ', days: 7, need: 'normal', max_usd: 20, limit: 3, sort: 'recommended' },
    means: { country: 'US', max_usd: 20, limit: 3 },
  },
  {
    sentence: 'フランス5日、スイス3日、イタリア6日の旅行で、データは全部で15GB。',
    given: {
      country: 'フランス',
      days: 5,
      need: 'normal',
      data_gb: 15,
      then: [
        { country: 'スイス', days: 3 },
        { country: 'イタリア', days: 6 },
      ],
    },
    means: {
      country: 'FR',
      days_total: 14,
      data_gb: 15,
      then: [
        { country: 'CH', days: 3 },
        { country: 'IT', days: 6 },
      ],
    },
  },
  {
    sentence: 'Europe for a month with my iPhone 15 from China.',
    given: { country: 'Europe', days: 30, need: 'normal', phone: 'iPhone 15 from China', limit: 5 },
    means: { country: 'EU', days: 30 },
    says: /^This compares plans for Europe as a whole\..*country=ES&days=5&then=FR:4/,
    phone: /iPhone 15, Mainland China: no/,
  },
  {
    sentence: 'I land at JFK and stay in New York for six days.',
    given: { country: 'JFK', days: 6, need: 'light' },
    means: { country: 'US', days: 6 },
    says: /New York: United States/,
  },
  {
    sentence: 'Which eSIM for a Mediterranean cruise?',
    given: { country: 'Mediterranean cruise', days: 10, need: 'normal' },
    asks: /do not work on a ship.*each as a stop/,
  },
  {
    sentence: 'Four months in Thailand, unlimited.',
    given: { country: 'Thailand', days: 120, need: 'unlimited' },
    asks: /two trips, such as 60 and 60 days/,
  },
  {
    sentence: 'Two weeks in the USA and Canada.',
    given: { country: 'USA and Canada', days: 14, need: 'normal' },
    asks: /Give one country at a time.*US \(United States\), CA \(Canada\), and the others in then/,
  },
  {
    sentence: 'Italy for a week, but nothing from Hopstone Mobile.',
    given: { country: 'Italy', days: 7, need: 'normal', avoid_providers: ['Hopstone Mobile'] },
    means: { country: 'IT', avoid_providers: ['hopstone-mobile'] },
  },
  {
    sentence: 'Does my iPad mini 6 Wi-Fi take an eSIM for Mexico?',
    given: { country: 'Mexico', days: 14, need: 'normal', phone: 'iPad mini 6 Wi-Fi' },
    means: { country: 'MX' },
    phone: /Wi-Fi versions: no/,
  },
  {
    sentence: 'Ich fliege nach Rom.',
    given: { country: 'Rom', days: 10, need: 'heavy', require: ['hotspot'], max_usd: 20 },
    asks: /IT \(Rome: Italy\) or RO \(Romania\)/,
  },
  {
    sentence: 'Gelecek hafta beş günlüğüne Bosna’ya gidiyorum, telefonum Galaxy S22 (Kore).',
    given: { country: 'Bosna', days: 5, need: 'normal', phone: 'Galaxy S22 (Kore)' },
    means: { country: 'BA', days: 5 },
    phone: /Galaxy S22, South Korea: no/,
  },
  {
    sentence: 'Je vais à London, Ontario, avec un Pixel 3 Verizon.',
    given: { country: 'London, Ontario', days: 5, need: 'normal', phone: 'Pixel 3 Verizon' },
    means: { country: 'CA' },
    phone: /US and Canadian carriers: no/,
  },
  {
    sentence: 'Ilha da Madeira, seis dias.',
    given: { country: 'Ilha da Madeira', days: 6, need: 'normal' },
    means: { country: 'PT' },
  },
  // Italian
  {
    sentence: 'Quattro giorni a Parigi, il più veloce possibile con il 5G.',
    given: { country: 'Parigi', days: 4, need: 'heavy', sort: 'fastest', require: ['5g'] },
    means: { country: 'FR', days: 4, require: ['5g'] },
  },
  {
    sentence: 'Vado alle Canarie cinque giorni e poi in Marocco cinque giorni.',
    given: { country: 'Canarie', days: 5, need: 'normal', then: [{ country: 'Marocco', days: 5 }] },
    means: { country: 'ES', days_total: 10, then: [{ country: 'MA', days: 5 }] },
  },
  // Chinese
  {
    sentence: '去汉城玩五天，用的是国行iPhone 14。',
    given: { country: '汉城', days: 5, need: 'normal', phone: '国行iPhone 14' },
    means: { country: 'KR' },
    phone: /iPhone 14, Mainland China: no/,
  },
  {
    sentence: '东南亚一个月，要能开热点。',
    given: { country: '东南亚', days: 30, need: 'normal', require: ['hotspot'] },
    means: { country: 'XS', require: ['hotspot'] },
  },
  // Hindi
  {
    sentence: 'बाली में सात दिन के लिए इंटरनेट चाहिए।',
    given: { country: 'बाली', days: 7, need: 'normal' },
    means: { country: 'ID' },
  },
  {
    sentence: 'हम तीन लोग पाँच दिन दुबई जा रहे हैं।',
    given: { country: 'दुबई', days: 5, need: 'normal', travellers: 3 },
    means: { country: 'AE', travellers: 3 },
    says: /group_usd is the price for 3/,
  },
  // Arabic
  {
    sentence: 'أنا ذاهب إلى أوروبا لمدة شهرين',
    given: { country: 'أوروبا', days: 60, need: 'normal' },
    means: { country: 'EU', days: 60 },
  },
  // Korean
  {
    sentence: '갤럭시 S22 한국판인데 하노이에 5일 갑니다.',
    given: { country: '하노이', days: 5, need: 'normal', phone: '갤럭시 S22 한국판' },
    means: { country: 'VN' },
    phone: /Galaxy S22, South Korea: no/,
  },
  // Polish
  {
    sentence: 'Lecę na sześć dni do Wiednia, tylko mapy.',
    given: { country: 'Wiedeń', days: 6, need: 'light' },
    means: { country: 'AT', need: 'light' },
  },
  // Hebrew
  {
    sentence: 'שבוע בלונדון ואז שלושה ימים בפריז',
    given: { country: 'לונדון', days: 7, need: 'normal', then: [{ country: 'פריז', days: 3 }] },
    means: { country: 'GB', then: [{ country: 'FR', days: 3 }] },
  },
];

let service: TestService;
let tools: readonly { readonly name: string; readonly inputSchema: object }[];
before(async () => {
  service = await startService();
  tools = (await rpc(service.mcp, 'tools/list')).json.result.tools;
});
after(() => service.close());

for (const { sentence, tool = 'search_esim_plans', given, means = {}, asks, says, phone } of SENTENCES) {
  test(`the tools express: ${sentence}`, async () => {
    const schema = tools.find(({ name }) => name === tool)!.inputSchema as { properties: object };
    const validate = new Ajv({ strict: false }).compile(schema);
    // A stay of 120 days is out of the bounds of the schema, and the answer says what to ask for instead.
    assert.ok(asks !== undefined || validate(given), JSON.stringify(validate.errors));
    for (const name of Object.keys(given)) assert.ok(Object.hasOwn(schema.properties, name), name);
    const { result } = (await callTool(service.mcp, tool, given)).json;
    if (asks !== undefined) {
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, asks);
      return;
    }
    assert.equal(result.isError, undefined, result.content[0].text);
    const { query, sort, plans, countries, phone: checked, notices = [] } = result.structuredContent;
    if (phone !== undefined) assert.match(checked.text, phone);
    assert.ok(!notices.some(({ code }: { code: string }) => code === 'ignored_parameters'));
    if (says !== undefined) {
      assert.ok(
        notices.some(({ text }: { text: string }) => says.test(text)),
        JSON.stringify(notices),
      );
    }
    if (tool === 'list_destinations') {
      assert.ok(countries.some(({ code }: { code: string }) => code === means['code']));
      return;
    }
    for (const [name, value] of Object.entries(means)) assert.deepEqual(query[name], value, name);
    assert.equal(sort, given['sort'] ?? 'recommended');
    assert.ok(plans.length <= ((given['limit'] as number | undefined) ?? 20));
    for (const { usd } of plans) assert.ok(usd <= ((given['max_usd'] as number | undefined) ?? Infinity));
  });
}

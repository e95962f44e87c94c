import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../draft.ts';
// Where a test does not change them, the fields state Türkiye, 10 GB, 30 days and 14 USD.
import { normaliseDraft, outcomeOf, plan } from '../testing/plans.ts';

const gb = (amount: number) => amount * 1_000_000_000;
const detailFor = (changes: Partial<Draft>) => {
  const read = normaliseDraft(changes);
  return read.ok ? 'accepted' : read.detail;
};

test('a name whose days contradict the fields is rejected with both values', () => {
  assert.equal(
    detailFor({ name: 'Anatolia 10 Days', days: 7 }),
    'the name states 10 Days, the fields state 7 days',
  );
  assert.equal(
    detailFor({ name: 'Anatolia 10 Days', days: null }),
    'the name states 10 Days, the fields state no expiry',
  );
  for (const name of [
    'Anatolia 30 Days',
    'Anatolia-30D',
    'Anatolia 1 month',
    'Anatolia 720 hours',
    'Anatolia, install within 90 days',
    'Anatolia 30 days, 14-day refund',
    'Anatolia 7-30 days',
    'Anatolia 36 countries',
    'Anatolia, QR code sent in 24Hrs',
    'Anatolia, delivered within 24 hours',
  ])
    assert.equal(detailFor({ name }), 'accepted', name);
  assert.equal(detailFor({ name: 'Anatolia 2 weeks', days: 14 }), 'accepted');
  for (const days of [7, 15])
    assert.equal(
      outcomeOf({ name: 'Anatolia 7/15 days', days }),
      'name_contradicts',
      'a choice, not one length',
    );
  assert.equal(detailFor({ name: 'Anatolia 1 year', days: 365 }), 'accepted');
});

test('a name whose amount contradicts the fields is rejected with both values', () => {
  assert.equal(
    detailFor({ name: 'Anatolia 1.5GB/Day', data: gb(5), days: 7 }),
    'the name states 1.5 GB a day, the fields state 5 GB',
  );
  assert.equal(
    detailFor({ name: 'Anatolia 2GB/Day', model: 'per_day', data: gb(1), days: 3 }),
    'the name states 2 GB a day, the fields state 1 GB a day',
  );
  assert.equal(
    detailFor({ name: 'Anatolia 5 GB or 10 GB', model: 'unlimited', data: null }),
    'the name states 5 GB and 10 GB, the fields state no limit',
  );
  assert.equal(
    detailFor({ name: 'Anatolia Total 1GB', model: 'per_day', data: gb(1), days: 5 }),
    'the name states 1 GB in all, the fields state 1 GB a day',
  );
});

test('the same amount said otherwise is no contradiction', () => {
  const accepted: readonly [string, Partial<Draft>][] = [
    ['Anatolia 10.24GB', {}],
    ['Anatolia 10GB', { data: 10_737_418_240 }],
    ['Anatolia 8+2GB EXTRA', {}],
    ['Anatolia 8 GB + 2 GB free', {}],
    ['Anatolia 7,5+2,5 GB', {}],
    ['Global120+ 10GB', {}],
    ['Anatolia 70 GB (10 GB a day)', { model: 'per_day', days: 7 }],
    ['Anatolia 5G eSIM', {}],
    ['Anatolia 5Mbps', {}],
    ['Anatolia 10,000MB', {}],
  ];
  for (const [name, changes] of accepted) assert.equal(detailFor({ name, ...changes }), 'accepted', name);
});

test('a period that only the name states is taken from it', () => {
  const daily = plan({ name: 'Anatolia 1GB/Day', data: gb(1), days: 7 }).allowance;
  assert.deepEqual([daily.model, daily.bytes], ['per_day', 1e9]);
  const whole = plan({ name: 'Anatolia 1GB/Day', data: gb(7), days: 7 }).allowance;
  assert.deepEqual([whole.model, whole.bytes], ['per_day', 1e9]);
  const monthly = plan({ name: 'Anatolia 2 GB/month', data: gb(2), days: 365 }).allowance;
  assert.deepEqual([monthly.model, monthly.bytes, monthly.periodDays], ['total', 2e9, 30]);
  assert.equal(plan({ name: 'Anatolia 1GB/Day', data: gb(1), days: 1 }).allowance.model, 'total');
});

test('"unlimited" over a daily cap is an unlimited plan with that fair use', () => {
  const { allowance } = plan({
    name: 'Anatolia Unlimited STANDARD',
    model: 'per_day',
    data: gb(3),
    throttleKbps: 512,
    days: 7,
  });
  assert.deepEqual(
    [
      allowance.model,
      allowance.bytes,
      allowance.fullSpeedBytesPerDay,
      allowance.uncapped,
      allowance.throttleKbps,
    ],
    ['unlimited', null, 3e9, false, 512],
  );
  const oneDay = plan({ name: 'Anatolia Unlimited 1 Day', data: gb(1), days: 1 }).allowance;
  assert.deepEqual([oneDay.model, oneDay.fullSpeedBytesPerDay], ['unlimited', 1e9]);
});

test('under the name "unlimited", 500 GB mean no limit, and 20 GB for 10 days mean 2 GB a day at full speed', () => {
  const sentinel = plan({ name: 'Anatolia Unlimited 3 Days', data: gb(500), days: 3 }).allowance;
  assert.deepEqual(
    [sentinel.model, sentinel.fullSpeedBytesPerDay, sentinel.uncapped],
    ['unlimited', null, null],
  );
  const shared = plan({ name: 'Anatolia unlimited', data: gb(20), days: 10 }).allowance;
  assert.deepEqual([shared.model, shared.fullSpeedBytesPerDay, shared.uncapped], ['unlimited', 2e9, false]);
});

test('unlimited calls are no unlimited data, and an amount that name and fields share stays an amount', () => {
  for (const name of [
    'Anatolia, Unlimited Call & SMS',
    'Anatolia & Unlimited Minutes',
    'Anatolia Unlimited EU calls',
    'Anatolia 10GB Unlimited',
  ])
    assert.equal(plan({ name }).allowance.model, 'total', name);
});

test('fair use that only the name of an unlimited plan states is read', () => {
  const daily = plan({
    name: 'Anatolia Unlimited (2 GB/day)',
    model: 'unlimited',
    data: null,
    days: 7,
  }).allowance;
  assert.deepEqual([daily.fullSpeedBytesPerDay, daily.uncapped], [2e9, false]);
  assert.equal(
    detailFor({ name: 'Unlimited 2GB/day', model: 'unlimited', data: null, fullSpeedPerDay: gb(1) }),
    'the name states 2 GB a day, the fields state 1 GB a day at full speed',
  );
});

test('recharges and top-ups are no plans, by name too; a plan that can be topped up is one', () => {
  for (const name of ['Recharge 10GB', 'Türkiye Top-up', 'Data refill', 'Add-on Europe'])
    assert.equal(outcomeOf({ name }), 'top_up', name);
  for (const name of ['Anatolia, top-up available', 'Anatolia with top up', 'Rechargeable Anatolia'])
    assert.equal(outcomeOf({ name }), 'accepted', name);
});

test('calls, minutes and texts in a name mean a phone number; "data only" means none; else it is unknown', () => {
  const phone = (name: string, phoneNumber: boolean | null = null) =>
    plan({ name, phoneNumber }).facts.phoneNumber;
  for (const name of [
    'Anatolia 100 Mins Local Calls',
    'Anatolia with calls',
    'Anatolia + 200 SMS',
    'Anatolia (with UK number)',
  ])
    assert.equal(phone(name, false), true, name);
  assert.equal(phone('Anatolia data only'), false);
  assert.equal(phone('Anatolia, no calls'), false);
  assert.equal(phone('Anatolia WhatsApp calls'), null);
  assert.equal(phone('Anatolia, 5 min setup'), null);
  assert.equal(phone('Anatolia', true), true);
});

test('"5G" in a name is the generation where the feed states none, and never 5 GB', () => {
  assert.equal(plan({ name: 'Verizon 5G' }).coverage.generation, '5G');
  assert.equal(plan({ name: 'Anatolia 4G/LTE' }).coverage.generation, '4G');
  assert.equal(plan({ name: 'Anatolia non-5G' }).coverage.generation, null);
  assert.equal(plan({ name: 'Anatolia 5G', generation: '4G' }).coverage.generation, '4G');
  assert.equal(plan({ name: 'Anatolia' }).coverage.generation, null);
});

test('operators that a name names are networks where the feed names none and the plan has one country', () => {
  const networks = (name: string, changes: Partial<Draft> = {}) =>
    Object.values(plan({ name, places: ['US'], ...changes }).coverage.networks)
      .flat()
      .map((network) => network.name);
  assert.deepEqual(networks('USA Verizon 5G'), ['Verizon']);
  assert.deepEqual(networks('USA (AT&T, T-Mobile)'), ['AT&T', 'T-Mobile']);
  assert.deepEqual(networks('Orange Holiday', { places: ['US'] }), []);
  assert.deepEqual(networks('Orange Holiday', { places: ['FR'] }), ['Orange']);
  assert.deepEqual(networks('Orange Holiday', { places: ['FR', 'ES'] }), []);
  const given = [{ place: 'US', name: 'T-Mobile', generation: '5G' as const }];
  assert.deepEqual(networks('USA Verizon', { networks: given }), ['T-Mobile']);
});

test('a sentinel on a plan of one day is no amount at full speed either', () => {
  const { allowance } = plan({ name: 'Anatolia Unlimited 1 Day', data: gb(500), days: 1 });
  assert.deepEqual(
    [allowance.model, allowance.fullSpeedBytesPerDay, allowance.uncapped],
    ['unlimited', null, null],
  );
});

test('a speed in the name is the speed after the cap, and the top speed where there is no cap', () => {
  const speeds = (changes: Partial<Draft>) => {
    const { afterCap, throttleKbps, maxKbps } = plan(changes).allowance;
    return [afterCap, throttleKbps, maxKbps];
  };
  const daily: Partial<Draft> = { model: 'per_day', data: gb(0.5) };
  assert.deepEqual(speeds({ ...daily, name: '500MB/Day, 384kbps' }), ['throttle', 384, null]);
  assert.deepEqual(speeds({ ...daily, name: 'Unlimited 5Mbps' }), ['throttle', 5000, null]);
  assert.deepEqual(speeds({ ...daily, name: '384kbps', throttleKbps: 128 }), ['throttle', 128, null]);
  assert.deepEqual(speeds({ ...daily, name: 'up to 100 Mbps' }), ['unknown', null, null]);
  assert.deepEqual(speeds({ model: 'unlimited', data: null, name: 'SLOW 1Mbps' }), ['unknown', null, 1000]);
  assert.deepEqual(speeds({ name: 'Anatolia 384kbps' }), ['unknown', null, null]);
});

test('an amount too small to be sold is rejected as such, not as a contradiction', () => {
  const data = 5_000;
  assert.equal(outcomeOf({ name: 'Anatolia, 0 MB', data }), 'impossible_data');
});

test('a period may stand after other words, and a top-up that comes by itself is no top-up', () => {
  const model = (name: string, data: number) => plan({ name, data, days: 7 }).allowance.model;
  assert.equal(model('Anatolia 1GB x 7 Days', gb(7)), 'per_day');
  assert.equal(model('Anatolia 1GB*7Days', gb(1)), 'per_day');
  assert.equal(model('Anatolia 2GB high speed/day', gb(2)), 'per_day');
  assert.equal(model('Anatolia 2GB data 7 days', gb(2)), 'total');
  assert.equal(outcomeOf({ name: 'Anatolia, auto top-up' }), 'accepted');
});

test('a length in a name is read in every language that a column is read in, also in full-width digits', () => {
  for (const length of [
    '7 Tage',
    '7 jours',
    '7 días',
    '7 giorni',
    '7 dias',
    '7 gün',
    '7 Günlük',
    '7日間',
    '７日間',
    '7일',
    '7天',
    '7 дней',
    '1 Woche',
    '1 semaine',
    '1週間',
    '168時間',
    '168시간',
  ]) {
    const name = `Anatolia ${length}`;
    assert.equal(outcomeOf({ name, days: 3 }), 'name_contradicts', length);
    assert.equal(outcomeOf({ name, days: 7 }), 'accepted', length);
  }
  assert.match(
    detailFor({ name: '日本 7日間使い放題', days: 3 }),
    /^the name states 7日間, the fields state 3 days$/,
  );
  assert.equal(outcomeOf({ name: 'Anatolia 1か月' }), 'accepted');
  assert.equal(outcomeOf({ name: 'Anatolia 2026年' }), 'accepted', 'a date');
  assert.equal(outcomeOf({ name: 'Anatolia 500 Mo', data: 500_000_000 }), 'accepted');
});

test('an amount a day is read in every language, before and after the amount', () => {
  for (const words of [
    '5GB/日',
    '５ＧＢ／日',
    '5GB/天',
    '5GB/일',
    '5GB/Tag',
    '5 GB pro Tag',
    '5 Go par jour',
    '5GB al día',
    '5GB al giorno',
    '5GB por dia',
    'günlük 5GB',
    '毎日5GB',
    '1日5GB',
    '每天5GB',
    '매일 5GB',
    '하루 5GB',
  ]) {
    const name = `Anatolia ${words}`;
    const { model, bytes } = plan({ name, data: gb(5), days: 7 }).allowance;
    assert.deepEqual([model, bytes], ['per_day', 5e9], words);
    assert.equal(outcomeOf({ name, data: gb(2), days: 7 }), 'name_contradicts', words);
  }
  assert.equal(plan({ name: '5GB 日本 7日間', data: gb(5), days: 7 }).allowance.model, 'total');
  assert.equal(plan({ name: '7 Günlük 5GB', data: gb(5), days: 7 }).allowance.model, 'total');
});

test('"unlimited" in any language makes a daily cap the fair use, and unlimited calls do not', () => {
  const daily: Partial<Draft> = { model: 'per_day', data: gb(2) };
  for (const word of [
    '使い放題',
    '無制限',
    '무제한',
    '不限流量',
    'Unbegrenzte Daten',
    'illimitée',
    'datos ilimitados',
  ])
    assert.equal(plan({ ...daily, name: `Anatolia ${word}` }).allowance.model, 'unlimited', word);
  for (const words of ['通話無制限', 'llamadas ilimitadas', 'unbegrenzte Anrufe', 'sınırsız arama'])
    assert.equal(plan({ ...daily, name: `Anatolia ${words}` }).allowance.model, 'per_day', words);
});

test('physical SIM cards, adapters and readers are no plans, and a name that only mentions one is', () => {
  for (const name of [
    'Anatolia Physical SIM 10 GB',
    'Anatolia SIM Card 10 GB',
    'eSIM adapter',
    '9eSIM card reader',
    'Nano SIM 10 GB',
    'SIM-Karte Türkei 10 GB',
    'Tarjeta SIM Turquía',
    'Carte SIM Turquie',
    'トルコ SIMカード 10GB',
    '土耳其 SIM卡 10GB',
    'Pocket WiFi',
  ])
    assert.equal(outcomeOf({ name }), 'not_a_plan', name);
  for (const name of [
    'Anatolia eSIM Card 10 GB',
    'Anatolia e-SIM card',
    'Anatolia, no physical SIM card needed',
  ])
    assert.equal(outcomeOf({ name }), 'accepted', name);
  assert.equal(
    outcomeOf({ name: 'Sim Card for Anatolia-30 - 10GB' }),
    'accepted',
    'a shop names its eSIMs so',
  );
});

const UNLIMITED = { model: 'unlimited', data: null, days: 7 } as const;
const allowanceOf = (changes: Partial<Draft>) => {
  const { model, bytes, periodDays, fullSpeedBytesPerDay, afterCap, uncapped } = plan(changes).allowance;
  return { model, bytes, periodDays, fullSpeedBytesPerDay, afterCap, uncapped };
};

test('"Sim Card for Europe" in a feed of plans is an eSIM, and its amounts are read', () => {
  assert.equal(allowanceOf({ name: 'Sim Card for Türkiye-30 - 10GB' }).bytes, gb(10));
  assert.equal(
    detailFor({ name: 'SIM card for Türkiye 30 Days - 5GB' }),
    'the name states 5 GB, the fields state 10 GB',
  );
  assert.equal(outcomeOf({ name: 'My sim card for Türkiye 10GB' }), 'not_a_plan');
});

test('the length of a plan that is sold by the day is not compared with its name', () => {
  assert.equal(detailFor({ name: 'Anatolia 7 Days', days: null, soldPerDay: true }), 'accepted');
  assert.equal(
    detailFor({ name: 'Anatolia 7 Days', days: 1 }),
    'the name states 7 Days, the fields state 1 day',
  );
  assert.equal(
    detailFor({ name: 'Anatolia 7 days, 7 days, 15 days, 21 days', days: 30 }),
    'the name states 7 days and 15 days, the fields state 30 days',
  );
});

test('a field that equals the time to activate in the name gives way to the length of use in the name', () => {
  const daysOf = (name: string, days: number) => {
    const read = normaliseDraft({ name, days });
    return read.ok ? read.plan.validity.days : read.reason;
  };
  assert.equal(daysOf('Anatolia 7 days, activate within 90 days', 90), 7);
  assert.equal(daysOf('Anatolia 7 days, activate within 90 days', 60), 'name_contradicts');
  assert.equal(daysOf('Anatolia 7/15 days, activate within 90 days', 90), 'name_contradicts');
});

test('only slow data without a limit and no amount at full speed is no plan that can be compared', () => {
  const name = 'Anatolia slow unlimited data';
  assert.equal(
    detailFor({ ...UNLIMITED, name }),
    'the name says that only slow data is unlimited, and no amount at full speed is stated',
  );
  assert.equal(allowanceOf({ ...UNLIMITED, name, fullSpeedPerDay: gb(1) }).fullSpeedBytesPerDay, gb(1));
});

test('a plan is uncapped if its name says that it is never slowed, unless the fields state otherwise', () => {
  const name = 'Anatolia unlimited, no throttling';
  assert.equal(allowanceOf({ ...UNLIMITED, name }).uncapped, true);
  assert.equal(allowanceOf({ ...UNLIMITED, name, uncapped: false }).uncapped, false);
  assert.equal(allowanceOf({ ...UNLIMITED, name: 'Anatolia unlimited' }).uncapped, null);
});

test('a daily amount in the name of a plan without a limit is its amount, or its fair use if the fields state a throttle', () => {
  const name = 'Anatolia 2GB/day';
  assert.deepEqual(
    [allowanceOf({ ...UNLIMITED, name }).model, allowanceOf({ ...UNLIMITED, name }).bytes],
    ['per_day', gb(2)],
  );
  for (const slowed of [{ afterCap: 'throttle' }, { throttleKbps: 128 }] as const) {
    const { model, fullSpeedBytesPerDay } = allowanceOf({ ...UNLIMITED, ...slowed, name });
    assert.deepEqual([model, fullSpeedBytesPerDay], ['unlimited', gb(2)]);
  }
  const total = allowanceOf({ ...UNLIMITED, afterCap: 'throttle', name: 'Anatolia 20GB' });
  assert.deepEqual([total.model, total.bytes], ['total', gb(20)]);
});

test('the fair use of the fields must be one of the daily amounts of the name, and a total in the name contradicts it', () => {
  const withFairUse = (name: string) => detailFor({ ...UNLIMITED, name, fullSpeedPerDay: gb(2) });
  assert.equal(withFairUse('Anatolia unlimited 2GB/day'), 'accepted');
  assert.equal(withFairUse('Anatolia unlimited 2GB/day or 5GB/day'), 'accepted');
  assert.equal(withFairUse('Anatolia unlimited 20GB'), 'accepted');
  assert.equal(withFairUse('Anatolia 20GB'), 'the name states 20 GB, the fields state no limit');
});

test('amounts agree within eight percent, and a difference of more is a contradiction', () => {
  const withData = (data: number) => detailFor({ name: 'Anatolia 10GB', data });
  assert.equal(withData(gb(9.2)), 'accepted');
  assert.equal(withData(gb(10.86)), 'accepted');
  assert.equal(withData(gb(9.19)), 'the name states 10 GB, the fields state 9.19 GB');
  assert.equal(withData(gb(10.88)), 'the name states 10 GB, the fields state 10.88 GB');
});

test('a period of the name belongs only to a total whose fields state none', () => {
  const weekly = allowanceOf({ name: 'Anatolia 2 GB/week', data: gb(2), days: 28 });
  assert.deepEqual([weekly.model, weekly.bytes, weekly.periodDays], ['total', gb(2), 7]);
  const inFields = allowanceOf({ name: 'Anatolia 2 GB/week', data: gb(2), days: 28, periodDays: 7 });
  assert.equal(inFields.periodDays, 7);
  const endless = allowanceOf({ name: 'Anatolia 1 GB/day', data: gb(1), days: null });
  assert.deepEqual([endless.model, endless.periodDays], ['total', null]);
  assert.equal(
    detailFor({ name: 'Anatolia 10GB: 1 GB/day or 2 GB/day', days: 5 }),
    'the name states 10 GB and 1 GB a day, the fields state 10 GB for 5 days',
  );
});

test('"unlimited" over a total shares it by the days, and slow data without a limit leaves it a total', () => {
  const shared = allowanceOf({ name: 'Anatolia unlimited', data: gb(30), days: 10 });
  assert.deepEqual([shared.model, shared.bytes, shared.fullSpeedBytesPerDay], ['unlimited', null, gb(3)]);
  const renewing = allowanceOf({ name: 'Anatolia unlimited', data: gb(30), days: 60, periodDays: 30 });
  assert.deepEqual(
    [renewing.model, renewing.fullSpeedBytesPerDay, renewing.periodDays],
    ['unlimited', gb(1), null],
  );
  const slowed = allowanceOf({ name: 'Anatolia 10GB, then unlimited at 128kbps' });
  assert.deepEqual([slowed.model, slowed.bytes, slowed.afterCap], ['total', gb(10), 'throttle']);
  const stopped = allowanceOf({ name: 'Anatolia 10GB, then unlimited at 128kbps', afterCap: 'stop' });
  assert.deepEqual([stopped.model, stopped.afterCap], ['total', 'stop']);
  const sentinel = allowanceOf({ name: 'Anatolia unlimited', data: 60e9, days: 10 });
  assert.deepEqual([sentinel.model, sentinel.fullSpeedBytesPerDay], ['unlimited', null]);
  const named = allowanceOf({ name: 'Anatolia unlimited 100GB', data: gb(100), days: 10 });
  assert.deepEqual([named.model, named.bytes], ['total', gb(100)]);
});

test('a daily amount under "unlimited, then slower" is throttled if the fields state nothing else', () => {
  const daily = { model: 'per_day', data: gb(1), days: 7 } as const;
  const name = 'Anatolia 1GB/day then unlimited at low speed';
  const slowed = allowanceOf({ ...daily, name });
  assert.deepEqual(
    [slowed.model, slowed.fullSpeedBytesPerDay, slowed.afterCap],
    ['unlimited', gb(1), 'throttle'],
  );
  assert.equal(allowanceOf({ ...daily, name, afterCap: 'stop' }).afterCap, 'stop');
});

test('what follows the amount in the name is taken for a plan with a cap whose fields state nothing', () => {
  const stops = 'Anatolia 10GB, then service stops';
  assert.equal(allowanceOf({ name: stops }).afterCap, 'stop');
  assert.equal(allowanceOf({ name: stops, afterCap: 'throttle' }).afterCap, 'throttle');
  assert.equal(
    allowanceOf({ ...UNLIMITED, name: 'Anatolia unlimited, then service stops' }).afterCap,
    'unknown',
  );
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BAD_QUERIES } from '../../src/http/testing/bad-queries.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('GET /api/v1/plans', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  const compare = (query: string): Promise<Comparison> => service.json(`/api/v1/plans?${query}`);
  const codes = ({ notices }: Comparison): string[] => notices.map(({ code }) => code);
  const lists = ({ orders }: Comparison) => Object.values(orders) as Result[][];

  test('answers with attribution, country, destination, query, three named lists and notices', async () => {
    const body = await compare('country=TR&days=7&need=normal');
    assert.deepEqual(Object.keys(body), [
      'attribution',
      'country',
      'destination',
      'query',
      'considered',
      'orders',
      'picks',
      'good_to_know',
      'notices',
    ]);
    assert.deepEqual(Object.keys(body.orders), ['Recommended', 'Cheapest', 'Fastest']);
    assert.equal(body.attribution.text, 'Data by Eşim');
    assert.equal(body.attribution.html, `<a href="${body.attribution.url}">Data by Eşim</a>`);
    assert.deepEqual(body.destination, { code: 'TR', name: 'Türkiye', region: 'Asia', kind: 'country' });
    assert.equal(body.query.include, null);
    assert.equal(body.query.data_needed_gb, 7);
    assert.equal(Date.parse(body.query.fresh_until) - Date.parse(body.query.computed_at), 15 * 60_000);
  });

  test('a region is a destination: complete plans first, what others leave out, and how to name stops', async () => {
    const body = await service.json<Comparison>('/api/v1/plans?country=EU&days=30&need=normal');
    assert.deepEqual(body.destination, { code: 'EU', name: 'Europe', region: 'Europe', kind: 'region' });
    const missing = body.orders.Recommended.map(({ fits }) => fits.missing_countries?.length);
    assert.equal(missing.length, 20);
    assert.equal(missing[0], 0);
    assert.match(
      body.notices.find(({ code }) => code === 'region')?.text ?? '',
      /named countries .*country=ES&days=5&then=FR:4/,
    );
    for (const query of ['country=EU&days=5&then=JP:4', 'country=JP&days=5&then=EU:4']) {
      const answer = await service.get(`/api/v1/plans?need=normal&${query}`);
      const { detail } = (await answer.json()) as { detail: string };
      assert.equal(answer.status, 422);
      assert.match(detail, /Europe \(EU\) is a region .* give countries only/);
    }
  });

  test('says in its notices that the sample market is no real offer', async () => {
    const { notices } = await compare('country=TR&days=7&need=normal');
    assert.match(notices.find(({ code }) => code === 'sample_data')?.text ?? '', /not real offers/);
  });

  test('keeps the promises of a result in every list, for every need and many lengths', async () => {
    for (const need of ['light', 'normal', 'heavy', 'unlimited']) {
      for (const days of [1, 7, 30, 90]) {
        const body = await compare(`country=JP&days=${days}&need=${need}`);
        for (const list of lists(body)) {
          assert.ok(list.length > 0 && list.length <= 20);
          for (const [index, result] of list.entries()) checkResult(result, index, body);
          const firstMiss = list.findIndex(({ fits }) => !fits.meets_need);
          if (firstMiss !== -1) assert.ok(list.slice(firstMiss).every(({ fits }) => !fits.meets_need));
        }
      }
    }
  });

  function checkResult(result: Result, index: number, { query, attribution }: Comparison): void {
    const { price, coupons, fits, data, copies, freshness, why } = result;
    assert.equal(result.rank, index + 1);
    for (const amount of [price.usd, price.list_usd, price.per_day_usd, price.per_gb_usd ?? 0]) {
      assert.equal(Math.round(amount * 100) / 100, amount, 'at most two decimals');
    }
    assert.ok(price.usd <= price.list_usd);
    assert.ok(copies >= 1 && copies <= 10);
    assert.equal(result.url, attribution.url + result.go);
    assert.equal(result.go, `/go/${result.provider.id}/${result.plan.id}?via=api&to=${query.country}`);
    if (data.model === 'unlimited') assert.equal(price.per_gb_usd, null);
    if (query.need === 'unlimited') assert.equal(data.model, 'unlimited');
    assert.equal(fits.meets_need, fits.short_by_gb === 0 && fits.short_by_days === 0);
    assert.ok(coupons.length <= 3 && coupons.every(({ conditions }) => conditions.length > 0));
    const applied = coupons.filter(({ applied_to_price }) => applied_to_price);
    assert.ok(applied.length <= 1 && (applied.length === 0 || coupons[0] === applied[0]));
    for (const coupon of applied) {
      assert.equal(coupon.for, 'everyone');
      assert.equal(coupon.usd, price.usd);
      assert.ok(price.caveats.includes('coupon'));
    }
    if (applied.length === 0) assert.equal(price.usd, price.list_usd);
    assert.equal(freshness.status, 'fresh');
    assert.equal(price.estimated, true);
    const cents = (usd: number) => Math.round(usd * 100);
    const worth = why.drawbacks.reduce((sum, { usd }) => sum + cents(usd), 0);
    assert.equal(cents(why.comparable_usd), cents(price.usd) + worth, 'the drawbacks add up');
    assert.ok(why.reasons.length > 0 && why.reasons.length <= 3);
    for (const { value, text } of why.reasons)
      assert.ok(value === undefined || /\d|No data/.test(text), text);
  }

  test('sorts Cheapest by the trip’s price, new customers’ plans last', async () => {
    const { orders } = await compare('country=GB&days=10&need=normal');
    const open = orders.Cheapest.filter(
      ({ fits, eligibility }) => fits.meets_need && !eligibility.new_customers_only,
    );
    assert.deepEqual(
      open.map(({ price }) => price.usd),
      open.map(({ price }) => price.usd).toSorted((a, b) => a - b),
    );
  });

  test('gives no provider more than 3 places in Recommended while others meet the need', async () => {
    const { orders } = await compare('country=US&days=7&need=normal');
    const perProvider = Object.groupBy(orders.Recommended, ({ provider }) => provider.id);
    assert.ok(Object.values(perProvider).every((results) => (results?.length ?? 0) <= 3));
  });

  test('with further stops, ranks plans that work at all of them and splits the trip in the best way', async () => {
    const body = await compare('country=JP&days=5&need=normal&then=KR:4,TW:3&include=variants');
    assert.deepEqual(body.query.then, [
      { country: 'KR', days: 4 },
      { country: 'TW', days: 3 },
    ]);
    assert.equal(body.query.days_total, 12);
    assert.equal(body.query.data_needed_gb, 12);
    for (const result of body.orders.Cheapest) {
      for (const stop of ['JP', 'KR', 'TW']) assert.ok(result.plan.countries?.includes(stop) ?? true, stop);
    }
    assert.deepEqual(body.variants, []);
    assert.ok(codes(body).includes('no_variants_with_then'));
    const plain = await compare('country=JP&days=5&need=normal&then=KR:4,TW:3');
    assert.equal(codes(plain).includes('no_variants_with_then'), false, 'nobody asked for variants');
    const { cheapest, recommended } = body.itinerary ?? assert.fail('no itinerary');
    assert.ok(cheapest !== null && recommended !== null);
    for (const way of [cheapest, recommended]) {
      assert.deepEqual(
        way.legs.flatMap(({ stops }) => stops.map(({ country }) => country)),
        ['JP', 'KR', 'TW'],
      );
      const cents = way.legs.reduce((sum, { result }) => sum + Math.round((result?.price.usd ?? 0) * 100), 0);
      assert.equal(Math.round(way.usd * 100), cents);
    }
    assert.ok(cheapest.usd <= (body.orders.Cheapest[0]?.price.usd ?? Number.POSITIVE_INFINITY));
    assert.ok(recommended.comparable_usd <= cheapest.comparable_usd && cheapest.usd <= recommended.usd);
  });

  test('a stop at which nothing is sold says so and leaves the rest answered', async () => {
    const { orders, itinerary, notices } = await compare('country=JP&days=5&need=normal&then=AQ:4');
    assert.deepEqual(orders.Recommended, []);
    const [japan, antarctica] = itinerary?.recommended?.legs ?? [];
    assert.equal(japan?.result?.fits.meets_need, true);
    assert.equal(antarctica?.result, null);
    const notice = notices.find(({ code }) => code === 'stop_without_plans');
    assert.deepEqual(notice?.value, ['AQ']);
    assert.match(notice.text, /Antarctica/);
    // Plans are sold for the Falkland Islands, and none of them as unlimited.
    const unlimited = await compare('country=JP&days=4&need=unlimited&then=FK:3');
    assert.equal(unlimited.itinerary?.cheapest?.legs[1]?.result, null);
    const cause = unlimited.notices.find(({ code }) => code.startsWith('stop_'));
    assert.deepEqual([cause?.code, cause?.value], ['stop_without_unlimited_plans', ['FK']]);
  });

  test('require keeps only plans that are stated to have it, and counts what it left out', async () => {
    const all = await compare('country=TR&days=7&need=normal');
    const some = await compare(
      'country=TR&days=7&need=normal&require=hotspot,no_identity_check,one_purchase',
    );
    assert.deepEqual(some.query.require, ['hotspot', 'no_identity_check', 'one_purchase']);
    const results = Object.values(some.orders).flat();
    assert.ok(results.length > 0);
    for (const { features, eligibility, copies } of results) {
      assert.deepEqual([features.hotspot, eligibility.identity_check, copies], [true, false, 1]);
    }
    const { no, unknown } = some.considered.left_out_by_require;
    assert.ok(no > 0 && unknown > 0);
    assert.equal(some.considered.plans, all.considered.plans);
    assert.equal(some.query.computed_at, all.query.computed_at, 'a view of the same answer');
    assert.deepEqual(all.considered.left_out_by_require, { no: 0, unknown: 0 });
    // Nothing but what compares with others differs.
    const figures = (result: Result) => ({
      ...result,
      rank: 0,
      why: { comparable_usd: result.why.comparable_usd, drawbacks: result.why.drawbacks },
    });
    for (const result of results) {
      const same = Object.values(all.orders)
        .flat()
        .find(({ go }) => go === result.go);
      if (same !== undefined) assert.deepEqual(figures(result), figures(same));
    }
  });

  test('data_gb replaces the daily amount of the need', async () => {
    const { query, orders, variants } = await compare(
      'country=TR&days=7&need=normal&data_gb=20.0&include=variants',
    );
    assert.deepEqual([query.data_gb, query.data_needed_gb], [20, 20]);
    for (const { fits, data } of orders.Cheapest)
      if (fits.meets_need && data.model === 'total' && data.after_cap === 'stop')
        assert.ok((data.gb_for_trip ?? 0) >= 20);
    const [other] = (variants ?? []).filter(({ days }) => days === 8);
    const eight = await compare('country=TR&days=8&need=normal&data_gb=20');
    // The two responses were computed at different times.
    const ageless = (result?: Result | null) => result && { ...result, freshness: null };
    const asked = ageless(eight.orders.Cheapest[0]);
    assert.deepEqual(ageless(other?.best), asked, 'the data is for the whole trip of any length');
    const stops = await compare('country=JP&days=5&need=normal&then=KR:4&data_gb=9');
    assert.equal(stops.query.data_needed_gb, 9);
    for (const { result, stops: at } of stops.itinerary?.recommended?.legs ?? []) {
      const days = at.reduce((sum, stop) => sum + stop.days, 0);
      if (result?.data.model === 'total' && result.fits.meets_need && result.data.after_cap === 'stop')
        assert.ok((result.data.gb_for_trip ?? 0) >= days);
    }
  });

  test('max_usd and avoid_exits remove offers, each is counted by itself, and no trip is computed again', async () => {
    const trip = 'country=TR&days=7&need=normal';
    const all = await compare(trip);
    const prices = all.orders.Cheapest.map(({ price }) => price.usd);
    const most = prices[4]!;
    const cheap = await compare(`${trip}&max_usd=${most}`);
    assert.ok(
      Object.values(cheap.orders)
        .flat()
        .every(({ price }) => price.usd <= most),
    );
    assert.ok(cheap.considered.left_out_by_max_usd > 0);
    assert.equal(cheap.query.computed_at, all.query.computed_at);
    assert.deepEqual(cheap.considered.left_out_by_avoid_exits, { no: 0, unknown: 0 });
    const exits = await compare(`${trip}&avoid_exits=NL,HK`);
    assert.deepEqual(exits.query.avoid_exits, ['HK', 'NL']);
    for (const { speed } of Object.values(exits.orders).flat())
      assert.ok(speed.exits !== null && !speed.exits.includes('NL') && !speed.exits.includes('HK'));
    assert.ok(exits.considered.left_out_by_avoid_exits.unknown > 0);
    const both = await compare(`${trip}&avoid_exits=NL,HK&max_usd=${most}`);
    assert.deepEqual(
      [both.considered.left_out_by_avoid_exits, both.considered.left_out_by_max_usd],
      [exits.considered.left_out_by_avoid_exits, cheap.considered.left_out_by_max_usd],
    );
    assert.equal(both.considered.plans, all.considered.plans);
  });

  test('limit shortens each list and nothing else', async () => {
    const all = await compare('country=TR&days=7&need=normal');
    const few = await compare('country=TR&days=7&need=normal&limit=3');
    assert.equal(few.query.limit, 3);
    for (const name of ['Recommended', 'Cheapest', 'Fastest'] as const)
      assert.deepEqual(few.orders[name], all.orders[name].slice(0, 3));
    assert.deepEqual({ ...few, orders: {}, query: {} }, { ...all, orders: {}, query: {} });
  });

  test('with max_usd an itinerary is within it, or null with a notice', async () => {
    const trip = 'country=JP&days=5&need=normal&then=KR:4,TW:3';
    const { cheapest } = (await compare(trip)).itinerary ?? assert.fail('no itinerary');
    const usd = cheapest?.usd ?? assert.fail('no split');
    const within = await compare(`${trip}&max_usd=${usd}`);
    assert.equal(within.itinerary?.cheapest?.usd, usd);
    assert.ok((within.itinerary?.recommended?.usd ?? Number.POSITIVE_INFINITY) <= usd);
    for (const max of [(usd - 0.01).toFixed(2), '1', '0.01']) {
      const { itinerary, notices } = await compare(`${trip}&max_usd=${max}`);
      const legs = itinerary?.cheapest?.legs ?? [];
      // A plan that misses the need may be cheaper, but no stop is left out.
      assert.ok(
        legs.every(({ result }) => result !== null),
        max,
      );
      const isNoticed = notices.some(({ code }) => code === 'no_itinerary_within_price');
      assert.equal(isNoticed, itinerary?.cheapest === null, max);
    }
  });

  test('three empty lists name their cause', async () => {
    const cause = async (query: string) => {
      const body = await compare(query);
      assert.deepEqual(lists(body), [[], [], []], query);
      return body.notices.filter(({ code }) => /^(nothing_|lowest_|no_un|no_plan|not_|all_)/.test(code));
    };
    const filters = 'country=TR&days=7&need=normal&require=hotspot';
    const [cheapest] = (await compare(filters)).orders.Cheapest;
    const [filter, lowest] = await cause(`${filters}&max_usd=0.01`);
    assert.deepEqual([filter?.code, filter?.value], ['nothing_qualifies', ['max_usd']]);
    assert.match(filter?.text ?? '', /max_usd alone leaves no plan/);
    assert.deepEqual([lowest?.code, lowest?.value], ['lowest_price', cheapest?.price.usd.toFixed(2)]);
    const apart = await cause('country=TR&days=7&need=normal&then=BV:2');
    assert.deepEqual(
      apart.map(({ code }) => code),
      ['no_plans_for_country', 'no_plan_for_all_stops'],
    );
  });

  test('the same results come as CSV, by Accept or by format, and format wins', async () => {
    const query = 'country=TR&days=7&need=normal&limit=2';
    const body = await compare(query);
    const get = async (more: string, accept: string) => {
      const answer = await service.get(`/api/v1/plans?${query}${more}`, { headers: { accept } });
      assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding');
      const text = Buffer.from(await answer.arrayBuffer()).toString();
      const name = answer.headers.get('content-disposition');
      return { type: answer.headers.get('content-type') ?? '', name, text };
    };
    const csv = await get('', 'text/csv');
    assert.match(csv.type, /^text\/csv; charset=utf-8/);
    const rows = csv.text.trimEnd().split('\r\n');
    assert.equal(rows.length, 1 + 3 * 2);
    for (const result of body.orders.Cheapest)
      assert.ok(rows.some((row) => row.startsWith(`Cheapest,${result.rank},`) && row.includes(result.url)));
    const file = await get('&format=csv', 'application/json');
    assert.deepEqual(file, { ...csv, text: `\uFEFF${csv.text}` });
    assert.equal(csv.name, 'attachment; filename="esim-TR-7-days-normal.csv"');
    assert.match((await get('&format=json', 'text/csv')).type, /^application\/json/);
    assert.match((await get('', '*/*')).type, /^application\/json/);
    const rowsOf = async (query: string) => {
      const answer = await service.get(`/api/v1/plans?${query}&format=csv`);
      assert.equal(answer.status, 200);
      return (await answer.text()).trimEnd().split('\r\n').length - 1;
    };
    assert.equal(await rowsOf('country=JP&days=4&need=normal&then=KR:3&limit=2&include=variants'), 3 * 2);
    assert.equal(await rowsOf('country=ZZ&days=4&need=normal'), 0);
  });

  test('adds a bounded duration comparison with include=variants, and nothing else changes', async () => {
    const plain = await compare('country=TR&days=7&need=normal');
    const { variants, query, ...rest } = await compare('country=TR&days=7&need=normal&include=variants');
    assert.ok(variants !== undefined && variants.length >= 2 && variants.length <= 7);
    assert.equal(query.include, 'variants');
    const { query: _, ...plainRest } = plain;
    assert.deepEqual(rest, plainRest);
    const asked = variants.find(({ days }) => days === 7);
    assert.equal(asked?.difference_usd, 0);
    assert.deepEqual(asked?.best, plain.orders.Cheapest[0]);
    for (const { best, difference_usd } of variants) {
      const difference: number = (best?.price.usd ?? 0) - (asked?.best?.price.usd ?? 0);
      assert.equal(difference_usd, Math.round(difference * 100) / 100);
    }
  });

  test('ignores parameters that it does not know, and names them', async () => {
    const plain = await compare('country=TR&days=7&need=normal');
    const noisy = await compare('utm_source=x&country=TR&days=7&need=normal&sort=fastest');
    const [notice, ...others] = noisy.notices;
    assert.deepEqual([notice?.code, notice?.value], ['ignored_parameters', ['utm_source', 'sort']]);
    assert.match(notice?.text ?? '', /"utm_source", "sort"/);
    assert.deepEqual({ ...noisy, notices: others }, plain);
  });

  test('answers a country without plans, and a code that is no country, with empty lists and a notice', async () => {
    for (const [code, notice, text] of [
      ['UK', 'not_a_country', /Did you mean GB/],
      ['QQ', 'not_a_country', /no ISO 3166-1 country code/],
      ['BV', 'no_plans_for_country', /No plan covers Bouvet Island/],
    ] as const) {
      const body = await compare(`country=${code}&days=7&need=normal`);
      assert.deepEqual(lists(body), [[], [], []]);
      const found = body.notices.find((one) => one.code === notice);
      assert.equal(found?.value, code);
      assert.match(found.text, text);
    }
  });

  test('refuses each of the known bad queries with exactly its faults', async () => {
    assert.ok(BAD_QUERIES.length >= 40);
    for (const [query, faults] of BAD_QUERIES) {
      const answer = await service.get(`/api/v1/plans?${query}`);
      assert.equal(answer.status, 422, query);
      const { errors } = (await answer.json()) as { errors: { parameter: string; code: string }[] };
      assert.equal(errors.map(({ parameter, code }) => `${parameter} ${code}`).join(', '), faults, query);
      assert.equal(answer.headers.get('x-ratelimit-limit'), null, 'a refused query is not counted');
    }
  });

  test('refuses a bad query with every fault, as a problem document that costs nothing', async () => {
    const caller = '192.0.2.77';
    for (let round = 0; round < 20; round++) {
      const answer = await service.get('/api/v1/plans?country=tr&days=0', { caller });
      assert.equal(answer.status, 422);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      const problem = (await answer.json()) as {
        code: string;
        errors: { parameter: string; code: string }[];
      };
      assert.equal(problem.code, 'invalid_query');
      assert.deepEqual(
        problem.errors.map(({ parameter, code }) => `${parameter} ${code}`),
        ['country malformed', 'days out_of_range', 'need missing'],
      );
    }
    const good = await service.get('/api/v1/plans?country=TR&days=7&need=normal', { caller });
    assert.equal(good.headers.get('x-ratelimit-remaining'), '11');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Form, Outcome } from '../../answers/answers.ts';
import { COUNTRIES } from '../../domain/countries.ts';
import { callerNamed } from '../../limits/testing/callers.ts';
import { comparisonBody, fakeEndpoint, fakeQueries, inForm, NOW, refused, TRIP } from '../testing/fakes.ts';
import { toolError } from './tool.ts';

/** Every call gets the same comparison or the same list, as from the cache. */
function sharedAnswers() {
  const queries = fakeQueries();
  const plans = queries.comparison(TRIP, callerNamed(''));
  const countries = queries.countries(callerNamed(''));
  return {
    comparison: async (_trip: unknown, _caller: unknown, _filters: unknown, form: Form | null = null) =>
      inForm(await plans, form),
    countries: async (_caller: unknown, _query: unknown, form: Form | null = null) =>
      inForm(await countries, form),
  };
}

const structured = async (asked: Promise<{ readonly json: { result: { structuredContent: object } } }>) =>
  (await asked).json.result.structuredContent as {
    readonly plans: readonly { readonly usd: number }[];
    readonly countries: readonly { readonly code: string }[];
    readonly count: number;
  };

test('one cached comparison answers each order with that order’s own plans', async () => {
  const { call } = fakeEndpoint({ queries: sharedAnswers() });
  const { orders } = comparisonBody(TRIP);
  for (const [sort, results] of [
    ['cheapest', orders.Cheapest],
    ['fastest', orders.Fastest],
    ['recommended', orders.Recommended],
  ] as const) {
    const { plans } = await structured(call('search_esim_plans', { ...TRIP, sort }));
    assert.deepEqual(
      plans.map(({ usd }) => usd),
      results.map(({ price }) => price.usd),
      sort,
    );
  }
});

test('one cached comparison is sent with the ages of each moment', async () => {
  let now = NOW;
  const { call } = fakeEndpoint({ queries: sharedAnswers(), clock: () => now });
  const ages = async (minutes: number) => {
    now = NOW + minutes * 60_000;
    const { query, plans } = (await call('search_esim_plans', TRIP)).json.result.structuredContent;
    return [query.sent_at, plans[0].price_age_hours];
  };
  assert.deepEqual(await ages(0), ['2026-01-15T12:00:00.000Z', 1.5]);
  // Equal calls within a minute share their bytes.
  assert.deepEqual(await ages(0.9), ['2026-01-15T12:00:00.000Z', 1.5]);
  assert.deepEqual(await ages(6), ['2026-01-15T12:06:00.000Z', 1.6]);
  // A response is never sent before it was computed, also if clocks differ.
  assert.deepEqual(await ages(-5), ['2026-01-15T12:00:00.000Z', 1.5]);
});

test('one cached list answers every query, and no query or a blank one gets it as it is', async () => {
  const { call } = fakeEndpoint({ queries: sharedAnswers() });
  const codes = async (given?: object) =>
    (await structured(call('list_destinations', given))).countries.map(({ code }) => code);
  const all = COUNTRIES.map(({ code }) => code);
  assert.deepEqual(await codes(), all);
  assert.deepEqual(await codes({ query: 'türkiye' }), ['TR']);
  assert.deepEqual(await codes({ query: ' \t' }), all);
  assert.deepEqual(await codes({ query: 'no such place' }), []);
  assert.deepEqual(await codes({ query: '' }), all);
  assert.equal((await structured(call('list_destinations', { query: 'türkiye' }))).count, 1);
  assert.equal((await structured(call('list_destinations', {}))).count, all.length);
});

test('a list that is refused is a 429, and one without data is a 503, as for a search', async () => {
  const { call } = fakeEndpoint({
    queries: { comparison: async () => refused, countries: async () => refused },
  });
  const { status, json } = await call('list_destinations', {});
  assert.deepEqual([status, json.error.data.retry_after], [429, 42]);
  const down = async (): Promise<Outcome> => ({ kind: 'unavailable', cause: 'data' });
  const failing = fakeEndpoint({ queries: { comparison: down, countries: down } });
  assert.equal((await failing.call('list_destinations', {})).status, 503);
});

test('all faults are in one text that a model reads', () => {
  assert.deepEqual(JSON.parse(toolError(['One.', 'Two.'])), {
    content: [{ type: 'text', text: 'Nothing was looked up and no quota was used. One. Two.' }],
    isError: true,
  });
});

test('the content of an answer is one item of the type text', async () => {
  const { json } = await fakeEndpoint().call('search_esim_plans', TRIP);
  assert.equal(json.result.content.length, 1);
  assert.deepEqual(Object.keys(json.result.content[0]), ['type', 'text']);
  assert.equal(json.result.content[0].type, 'text');
});

test('each call searches for its own trip, whatever was asked before', async () => {
  const queries = fakeQueries();
  const { call } = fakeEndpoint({ queries });
  for (const other of [{}, { country: 'GR' }, { days: 8 }, { need: 'heavy' }, {}]) {
    const { json } = await call('search_esim_plans', { ...TRIP, ...other });
    const { country, days, need } = json.result.structuredContent.query;
    assert.deepEqual({ country, days, need }, { ...TRIP, ...other });
  }
  assert.deepEqual(queries.asked, ['TR 7 normal', 'GR 7 normal', 'TR 8 normal', 'TR 7 heavy', 'TR 7 normal']);
});

test('an answer is kept for equal calls of its minute, unless a phone or a notice belongs to one call', async () => {
  const queries = fakeQueries();
  const names: (string | null)[] = [];
  const comparison: typeof queries.comparison = (trip, caller, filters, form) => {
    names.push(form?.name ?? null);
    return queries.comparison(trip, caller, filters, form);
  };
  const { call } = fakeEndpoint({ queries: { comparison } });
  const minute = Math.floor(NOW / 60_000) * 60_000;
  for (const [more, name] of [
    [{}, `mcp recommended 20 ${minute}`],
    [{ sort: 'cheapest', limit: 5 }, `mcp cheapest 5 ${minute}`],
    [{ phone: 'iPhone 15' }, null],
    [{ country: 'Türkiye' }, null],
    [{ colour: 'red' }, null],
  ] as const) {
    await call('search_esim_plans', { ...TRIP, ...more });
    assert.equal(names.at(-1), name, JSON.stringify(more));
  }
});

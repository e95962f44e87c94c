import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Form, Outcome } from '../../answers/answers.ts';
import { COUNTRIES } from '../../domain/countries.ts';
import { callerNamed } from '../../limits/testing/callers.ts';
import { comparisonBody, fakeEndpoint, fakeQueries, inForm, NOW, refused, TRIP } from '../testing/fakes.ts';
import { faultOf } from './arguments.ts';
import { toolError } from './tool.ts';

/** One answer of each kind for all who ask, as the cache gives it. */
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

const content = async (asked: Promise<{ readonly json: { result: { structuredContent: object } } }>) =>
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
    const { plans } = await content(call('search_esim_plans', { ...TRIP, sort }));
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
  assert.deepEqual(await ages(0.9), ['2026-01-15T12:00:00.000Z', 1.5]);
  assert.deepEqual(await ages(6), ['2026-01-15T12:06:00.000Z', 1.6]);
  // A response is never sent before it was computed, also if clocks differ.
  assert.deepEqual(await ages(-5), ['2026-01-15T12:00:00.000Z', 1.5]);
});

test('one cached list answers every query, and no query or a blank one gets it as it is', async () => {
  const { call } = fakeEndpoint({ queries: sharedAnswers() });
  const codes = async (given?: object) =>
    (await content(call('list_destinations', given))).countries.map(({ code }) => code);
  const all = COUNTRIES.map(({ code }) => code);
  assert.deepEqual(await codes(), all);
  assert.deepEqual(await codes({ query: 'türkiye' }), ['TR']);
  assert.deepEqual(await codes({ query: ' \t' }), all);
  assert.deepEqual(await codes({ query: 'no such place' }), []);
  assert.deepEqual(await codes({ query: '' }), all);
  assert.equal((await content(call('list_destinations', { query: 'türkiye' }))).count, 1);
  assert.equal((await content(call('list_destinations', {}))).count, all.length);
});

test('a list that is refused or cannot be had is told as a search is', async () => {
  const { call } = fakeEndpoint({
    queries: { comparison: async () => refused, countries: async () => refused },
  });
  const { status, json } = await call('list_destinations', {});
  assert.deepEqual([status, json.error.data.retry_after], [429, 42]);
  const down = async (): Promise<Outcome> => ({ kind: 'unavailable', cause: 'data' });
  const failing = fakeEndpoint({ queries: { comparison: down, countries: down } });
  assert.equal((await failing.call('list_destinations', {})).status, 503);
});

test('a fault shows the value in short, what is wrong, what is wanted, and what was probably meant', () => {
  const DAYS = 'give a whole number from 1 to 90';
  const NEED = 'use light, normal, heavy, unlimited';
  const SORT = 'use recommended, cheapest, fastest, or leave it out';
  for (const [path, value, fault] of [
    ['days', '7', `days "7" is wrong: ${DAYS}, without quotes. Did you mean 7?`],
    ['then[1].days', ' 90 ', `then[1].days " 90 " is wrong: ${DAYS}, without quotes. Did you mean 90?`],
    ['days', '91', `days "91" is wrong: ${DAYS}, without quotes.`],
    ['days', 'x7', `days "x7" is wrong: ${DAYS}, without quotes.`],
    ['days', '7x', `days "7x" is wrong: ${DAYS}, without quotes.`],
    ['days', '07', `days "07" is wrong: ${DAYS}, without quotes.`],
    ['days', null, `days null is wrong: ${DAYS}.`],
    ['days', undefined, `days is wrong: ${DAYS}.`],
    ['days', ['7'], `days (a list of 1) is wrong: ${DAYS}.`],
    ['days', {}, `days (an object) is wrong: ${DAYS}.`],
    ['need', 'Heavy ', `need "Heavy " is wrong: ${NEED}. Did you mean "heavy"?`],
    ['need', 'cheapest', `need "cheapest" is wrong: ${NEED}.`],
    ['sort', 'FASTEST', `sort "FASTEST" is wrong: ${SORT}. Did you mean "fastest"?`],
    ['sort', 'light', `sort "light" is wrong: ${SORT}.`],
    ['then[0]', 'x'.repeat(41), `then[0] "${'x'.repeat(40)}" is wrong: give {"country", "days"}.`],
  ] as const) {
    assert.equal(faultOf(path, value, 'is wrong'), fault);
  }
});

test('all faults stand in one text that a model reads', () => {
  assert.deepEqual(JSON.parse(toolError(['One.', 'Two.'])), {
    content: [{ type: 'text', text: 'Nothing was looked up and no quota was used. One. Two.' }],
    isError: true,
  });
});

test('an answer’s text is marked as text', async () => {
  const { json } = await fakeEndpoint().call('search_esim_plans', TRIP);
  assert.deepEqual(Object.keys(json.result.content[0]), ['type', 'text']);
  assert.equal(json.result.content[0].type, 'text');
});

test('each call asks for its own trip, whatever was asked before', async () => {
  const queries = fakeQueries();
  const { call } = fakeEndpoint({
    queries,
  });
  for (const other of [{}, { country: 'GR' }, { days: 8 }, { need: 'heavy' }, {}]) {
    const { json } = await call('search_esim_plans', { ...TRIP, ...other });
    const { country, days, need } = json.result.structuredContent.query;
    assert.deepEqual({ country, days, need }, { ...TRIP, ...other });
  }
  assert.deepEqual(queries.asked, ['TR 7 normal', 'GR 7 normal', 'TR 8 normal', 'TR 7 heavy', 'TR 7 normal']);
});

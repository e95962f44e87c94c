import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import { LIST_MAX, REQUIREMENTS, THEN_MAX } from '../../domain/trip.ts';
import { DEFAULT_POLICIES } from '../../limits/policies.ts';
import { CALLER, NO_REFERENCE, TRIP } from '../testing/fakes.ts';
import { destinationsTool } from './destinations.ts';
import { searchTool } from './search.ts';

const search = searchTool({
  queries: {
    comparison: () => assert.fail('nothing is compared'),
    providerNamed: () => null,
    reference: () => NO_REFERENCE,
  },
  policies: DEFAULT_POLICIES,
  icons: [],
  cardsUri: 'ui://esim/cards.html',
  clock: Date.now,
});

/** A list that counts how often one of its entries is read. */
function countedList(length: number, entry: unknown) {
  const counted = { list: [] as unknown[], reads: 0 };
  counted.list = new Proxy(Array(length).fill(entry), {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) counted.reads += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return counted;
}

test('a list that is too long is refused by its length: none of its entries is read', async () => {
  for (const [name, max, entry] of [
    ['then', THEN_MAX, { country: 'TR', days: 1 }],
    ['require', REQUIREMENTS.length, '5g'],
    // These two are no lists.
    ['country', 0, 'TR'],
    ['sort', 0, 'cheapest'],
  ] as const) {
    for (const length of [max + 1, 2_300]) {
      const counted = countedList(length, entry);
      const outcome = await search.call({ ...TRIP, [name]: counted.list }, CALLER);
      assert.ok(outcome.kind === 'mistake');
      assert.equal(outcome.faults.length, 1);
      assert.match(
        outcome.faults[0]!,
        new RegExp(`^${name} \\(a list of ${length}\\) is (malformed|too long)`),
      );
      assert.equal(counted.reads, 0, `${length} entries of ${name}`);
    }
  }
});

test('a text that is too long is refused together with every other fault, and the message stays short', async () => {
  const long = 'x'.repeat(60_000);
  const given = { country: long, days: 0, need: long, sort: long, limit: LIST_MAX + 1 };
  const outcome = await search.call(given, CALLER);
  assert.ok(outcome.kind === 'mistake');
  assert.deepEqual(
    outcome.faults.map((fault) => fault.slice(0, fault.indexOf(' '))).toSorted(),
    Object.keys(given).toSorted(),
  );
  assert.ok(outcome.faults.join(' ').length < 1_000);

  const { call } = destinationsTool({
    queries: { countries: () => assert.fail('nothing is listed') },
    policies: DEFAULT_POLICIES,
    icons: [],
  });
  assert.equal((await call({ query: 'x'.repeat(PLACE_TEXT_MAX + 1) }, CALLER)).kind, 'mistake');
});

test('a fault shows the value in short, what is wrong, what is wanted, and what was probably meant', async () => {
  const DAYS = 'give a whole number from 1 to 90';
  const NEED = 'use light, normal, heavy, unlimited';
  const SORT = 'use recommended, cheapest, fastest, or leave it out';
  for (const [given, fault] of [
    [{ days: '7' }, `days "7" is malformed: ${DAYS}, without quotes. Did you mean 7?`],
    [
      { then: [{ country: 'KR', days: ' 90 ' }] },
      `then[0].days " 90 " is malformed: ${DAYS}, without quotes. Did you mean 90?`,
    ],
    [{ days: '91' }, `days "91" is malformed: ${DAYS}, without quotes.`],
    [{ days: 'x7' }, `days "x7" is malformed: ${DAYS}, without quotes.`],
    [{ days: '7x' }, `days "7x" is malformed: ${DAYS}, without quotes.`],
    [{ days: '07' }, `days "07" is malformed: ${DAYS}, without quotes.`],
    [{ days: null }, `days null is malformed: ${DAYS}.`],
    [{ days: undefined }, `days is missing: ${DAYS}.`],
    [{ days: ['7'] }, `days (a list of 1) is malformed: ${DAYS}.`],
    [{ days: {} }, `days (an object) is malformed: ${DAYS}.`],
    [{ need: 'Heavy ' }, `need "Heavy " is unknown: ${NEED}. Did you mean "heavy"?`],
    [{ need: 'cheapest' }, `need "cheapest" is unknown: ${NEED}.`],
    [{ sort: 'FASTEST' }, `sort "FASTEST" is unknown: ${SORT}. Did you mean "fastest"?`],
    [{ sort: 'light' }, `sort "light" is unknown: ${SORT}.`],
    [{ then: ['x'.repeat(41)] }, `then[0] "${'x'.repeat(40)}" is malformed: give {"country", "days"}.`],
  ] as const) {
    const outcome = await search.call({ ...TRIP, ...given }, CALLER);
    assert.deepEqual(outcome.kind === 'mistake' && outcome.faults, [fault]);
  }
});

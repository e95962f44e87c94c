import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import { LIST_MAX, REQUIREMENTS, THEN_MAX } from '../../domain/trip.ts';
import { DEFAULT_POLICIES } from '../../limits/policies.ts';
import { NO_REFERENCE } from '../../reference/load.ts';
import { CALLER, TRIP } from '../testing/fakes.ts';
import { destinationsTool } from './destinations.ts';
import { searchTool } from './search.ts';

const search = searchTool({
  reference: () => NO_REFERENCE,
  queries: { comparison: () => assert.fail('nothing is compared') },
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

test('a text that is too long is refused and shown in short, with every other fault', async () => {
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

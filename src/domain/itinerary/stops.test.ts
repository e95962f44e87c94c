import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DestinationEntry } from '../destination.ts';
import { BREAKOUTS, GENERATIONS } from '../plan.ts';
import { aListing } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { destinationOfStops } from './stops.ts';

const COUNTRIES = ['TR', 'GR'] as const;
const listing = aListing({ coverage: { destinations: [...COUNTRIES] } });
const STOPS = COUNTRIES.map((country) => ({ country, days: 5 }));

/** The facts of a plan at both stops together, in both orders of the stops. */
function atBoth(first: Partial<DestinationEntry>, second: Partial<DestinationEntry>): DestinationEntry[] {
  const at = (country: string, facts: Partial<DestinationEntry>) => {
    const destination = destinationOf([listing], [], country);
    return { ...destination, entries: destination.entries.map((entry) => ({ ...entry, ...facts })) };
  };
  return [
    { TR: at('TR', first), GR: at('GR', second) },
    { TR: at('TR', second), GR: at('GR', first) },
  ].map(
    (destinations) =>
      destinationOfStops((code) => destinations[code as 'TR' | 'GR'], STOPS)?.entries[0] ??
      assert.fail('the plan covers both'),
  );
}

/** Every pair of values must give the one that comes first in the list. */
function assertWorst<K extends 'generation' | 'breakout' | 'naming'>(
  key: K,
  worstFirst: readonly DestinationEntry[K][],
): void {
  for (const [index, worse] of worstFirst.entries())
    for (const better of worstFirst.slice(index))
      assert.deepEqual(
        atBoth({ [key]: worse }, { [key]: better }).map((entry) => entry[key]),
        [worse, worse],
        `${worse} and ${better}`,
      );
}

test('for several stops, a plan has the worst facts of any stop', () => {
  // A generation that is not stated ranks between 3G and 4G, as in docs/ranking.md.
  const generations = ['2G', '3G', null, '4G', '5G'] as const;
  const breakouts = ['roaming', 'unknown', 'local'] as const;
  assertWorst('generation', generations);
  assertWorst('breakout', breakouts);
  assertWorst('naming', ['elsewhere', 'none', 'country']);
  assert.deepEqual(new Set(generations), new Set([...GENERATIONS, null]), 'no generation is missing above');
  assert.deepEqual(new Set(breakouts), new Set(BREAKOUTS), 'no breakout is missing above');
});

test('for several stops, a plan has the networks of the stop with the fewest', () => {
  const networks = ['North', 'South'].map((name) => ({ name, generation: null }));
  const [first, second] = atBoth({ networks }, { networks: networks.slice(1) });
  assert.deepEqual([first?.networks, second?.networks], [networks.slice(1), networks.slice(1)]);
});

test('only plans that cover every stop are left, and there are none if a stop has no plans', () => {
  const listings = [
    aListing({ id: 'both', coverage: { destinations: ['GR', 'TR'] } }),
    aListing({ id: 'one', coverage: { destinations: ['TR'] } }),
    aListing({ id: 'other', coverage: { destinations: ['GR'] } }),
  ];
  const idsOf = (...countries: readonly string[]) =>
    destinationOfStops(
      (code) => (code === 'AQ' ? null : destinationOf(listings, [], code)),
      countries.map((country) => ({ country, days: 5 })),
    )?.entries.map(({ plan }) => plan.id);
  assert.deepEqual(idsOf('TR', 'GR'), ['both']);
  assert.deepEqual(idsOf('TR', 'TR'), ['both', 'one']);
  assert.deepEqual(idsOf('GR', 'TR', 'GR'), ['both']);
  for (const withNone of [['AQ'], ['AQ', 'TR'], ['TR', 'AQ'], ['TR', 'AQ', 'GR']])
    assert.equal(idsOf(...withNone), undefined, withNone.join());
});

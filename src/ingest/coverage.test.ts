import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoverageReader } from './coverage.ts';
import { createPlaceResolver } from './places.ts';
import { draft } from './testing.ts';

test('equal places and networks give one and the same coverage, any difference gives another', () => {
  const read = createCoverageReader(createPlaceResolver());
  const networks = [{ place: 'TR', name: 'Turkcell', generations: ['4G'] }];
  const first = read(draft({ places: ['TR'], networks }));
  assert.equal(read(draft({ places: ['TR'], networks: structuredClone(networks) })), first);
  const others = [
    draft({ places: ['TR'] }),
    draft({ places: ['TR'], networks, roaming: true }),
    draft({ places: ['TR'], networks, generation: '5G' }),
    draft({ places: ['TR'], networks, exits: ['DE'] }),
    draft({ places: ['TR'], excludedPlaces: ['GR'], networks }),
    draft({ places: ['TR', 'GR'], networks }),
  ].map(read);
  assert.equal(new Set([first, ...others]).size, 7);
});

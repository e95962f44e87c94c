import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCatalogue, type SourceState } from './catalogue.ts';
import { catalogueStatus } from './status.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN, sourceRead } from './testing/market.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The status of the catalogue, then that of each source. */
function statusOf(sources: readonly SourceState[], newestAgeMs = 0) {
  const market = marketOf([PLAIN_PLAN], { sources, observation: observedAt(NOON - newestAgeMs) });
  const { status, sources: states } = catalogueStatus(createCatalogue(market), NOON);
  return [status, ...states.map((state) => state.status)];
}

describe('the status of the catalogue and of its sources', () => {
  it('is ok while every source was read within a day, to the second', () => {
    assert.deepEqual(statusOf([sourceRead('a', 0), sourceRead('b', DAY_MS)]), ['ok', 'fresh', 'fresh']);
    assert.deepEqual(statusOf([sourceRead('a', 0), sourceRead('b', DAY_MS + 1_000)]), [
      'degraded',
      'fresh',
      'aging',
    ]);
  });

  it('is degraded while a source has its last good plans, even if they are fresh', () => {
    assert.deepEqual(statusOf([sourceRead('a', 0, 'kept')]), ['degraded', 'kept']);
  });

  it('is degraded while a source is paused or was never read', () => {
    const paused: SourceState = { id: 'b', status: 'paused', lastSuccess: NOON, plans: 1 };
    const never: SourceState = { id: 'c', status: 'never_read', lastSuccess: null, plans: 0 };
    assert.deepEqual(statusOf([sourceRead('a', 0), paused]), ['degraded', 'fresh', 'paused']);
    assert.deepEqual(statusOf([sourceRead('a', 0), never]), ['degraded', 'fresh', 'never_read']);
  });

  it('does not depend on a source that was paused before it was ever read', () => {
    const paused: SourceState = { id: 'b', status: 'paused', lastSuccess: null, plans: 0 };
    assert.deepEqual(statusOf([sourceRead('a', 0), paused]), ['ok', 'fresh', 'paused']);
  });

  it('lists configured sources that the catalogue does not have', () => {
    const configured = [
      { id: 'b', paused: false },
      { id: 'c', paused: true },
    ];
    const { status, sources } = catalogueStatus(null, NOON, configured);
    const listed = sources.map(({ id, status }) => [id, status]);
    assert.deepEqual(
      [status, listed],
      [
        'failing',
        [
          ['b', 'never_read'],
          ['c', 'paused'],
        ],
      ],
    );
  });

  it('gives older sources a status by their age, kept or not', () => {
    const states = statusOf([
      sourceRead('a', 2 * DAY_MS, 'kept'),
      sourceRead('b', 7 * DAY_MS),
      sourceRead('c', 8 * DAY_MS, 'kept'),
    ]);
    assert.deepEqual(states, ['degraded', 'aging', 'stale', 'expired']);
  });

  it('is failing if all plans are older than 7 days, without plans, and without a catalogue', () => {
    assert.deepEqual(statusOf([sourceRead('a', 0)], 7 * DAY_MS), ['ok', 'fresh']);
    assert.deepEqual(statusOf([sourceRead('a', 0)], 7 * DAY_MS + 1_000), ['failing', 'fresh']);
    assert.equal(catalogueStatus(createCatalogue(marketOf([])), NOON).status, 'failing');
    assert.deepEqual(catalogueStatus(null, NOON), { status: 'failing', sources: [] });
  });
});

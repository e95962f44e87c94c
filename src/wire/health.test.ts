import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceState } from '../catalogue/catalogue.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN, sourceRead } from '../catalogue/testing/market.ts';
import type { StoreStatus } from '../store/port.ts';
import { serialiseHealth } from './health.ts';

const HOUR_MS = 3_600_000;
const WORKING: StoreStatus = { working: true, kind: 'embedded', state: 'ok' };
const CONTEXT = { serviceName: 'Eşim', version: '1.0.0', now: NOON };

function catalogueOf(sources: readonly SourceState[], newestAgeMs = 0) {
  const market = marketOf([PLAIN_PLAN], { sources, observation: observedAt(NOON - newestAgeMs) });
  return createCatalogue(market);
}

test('health that is ok has no reasons', () => {
  const { status, reasons } = serialiseHealth(catalogueOf([sourceRead('a')]), WORKING, CONTEXT);
  assert.deepEqual([status, reasons], ['ok', []]);
});

test('degraded health has each cause once, with the affected sources', () => {
  const sources = [
    sourceRead('a'),
    sourceRead('b', 0, 'kept'),
    sourceRead('c', 30 * HOUR_MS),
    sourceRead('d', 0, 'kept'),
    sourceRead('e', 0, 'paused'),
  ];
  const lost: StoreStatus = { working: true, kind: 'redis', state: 'counts lost today' };
  const { status, reasons } = serialiseHealth(catalogueOf(sources), lost, {
    ...CONTEXT,
    areFilesBroken: true,
  });
  assert.equal(status, 'degraded');
  assert.deepEqual(reasons, [
    { code: 'source_aging', text: '1 of 5 sources had no successful read for a day: c' },
    { code: 'source_kept', text: '2 of 5 sources kept the plans of the last good read: b, d' },
    { code: 'source_paused', text: '1 of 5 sources will not be read while the operator pauses them: e' },
    { code: 'files_broken', text: 'The operator’s files have a mistake: what was stored before is served' },
    {
      code: 'counts_lost',
      text: 'The shared store lost counts today, so limits may be exceeded until midnight UTC',
    },
  ]);
});

test('a source that takes longer to read than usual is named', () => {
  const context = { ...CONTEXT, slowSources: ['b'] };
  const { status, reasons } = serialiseHealth(
    catalogueOf([sourceRead('a'), sourceRead('b')]),
    WORKING,
    context,
  );
  const alone = serialiseHealth(catalogueOf([sourceRead('b')]), WORKING, context).reasons[0]?.text;
  assert.match(alone ?? '', /^1 of 1 source needed/);
  assert.equal(status, 'degraded');
  assert.deepEqual(reasons, [
    {
      code: 'source_slow',
      text: '1 of 2 sources needed longer than usual so far, and the others are published after that: b',
    },
  ]);
});

test('a source that was paused before it was ever read is listed and is no reason', () => {
  const paused: SourceState = { id: 'b', status: 'paused', lastSuccess: null, plans: 0 };
  const health = serialiseHealth(catalogueOf([sourceRead('a'), paused]), WORKING, CONTEXT);
  assert.deepEqual([health.status, health.reasons], ['ok', []]);
  assert.deepEqual(
    health.catalogue.sources.map(({ id, status }) => [id, status]),
    [
      ['a', 'fresh'],
      ['b', 'paused'],
    ],
  );
});

test('failing health has the causes, with a limited number of sources', () => {
  const nothing = serialiseHealth(null, { ...WORKING, working: false, state: 'disk full' }, CONTEXT);
  assert.equal(nothing.status, 'failing');
  assert.deepEqual(nothing.reasons, [
    { code: 'no_catalogue', text: 'There is no catalogue yet' },
    { code: 'counting_failed', text: 'Requests cannot be counted, so counted routes answer 503' },
  ]);
  const many = Array.from({ length: 8 }, (_, at) => sourceRead(`s${at}`, 200 * HOUR_MS));
  const old = serialiseHealth(catalogueOf(many, 200 * HOUR_MS), WORKING, CONTEXT);
  assert.deepEqual(old.reasons, [
    { code: 'all_prices_expired', text: 'Every price is older than 7 days' },
    {
      code: 'source_expired',
      text: '8 of 8 sources had no successful read for a week, so their plans were left out: s0, s1, s2, s3, s4 and 3 more',
    },
  ]);
});
